"""`the average age of the members`, where the files hold dates of birth or years."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.ages import age, labelled
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Item

_MEANS: tuple[Aggregate, ...] = ("avg", "median")
_ENDS: tuple[Aggregate, ...] = ("max", "min")
CUES = {"age": ("age", "ages")}


def _of(function: Aggregate) -> Callable[[Cue, Cue, Facts], Cue]:
    return lambda cue, said, facts: Cue(function, "age")


def over(cue: Cue, things: Things, facts: Facts) -> Figure | None:
    """`the average age of members`; of what is no person from the day or the year it was built."""
    column = facts.of_quantity("birth", (things.table,)) or facts.of_quantity("age", (things.table,))
    if column is None or column.table != things.table or not facts.dated(column) or not labelled(column, facts):
        return None
    function = next(f for f in (*_MEANS, *_ENDS) if f == cue.text)
    return Figure((Item(column, function, formula=age(column, facts)),), things)


def _born(function: Aggregate) -> Callable[[Cue, Columns, Facts], Figure | None]:
    """`the average age by city`, where `age` means the date of birth."""

    def build(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
        column = columns.columns[0]
        birth = facts.of_quantity("birth", (column.table,)) == column and facts.dated(column)
        fits = len(columns.columns) == 1 and birth
        return Figure((Item(column, function, formula=age(column, facts)),), Things(column.table)) if fits else None

    return build


def old(cue: Cue, things: Things, facts: Facts) -> Things | None:
    """`how old are members` ..."""
    return things if cue.text == "how old" else None


def oldest(things: Things, none: None, facts: Facts) -> Figure | None:
    """`how old is the oldest driver`."""
    rank = things.rank
    column = rank.item.column if rank and rank.limit == 1 and not rank.item.aggregate else None
    if rank is None or column is None or not facts.dated(column) or not labelled(column, facts):
        return None
    way = "min" if rank.descending else "max"
    return over(Cue(way), replace(things, rank=None), facts)


RULES = (
    *(Rule(f"{f} age", f"agg:{f}", "age", "age figure", _of(f), near=True) for f in (*_MEANS, *_ENDS)),
    *(Rule(f"{f} age, ranked", f"sup:{f}", "age", "age figure", _of(f), near=True) for f in _ENDS),
    Rule("age of things", "age figure", "things", "figure", over),
    Rule("things and their age", "things", "age figure", "figure", lambda t, c, k: over(c, t, k), 0.1),
    *(Rule(f"{f} of a birth", f"agg:{f}", "column", "figure", _born(f)) for f in _MEANS),
    Rule("how old things", "ask", "things", "old things", old),
    Rule("how old the oldest", "old things", "", "figure", oldest),
    Rule("how old on average", "old things", "agg:avg", "figure", lambda t, c, k: over(Cue("avg"), t, k), near=True),
)  # fmt: skip
