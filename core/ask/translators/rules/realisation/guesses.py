"""Which codes were read as words of the question although nothing explains them: told behind the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.kind_letters import READ_AS
from core.ask.names import listed
from core.ask.state import Mention, Reading
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.query_parts import filters_in

_MOST = 0.74
"""The most confidence in a reading that rests on such a guess."""


def with_guesses(reading: Reading, mentions: Sequence[Mention]) -> Reading:
    """The reading with what was guessed of its conditions."""
    plan = reading.plan
    if not isinstance(plan, Plan):
        return reading
    met = {(f.item.column, v) for f in filters_in(plan.query) for v in f.values if isinstance(v, str)}
    guessed = [(m, k) for m in mentions for k in m.links[:1] if k.how == READ_AS]
    said = tuple((k.value, m.text) for m, k in guessed if (Col(k.table, k.column), k.value) in met)
    if not said:
        return reading
    return replace(reading, plan=replace(plan, read_as=said), confidence=min(reading.confidence, _MOST))


def guesses_told(plan: Plan) -> str:
    """` I read F as “flats”: no document says what it stands for.`; empty where nothing was guessed."""
    said = dict(plan.read_as)
    if not said:
        return ""
    read = listed([f"{code} as “{word}”" for code, word in said.items()])
    return f" I read {read}: no document says what {'it stands' if len(said) == 1 else 'they stand'} for."
