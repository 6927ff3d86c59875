"""`the most orders of 2024`, `sold the most books`: ranked by how many rows there are that meet something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.constructs.restricting import when, when_bound
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Predicate, Rank, Shown, Things
from core.ask.translators.rules.chart.schema import apart, counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Filter, Item
from core.model import TEMPORAL

_OVER = ("on average", "in total", "overall")
_FUNCTIONS: tuple[Aggregate, ...] = ("avg", "sum")
_SOME = ("most", "fewest", "least")


def _rows(descending: bool) -> Callable[[Cue, Things, Facts], Things | None]:
    """`the most orders of 2024`: these rows, with their number as their rank."""

    def build(cue: Cue, things: Things, facts: Facts) -> Things | None:
        some = cue.text.split()[0] in _SOME or "number" in cue.text
        fits = some and things.where and not (things.rank or things.having or cue.quantity)
        return replace(things, rank=Rank(counted(things.table), descending)) if fits else None

    return build


def _cells(descending: bool) -> Callable[[Cue, Predicate, Facts], Things | None]:
    """`the most books`, books being a value: rows of what was done with them."""

    def build(cue: Cue, met: Predicate, facts: Facts) -> Things | None:
        plain = len(met.where) == 1 and isinstance(met.where[0], Filter) and met.where[0].operator == "="
        if cue.text not in _SOME or not plain or met.having:
            return None
        table = facts.referring(met.tables[0]) or met.tables[0]
        return Things(table, met.where, rank=Rank(counted(table), descending))

    return build


def _figures(descending: bool) -> Callable[[Cue, Figure, Facts], Things | None]:
    """`the highest total price`, `the lowest average age`: of what it is reckoned, with the figure as the rank."""

    def build(cue: Cue, figure: Figure, facts: Facts) -> Things | None:
        item, things = figure.items[0], figure.things
        reckoned = item.aggregate in ("sum", "avg", "count", "median") and len(figure.items) == 1
        fits = reckoned and not (figure.group or things.rank or things.having or cue.quantity)
        return replace(things, rank=Rank(item, descending)) if fits else None

    return build


def _over_rows(function: Aggregate) -> Callable[[Rank, Cue, Facts], Rank | None]:
    """`costs most on average`, `costs most in total`: over the rows of each."""

    def build(rank: Rank, cue: Cue, facts: Facts) -> Rank | None:
        column = rank.item.column
        fits = column is not None and rank.item.aggregate in ("", "sum") and facts.measure(column) and not rank.quantity
        return replace(rank, item=Item(column, function)) if fits and cue.text in _OVER else None

    return build


def done(columns: Columns, busy: Things, facts: Facts) -> Things | None:
    """`sold the most books`: the rows that have the column."""
    table = columns.columns[0].table
    if len(columns.columns) > 1 or busy.rank is None or apart(table, busy.table, facts) is None:
        return None
    if facts.measure(columns.columns[0]) and not facts.year(columns.columns[0]):
        return None
    return Things(table, busy.where, rank=replace(busy.rank, item=counted(table)))


def done_on(columns: Columns, rank: Rank, facts: Facts) -> Rank | None:
    """`closed the most reports`: those that have a day on which they were."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    own = rank.item == counted(column.table) and len(columns.columns) == 1
    return replace(rank, item=Item(column, "count")) if own and found and found.type in TEMPORAL else None


def things_by(things: Things, busy: Things, facts: Facts) -> Things | None:
    """`the customer with the most orders of 2024`."""
    if things.rank or things.having or things.table == busy.table or apart(things.table, busy.table, facts) is None:
        return None
    return replace(things, where=(*things.where, *busy.where), rank=busy.rank)


def shown_by(shown: Shown, busy: Things, facts: Facts) -> Shown | None:
    """`which city has the most orders of 2024`."""
    things = shown.things
    if shown.said or things.rank or things.having or apart(things.table, busy.table, facts) is None:
        return None
    return replace(shown, things=replace(things, where=(*things.where, *busy.where), rank=busy.rank))


_WHEN = frozenset(("in", "during", "of", "on"))
_WAYS = (("max", True), ("min", False))
RULES = (
    *(Rule(f"{w} of such rows", f"sup:{w}", "things", "busy", _rows(d)) for w, d in _WAYS),
    *(Rule(f"{w} of what has a cell", f"sup:{w}", "predicate", "busy", _cells(d), 0.1, near=True) for w, d in _WAYS),
    *(Rule(f"{w} of a figure", f"sup:{w}", "figure", "busy", _figures(d), near=True) for w, d in _WAYS),
    *(Rule(f"most by {f}", "rank", f"agg:{f}", "rank", _over_rows(f), near=True) for f in _FUNCTIONS),
    Rule("most of what was done", "column", "busy", "busy", done, 0.05),
    Rule("most of what has a day", "column", "rank", "rank", done_on),
    Rule("such rows of a time", "busy", "date", "busy", when, 0.05, between=_WHEN),
    Rule("such rows before or after", "busy", "bound", "busy", when_bound, 0.05),
    Rule("things by such rows", "things", "busy", "things", things_by),
    Rule("shown by such rows", "shown", "busy", "shown", shown_by),
)
