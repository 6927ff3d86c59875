"""Portals that are a list: a DCAT catalogue (`data.json`, resources.data.gov/resources/dcat-us), a sitemap
(sitemaps.org), and the address of one file. They are read whole and searched here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from core.ask.tokens import stem
from core.errors import FetchStopped
from core.portals.addresses import spelt
from core.portals.base import Found, Hit, Kind, Resource
from core.portals.replies import ask_or_none, day, form, items, number, record, words
from core.portals.web import Web
from core.text.words import fold

MOST = 50_000
"""Addresses of a sitemap, which is the most that one may hold."""
_SITEMAPS = 50
_LOC = re.compile(r"<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,4000}?)\s*(?:\]\]>)?\s*</loc>", re.I)
_TABLES = re.compile(r"\.(csv|tsv|tab|xlsx|xlsm|parquet|jsonl|ndjson|zip|csv\.gz)$", re.I)
_WORD = re.compile(r"[^\W_]+")


class Listed:
    """A portal whose data sets are all known."""

    language = ""

    def __init__(self, kind: Kind, address: str, hits: Sequence[Hit], version: str = "") -> None:
        self.kind, self.address, self.version = kind, address, version
        self._hits = tuple(hits)
        self._stems = [_stems(h) for h in hits]

    def search(self, words: Sequence[str], limit: int) -> Found:
        wanted = {stem(fold(w)) for text in words for w in _WORD.findall(text)}
        hits = [h for h, has in zip(self._hits, self._stems, strict=True) if wanted <= has or self.kind == "file"]
        return Found(tuple(hits[:limit]), len(hits))

    def vocabulary(self) -> tuple[str, ...]:
        return tuple(t for h in self._hits for t in (h.title, *h.tags) if t)

    def resources(self, hit: Hit) -> tuple[Resource, ...]:
        return hit.resources

    def rows(self, resource: Resource) -> Iterator[Sequence[str]]:
        raise FetchStopped(resource.address, "no_pages", "This is one file.", "Fetch the file itself.")


def catalogue_at(web: Web, address: str) -> Listed | None:
    """The DCAT catalogue at an address or as `data.json` under it. Raises PortalError."""
    url = address if urlsplit(address).path.lower().endswith(".json") else f"{address}/data.json"
    told = record(ask_or_none(web, url))
    sets = told.get("dataset") or told.get("dcat:dataset")
    if not isinstance(sets, list):
        return None
    version = words(told.get("conformsTo")).rstrip("/").rsplit("/", 1)[-1]
    return Listed("dcat", address, [_dataset(record(d), url) for d in sets], version)


def sitemap_at(web: Web, address: str) -> Listed | None:
    """The tables that a sitemap names, and those that it names name. Raises PortalError."""
    first = address if urlsplit(address).path.lower().endswith(".xml") else f"{address}/sitemap.xml"
    waiting, read, found = [first], 0, dict[str, Hit]()
    host = urlsplit(address).hostname
    while waiting and read < _SITEMAPS and len(found) < MOST:
        url = waiting.pop(0)
        text = _text(web, url)
        if "<urlset" not in text and "<sitemapindex" not in text:
            if url == first:
                return None
            continue
        read += 1
        places = [spelt(urljoin(url, unescape(m))) for m in _LOC.findall(text)]
        if "<sitemapindex" in text:
            waiting += [p for p in places if urlsplit(p).hostname == host]
        else:
            found |= {p: _file(p) for p in places if _TABLES.search(urlsplit(p).path)}
    return Listed("sitemap", address, list(found.values()))


def file_at(address: str) -> Listed:
    """One file as a portal of one data set, which every word finds."""
    return Listed("file", address, [_file(address)])


def is_file(address: str) -> bool:
    """Whether an address is of a table, by its ending."""
    return bool(_TABLES.search(urlsplit(address).path))


def _file(address: str) -> Hit:
    name = unquote(PurePosixPath(urlsplit(address).path).name) or urlsplit(address).netloc
    ending = _TABLES.search(name)
    title = name[: ending.start()] if ending else name
    kind = form(ending[1].replace(".", " ").split()[0]) if ending else ""
    title = " ".join(re.sub(r"[_+-]+", " ", title).split()) or name
    where = urlsplit(address)
    return Hit(address, title, address, unquote(where.path.rsplit("/", 1)[0]), where.hostname or "", "", "", (), (
        Resource(address, title, kind),
    ))  # fmt: skip


def _dataset(told: Any, base: str) -> Hit:
    files = []
    for given in items(told.get("distribution")):
        one = record(given)
        address = words(one.get("downloadURL")) or words(one.get("accessURL"))
        if address:
            said = (one.get("format"), one.get("mediaType"))
            size = number(one.get("byteSize"))
            files.append(
                Resource(
                    spelt(urljoin(base, address)), words(one.get("title")), form(*said), size, day(one.get("modified"))
                )
            )
    return Hit(
        words(told.get("identifier")),
        words(told.get("title")),
        words(told.get("landingPage")) or base,
        words(told.get("description")),
        words(told.get("publisher")),
        words(told.get("license")),
        day(told.get("modified")),
        tuple(words(t) for t in items(told.get("keyword"))),
        tuple(files),
    )


def _text(web: Web, url: str) -> str:
    from core.errors import PortalRefused

    try:
        return web.text(url)[0].decode("utf-8", "replace")
    except PortalRefused as fault:
        if fault.status == 429:
            raise
        return ""


def _stems(hit: Hit) -> frozenset[str]:
    text = " ".join((hit.title, hit.description, *hit.tags, hit.publisher, *(r.name for r in hit.resources)))
    return frozenset(stem(fold(w)) for w in _WORD.findall(text))
