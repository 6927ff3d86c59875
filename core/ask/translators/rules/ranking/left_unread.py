"""Where a decade, or a place of an order, that is said has no part in a query. Checks for contradictions.py."""

from __future__ import annotations

from itertools import pairwise

from core.ask.tokens import place_of
from core.ask.translators.rules.lexicon.ordinals import place_at
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.text.number_words import ORDINALS

_CAME = frozenset("came come comes finished".split())


def decade_unread(s: Seen) -> bool:
    """`in the last decade`, `per decade`, and nothing goes by decades."""
    linked = {i for m, k in zip(s.mentions, s.links, strict=True) if k for i in range(m.start, m.end)}
    said = any(t.lemma == "decade" and i not in linked for i, t in enumerate(s.tokens))
    return said and not any(c.part == "decade" for c in s.columns)


def place_unread(s: Seen) -> bool:
    """`the second largest`, and another one than the second is taken."""
    places = {n for at in range(len(s.tokens)) if (n := place_at(s.tokens, at))}
    lowers = [t.lower for t in s.tokens]
    places |= {2} if place_of(lowers, ("runner", "up")) is not None else set()
    places |= {ORDINALS[b] for a, b in pairwise(lowers) if a in _CAME and b in ORDINALS}
    return bool(places) and {s.query.offset + 1} != places


CHECKS: tuple[Check, ...] = (decade_unread, place_unread)
