"""Socrata: the discovery API's catalogue, SODA 2.1 for rows (dev.socrata.com). A page of SODA has 1,000 rows unless
asked for more, 50,000 at most; in the order of `:id` pages neither overlap nor leave out."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from core.errors import FetchStopped
from core.portals.base import Found, Hit, Kind, Resource
from core.portals.replies import ask, ask_or_none, day, described, items, number, record, words
from core.portals.web import Web

PAGE, ROWS_PAGE = 100, 50_000


class Socrata:
    """A portal of this kind."""

    kind: Kind = "socrata"
    version = "catalog v1, SODA 2.1"
    language = ""

    def __init__(self, web: Web, address: str) -> None:
        self._web, self.address = web, address
        self._domain = urlsplit(address).hostname or ""

    @classmethod
    def at(cls, web: Web, address: str) -> Socrata | None:
        """The portal at this address, if it is one. Raises PortalError."""
        host = urlsplit(address).hostname
        found = record(ask_or_none(web, f"{address}/api/catalog/v1", domains=host, search_context=host, limit=0))
        return cls(web, address) if "resultSetSize" in found else None

    def search(self, words: Sequence[str], limit: int) -> Found:
        hits: list[Hit] = []
        total = seen = 0
        while len(hits) < limit:
            told = record(
                ask(
                    self._web,
                    f"{self.address}/api/catalog/v1",
                    domains=self._domain,
                    search_context=self._domain,
                    q=" ".join(words) or None,
                    only="dataset",
                    limit=min(PAGE, limit - len(hits)),
                    offset=seen,
                )
            )
            got = described(told, "results", self.address)
            total = number(told.get("resultSetSize")) or 0
            hits += [self._hit(r) for r in got]
            seen += len(got)
            if not got or seen >= total:
                break
        return Found(tuple(hits[:limit]), total)

    def vocabulary(self) -> tuple[str, ...]:
        told = record(ask(self._web, f"{self.address}/api/catalog/v1/domain_tags", domains=self._domain))
        return tuple(filter(None, (words(record(t).get("domain_tag")) for t in items(told.get("results")))))

    def resources(self, hit: Hit) -> tuple[Resource, ...]:
        return hit.resources

    def rows(self, resource: Resource) -> Iterator[Sequence[str]]:
        """By SODA, as text, page after page; the count is asked for first and must be reached."""
        base = f"{self.address}/resource/{quote(resource.table, safe='')}"
        counted = items(ask(self._web, f"{base}.json", **{"$select": "count(*) as n"}))
        total = number(record(counted[0]).get("n")) if counted else None
        done = 0
        labels: list[str] = []
        last = b""
        while True:
            query = urlencode({"$limit": ROWS_PAGE, "$offset": done, "$order": ":id"})
            body, _ = self._web.text(f"{base}.csv?{query}")
            records = csv.reader(io.StringIO(body.decode("utf-8-sig", "replace"), newline=""))
            header = next(records, [])
            if not done:
                labels = header
                yield header
            before = done
            if header != labels or (done and body == last):
                said = "The portal's rows cannot be read page by page: it gives the same or other ones again."
                raise FetchStopped(resource.address, "rows_unsound", said, "Fetch the file itself.")
            last = body
            for row in records:
                done += 1
                yield row
            if done == before or (total is not None and done >= total):
                break
        if total is not None and done < total:
            said = f"The portal gave {done:,} of {total:,} rows"
            raise FetchStopped(
                resource.address, "capped", f"{said}.", "Fetch the file itself, or ask the portal for it."
            )

    def _hit(self, told: Any) -> Hit:
        about, kinds, more = (record(told.get(k)) for k in ("resource", "classification", "metadata"))
        id = str(about.get("id") or "")
        title = words(about.get("name")) or id
        changed = day(about.get("data_updated_at") or about.get("updatedAt"))
        whole = Resource(
            f"{self.address}/api/views/{quote(id, safe='')}/rows.csv?accessType=DOWNLOAD",
            title,
            "CSV",
            None,
            changed,
            tuple(words(c) for c in items(about.get("columns_name"))),
            table=id,
        )
        tags = items(kinds.get("domain_tags")) + items(kinds.get("tags")) + items(kinds.get("categories"))
        return Hit(
            id,
            title,
            str(told.get("permalink") or told.get("link") or f"{self.address}/d/{id}"),
            words(about.get("description")),
            words(about.get("attribution")) or words(record(told.get("owner")).get("display_name")),
            words(more.get("license")),
            changed,
            tuple(map(words, tags)),
            (whole,),
        )
