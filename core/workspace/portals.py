"""What a workspace does with portals: search one, look at a file, load chosen files with where they came from, and see
whether there are newer ones. Nothing is contacted but by these calls."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from core.catalogue.file_origins import keep_origin, origin_of
from core.errors import FileError, FileMissing, PortalError, UnknownName, WrongContent
from core.ingest.digests import digest
from core.ingest.parts import Part, file_of, source_of
from core.model import Member, Problem, Progress, Table
from core.model.sources import divided
from core.portals.addresses import Policy
from core.portals.base import Hit, Kind, Resource
from core.portals.fetch import Fetched, fetch, state_of
from core.portals.find import Finding, find
from core.portals.kinds import address_of, language_at, portal_at
from core.portals.preview import Packed, Preview, preview
from core.portals.web import Web
from core.workspace.fetching import FOLDER, WHOLE_FILE, Choice, fetched_file, origin_for, place_for, swapped, title_of
from core.workspace.joins import Joins
from core.workspace.load import LoadReport, load
from core.workspace.open_stores import OpenStores
from core.workspace.packed_preview import packed_preview
from core.workspace.table_loader import LoadContext
from core.workspace.tables import Tables

__all__ = ["Choice", "Finding", "Hit", "Kind", "Newer", "Portals", "Preview", "Resource"]
_FETCHING = 0.6
"""The share of a load's progress that fetching takes."""


@dataclass(frozen=True, slots=True)
class Newer:
    """One table's file compared with what its address gives now. Nothing is changed by the look."""

    table: str
    label: str
    address: str
    newer: bool
    said: tuple[str, ...]
    """For people: what is the same, what would change, and what is odd."""
    rows: tuple[int, int] = (0, 0)
    """Before and after."""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """Labels of columns."""
    joins: tuple[str, ...] = ()
    """Joins that would go with their columns."""
    file: Fetched | None = None
    """The newer file, fetched and waiting."""
    source: str = ""
    """Whose place it would take, as the catalogue writes it."""


class Portals:
    """Portals, as one workspace uses them."""

    def __init__(self, stores: OpenStores, tables: Tables, joins: Joins) -> None:
        self._stores, self._tables, self._joins = stores, tables, joins

    @property
    def policy(self) -> Policy:
        """Which hosts may be contacted: public ones, and those that the settings name."""
        return Policy.of(self._stores.settings.portal_hosts)

    def search(
        self,
        question: str,
        portal: str,
        *,
        limit: int = 20,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Finding:
        """The data sets of a portal (an address, or a name of the list) that suit a question. Raises PortalError,
        Cancelled."""
        tell = progress or (lambda what, share: None)
        with Web(self.policy, stop) as web:
            tell("Asking the portal what it is", 0.0)
            at = portal_at(web, address_of(portal))
            return find(at, question, self._stores.adapters.embedder()[0], limit, tell, language_at(at))

    def preview(self, choice: Choice, *, stop: threading.Event | None = None) -> Preview:
        """The first rows of a file, of each of its tables; nothing is kept. Raises PortalError, Cancelled."""
        address = choice.resource.address
        with Web(self.policy, stop) as web:
            try:
                return preview(address, web)
            except Packed:
                return packed_preview(address, web, self._stores.settings)

    def load(
        self, choices: Sequence[Choice], *, progress: Progress | None = None, stop: threading.Event | None = None
    ) -> LoadReport:
        """Fetch files and load them; one that fails becomes a Problem and the rest loads. Raises Cancelled,
        WorkspaceBusy."""
        tell = progress or (lambda what, share: None)
        paths: list[Path] = []
        problems: list[Problem] = []
        with self._stores.changing():
            folder = self._folder()
        with Web(self.policy, stop, WHOLE_FILE) as web:  # others may write while files are on their way
            for n, choice in enumerate(choices):
                title, begun = title_of(choice), n / len(choices)

                def share(what: str, done: float, title: str = title, begun: float = begun) -> None:
                    tell(f"{title}: fetching, {what}", _FETCHING * (begun + done / len(choices)))

                try:
                    found, said = fetched_file(choice, web, folder, share)
                except PortalError as fault:
                    problems.append(Problem(title, fault.code, fault.message, fault.hint))
                    continue
                with self._stores.changing():
                    path = place_for(self._stores.catalogue, folder, title, found)
                    found.path.replace(path)
                    keep_origin(self._stores.catalogue, source_of(path), origin_for(choice, found))
                paths.append(path)
                if said:
                    problems.append(Problem(title, "fetched_by_rows", said))
        report = LoadReport(())
        if paths:

            def later(what: str, done: float) -> None:
                tell(what, _FETCHING + (1 - _FETCHING) * done)

            report = self._tables.load(paths, progress=later, stop=stop)
        return replace(report, problems=(*problems, *report.problems))

    def fetched(self) -> tuple[Table, ...]:
        """The tables of which some file was fetched."""
        return tuple(t for t in self._tables.all() if fetched_files(t))

    def newer(
        self, name: str, *, source: str = "", progress: Progress | None = None, stop: threading.Event | None = None
    ) -> Newer:
        """Compare a table's file with what its address gives now; `source` says which file of a family is meant ("":
        the first that was fetched). Raises UnknownName, PortalError, FileError, Cancelled."""
        table = self._tables.get(name)
        one = next((f for f in fetched_files(table) if source in ("", f.source)), None) if table else None
        if table is None or one is None:
            raise UnknownName(name, tuple(t.name for t in self.fetched())[:5], kind="table that was fetched")
        tell = progress or (lambda what, share: None)
        odd = _tampered(one)
        with Web(self.policy, stop) as web:
            tell("Asking for its version", 0.0)
            etag, modified, _ = state_of(one.address, web)
            if etag and etag == one.etag and not etag.startswith("W/"):
                same = f"The portal has the same version (ETag {etag})."
                return Newer(name, table.label, one.address, False, (same, *odd), source=one.source)
            found = fetch(one.address, self._folder(), self.policy, progress=tell, limits=WHOLE_FILE, web=web)
        if found.sha256 == one.sha256:
            found.path.unlink(missing_ok=True)
            said = ("The portal has the same bytes.", *odd)
            return Newer(name, table.label, one.address, False, said, source=one.source)
        try:
            return self._compared(table, one, found, modified, odd, tell, stop)
        except BaseException:
            found.path.unlink(missing_ok=True)
            raise

    def replace(
        self, newer: Newer, *, progress: Progress | None = None, stop: threading.Event | None = None
    ) -> LoadReport:
        """Put the newer file in the place of the table's. Raises FileError (all is then as it was), Cancelled,
        WorkspaceBusy."""
        table, found = self._tables.get(newer.table), newer.file
        if table is None or found is None or not found.path.is_file():
            raise FileMissing(newer.label)
        source = divided(newer.source)[0]
        files = [Path(s) for s in dict.fromkeys(divided(s)[0] for s in table.sources)]
        catalogue, reports = self._stores.catalogue, list[LoadReport]()
        with self._stores.changing():
            before = origin_of(catalogue, source)

            def work() -> None:
                told = {"issued": found.modified, "etag": found.etag}
                keep_origin(catalogue, source, replace(before, **told))
                reports.append(self._tables.load(files, progress=progress, stop=stop))
                if not reports[0].tables:
                    first = next(iter(reports[0].problems), None)
                    raise FileError(
                        source, first.message if first else "It could not be loaded.", first.hint if first else ""
                    )

            try:
                swapped(found.path, Path(source), work)
            except BaseException:
                keep_origin(catalogue, source, before)
                raise
        return reports[0]

    def leave(self, newer: Newer) -> None:
        """Do not take the newer file; what was fetched of it goes."""
        if newer.file is not None:
            newer.file.path.unlink(missing_ok=True)

    def _compared(
        self,
        table: Table,
        one: Table | Member,
        found: Fetched,
        modified: str,
        odd: Sequence[str],
        tell: Progress,
        stop: threading.Event | None,
    ) -> Newer:
        """What would change, from loading the new file into a workspace that is thrown away."""
        source = divided(one.source)[0]
        if not source.lower().endswith(found.suffix):
            other = f"The file at this address is of another kind now ({found.suffix.lstrip('.')})."
            raise WrongContent(one.address, "other_kind", other, "Load it anew from the page Find data.")
        after = self._as_table(one, found, tell, stop)
        was, now = _labels(table, one), [c.label for c in after.columns]
        gone = tuple(c for c in was if c not in now)
        names = {c.name for c in table.columns if c.label in gone and isinstance(one, Table)}
        lost = tuple(
            f"{j.child_table}.{', '.join(j.child)} = {j.parent_table}.{', '.join(j.parent)}"
            for j in self._joins.all()
            if (j.child_table == table.name and names & {*j.child})
            or (j.parent_table == table.name and names & {*j.parent})
        )
        said = [f"Rows: {one.rows:,} now, {after.rows:,} then."]
        new = tuple(c for c in now if c not in was)
        if new:
            said.append(f"New columns: {', '.join(new)}.")
        if gone:
            said.append(f"Columns that go: {', '.join(gone)}.")
        if lost:
            said.append(f"Joins that go: {'; '.join(lost)}.")
        if not new and not gone:
            said.append("The columns are the same, and so the joins stay.")
        if modified and modified == one.issued:
            said.append("The server's date is the same as before: the file was changed in its place.")
        rows = (one.rows, after.rows)
        return Newer(
            table.name, table.label, one.address, True, (*said, *odd), rows, new, gone, lost, found, one.source
        )

    def _as_table(self, one: Table | Member, found: Fetched, tell: Progress, stop: threading.Event | None) -> Table:
        """The new file as a table. Raises FileError, Cancelled."""
        source, inside = divided(one.source)
        with tempfile.TemporaryDirectory(prefix="joinery-newer-", ignore_cleanup_errors=True) as folder:
            path = Path(folder) / Path(source).name
            shutil.copyfile(found.path, path)
            settings = replace(self._stores.settings, workspace=Path(folder) / "ws", neo4j_uri="", chroma_url="")
            stores = OpenStores(settings, embedder=self._stores.adapters.embedder()[0])
            try:
                context = LoadContext(
                    stores.catalogue, stores.engine, stores.sync, stores.documents, settings, tell, stores.stopper(stop)
                )
                report = load([path], context)
            finally:
                stores.close()
            parts = [t for t in report.tables if divided(t.source)[1] == inside] or list(report.tables)
            if not parts:
                problem = report.problems[0] if report.problems else None
                said = (problem.message, problem.hint) if problem else ("The newer file holds no table.", "")
                raise FileError(Part(path), *said)
            return parts[0]

    def _folder(self) -> Path:
        folder = Path(self._stores.settings.workspace) / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def fetched_files(table: Table) -> tuple[Table | Member, ...]:
    """What of a table was fetched: itself, or the files of a family that were."""
    if table.derived_from or table.of_database:
        return ()
    return tuple(f for f in (table.family.members if table.family else (table,)) if f.address)


def _labels(table: Table, one: Table | Member) -> list[str]:
    """The columns' labels as the file has them; of a family's those that its files hold."""
    if not isinstance(one, Member) or table.family is None:
        return [c.label for c in table.columns]
    called, not_there = dict(one.labels), {*one.lacks, *table.family.varies}
    return [called.get(c.name, c.label) for c in table.columns if c.name not in not_there]


def _tampered(one: Table | Member) -> tuple[str, ...]:
    """Whether the file in the workspace is still the one that was fetched, for people."""
    path = file_of(one.source)
    if path is None:
        return ("The file that was fetched is no longer in the workspace.",)
    with suppress(OSError):
        if one.sha256 and digest(path) != one.sha256:
            return ("The file in the workspace was changed after it was loaded: it is not what was fetched.",)
    return ()
