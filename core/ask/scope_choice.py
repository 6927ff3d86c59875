"""Of the scopes that a question was linked in the one whose reading is best, and its reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.ask.scopes import Scoped
from core.ask.state import Clarify, NotUnderstood, Reading
from core.model import UNSURE

WORD = 0.3
"""The confidence that a word is worth which another scope has no part in."""
PLAIN, BETTER = 0.75, 0.15
"""A reading of the first scope as sure as this, with no word left over, need not be compared with those that say no
more of the question. How much surer a reading over all scopes must be to go before."""

Found = Reading | Clarify | NotUnderstood
Read = Callable[[Scoped], Found]


def best_scope(
    scoped: Sequence[Scoped], read: Read, sure: Callable[[Reading], float], wanted: str = ""
) -> tuple[Scoped, Found]:
    """The scope and its reading: the surest, a word that only another scope knows being worth `WORD`.

    The last of `scoped` are all tables together: they are read where no scope gives a reading that is sure enough, and
    where the question is about the schema itself. `wanted` is a reading that a person chose.
    """
    *parts, whole = scoped
    best: tuple[float, Scoped, Found] | None = None
    for one in parts:
        if best is not None and best[0] >= PLAIN and one.score < best[1].score:
            break
        found = read(one)
        if isinstance(found, Reading) and found.kind == "schema":
            return whole, read(whole)
        if isinstance(found, Reading) and wanted and found.enriched == wanted:
            return one, found
        worth = _worth(found, sure) + WORD * (one.score - parts[0].score)
        if best is None or worth > best[0]:
            best = worth, one, found
    if best is None:
        return whole, read(whole)
    if wanted or best[0] < UNSURE:
        found = read(whole)
        if isinstance(found, Reading) and (found.enriched == wanted or _says_more(found, best[2], sure)):
            return whole, found
    return best[1], best[2]


def _says_more(whole: Reading, part: Found, sure: Callable[[Reading], float]) -> bool:
    """Whether the reading over all tables is surer, and leaves fewer words over."""
    if not isinstance(part, Reading):
        return True
    return len(whole.ignored) < len(part.ignored) and sure(whole) > sure(part) + BETTER


def _worth(found: Found, sure: Callable[[Reading], float]) -> float:
    if not isinstance(found, Reading):
        return -1.0
    return sure(found)
