"""`boats longer than 24 metres`, `how many tonnes of herring`: what is counted in a unit, where one header alone says
so (`LOA_m`, `live_weight_t`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.text.units import SAID
from core.text.words import words

_UNIT = "|".join(sorted(SAID, key=len, reverse=True))
_BOUND = re.compile(
    r"\b(?P<than>(?:\w+er |more |less |fewer )than|over|under|above|below|at least|at most) "
    rf"(?P<n>\d[\d,.]*) ?(?P<unit>{_UNIT})"
    r"(?: (?:long|high|tall|deep|wide|in length|in weight|in height))?\b",
    re.IGNORECASE,
)
_MANY = re.compile(rf"\bhow many (?P<unit>{_UNIT}) of\b", re.IGNORECASE)
_LESS = frozenset("less fewer shorter smaller lower lighter slower nearer closer narrower shallower".split())


def in_units(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the header in place of the unit."""
    bound, many = _BOUND.search(text), _MANY.search(text)
    met = bound or many
    column = _counted_in(SAID[met["unit"].casefold()], mentions, facts) if met else None
    if met is None or column is None:
        return
    label = " ".join(words(column))
    if met is many:
        yield Reworded(f"{text[: met.start()]}what is the total {label} of{text[met.end() :]}", strong=True)
        return
    than = met["than"].casefold()
    than = than if " " not in than or than.startswith("at ") else "under" if than.split()[0] in _LESS else "over"
    yield Reworded(f"{text[: met.start()]}with {label} {than} {met['n']}{text[met.end() :]}", strong=True)


def _counted_in(written: frozenset[str], mentions: Sequence[Mention], facts: Facts) -> str | None:
    """The label of the one measure whose header closes with the unit, of the tables that are spoken of, or of all;
    None where a header is the unit itself."""
    spoken = {k.table for m in mentions for k in m.links[:2]}
    plain = [c.plain_label for t in facts.tables.values() if t.name in spoken for c in t.columns]
    if any(len(said := words(label)) == 1 and said[0] in written and "/" not in label for label in plain):
        return None
    found = [
        (t.name, c.plain_label)
        for t in facts.tables.values()
        for c in t.columns
        if len(said := words(c.plain_label)) > 1 and said[-1] in written and facts.measure(Col(t.name, c.name))
    ]
    found = [f for f in found if f[0] in spoken] or found
    return found[0][1] if len(found) == 1 else None
