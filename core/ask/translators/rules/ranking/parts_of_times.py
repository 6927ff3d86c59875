"""Where a decade that is said has no part in a query. Checks for contradictions.py."""

from __future__ import annotations

from core.ask.translators.rules.ranking.seen import Check, Seen


def decade_unread(s: Seen) -> bool:
    """`in the last decade`, `per decade`, and nothing goes by decades."""
    linked = {i for m, k in zip(s.mentions, s.links, strict=True) if k for i in range(m.start, m.end)}
    said = any(t.lemma == "decade" and i not in linked for i, t in enumerate(s.tokens))
    return said and not any(c.part == "decade" for c in s.columns)


CHECKS: tuple[Check, ...] = (decade_unread,)
