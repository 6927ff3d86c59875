"""`the price value of products`, `the city of origin of customers`, `names of cities`, `staff members`: words that add
nothing to what they stand beside."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Things
from core.ask.translators.rules.facts import Facts

CUES = {
    "amount of it": ("score", "scores", "value", "values", "amount", "amounts", "figure", "figures", "level", "levels"),
    "its name": ("name", "names"),
    "of them": ("of origin", "of residence"),
    "one of them": ("member", "members"),
}


def amount(columns: Columns, cue: Cue, facts: Facts) -> Columns | None:
    """`price value`."""
    last = columns.columns[-1]
    return columns if len(columns.columns) == 1 and facts.measure(last) and not facts.year(last) else None


def kept(columns: Columns, cue: Cue, facts: Facts) -> Columns | None:
    """`city of origin`."""
    last = facts.column(columns.columns[-1])
    return columns if last is not None and last.type == "text" else None


def those(things: Things, cue: Cue, facts: Facts) -> Things | None:
    """`staff members`."""
    return things if facts.persons(things.table) and things == Things(things.table) else None


RULES = (
    Rule("amount of a column", "column", "amount of it", "column", amount, 0.1, near=True),
    Rule("column of them", "column", "of them", "column", kept, 0.05, near=True),
    Rule("column of names", "column", "its name", "column", kept, 0.05, near=True),
    Rule("names of a column", "its name", "column", "column", lambda cue, c, k: kept(c, cue, k), 0.05,
         between=frozenset(("of",))),
    Rule("members", "things", "one of them", "things", those, 0.05, near=True),
)  # fmt: skip
