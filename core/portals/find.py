"""From a question to data sets of a portal: its words searched by, fewer of them until a handful is found, ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from core.errors import FetchStopped, PortalRefused, PortalReply, PortalUnreachable, WrongContent
from core.index.base import Embedder
from core.portals.base import Hit, Kind, Portal
from core.portals.compounds import akin, unmet, words_of
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
    for word in unmet(words, found.values()) if portal.kind != "file" else ():
        tell(f"Searching for words akin to {word}", 0.6)
        forms = akin(word, _vocabulary(portal, found.values()), language)
        met = _searched(portal, forms, searches, found)
        there = tuple(Said(s.word, (*met, *s.forms)) if s.word == word else s for s in there or _as_they_are(words))
    order = ranked(tuple(found.values()), question, words, years, embedder, there=there)
    tell("Looking at the files", 0.7)
    looked = _looked_at(portal, [r.hit for r in order[:_LOOKED_AT]])
    order = ranked((*looked, *(r.hit for r in order[_LOOKED_AT:limit])), question, words, years, embedder, there=there)
    tell("Found", 1.0)
    made = (question, words, portal.address, portal.kind, portal.version, tuple(searches), order[:limit])
    return Finding(*made, tuple(said), there)


def _searched(portal: Portal, forms: Sequence[str], searches: list[Searched], found: dict[str, Hit]) -> tuple[str, ...]:
    """Search by one form after another until something is found, which is added; the forms that found something."""
    met = []
    for form in forms:
        try:
            one = portal.search([form], TAKEN)
        except _PASSING:
            break
        searches.append(Searched((form,), one.total))
        found |= {h.id or h.title: h for h in one.hits if (h.id or h.title) not in found}
        met += [form] * bool(one.hits)
        if _usable(one.hits):
            break
    return tuple(met)


def _vocabulary(portal: Portal, hits: Iterable[Hit]) -> tuple[str, ...]:
    """The portal's own words, and those of the data sets that were found."""
    try:
        told = portal.vocabulary()
    except _PASSING:
        told = ()
    return words_of((*told, *(t for h in hits for t in (h.title, *h.tags))))


def _as_they_are(words: Sequence[str]) -> tuple[Said, ...]:
    return tuple(Said(w, (w,)) for w in words)


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
