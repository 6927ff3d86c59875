"""Two or more times set beside each other: "the average in 2021 and in 2023", "in 2021 but not in 2023", "in both".

A row has one time, so no row meets two of them. The question is read once for each time; the readings become figures
beside each other, values that rows of each time have (or one lacks), or one figure over all the times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Among, AnyOf, Condition, Item, Query, Related
from core.ask.translators.rules.years import yearlike

_JOINTS = frozenset(", and or & in the but not for of from file files records both".split())
_LEADING = frozenset("in the both for of year years month months".split())
_ANOTHER = frozenset(("a", "an", "another"))
_RANGES = frozenset("between from since until to than".split())


@dataclass(frozen=True, slots=True)
class Times:
    """The question for each of the times."""

    sides: tuple[list[Chunk], ...]
    without: frozenset[int]
    """Which of them (from 0) must lack what is asked for."""
    both: bool
    apart: bool
    """Each with a figure of its own."""
    used: frozenset[int]
    """Where the chunks start that say it."""


def times(chunks: Sequence[Chunk]) -> Times | None:
    """The question's times; None when it names fewer than two of them side by side."""
    end = next((i for i in range(1, len(chunks)) if _tells(chunks, i)), len(chunks))
    found: list[int] = []
    for i, c in enumerate(chunks[:end]):
        if _is_time(c) and (not found or _joined(chunks[found[-1] + 1 : i])):
            found.append(i)
        elif _is_time(c) and len(found) > 1:
            return None
        elif _is_time(c):
            found = [i]
    if len(found) < 2:
        return None
    first = found[0]
    while first and chunks[first - 1].text.lower() in _LEADING:
        first -= 1
    if first and chunks[first - 1].text.lower().split()[-1] in _RANGES:
        return None
    between = [chunks[a + 1 : b] for a, b in pairwise(found)]
    without = frozenset(n for n, joint in enumerate(between, start=1) if any(_denies(c) for c in joint))
    both = any(c.text.lower() == "both" for c in chunks[first : found[0]]) or any(map(_another, between))
    apart = not both and not without and any(c.text.lower() in ("in", "for") for joint in between for c in joint)
    sides = []
    for at in found:
        here = [Chunk("cue", chunks[at].start, chunks[at].start, "in"), replace(chunks[at], claimed="")]
        sides.append([*(replace(c) for c in chunks[:first]), *here, *(replace(c) for c in chunks[found[-1] + 1 : end])])
    used = frozenset(c.start for i, c in enumerate(chunks) if first <= i <= found[-1] or i >= end)
    return Times(tuple(sides), without, both, apart, used)


def set_beside(queries: Sequence[Query], said: Times) -> Query | None:
    """The readings put together; None where they are not about the same."""
    base = queries[0]
    if any(replace(q, where=base.where, order=base.order) != base for q in queries) or base.limit:
        return None
    shared = tuple(c for c in base.where if all(c in q.where for q in queries))
    own = [tuple(c for c in q.where if c not in shared) for q in queries]
    if not all(len(met) == 1 for met in own) or len(set(own)) < len(own):
        return None
    figures = [i for i in base.select if i.aggregate]
    if said.both or said.without:
        return _sets(base, shared, own, said)
    if said.apart and figures and all(not i.where and not i.formula for i in figures):
        columns = [i for i in base.select if not i.aggregate]
        cells = [replace(i, where=met) for met in own for i in figures]
        return replace(base, select=(*columns, *cells), where=(*shared, AnyOf(tuple(m[0] for m in own))), order=())
    if (lacking := _in_none(tuple(met[0] for met in own))) is not None:
        return replace(base, where=(*shared, lacking))
    return replace(base, where=(*shared, AnyOf(tuple(met[0] for met in own))))


def _in_none(own: Sequence[Condition]) -> Condition | None:
    """`no loans in 2023 and 2024`: in none of these years; None where nothing is said to be lacking."""
    lacked = [c for c in own if isinstance(c, Related) and c.negated]
    if len(lacked) < len(own) or len({replace(c, where=()) for c in lacked}) > 1:
        return None
    shared = tuple(w for w in lacked[0].where if all(w in c.where for c in lacked))
    apart = [[w for w in c.where if w not in shared] for c in lacked]
    if any(len(some) != 1 for some in apart):
        return None
    return replace(lacked[0], where=(*shared, AnyOf(tuple(some[0] for some in apart))))


def _sets(
    base: Query, shared: tuple[Condition, ...], own: Sequence[tuple[Condition, ...]], said: Times
) -> Query | None:
    """Values that stand in rows of each time, or of the first and not of another."""
    column = base.select[0].column if len(base.select) == 1 else None
    if column is None or base.group or base.select[0].formula:
        return None
    counted = base.select[0].aggregate == "count"
    if base.select[0].aggregate and not counted:
        return None
    met = tuple(Among(column, (*shared, *where), negated=n in said.without) for n, where in enumerate(own) if n)
    select = (Item(column, "count", distinct=True),) if counted else (Item(column),)
    return replace(base, select=select, where=(*shared, *own[0], *met), distinct=not counted, order=())


def _tells(chunks: Sequence[Chunk], i: int) -> bool:
    """A last sentence that says in which order to show it."""
    return chunks[i - 1].kind == "stop" and chunks[i].text.lower().split()[0] in lexicon().telling


def _is_time(c: Chunk) -> bool:
    return c.kind == "date" or (c.kind == "number" and yearlike(c.number))


def _joined(between: Sequence[Chunk]) -> bool:
    plain = bool(between) and all(c.link is None and (c.text.lower() in _JOINTS or _denies(c)) for c in between)
    return plain or _another(between)


def _another(between: Sequence[Chunk]) -> bool:
    """`a book in 1989 and a book in 1990`: rows of each time, not rows of either."""
    said = [c.text.lower() for c in between]
    things = [w for w in said if w not in _JOINTS | _ANOTHER]
    return "and" in said and len(things) == 1 and any(w in _ANOTHER for w in said)


def _denies(c: Chunk) -> bool:
    return c.has("not", "none") or c.text.lower() in ("not", "but not", "not in")
