"""The protocol of portals, `Portal`, and what they tell of their data, in one form for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Kind = Literal["ckan", "opendatasoft", "socrata", "dcat", "sitemap", "file"]

NAMES: dict[Kind, str] = {
    "ckan": "CKAN",
    "opendatasoft": "Opendatasoft",
    "socrata": "Socrata",
    "dcat": "DCAT (data.json)",
    "sitemap": "a list of addresses",
    "file": "a file",
}


@dataclass(frozen=True, slots=True)
class Resource:
    """One file of a data set. What the portal does not tell is empty, None or ()."""

    address: str
    name: str = ""
    format: str = ""
    """As the portal says, in capitals: CSV, XLSX…"""
    size: int | None = None
    """Bytes."""
    modified: str = ""
    """The day, ISO 8601."""
    columns: tuple[str, ...] = ()
    rows: int | None = None
    table: str = ""
    """By what name the portal gives its rows a page at a time (a datastore's id); "": it does not."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One data set."""

    id: str
    title: str
    address: str
    """Its page for people."""
    description: str = ""
    publisher: str = ""
    licence: str = ""
    modified: str = ""
    """The day, ISO 8601."""
    tags: tuple[str, ...] = ()
    resources: tuple[Resource, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """One search's answer: `total` are there, `hits` are the first of them."""

    hits: tuple[Hit, ...]
    total: int


class Portal(Protocol):
    """A portal that can be searched. Every method raises PortalError and Cancelled."""

    kind: Kind
    address: str
    """Where its interface is, without a slash at the end."""
    version: str
    """As the portal tells it; empty: it does not."""
    language: str
    """As the portal tells it, `de` or `de_AT`; empty: it does not."""

    def search(self, words: Sequence[str], limit: int) -> Found:
        """Data sets in which all `words` occur; none given: any. At most `limit`, read to the end in as many pages as
        the portal makes of them."""
        ...

    def vocabulary(self) -> tuple[str, ...]:
        """The portal's own tags, or titles; () where it does not tell them."""
        ...

    def resources(self, hit: Hit) -> tuple[Resource, ...]:
        """The files of a data set with all that the portal tells of them, columns among it."""
        ...

    def rows(self, resource: Resource) -> Iterator[Sequence[str]]:
        """The rows of a resource that has a `table`, the header first, to the last one. Raises FetchStopped where the
        portal gives fewer than it says that there are."""
        ...
