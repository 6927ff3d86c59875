"""Of what a share is taken, as the reader of chunks finds it."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.translators.rules.chunks.conditions.restrictions import Found
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Filter
from core.ask.translators.rules.shares import ARTICLES, SCOPES, VERBS, two_columns


def among(chunks: Sequence[Chunk], found: Sequence[Found], facts: Facts) -> tuple[Col, ...]:
    """The columns whose conditions say of which rows a share is taken: what is said before the verb, and dates.

    Empty where nothing would be left for the share itself.
    """
    start = next((i for i, c in enumerate(chunks) if c.has("share")), 0)
    verbs = (i for i in range(start + 1, len(chunks)) if chunks[i].text.lower().split()[0] in VERBS)
    verb = next((i for i in verbs if chunks[i].claimed in ("", "context", "not") or chunks[i].kind == "column"), start)
    if verb == start:
        verb = _deed(chunks, found, start)
    whole: list[Col] = []
    left = 0
    for f in found:
        c = f.condition
        plain = isinstance(c, Filter) and c.item.formula is None and not two_columns(c)
        column = c.item.column if isinstance(c, Filter) and plain else None
        if column is None or not (start < f.at < verb or facts.dated(column) or _place(chunks, f, found, verb)):
            left += 1
            continue
        whole.append(column)
    behind = (f for f in found if f.at >= verb and not _place(chunks, f, found, verb))
    parted = {f.condition.item.column for f in behind if isinstance(f.condition, Filter)}
    kept = tuple(c for c in dict.fromkeys(whole) if c not in parted or facts.dated(c))
    return kept if left and len(kept) == len(set(whole)) else ()


def _deed(chunks: Sequence[Chunk], found: Sequence[Found], start: int) -> int:
    """`Fairway jobs overran`: where the verb stands that is a condition itself, behind what it is said of; else
    `start`."""
    at = max((f.at for f in found), default=start)
    if at <= start or not any(start < f.at < at for f in found):
        return start
    verb = chunks[at].text.lower().split()[0].endswith("ed") and chunks[at - 1].kind in ("table", "value")
    compared = any(f.at == at and isinstance(f.condition, Filter) and two_columns(f.condition) for f in found)
    return at if verb or compared else start


def _place(chunks: Sequence[Chunk], found: Found, others: Sequence[Found], verb: int) -> bool:
    """`… were upheld in Leith`: behind what the share is of, where the rows are that it is taken of."""
    own = [f.at for f in others if verb <= f.at < found.at]
    if verb <= 0 or not own:
        return False
    between = [c.text.lower() for c in chunks[max(own) : found.at] if c.text.lower() not in ARTICLES]
    return bool(between) and between[-1] in SCOPES and not {"and", "or", ","} & set(between)
