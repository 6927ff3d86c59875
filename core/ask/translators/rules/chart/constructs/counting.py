"""`how many`: rows, different values, or a quantity that rows hold."""

from __future__ import annotations

from core.ask.tokens import stem
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Things
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Item
from core.model import TEMPORAL

_TOTAL = ("total", "overall", "the total")
_QUANTITY = frozenset(map(stem, ("quantity", "qty", "count", "units", "volume")))


def rows(things: Things) -> Figure:
    """How many things there are."""
    return Figure((counted(things.table),), things)


def count_of(things: Things, cue: Cue, facts: Facts) -> Figure | None:
    """`the order count`."""
    return rows(things) if cue.text == "count" and things == Things(things.table) else None


def different(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
    """`how many cities`: values, each once, unless every row has its own."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or (facts.measure(column) and not columns.distinct):
        return None
    found = facts.column(column)
    if found is not None and found.type in TEMPORAL and not columns.distinct:
        return None
    told_by = facts.flag(column) is not None or (found is not None and found.profile.distinct == 1)
    if told_by and not columns.distinct:
        return None  # yes and no, or a mark: what is counted is that which has it
    once = found is not None and found.profile.unique and not columns.distinct
    return Figure((Item(column, "count", distinct=not once),), Things(column.table))


def each_different(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
    """`the numbers of different cities and names`: of each column by itself."""
    one_table = len({c.table for c in columns.columns}) == 1
    if not columns.distinct or len(columns.columns) == 1 or not one_table:
        return None
    return Figure(tuple(Item(c, "count", distinct=True) for c in columns.columns), Things(columns.columns[0].table))


def amount(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
    """`how many points`: a quantity, added up."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or columns.distinct or not facts.measure(column) or facts.year(column):
        return None
    return Figure((Item(column, "sum"),), Things(column.table))


def held(cue: Cue, things: Things, facts: Facts) -> Figure | None:
    """`how many loans`, where each row says how many it stands for, and is none of them by itself."""
    table = facts.tables[things.table]
    if facts.key(things.table) is not None:
        return None
    columns = (Col(things.table, c.name) for c in table.columns)
    amounts = [c for c in columns if facts.measure(c) and not facts.speaks(c, lexicon().averaged)]
    said = [c for c in amounts if facts.speaks(c, _QUANTITY) and not facts.year(c)]
    return Figure((Item(said[0], "sum"),), things) if len(said) == 1 else None


def altogether(cue: Cue, things: Things, facts: Facts) -> Figure | None:
    """`total visits`: how many there are, where they are no money."""
    return None if things.rank or things.having or cue.text not in _TOTAL else rows(things)


def once(cue: Cue, columns: Columns, facts: Facts) -> Columns:
    """`different cities`."""
    return Columns(columns.columns, distinct=True)


RULES = (
    Rule("count values of each column", "count", "column", "figure", each_different, 0.05),
    Rule("count rows", "count", "things", "figure", lambda cue, things, facts: rows(things)),
    Rule("count of rows, said behind", "things", "count", "figure", count_of, 0.1, near=True),
    Rule("total of rows", "agg:sum", "things", "figure", altogether, 0.1, near=True),
    Rule("count values", "count", "column", "figure", different, 0.05),
    Rule("add up an amount", "count", "column", "figure", amount, 0.05),
    Rule("add up what rows stand for", "count", "things", "figure", held, 0.3),
    Rule("each value once", "distinct", "column", "column", once, near=True),
)
