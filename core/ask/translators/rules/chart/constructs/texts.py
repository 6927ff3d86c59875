"""`'Harbour' in their title`, `titles that end in "s"`, `the name 'Zed'`: texts that may be no whole cell."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.containing import held
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Predicate, Shown, Text, Things
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Filter, Item

CUES = {"like:contains": ("mention", "mentions", "mentioning", "include", "includes", "including",
                         "contain a letter", "contains a letter", "have the letters", "has the letters")}  # fmt: skip
_IN = frozenset(("in", "within", "inside"))
_WAS = frozenset(("was", "were", "is", "are", "been", "being"))


def part(text: Text, columns: Columns, facts: Facts) -> Predicate | None:
    """`'Harbour' in their title`."""
    escaped = text.text.replace("%", "\\%").replace("_", "\\_")
    return held(columns, Text(f"%{escaped}%"), facts)


def told(columns: Columns, pattern: Text, facts: Facts) -> Shown | None:
    """`titles that end in "s"`: what is shown, told by its own text."""
    met = held(columns, pattern, facts)
    return Shown(columns.columns, Things(columns.columns[0].table, met.where), said=False) if met else None


def how_many(cue: Cue, shown: Shown, facts: Facts) -> Figure:
    """`how many titles begin with T`."""
    return Figure((counted(shown.things.table),), shown.things)


def written(columns: Columns, text: Text, facts: Facts) -> Predicate | None:
    """`the name 'Ada'`: the text that a column is said to hold, whether a cell holds it or not."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    fits = len(columns.columns) == 1 and found is not None and found.type == "text"
    return Predicate((Filter(Item(column), "=", (text.text,)),), (), (column.table,)) if fits else None


def either(pattern: Text, met: Predicate, facts: Facts) -> Predicate | None:
    """`the letters A or B in their name`: one part or another of the same text."""
    last = met.where[0] if len(met.where) == 1 and not met.having else None
    parts = last.parts if isinstance(last, AnyOf) else (last,)
    first = parts[0]
    if not isinstance(first, Filter) or first.operator != "like" or first.item.column is None:
        return None
    return replace(met, where=(AnyOf((replace(first, values=(pattern.text,)), *(p for p in parts if p))),))


def done(met: Predicate, verb: Text, facts: Facts) -> Predicate:
    """`Ibuprofen was prescribed`: what is done with a cell adds nothing."""
    return met


RULES = (
    Rule("text in a column", "text", "column", "predicate", part, 0.05, between=_IN),
    Rule("part of a column", "pattern", "column", "predicate", lambda p, c, k: held(c, p, k), 0.05),
    Rule("either part", "pattern", "predicate", "predicate", either, between=frozenset(("or",))),
    Rule("values with a part", "column", "pattern", "told by text", told, 0.05),
    Rule("values shown by a part", "told by text", "", "shown", lambda shown, none, facts: shown),
    Rule("count values by a part", "count", "told by text", "figure", how_many),
    Rule("column of a text", "column", "quoted", "predicate", written, 0.05),
    Rule("cell done with", "predicate", "verb", "predicate", done, 0.3, between=_WAS),
)
