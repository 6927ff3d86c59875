"""Where a part is taken of other rows than those that are said, or is a part of what was only to narrow them: checks
for contradictions.py.
"""

from __future__ import annotations

from core.ask.stop_words import content_word
from core.ask.translators.rules.query import Item
from core.ask.translators.rules.query_parts import figures_in
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.ask.translators.rules.shares import VERBS

_NAMED = 0.95
"""From this score a table is named outright."""
_REACH = 4
"""Tokens between “percentage” and the thing that it is of, at most."""


def share_of_others(s: Seen) -> bool:
    """`what percentage of patients had an appointment in 2024`, and it is a part of the appointments."""
    said = _shared(s)
    of = {i.table or (i.column.table if i.column else "") for i in _counted(s)} if said is not None else set()
    if said is None or not of:
        return False
    table, _ = said
    return table not in of and any(table in s.facts.above(t) for t in of if t in s.facts.tables)


def share_unsaid(s: Seen) -> bool:
    """`what percentage of plots with a tap are let`, and it is a part that have a tap: the words behind the verb say
    which part is meant, and none of them was read."""
    said = _shared(s)
    if said is None or not _counted(s):
        return False
    verb = next((i for i in range(said[1], len(s.tokens)) if s.tokens[i].lower in VERBS), None)
    if verb is None:
        return False
    read = any(c.claimed in ("filter", "context") and c.start > verb for c in s.chunks)
    before = any(c.claimed == "filter" and said[1] <= c.start < verb for c in s.chunks)
    return before and not read and any(content_word(t) for t in s.tokens[verb + 1 :] if t.kind == "word")


def _shared(s: Seen) -> tuple[str, int] | None:
    """The table whose rows a share is said to be of, and where its name ends."""
    at = next((c.end for c in s.chunks if c.has("share")), None)
    if at is None:
        return None
    for m, link in zip(s.mentions, s.links, strict=True):
        if at <= m.start < at + _REACH:
            best = m.links[0] if m.links else link
            named = best is not None and best.kind == "table" and best.score >= _NAMED
            return (best.table, m.end) if best is not None and named else None
    return None


def _counted(s: Seen) -> list[Item]:
    """The rows that a share is a part of."""
    q = s.query
    if q.share:
        return [i for i in q.select if i.aggregate == "count"]
    parts = [i for i in q.select if i.formula and i.formula.name in ("share", "percent")]
    return [i for i in figures_in(q) if i.aggregate == "count" and not i.where] if parts else []


CHECKS: tuple[Check, ...] = (share_of_others, share_unsaid)
