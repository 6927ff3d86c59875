"""How long something took, reckoned from its end to its beginning: all but the signs would be right."""

from __future__ import annotations

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query
from core.ask.translators.rules.query_parts import formulas_in
from core.ask.translators.rules.row_days import due, in_turn

REVERSED = "the time is reckoned from the later of the two days to the earlier"


def days_reversed(query: Query, facts: Facts) -> str:
    """Why the time between two days cannot be meant; "" where the later day comes last, or one is but planned."""
    for f in formulas_in(query):
        later, earlier = f.left, f.right
        if f.operator != "days" or not isinstance(later, Item) or not isinstance(earlier, Item):
            continue
        begun, ended = earlier.column, later.column
        if begun is None or ended is None or begun.table != ended.table or due(begun, facts) or due(ended, facts):
            continue
        if in_turn(begun, ended, facts) != (begun, ended):
            return REVERSED
    return ""
