"""A database that could be attached, as the pages see it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from core.errors import JoineryError
from core.ingest.brought import Bounds
from core.model import Progress, Table
from core.workspace import LoadReport
from core.workspace.attach import Attached, Into, Place

if TYPE_CHECKING:
    from tests.pages.fake import FakeWorkspace


class FakeDatabase:
    """`there` is what may be attached; `asked` what was, with the address; `fault` is raised instead."""

    KNOBS: ClassVar[frozenset[str]] = frozenset("there asked fault".split())

    def __init__(self, ws: FakeWorkspace) -> None:
        self._ws = ws
        self.database = self.schema = ""
        self.name = "SQLite"
        self.there: tuple[Place, ...] = ()
        self.asked: list[tuple[str, tuple[str, ...], bool]] = []
        self.fault: JoineryError | None = None

    def offered(self, url: str, schemas: Sequence[str] = ()) -> tuple[Place, ...]:
        if self.fault:
            raise self.fault
        return self.there

    def attach(
        self,
        url: str,
        *,
        schemas: Sequence[str] = (),
        tables: Sequence[str] = (),
        writable: bool = False,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Attached:
        if self.fault:
            raise self.fault
        self.asked.append((url, tuple(tables), writable))
        self.database = "postgresql://reader@db/sales"
        self._ws.add("orders", ["number", "amount"], [[1, 2], [2, 3]])
        return Attached("PostgreSQL sales at db", self._ws.tables.all(), (), "")

    def load_into(self, url: str, schema: str = "") -> Into:
        if self.fault:
            raise self.fault
        self.asked.append((url, (), True))
        self.name, self.schema = "PostgreSQL sales at db", schema or "joinery_ws"
        return Into(self.name, self.schema, "")

    def again(
        self,
        *,
        writable: bool = False,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Attached:
        return self.attach(self.database)

    def detach(self) -> None:
        self.database = self.schema = ""
        self._ws.tables.remove([t.name for t in self._ws.tables.all()])


class FakeCopies:
    """`brought` is what was asked for: the address, the tables, and whether a cut was agreed to."""

    KNOBS: ClassVar[frozenset[str]] = frozenset({"brought"})

    def __init__(self, ws: FakeWorkspace) -> None:
        self._ws = ws
        self._names: set[str] = set()
        self.brought: list[tuple[str, tuple[str, ...], bool]] = []

    def all(self) -> tuple[Table, ...]:
        return tuple(t for t in self._ws.tables.all() if t.name in self._names)

    def bring(
        self,
        url: str,
        tables: Sequence[str],
        *,
        schemas: Sequence[str] = (),
        bounds: Bounds | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> LoadReport:
        self.brought.append((url, tuple(tables), bool(bounds and bounds.first)))
        for name in tables:
            self._names.add(name.rpartition(".")[2])
            self._ws.add(name.rpartition(".")[2], ["number", "amount"], [[1, 2], [2, 3]])
        return LoadReport(self.all())

    def again(
        self,
        names: Sequence[str] = (),
        *,
        bounds: Bounds | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> LoadReport:
        self.brought.append(("", tuple(names), False))
        return LoadReport(self.all())
