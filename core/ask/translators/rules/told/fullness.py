"""`which concert came nearest to a full house`, `the fullest showing`: what was sold or taken for each, as a part of
the places that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Formula, Item, Order, figure
from core.ask.translators.rules.told.takings import pieces

_FULL = re.compile(
    r"(?:(?:(?:was|were|came|come|got|is|are) )?(?:the )?(?:closest|nearest) to (?:being |a |its |selling )?"
    r"(?:full house|full|filling (?:the house|every seat|all its seats|up)|capacity|out|sold out"
    r"|(?:every|each|all its) seats?)"
    r"|(?:(?:was|were) )?(?:the )?fullest)(?= |$)"
)
_EMPTY = re.compile(r"(?:(?:was|were) )?(?:the )?(?:emptiest|least full)(?= |$)")
_PLACES = tuple(map(stem, ("capacity", "seats", "places", "max", "maximum", "holds")))


def fullness(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the order by how full they were)."""
    text, places = "", dict[int, int]()
    for i, token in enumerate(tokens):
        places[len(text)] = i
        text += f"{token.lower} "
    for pattern, descending in ((_FULL, True), (_EMPTY, False)):
        met = next((m for m in pattern.finditer(text) if m.start() in places), None)
        named = [p for p in _pairs(facts) if p[1].table in tables_named(mentions)] if met else []
        if met is None or len(named) != 1:
            continue
        ((many, whole),) = named
        rate = figure(Formula("/", Item(many, "sum"), Item(whole, "max"), "part that is full"))
        start, end = places[met.start()], places.get(met.end() + 1, len(tokens))
        return {start: (end, Definition(lemmas(tokens, start, end), order=Order(rate, descending)))}
    return {}


def _pairs(facts: Facts) -> Iterator[tuple[Col, Col]]:
    """How many went, in rows that belong to those that say how many there are places for."""
    for name, table in facts.tables.items():
        columns = [Col(name, c.name) for c in table.columns]
        whole = [c for c in columns if facts.measure(c) and facts.speaks(c, _PLACES)]
        many = [c for c in pieces(facts) if name in facts.owners(c.table)]
        if len(whole) == len(many) == 1:
            yield many[0], whole[0]
