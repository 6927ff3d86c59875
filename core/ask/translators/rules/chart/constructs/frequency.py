"""`the most common city`, `the most popular product`: the value, or the thing, that most rows speak of."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Rank, Shown, Things
from core.ask.translators.rules.chart.schema import KINDS, counted, ranked
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col


def _common(descending: bool) -> Callable[[Cue, Columns, Facts], Shown | None]:
    def build(cue: Cue, columns: Columns, facts: Facts) -> Shown | None:
        table = columns.columns[0].table
        if any(facts.measure(c) and not _numbered(c, facts) for c in columns.columns):
            return None
        if any(map(partial(_names, facts), columns.columns)):  # names of things: by the rows that refer to these
            things = popular(Things(table), descending, facts)
            return Shown(columns.columns, things) if things else None
        return Shown(columns.columns, Things(table, rank=Rank(counted(table), descending)), said=False)

    return build


def _names(facts: Facts, column: Col) -> bool:
    """What a thing is called, if others share the name, or what tells it apart."""
    found = facts.column(column)
    unique = found is not None and found.profile.unique
    return facts.telling(column) and (unique or column in facts.display(column.table))


def popular(things: Things, descending: bool, facts: Facts) -> Things | None:
    """`the most popular product`: by how many rows refer to it."""
    rows = facts.referring(things.table)
    return ranked(things, Rank(counted(rows), descending), facts) if rows else None


def _popular(descending: bool) -> Callable[[Cue, Things, Facts], Things | None]:
    return lambda cue, things, facts: popular(things, descending, facts)


def among(shown: Shown, things: Things, facts: Facts) -> Shown | None:
    """`the most common status across cities`: of all the rows that are counted anyhow."""
    rank, plain = shown.things.rank, not (things.where or things.rank or things.having)
    counts = rank is not None and rank.item.aggregate == "count"
    return shown if plain and counts and things.table == shown.things.table else None


def _often(descending: bool) -> Callable[[Columns, Cue, Facts], Shown | None]:
    """`which part is replaced most often`."""
    return lambda columns, cue, facts: _common(descending)(cue, columns, facts)


def done_most(columns: Columns, rank: Rank, facts: Facts) -> Shown | None:
    """`which medicine is prescribed most often`: by rows of the column's own table."""
    table = columns.columns[0].table
    own = rank.item == counted(table) and not rank.quantity
    if own and len(columns.columns) == 1 and _numbered(columns.columns[0], facts):
        return Shown(columns.columns, Things(table, rank=Rank(rank.item, rank.descending)), said=False)
    return _common(rank.descending)(Cue(""), columns, facts) if own else None


def _numbered(column: Col, facts: Facts) -> bool:
    """`which grade has the most pupils`: whole numbers of which there are few."""
    found = facts.column(column)
    few = found is not None and found.type == "integer" and 1 < found.profile.distinct <= KINDS
    return few and facts.measure(column) and not facts.telling(column)


_OVER = frozenset(("across", "in", "among", "of", "for", "over"))
RULES = (
    Rule("value most often", "column", "common:max", "shown", _often(True)),
    Rule("value least often", "column", "common:min", "shown", _often(False)),
    Rule("value of what is done most", "column", "rank", "shown", done_most, 0.05),
    Rule("most common value", "common:max", "column", "shown", _common(True)),
    Rule("least common value", "common:min", "column", "shown", _common(False)),
    Rule("most common things", "common:max", "things", "things", _popular(True), 0.05),
    Rule("least common things", "common:min", "things", "things", _popular(False), 0.05),
    Rule("common among things", "shown", "things", "shown", among, between=_OVER),
)
