"""`who won the most races`, `boats that have never won`: rows whose place is the first."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.query import Col, Definition, Filter, Item

_WON = frozenset("won win wins winning".split())
_PLACES = frozenset(map(stem, "place position pos placing rank finish finished".split()))
_IDLE = frozenset(map(stem, "final race overall".split()))


def placed_first(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where the question says so and one column of places is known: start → (end, that it is 1)."""
    known = {i for m in mentions for k in m.links[:1] if k.score >= FIRM for i in range(m.start, m.end)}
    said = [i for i, t in enumerate(tokens) if t.lower in _WON and i not in known]
    if not said:
        return {}
    named = {k.table for m in mentions for k in m.links[:3]} or set(facts.tables)
    places = [c for t in facts.tables if t in named or named & set(facts.owners(t)) for c in _places(t, facts)]
    if len(places) != 1:
        return {}
    first = Filter(Item(places[0]), "=", (1.0,))
    return {i: (i + 1, Definition((tokens[i].lemma,), None, (first,))) for i in said}


def _places(table: str, facts: Facts) -> list[Col]:
    """Columns of whole numbers from 1 on that are headed so."""
    return [
        Col(table, c.name)
        for c in facts.tables[table].columns
        if c.type == "integer"
        and not c.profile.unique
        and c.profile.minimum == 1
        and set(stems(c.label)) <= _PLACES | _IDLE
        and set(stems(c.label)) & _PLACES
        and "places" not in c.label.lower()  # of a course
    ]
