"""Opendatasoft, Explore API version 2.1 (help.opendatasoft.com/apis/ods-explore-v2): the catalogue gives 100 a page and
10,000 in all; `exports/csv` gives every row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from core.errors import FetchStopped
from core.portals.base import Found, Hit, Kind, Resource
from core.portals.replies import ask, ask_or_none, day, described, items, number, record, words
from core.portals.web import Web

PAGE, DEEPEST = 100, 10_000


class Opendatasoft:
    """A portal of this kind."""

    kind: Kind = "opendatasoft"
    version = "2.1"
    language = ""

    def __init__(self, web: Web, address: str) -> None:
        self._web, self.address = web, address
        self._catalogue = f"{address}/api/explore/v2.1/catalog/datasets"

    @classmethod
    def at(cls, web: Web, address: str) -> Opendatasoft | None:
        """The portal at this address, if it is one. Raises PortalError."""
        found = record(ask_or_none(web, f"{address}/api/explore/v2.1/catalog/datasets", limit=0))
        return cls(web, address) if "total_count" in found else None

    def search(self, words: Sequence[str], limit: int) -> Found:
        where = " AND ".join(f"search({_quoted(w)})" for w in words) or None
        hits: list[Hit] = []
        total = 0
        while len(hits) < min(limit, DEEPEST):
            page = min(PAGE, limit - len(hits), DEEPEST - len(hits))
            result = record(ask(self._web, self._catalogue, where=where, limit=page, offset=len(hits)))
            got = [self._hit(d) for d in described(result, "results", self.address)]
            total = number(result.get("total_count")) or 0
            hits += got
            if not got or len(hits) >= total:
                break
        return Found(tuple(hits[:limit]), total)

    def vocabulary(self) -> tuple[str, ...]:
        told = record(ask(self._web, f"{self.address}/api/explore/v2.1/catalog/facets", facet="keyword"))
        groups = (record(g) for g in items(told.get("facets")))
        return tuple(filter(None, (words(record(f).get("name")) for g in groups for f in items(g.get("facets")))))

    def resources(self, hit: Hit) -> tuple[Resource, ...]:
        return (
            self._hit(record(ask(self._web, f"{self._catalogue}/{quote(hit.id, safe='')}"))).resources or hit.resources
        )

    def rows(self, resource: Resource) -> Iterator[Sequence[str]]:
        raise FetchStopped(resource.address, "no_pages", "The portal gives this as one file.", "Fetch the file itself.")

    def _hit(self, told: Any) -> Hit:
        about = record(record(told.get("metas")).get("default"))
        id = str(told.get("dataset_id") or "")
        day_of = day(about.get("data_processed") or about.get("modified"))
        title = words(about.get("title")) or id
        columns = tuple(words(record(f).get("label") or record(f).get("name")) for f in items(told.get("fields")))
        whole = Resource(
            f"{self._catalogue}/{quote(id, safe='')}/exports/csv?limit=-1&delimiter=%2C",
            title,
            "CSV",
            None,
            day_of,
            columns,
            number(about.get("records_count")),
        )
        beside = (record(a) for a in items(told.get("attachments")) + items(told.get("alternative_exports")))
        more = tuple(
            Resource(str(a["url"]), words(a.get("title")), words(a.get("mimetype")).rsplit("/", 1)[-1].upper())
            for a in beside
            if a.get("url")
        )
        return Hit(
            id,
            title,
            f"{self.address}/explore/dataset/{quote(id, safe='')}/",
            words(about.get("description")),
            words(about.get("publisher")),
            words(about.get("license")),
            day_of,
            tuple(words(t) for t in items(about.get("keyword"))),
            ((whole,) if told.get("has_records", True) else ()) + more,
        )


def _quoted(word: str) -> str:
    """A text of ODSQL."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
