"""Tables of databases copied into a workspace of files, so that they are asked and joined together with these.

Each is read by one query in a transaction that only reads, becomes a file in the workspace, and is loaded as files are:
whole or not at all. What its database declares as keys among the tables copied from it is confirmed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from core.catalogue.file_origins import FileOrigin, keep_origin
from core.config.database import DatabaseChoice
from core.errors import Cancelled, FileError, QueryError, StoreError, StoreRefused, UnknownName, WorkspaceUnwritable
from core.ingest.brought import ROWS, Bounds, Copied, copied
from core.ingest.confined import ConfinedReader
from core.ingest.names import free_name
from core.ingest.parts import Part, source_of
from core.model import Problem, Progress, Table
from core.workspace.attach import Attaching, Place, chosen_places, named_places
from core.workspace.fetching import swapped
from core.workspace.load import LoadReport, finish
from core.workspace.open_stores import OpenStores
from core.workspace.table_loader import CUT, LoadContext, Loader, file_problem
from core.workspace.tables import Tables
from core.workspace.uploads import BROUGHT, safe_name

if TYPE_CHECKING:
    from core.sql.remote.base import Attached
    from core.sql.remote.reflect import Declared

_READING = 0.5
"""The share of the progress that the database's part takes."""


@dataclass(frozen=True, slots=True)
class _Copy:
    """A table on its way: `name` is that of the table it is to replace, "" for a new one."""

    place: Place
    name: str
    made: Copied


class Bringing:
    """What may be done about copies of databases' tables."""

    def __init__(self, stores: OpenStores, tables: Tables, database: Attaching) -> None:
        self._stores = stores
        self._tables = tables
        self._database = database
        self._passwords: dict[str, str] = {}
        """By address, while this lasts."""

    def all(self) -> tuple[Table, ...]:
        """The tables that are copies."""
        return tuple(t for t in self._tables.all() if t.of_database and not t.derived_from)

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
        """Copy these tables (names or patterns, of these schemas or of all); a copy made before is replaced.

        One that fails, or that is beyond the bounds, becomes a Problem, and the rest is copied. Raises StoreError,
        UnknownName, WorkspaceBusy, and Cancelled: whole tables stay.
        """
        if not tables:
            raise StoreRefused("Which tables?", "Name them, or write '*' for all that are there.")
        self._tables.context(progress, stop)  # a workspace whose tables are attached is refused at once
        looking = self._database.engine(url, {}, self._passwords)
        try:
            places = chosen_places(looking.there(schemas), tables)
        finally:
            looking.close()
        before = {t.address: t for t in self.all()}
        at = looking.address.text
        wanted = [(place, before.get(_address(at, place))) for place in places]
        return self._brought(url, wanted, bounds or Bounds(), progress, stop)

    def again(
        self,
        names: Sequence[str] = (),
        *,
        bounds: Bounds | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> LoadReport:
        """Copy these tables anew (none: all copies); one whose table is gone or cannot be read stays as it was.

        Raises UnknownName for what is no copy, StoreRefused where they were copied on another machine, and what `bring`
        raises.
        """
        known = {t.name: t for t in self.all()}
        for name in names:
            if name not in known:
                raise UnknownName(name, tuple(known)[:5], kind="table that was brought in")
        found, problems = list[Table](), list[Problem]()
        for choice in self._stores.choices.copied:
            own = [known[n] for n in choice.places if n in known and known[n].address == choice.address(n)]
            for table in (t for t in own if t.name in names or not names):
                self._stores.choices.may_ask_again(choice)
                limits = bounds or _as_before(table)
                wanted = [(choice.places[table.name], table)]
                try:
                    report = self._brought(choice.url, wanted, limits, progress, stop)
                except StoreError as fault:
                    problems.append(Problem(table.name, fault.code, fault.message, fault.hint))
                    continue
                found += report.tables
                problems += report.problems
        return LoadReport(tuple(found), tuple(problems))

    def _brought(
        self,
        url: str,
        wanted: Sequence[tuple[Place, Table | None]],
        bounds: Bounds,
        progress: Progress | None,
        stop: threading.Event | None,
    ) -> LoadReport:
        tell = progress or (lambda what, share: None)
        folder = self._stores.folder.resolve() / BROUGHT
        folder.mkdir(parents=True, exist_ok=True)
        known = {t.name: t for t in self.all()}
        places = dict.fromkeys(place for place, _ in wanted)
        engine = self._database.engine(url, {}, self._passwords)
        old = next((c for c in self._stores.choices.copied if c.url == engine.address.text), None)
        still = {n: p for n, p in (old.places if old else {}).items() if n in known}
        engine.close()
        both = named_places(list(dict.fromkeys([*still.values(), *places])))
        engine = self._database.engine(url, both, self._passwords)
        if engine.password:
            self._passwords[engine.address.text] = engine.password
        copies, problems = list[_Copy](), list[Problem]()
        try:
            for copy in self._copies(engine, wanted, bounds, folder, problems, tell, stop):
                copies.append(copy)  # one by one: those made before a fault are taken away as well
            declared: tuple[Declared, ...] | None = None
            with suppress(StoreError):  # the rows are here; what was known of keys holds on
                declared = engine.references() if copies else ()
            with self._stores.changing():
                context = self._tables.context(lambda what, share: tell(what, _READING + (1 - _READING) * share), stop)
                made = self._loaded(context, engine.address.text, copies, folder, problems)
                names = {p: n for n, p in still.items()} | {place: t.name for place, t in made.items()}
                if made:
                    by_name = {t.name: t for t in context.catalogue.tables()}
                    sides = [
                        (by_name[names[k.child]], k.columns, by_name[names[k.parent]], k.targets)
                        for k in declared or ()
                        if k.child in names and k.parent in names
                    ]
                    keys = tuple((c.name, _named(c, a), p.name, _named(p, b)) for c, a, p, b in sides)
                    if declared is None and old is not None:
                        keys = old.declared
                    choice = DatabaseChoice(engine.address.text, tuple((n, s, t) for (s, t), n in names.items()), keys)
                    self._stores.choices.keep_copied(choice)
                    finish(context.sync, context.tell, context.documents)
        finally:
            engine.close()
            for copy in copies:
                copy.made.path.unlink(missing_ok=True)
        if self._stores.stopper(stop)():
            raise Cancelled
        tell("Loaded", 1.0)
        return LoadReport(tuple(made.values()), (*problems, *(p for t in made.values() for p in t.problems)))

    def _copies(
        self,
        engine: Attached,
        wanted: Sequence[tuple[Place, Table | None]],
        bounds: Bounds,
        folder: Path,
        problems: list[Problem],
        tell: Progress,
        stop: threading.Event | None,
    ) -> Iterable[_Copy]:
        """The rows as files; what cannot be read is told. Raises Cancelled."""
        stopped = self._stores.stopper(stop)
        called = {place: name for name, place in engine.places.items()}
        engine.show_only(engine.places)
        watched = engine.stopping(stop) if stop is not None else engine

        def check() -> None:
            if stopped():
                raise Cancelled

        for n, (place, table) in enumerate(wanted):
            shown, begun = ".".join(place), _READING * n / len(wanted)
            tell(f"{shown}: reading", begun)
            path = folder / f"{uuid4().hex}.part"
            try:
                made = copied(
                    watched,
                    called[place],
                    shown,
                    path,
                    bounds,
                    check,
                    lambda rows, shown=shown, begun=begun: tell(f"{shown}: {rows:,} rows", begun),  # type: ignore[misc]
                )
            except (QueryError, StoreError) as fault:
                problems.append(Problem(shown, fault.code, fault.message, fault.hint))
                continue
            except OSError as fault:
                hint = "Look for room on the disk."
                problems.append(Problem(shown, "file", f"The copy cannot be written: {fault}.", hint))
                continue
            yield _Copy(place, table.name if table else "", made)

    def _loaded(
        self, context: LoadContext, url: str, copies: Sequence[_Copy], folder: Path, problems: list[Problem]
    ) -> dict[Place, Table]:
        """The copies as tables, each whole or not at all; a load that is stopped ends between two."""
        made: dict[Place, Table] = {}
        with ConfinedReader(context.settings, context.check) as reader, Loader(context, reader) as loader:
            for n, copy in enumerate(copies):
                if context.cancelled():
                    break
                known = {t.name: t for t in context.catalogue.tables()}
                address = _address(url, copy.place)
                path = folder / f"{safe_name(copy.place[1])[:80]}-{sha256(address.encode()).hexdigest()[:8]}.parquet"
                source = source_of(path)
                new = known.get(copy.name) or _new(copy.place, source, known.values())
                keep_origin(context.catalogue, source, FileOrigin(address, lacks=copy.made.lacks))

                def put(path: Path = path, new: Table = new, copy: _Copy = copy, n: int = n) -> None:
                    def share(what: str, done: float) -> None:
                        context.tell(f"{new.label}: {what}", 0.8 * (n + done) / len(copies))

                    chosen = loader.chosen_types(source_of(path))
                    made[copy.place] = loader.load(Part(path), new, chosen, share)

                try:
                    swapped(copy.made.path, path, put)
                except Cancelled:
                    break
                except (FileError, OSError, WorkspaceUnwritable) as fault:
                    told = file_problem(Part(path), fault)
                    problems.append(replace(told, file=".".join(copy.place)))
        return made


def _address(url: str, place: Place) -> str:
    return DatabaseChoice(url, (("", *place),)).address("")


def _new(place: Place, source: str, known: Iterable[Table]) -> Table:
    tables = list(known)
    labels = {t.label for t in tables}
    label = next((c for c in (place[1], "/".join(place)) if c not in labels), f"{place[1]} ({len(tables) + 1})")
    return Table(free_name(label, {t.name.casefold() for t in tables}, "table"), label, source, 0, ())


def _named(table: Table, labels: Sequence[str]) -> tuple[str, ...]:
    """What the columns are called in the workspace that the database calls so."""
    names = {c.label: c.name for c in table.columns}
    return tuple(names.get(label, label) for label in labels)


def _as_before(table: Table) -> Bounds:
    """A copy that was cut is cut where it was; another may have grown."""
    if any(p.code == CUT for p in table.problems):
        return Bounds(rows=table.rows, first=True)
    return Bounds(rows=max(ROWS, 2 * table.rows))
