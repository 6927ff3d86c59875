"""From a question to data sets of a portal: its words searched by, fewer of them until a handful is found, ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from core.errors import FetchStopped, PortalRefused, PortalReply, PortalUnreachable, WrongContent
from core.index.base import Embedder
from core.portals.base import Hit, Kind, Portal
from core.portals.keywords import keywords, times, widened
from core.portals.languages import Said, said_in
from core.portals.ranking import Ranked, loadable, ranked, with_resources

ENOUGH = 6
"""Data sets with a file that can be loaded, after which no wider search is made."""
TAKEN = 60
"""Of each search's data sets so many are looked at."""
_LOOKED_AT = 8
"""Of the first so many the portal is asked for their files' columns."""
_AT_ONCE = 4
_PASSING = (PortalReply, PortalRefused, WrongContent, PortalUnreachable, FetchStopped)
"""One data set or search that a portal fails at is left out; the rest goes on."""


@dataclass(frozen=True, slots=True)
class Searched:
    """One search: by which words, and how many data sets the portal has for them."""

    words: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What a portal has for a question."""

    question: str
    words: tuple[str, ...]
    portal: str
    kind: Kind
    version: str
    searches: tuple[Searched, ...]
    hits: tuple[Ranked, ...]
    """Likeliest first."""
    said: tuple[str, ...] = ()
    """What went wrong on the way, for people."""
    there: tuple[Said, ...] = ()
    """The words as the portal's language says them; () where that is theirs or not known."""


def find(
    portal: Portal,
    question: str,
    embedder: Embedder,
    limit: int = 20,
    tell: Callable[[str, float], None] = lambda what, share: None,
    language: str = "",
) -> Finding:
    """The data sets that suit a question or some words, at most `limit`; `language` is the portal's, by ISO 639-1.

    Raises PortalError, Cancelled.
    """
    words, years = keywords(question), times(question)
    there = said_in(words, language)
    there = there if any(s.other for s in there) else ()
    found: dict[str, Hit] = {}
    searches: list[Searched] = []
    said: list[str] = []
    for n, some in enumerate(widened(words, there) if words else [()]):
        tell(f"Searching for {', '.join(some) or 'anything'}", min(0.1 + 0.05 * n, 0.6))
        try:
            one = portal.search(some, TAKEN)
        except _PASSING as fault:
            if not searches:
                raise
            said.append(fault.message)
            break
        searches.append(Searched(some, one.total))
        found |= {h.id or h.title: h for h in one.hits if (h.id or h.title) not in found}
        if portal.kind == "file" or _usable(found.values()) >= ENOUGH:
            break
    order = ranked(tuple(found.values()), question, words, years, embedder, there=there)
    tell("Looking at the files", 0.7)
    looked = _looked_at(portal, [r.hit for r in order[:_LOOKED_AT]])
    order = ranked((*looked, *(r.hit for r in order[_LOOKED_AT:limit])), question, words, years, embedder, there=there)
    tell("Found", 1.0)
    made = (question, words, portal.address, portal.kind, portal.version, tuple(searches), order[:limit])
    return Finding(*made, tuple(said), there)


def _usable(hits: Iterable[Hit]) -> int:
    """How many of the hits have a file that can be loaded."""
    return sum(any(loadable(r) for r in h.resources) for h in hits)


def _looked_at(portal: Portal, hits: Sequence[Hit]) -> list[Hit]:
    """The hits with their files' columns, asked for a few at once; where that fails, as they were."""

    def one(hit: Hit) -> Hit:
        try:
            return with_resources(hit, portal.resources(hit))
        except _PASSING:
            return hit

    if portal.kind in ("dcat", "sitemap", "file", "socrata"):
        return list(hits)  # the search told all that there is
    with ThreadPoolExecutor(_AT_ONCE, "joinery-portal") as pool:
        return list(pool.map(one, hits))
