"""`by how many days did jobs overrun`, `how many days late were books returned`: from the day it was due to the day it
was done, of what was late."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Col, Definition, Filter, Formula, Item
from core.ask.translators.rules.told.late import LED, days_of, late, says

_LATE = (
    ("how", "many", "days", "late"), ("how", "many", "days", "overdue"), ("average", "days", "late"),
    ("number", "of", "days", "late"), ("how", "late"),
)  # fmt: skip
_BY = (("by", "how", "many", "days"), ("how", "many", "days"))
_IDLE = LED | frozenset(("did", "do", "does", "on", "average", "by", "usually", "typically"))


def late_by(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the figure), and the words around it that say no more."""
    lowers = [t.lower for t in tokens]
    at = next(((s, e) for said in _LATE for s, e in places_of(lowers, said)), None)
    behind: tuple[int, int] | None = None
    found = days_of(tokens, mentions, facts) if at is not None else None
    if at is None:
        at = next(((s, e) for said in _BY for s, e in places_of(lowers, said)), None)
        told = late(tokens, mentions, facts) if at is not None else {}
        for start, (end, meant) in told.items():
            met = meant.conditions[0]
            if isinstance(met, Filter) and met.operator == ">" and met.item.formula is None and met.item.column:
                by = met.values[0]
                found = (met.item.column, by) if isinstance(by, Col) else None
                behind = (start, end)
    if at is None or found is None:
        return {}
    done, by = found
    function: Aggregate = "avg"
    item = Item(done, function, formula=Formula("days", Item(done), Item(by), "days"))
    meant = Definition(tuple(lowers[at[0] : at[1]]), item, (Filter(Item(done), ">", (by,)),))
    silent = {i for i in range(len(tokens)) if lowers[i] in _IDLE or says(tokens[i], done, facts)}
    silent |= set(range(*behind)) if behind else set()
    silent -= set(range(*at))
    return {at[0]: (at[1], meant)} | {i: (i + 1, Definition((tokens[i].lemma,))) for i in sorted(silent)}
