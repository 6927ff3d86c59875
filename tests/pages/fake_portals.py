"""Portals of a fake workspace: `holds` is what a search finds; what is loaded is written and read as CSV."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from core.model import Progress, Table
from core.portals.addresses import Policy
from core.portals.base import Hit, Resource
from core.portals.find import Finding, Searched
from core.portals.preview import Preview
from core.portals.ranking import Ranked
from core.workspace.load import LoadReport
from core.workspace.portals import Choice, Newer

if TYPE_CHECKING:
    from tests.pages.fake import FakeWorkspace

CSV = "city,people\nPorto,231000\nOslo,709000\n"


def cities() -> Hit:
    resource = Resource("https://data.example.org/cities.csv", "Cities by people", "CSV", 44, "2024-01-02")
    return Hit(
        "h1",
        "Cities <b>and</b> people",
        "https://data.example.org/dataset/cities",
        "How many people live in each city.",
        "Bureau of Cities",
        "CC BY 4.0",
        "2024-01-02",
        ("people",),
        (resource,),
    )


class FakePortals:
    """Notes what was searched for and loaded."""

    KNOBS: ClassVar[frozenset[str]] = frozenset(("holds", "searched", "loaded", "fault", "now", "seen"))

    def __init__(self, ws: FakeWorkspace) -> None:
        self._ws = ws
        self.holds: tuple[Hit, ...] = (cities(),)
        self.searched: list[tuple[str, str]] = []
        self.loaded: list[tuple[str, ...]] = []
        self.fault: Exception | None = None
        self.now: Newer | None = None
        self.seen = Preview(("city", "people"), (("Porto", "231000"), ("Oslo", "709000")))

    @property
    def policy(self) -> Policy:
        return Policy()

    def search(
        self,
        question: str,
        portal: str,
        *,
        limit: int = 20,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Finding:
        self.searched.append((question, portal))
        if self.fault:
            raise self.fault
        hits = tuple(Ranked(h, 0.9, "“people” in the title", h.resources[0]) for h in self.holds)
        return Finding(question, ("people",), portal, "ckan", "2.10", (Searched(("people",), len(hits)),), hits)

    def preview(self, choice: Choice, *, stop: threading.Event | None = None) -> Preview:
        return self.seen

    def load(
        self, choices: Sequence[Choice], *, progress: Progress | None = None, stop: threading.Event | None = None
    ) -> LoadReport:
        self.loaded.append(tuple(c.hit.id for c in choices))
        path = self._ws.folder / "cities.csv"
        path.write_text(CSV, encoding="utf-8")
        report = self._ws.tables.load([path], progress=progress, stop=stop)
        resource = choices[0].resource
        table = replace(report.tables[0], address=resource.address, portal=choices[0].portal, licence="CC BY 4.0")
        self._ws._tables[table.name] = table
        return replace(report, tables=(table,))

    def fetched(self) -> tuple[Table, ...]:
        return tuple(t for t in self._ws.tables.all() if t.address)

    def newer(
        self, name: str, *, source: str = "", progress: Progress | None = None, stop: threading.Event | None = None
    ) -> Newer:
        assert self.now
        return self.now

    def replace(
        self, newer: Newer, *, progress: Progress | None = None, stop: threading.Event | None = None
    ) -> LoadReport:
        return LoadReport(tuple(t for t in self._ws.tables.all() if t.name == newer.table))

    def leave(self, newer: Newer) -> None:
        self.now = None
