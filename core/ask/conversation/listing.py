"""`Which ones?` after a count: the rows that were counted, by what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query

_ASKED = frozenset(
    ("which ones", "which ones are they", "which are they", "which", "who are they", "who", "what are they",
     "list them", "show them", "name them", "which ones are these", "list these", "show me which", "show me them")
)  # fmt: skip


def listed(tokens: Sequence[Token], before: Query, facts: Facts) -> Query | None:
    """The query that lists what `before` counts; None where the text asks for something else, or nothing is counted."""
    said = " ".join(t.lower for t in tokens if t.kind != "punct").removeprefix("and ")
    figure = before.select[0] if len(before.select) == 1 else None
    alone = not (before.group or before.limit or before.share or before.beside or before.having)
    if said not in _ASKED or figure is None or figure.aggregate != "count" or figure.where or not alone:
        return None
    table = figure.table or (figure.column.table if figure.column else "")
    shown = facts.display(table) if table in facts.tables else ()
    return (
        replace(before, select=tuple(map(Item, shown)), distinct=False, tables=(table, *before.tables))
        if shown
        else None
    )
