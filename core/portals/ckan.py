"""CKAN, API version 3: `package_search`, `package_show`, `datastore_search` (docs.ckan.org, API guide).

`package_search` gives 10 by default and 1,000 at most, `datastore_search` 100 and at most 32,000, whatever is asked
for, without a word: what came is counted, and the next page begins there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.errors import FetchStopped
from core.portals.addresses import spelt, spelt_out
from core.portals.base import Found, Hit, Kind, Resource
from core.portals.replies import ask, ask_or_none, day, described, form, items, number, record, words
from core.portals.web import Web

PAGE = 1_000
ROWS_PAGE = 32_000
_ASK = "Fetch the file itself, or ask the portal for it."


class Ckan:
    """A portal of this kind."""

    kind: Kind = "ckan"

    def __init__(self, web: Web, address: str, version: str = "", language: str = "") -> None:
        self._web, self.address, self.version, self.language = web, address, version, language

    @classmethod
    def at(cls, web: Web, address: str) -> Ckan | None:
        """The portal at this address, if it is one. Raises PortalError."""
        found = record(ask_or_none(web, f"{address}/api/3/action/status_show"))
        result = record(found.get("result"))
        if found.get("success") is not True:
            found = record(ask_or_none(web, f"{address}/api/3/action/package_search", rows=0))
            if found.get("success") is not True or "count" not in record(found.get("result")):
                return None
        return cls(web, address, words(result.get("ckan_version")), words(result.get("locale_default")))

    def search(self, words: Sequence[str], limit: int) -> Found:
        hits: list[Hit] = []
        total = 0
        while len(hits) < limit:
            result = self._do(
                "package_search",
                q=" ".join(map(_escaped, words)) or "*:*",
                rows=min(limit - len(hits), PAGE),
                start=len(hits),
            )
            got = [self._hit(p) for p in described(result, "results", self.address)]
            total = number(result.get("count")) or 0
            hits += got
            if not got or len(hits) >= total:
                break
        return Found(tuple(hits[:limit]), max(total, len(hits)))

    def vocabulary(self) -> tuple[str, ...]:
        told = ask(self._web, f"{self.address}/api/3/action/tag_list")
        return tuple(filter(None, map(words, items(record(told).get("result")))))

    def resources(self, hit: Hit) -> tuple[Resource, ...]:
        package = self._do("package_show", id=hit.id)
        return tuple(self._with_columns(self._resource(record(r))) for r in items(package.get("resources")))

    def rows(self, resource: Resource) -> Iterator[Sequence[str]]:
        """The datastore's rows. It may give no more than 32,000 at once however many are asked for, and its total may
        be an estimate or none: then it is read until nothing more comes."""
        names: list[str] = []
        seen: set[int | str] = set()
        last: list[Any] = []
        done, total = 0, None
        while total is None or done < total:
            result = self._do("datastore_search", resource_id=resource.table, limit=ROWS_PAGE, offset=done)
            told = [str(f.get("id")) for f in described(result, "fields", resource.address)]
            told = [n for n in told if n != "_id"]
            if not names:
                names = told
                yield names
            if told != names:
                raise _changed(resource, "its columns changed while they were read")
            total = number(result.get("total")) if result.get("total_was_estimated") is not True else None
            records = items(result.get("records"))
            if not records:
                break
            if not all(isinstance(row, dict) for row in records):
                raise _changed(resource, "its rows are not as documented")
            ids = [i for i in map(_id, records) if i is not None]
            if not seen.isdisjoint(ids) or (not ids and records == last):
                raise _changed(resource, "it gives the same rows again for the next page")
            seen.update(ids)
            last = records
            yield from ([_cell(row.get(name)) for name in names] for row in records)
            done += len(records)
        if total is not None and done < total:
            said = f"The portal gave {done:,} of {total:,} rows"
            raise FetchStopped(resource.address, "capped", f"{said}.", _ASK)

    def _with_columns(self, resource: Resource) -> Resource:
        """With the columns and the number of rows, where the datastore has it."""
        if not resource.table:
            return resource
        from dataclasses import replace

        from core.errors import PortalRefused, PortalReply, WrongContent

        try:
            result = self._do("datastore_search", resource_id=resource.table, limit=0)
        except (PortalReply, PortalRefused, WrongContent):
            return replace(resource, table="")
        names = (words(record(f).get("id")) for f in items(result.get("fields")))
        return replace(resource, columns=tuple(n for n in names if n != "_id"), rows=number(result.get("total")))

    def _do(self, action: str, **query: Any) -> Any:
        return record(record(ask(self._web, f"{self.address}/api/3/action/{action}", **query)).get("result"))

    def _hit(self, package: Any) -> Hit:
        name = str(package.get("name") or package.get("id") or "")
        owner = package.get("organization")
        publisher = words(record(owner).get("title") if isinstance(owner, dict) else owner) or words(
            package.get("author")
        )
        return Hit(
            str(package.get("id") or name),
            words(package.get("display_name")) or words(package.get("title")) or name,
            f"{self.address}/dataset/{name}",
            words(package.get("notes") or package.get("description")),
            publisher,
            words(package.get("license_title")) or words(package.get("license_id")),
            day(package.get("metadata_modified")),
            tuple(filter(None, map(_tag, items(package.get("tags"))))),
            tuple(self._resource(record(r)) for r in items(package.get("resources"))),
        )

    def _resource(self, told: Any) -> Resource:
        id = str(told.get("id") or "")
        stored = told.get("datastore_active") is True and bool(id)
        url = told.get("url")
        return Resource(
            spelt_out(url, self.address)
            if isinstance(url, str) and url.strip()
            else spelt(f"{self.address}/datastore/dump/{id}" if stored else ""),
            words(told.get("name") or told.get("title") or told.get("description"))[:200],
            form(told.get("format"), told.get("mimetype")),
            number(told.get("size")) or None,
            day(told.get("last_modified") or told.get("metadata_modified") or told.get("created")),
            table=id if stored else "",
        )


def _escaped(word: str) -> str:
    """A word for Solr, its own signs taken as they are."""
    plain = "".join(f"\\{c}" if c in '+-&|!(){}[]^"~*?:\\/' else c for c in word)
    return f'"{plain}"' if " " in plain else plain


def _tag(told: Any) -> str:
    return words(told.get("display_name") or told.get("name") if isinstance(told, dict) else told)


def _id(row: Mapping[str, Any]) -> int | str | None:
    found = row.get("_id")
    return found if isinstance(found, int | str) else None


def _changed(resource: Resource, why: str) -> FetchStopped:
    return FetchStopped(resource.address, "rows_unsound", f"The portal's own store cannot be read: {why}.", _ASK)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
