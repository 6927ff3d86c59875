"""`cancellations`, where bookings have a day `Cancelled on`: a noun for what happened to some rows of a table, on a day
that the others lack."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Link
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.model import TEMPORAL

_NAMED = 0.9
"""From this score a word means what it is linked to."""
_ENDS = ("ions", "als", "ments", "ures", "ances", "eries", "ings")
"""How nouns for deeds end, in the plural: cancellations, withdrawals, replacements, closures, deliveries."""
_DEEDS = frozenset("deaths returns repairs releases leases increases decreases".split())
"""Those that end as other words do: baths, diseases."""
_LACKING = 0.1
"""Share of the rows to which it did not happen, at least: fewer are days that nobody wrote down."""


def deed_day(said: Sequence[Token], links: Sequence[Link], facts: Facts) -> Col | None:
    """The day that such a noun tells, where no table is called so and some rows have none."""
    if len(said) != 1 or not links or not (said[0].lower.endswith(_ENDS) or said[0].lower in _DEEDS):
        return None
    first = links[0]
    if first.kind != "column" or first.score < _NAMED or first.table not in facts.tables:
        return None
    if any(k.kind == "table" and k.score >= _NAMED for k in links):
        return None
    day = Col(first.table, first.column)
    held = facts.column(day)
    lacking = held.profile.nulls / max(1, held.profile.rows) if held is not None and held.type in TEMPORAL else 0.0
    some = lacking >= _LACKING
    return day if some and facts.own_when(first.table, day=True) != day else None
