"""Of the scopes that a question was linked in the one whose reading is best, and its reading."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from core.ask.scopes import Scoped
from core.ask.state import Clarify, Mention, NotUnderstood, Reading
from core.ask.stop_words import FUNCTION
from core.model import UNSURE

SAYS_MORE, LEFT = 0.2, 0.2
"""The confidence that a word is worth which another scope has no part in, and one that another reading does not leave
over."""
NAMED, EXACT = 0.15, 0.1
"""… that a word names one of its tables, and that all values are written as its cells are."""
PLAIN, LESS, BETTER = 0.75, 0.15, 0.15
"""A reading of the first scope as sure as this, with no word left over, need not be compared with those that say so
much less of the question. How much surer a reading over all scopes must be to go before."""
ALIKE = 0.05
"""Readings of two scopes that differ by no more fit the question alike."""
_LABEL, _BESIDE = 0.7, 0.1
"""The least score of a link that names a table, and how far it may lie below the best one of its words."""

Found = Reading | Clarify | NotUnderstood
Read = Callable[[Scoped], Found]


def best_scope(
    scoped: Sequence[Scoped], read: Read, sure: Callable[[Reading], float], wanted: str = ""
) -> tuple[Scoped, Found, tuple[str, ...]]:
    """The scope and its reading: the surest, less what it leaves over of the question and another scope does not; and
    the names of other scopes that the question fits as well.

    The last of `scoped` are all tables together: they are read where no scope gives a reading that is sure enough, and
    where the question is about the schema itself. `wanted` is a reading that a person chose.
    """
    *parts, whole = scoped
    found: list[tuple[Scoped, Found]] = []
    for one in parts:
        if found and _settled(found[0], sure) and one.score < parts[0].score - LESS:
            break
        reading = read(one)
        if isinstance(reading, Reading) and reading.kind == "schema":
            return whole, read(whole), ()
        if isinstance(reading, Reading) and wanted and reading.enriched == wanted:
            return one, reading, ()
        found.append((one, reading))
    if not found:
        return whole, read(whole), ()
    left = [_left(r) for _, r in found if isinstance(r, Reading)]
    common = frozenset.intersection(*left) if left else frozenset()
    first = parts[0].score

    def worth(at: tuple[Scoped, Found]) -> float:
        one, reading = at
        said = sure(reading) - LEFT * len(_left(reading) - common) if isinstance(reading, Reading) else -1.0
        fits = NAMED * _names_table(one.mentions) + EXACT * _as_written(one.mentions)
        return round(said + fits + SAYS_MORE * (one.score - first), 6)

    best = max(found, key=worth)
    reading = best[1]
    if wanted or not isinstance(reading, Reading) or sure(reading) < UNSURE:
        over_all = read(whole)
        if isinstance(over_all, Reading) and (over_all.enriched == wanted or _says_more(over_all, reading, sure)):
            return whole, over_all, ()
        return *best, ()
    alike = (f for f in found if f is not best and isinstance(f[1], Reading) and worth(f) >= worth(best) - ALIKE)
    return *best, tuple(one.scope.name for one, _ in alike)


def _settled(found: tuple[Scoped, Found], sure: Callable[[Reading], float]) -> bool:
    """Whether a reading is plainly right: sure, of a table that is named, and nothing is left over."""
    one, reading = found
    plain = isinstance(reading, Reading) and sure(reading) >= PLAIN and not _left(reading)
    return plain and _names_table(one.mentions)


def _left(reading: Found) -> frozenset[str]:
    """The words that had no part in a reading, without those of no meaning."""
    ignored = reading.ignored if isinstance(reading, Reading) else ()
    said = re.findall(r"\w+", " ".join(ignored).casefold())
    return frozenset(w for w in said if len(w) > 1 and w not in FUNCTION)


def _names_table(mentions: Sequence[Mention]) -> bool:
    """Whether some words name a table as well as anything else."""
    return any(
        k.kind == "table" and k.how != "meaning" and k.score >= max(_LABEL, m.links[0].score - _BESIDE)
        for m in mentions
        for k in m.links
    )


def _as_written(mentions: Sequence[Mention]) -> bool:
    """Whether values are spoken of, and all as they stand in the cells."""
    values = [m.links[0].how for m in mentions if m.links and m.links[0].kind == "value"]
    return bool(values) and all(how == "exact" for how in values)


def _says_more(whole: Reading, part: Found, sure: Callable[[Reading], float]) -> bool:
    """Whether the reading over all tables is surer, and leaves fewer words over."""
    if not isinstance(part, Reading):
        return True
    return len(whole.ignored) < len(part.ignored) and sure(whole) > sure(part) + BETTER
