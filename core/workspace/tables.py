"""The tables of a workspace: loaded, looked at, changed, removed."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from core.catalogue.file_origins import FileOrigin, keep_origin
from core.catalogue.meanings import Meanings
from core.catalogue.private_columns import PrivateColumns
from core.catalogue.row_nouns import RowNouns
from core.documents.notes import keep_notes
from core.errors import StoreError, StoreRefused, UnknownName, WorkspaceBusy
from core.ingest.parts import source_of
from core.model import Progress, Rows, Table
from core.workspace.edit_table import TableEditor, source_in
from core.workspace.joins import Joins
from core.workspace.load import LoadReport, finish, load_all
from core.workspace.open_stores import OpenStores
from core.workspace.settings import WorkspaceSettings
from core.workspace.sync import quoted
from core.workspace.table_loader import LoadContext
from core.workspace.uploads import BROUGHT

if TYPE_CHECKING:
    from core.documents.codes import Coded
    from core.ingest.layout.as_found import FileAsFound
    from core.ingest.layout.by_hand import LayoutOverride
    from core.ingest.type_overrides import TypeOverride
    from core.workspace.check import Finding
    from core.workspace.families import FamilyHands


class Tables:
    """The tables of a workspace."""

    def __init__(self, stores: OpenStores, joins: Joins, settings: WorkspaceSettings) -> None:
        self._stores = stores
        self._joins = joins
        self._settings = settings

    def all(self) -> tuple[Table, ...]:
        """The loaded tables, by name, with what documents say of their columns."""
        return self._stores.tables()

    def get(self, name: str) -> Table | None:
        """The loaded table of this name."""
        return next((t for t in self.all() if t.name == name), None)

    def preview(self, table: str, n: int = 100) -> Rows:
        """A table's first rows. Raises UnknownName."""
        if self._stores.catalogue.table(table) is None:
            raise UnknownName(table, kind="table")
        engine = self._stores.engine
        return engine.read(f"SELECT * FROM {quoted(engine, table)} LIMIT {int(n)}", limit=n)

    def load(
        self,
        paths: Sequence[str | Path],
        *,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> LoadReport:
        """Load files, folders (all the way down) and glob patterns; a path loaded before replaces its table.

        Data dictionaries and notes among them are kept as `documents`.

        What fails becomes a Problem and the rest loads. Raises Cancelled after `stop`: whole tables stay. Raises
        WorkspaceBusy when the workspace is open for reading only.
        """

        with self._stores.changing():
            context = self.context(progress, stop)
            report = load_all(paths, context)
            if report.documents:
                with suppress(StoreError):  # it is made when a question needs it
                    self._stores.retrieval.graph(context.reading)
                    self._stores.put_passages_soon()
            return report

    def fetched(
        self, path: Path, address: str, licence: str = "", portal: str = "", issued: str = "", etag: str = ""
    ) -> None:
        """Note where on the net a file was fetched, before it is loaded. Raises WorkspaceBusy."""
        with self._stores.changing():
            origin = FileOrigin(address, licence, portal, issued, etag)
            keep_origin(self._stores.catalogue, source_of(path), origin)

    def remove(self, names: Sequence[str]) -> None:
        """Forget tables; those they joined look for other partners. Raises UnknownName before anything is removed, and
        WorkspaceBusy."""
        with self._stores.changing():
            for name in names:
                if self._stores.catalogue.table(name) is None:
                    raise UnknownName(name, tuple(t.name for t in self.all())[:5], kind="table")
            gone = set(names)
            copies = [Path(t.source) for t in map(self._stores.catalogue.table, names) if t and t.of_database]
            met = (j for j in self._joins.all() if {j.child_table, j.parent_table} & gone)
            bereft = {t for j in met for t in (j.child_table, j.parent_table)} - gone
            self._stores.sync.add_pending(["joins"], sorted(bereft))
            self._stores.sync.forget(names)
            if bereft:
                self._stores.sync.match()
            self._stores.sync.catch_up()
            for path in copies:
                if path.parent == self._stores.folder.resolve() / BROUGHT:
                    path.unlink(missing_ok=True)
            with suppress(StoreError):
                keep_notes(self._stores.documents, self._stores.catalogue.tables())

    def set_type(
        self,
        table: str,
        column: str,
        type_override: TypeOverride | None,
        *,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Table:
        """Load a table's file anew with the column read as a person wants it; None: as the file suggests.

        Raises UnknownName, BadType where no cell fits, FileMissing when the file is gone, FileError, Cancelled,
        WorkspaceBusy; all is then as it was.
        """
        with self._editing(progress, stop) as hands:
            return hands.set_type(table, column, type_override)

    def keep_private(self, table: str, column: str, private: bool) -> None:
        """Whether a column's values stay on this machine or may be sent to a chat model. Raises UnknownName,
        WorkspaceBusy."""
        with self._stores.changing():
            PrivateColumns(self._stores.catalogue).choose(table, column, private)

    def call_rows(self, table: str, noun: str) -> None:
        """Say what one row of a table is (“vehicle”), in the singular; "" for what its label says. Raises UnknownName,
        BadTableLabel, WorkspaceBusy."""
        with self._stores.changing():
            RowNouns(self._stores.catalogue).keep(table, noun)

    def count_by(self, table: str, column: str) -> None:
        """Say which date counts where a question about the table names a time; "": the first. Raises UnknownName,
        WorkspaceBusy."""
        with self._stores.changing():
            Meanings(self._stores.catalogue).count_by(table, column)

    def label_value(self, table: str, column: str, value: str, meaning: str) -> None:
        """Say what a value of a column means; "" takes it back. A person's word goes before a document's. Raises
        UnknownName, BadTerm, WorkspaceBusy."""
        with self._stores.changing():
            Meanings(self._stores.catalogue).label(table, column, value, meaning)

    def file_as_found(
        self, table: str, *, source: str = "", override: LayoutOverride | None = None, near: int = 0
    ) -> FileAsFound | None:
        """The lines of the text or sheet in which a table lies, with what each is; None of a file too long to show.

        `source` says which file of a family is meant ("": the first); `override` how it would be cut (None: as it is);
        `near` is a line to be among those shown. Raises UnknownName, BadLayout, FileMissing, FileError.
        """
        from core.ingest.confined import ConfinedReader
        from core.ingest.parts import part_from
        from core.workspace.layouts import found_in

        with ConfinedReader(self._stores.settings, lambda: None) as reader:
            part = part_from(self._source(table, source), reader.parts_in)
            return found_in(self._stores.catalogue, part, reader.looked_into, override, near)

    def layout_override(self, table: str, *, source: str = "") -> LayoutOverride | None:
        """What a person said of the lines of a table's file, of a family the one that `source` names ("": the first).
        Raises UnknownName, FileMissing, FileError."""
        from core.ingest.confined import ConfinedReader
        from core.ingest.parts import part_from
        from core.workspace.layouts import override_of

        with ConfinedReader(self._stores.settings, lambda: None) as reader:
            return override_of(self._stores.catalogue, part_from(self._source(table, source), reader.parts_in))

    def _source(self, table: str, source: str) -> str:
        known = self._stores.catalogue.table(table)
        if known is None:
            raise UnknownName(table, kind="table")
        return source_in(known, source)

    def set_layout(
        self,
        table: str,
        override: LayoutOverride | None,
        *,
        source: str = "",
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> tuple[Table, ...]:
        """Load the text or sheet in which a table lies anew, cut as a person says; None: as the program sees it.

        It is kept, and holds when the file is loaded again, for the file that replaces it, and for the other files of
        its family, of which `source` names the one that was looked at. Returns the tables that are in it then. Raises
        UnknownName, BadLayout, FileMissing, FileError, Cancelled, WorkspaceBusy; all is then as it was.
        """
        with self._editing(progress, stop) as hands:
            return hands.set_layout(table, override, source)

    def rename(self, table: str, label: str) -> Table:
        """Give a table another label; its name in SQL stays. Raises UnknownName, BadTableLabel, WorkspaceBusy."""
        with self._editing(None, None) as hands:
            return hands.rename(table, label)

    def replace(
        self, table: str, path: Path, *, progress: Progress | None = None, stop: threading.Event | None = None
    ) -> Table:
        """Load another file as this table. Raises UnknownName, BadReplacement, FileError, Cancelled, WorkspaceBusy; all
        is then as it was."""
        with self._editing(progress, stop) as hands:
            return hands.replace(table, path)

    def unite(self, names: Sequence[str], column: str = "") -> Table:
        """Make one table of several; `column` is the label of what varies, "": what their names say. Kept for the next
        load. Raises UnknownName, BadFamily, WorkspaceBusy; all is then as it was."""
        with self._families() as hands:
            return hands.unite(names, column)

    def part(
        self, name: str, *, progress: Progress | None = None, stop: threading.Event | None = None
    ) -> tuple[Table, ...]:
        """Load each file of a family as a table of its own, now and later. Raises UnknownName, BadFamily, FileMissing,
        FileError, Cancelled, WorkspaceBusy."""
        with self._families(progress, stop) as hands:
            return hands.part(name)

    def remove_member(self, name: str, source: str) -> Table | None:
        """Take one file's rows out of a family; None where it was the last. Raises UnknownName, BadFamily,
        WorkspaceBusy."""
        with self._families() as hands:
            return hands.remove_member(name, source)

    def replace_member(self, name: str, source: str, path: Path) -> Table:
        """Load another file in the place of one of a family. Raises UnknownName, BadFamily, FileError, WorkspaceBusy;
        all is then as it was."""
        with self._families() as hands:
            return hands.replace_member(name, source, path)

    def part_column(self, name: str, label: str) -> Table:
        """Have a column of a family that some files call by this label be one of its own. Raises UnknownName,
        BadFamily, WorkspaceBusy."""
        with self._families() as hands:
            return hands.part_column(name, label)

    def unite_columns(self, name: str, columns: Sequence[str]) -> Table:
        """Have columns of a family be one. Raises UnknownName, BadFamily, WorkspaceBusy."""
        with self._families() as hands:
            return hands.unite_columns(name, columns)

    @contextmanager
    def _families(self, progress: Progress | None = None, stop: threading.Event | None = None) -> Iterator[FamilyHands]:
        from core.workspace.families import FamilyHands

        with self._editing(progress, stop) as hands:
            yield FamilyHands(hands.context)

    def describe(self, name: str, text: str) -> None:
        """Set a table's description. Raises UnknownName, WorkspaceBusy."""
        with self._stores.changing():
            self._stores.sync.touch()
            self._stores.catalogue.describe(name, text)
            self._stores.sync.add_pending(["labels"], [name])
            self._stores.sync.catch_up()

    def describe_with_model(self, *, progress: Progress | None = None, stop: threading.Event | None = None) -> int:
        """Have the chat model describe the tables that have no description; how many it did. What came before Stop,
        or before the budget of one question was used up, stays. Raises ModelFailed, SettingsError, WorkspaceBusy."""
        tables, written = self.all(), dict[str, str]()
        wanted = [t for t in tables if not t.description]
        if self._stores.read_only:
            raise WorkspaceBusy(str(self._stores.folder))
        try:
            for n, said in enumerate(
                self._settings.translators.describe(tables, self._joins.all(), wanted, stop or threading.Event()),
                start=1,
            ):
                if said.text:
                    written[said.table] = said.text
                if progress:
                    progress(f"{said.table}: {said.text or said.fault}", n / len(wanted))
        finally:
            with self._stores.changing():
                here = written.keys() & {t.name for t in self._stores.catalogue.tables() if not t.description}
                self._stores.sync.touch()
                for name in sorted(here):
                    self._stores.catalogue.describe(name, written[name])
                self._stores.sync.add_pending(["labels"], sorted(here))
                self._stores.sync.catch_up()
        return len(here)

    def ask_codes(self, table: str, column: str, *, stop: threading.Event | None = None) -> tuple[Coded, ...]:
        """What the chat model finds in the documents about a column's codes that nobody gave a meaning: for a person
        to look at, nothing is kept. Raises UnknownName, ModelFailed, SettingsError."""
        from core.workspace.asked_codes import asked_codes

        return asked_codes(self._stores, self._settings, self._joins.all(), table, column, stop or threading.Event())

    def check(self) -> tuple[Finding, ...]:
        """What of rows, graph and indexes did not agree with the catalogue, and whether it was mended."""
        from core.workspace.check import check

        return check(self._stores)

    def rebuild(self, progress: Progress | None = None) -> None:
        """Make values, labels, joins and graph anew from the rows and the catalogue. Raises WorkspaceBusy."""
        with self._stores.changing():
            self._stores.adapters.discard_derived()
            self._stores.sync.touch()
            self._stores.sync.add_pending(("values", "labels", "joins"), self._stores.catalogue.names())
            finish(self._stores.sync, progress or (lambda what, share: None))

    @contextmanager
    def _editing(self, progress: Progress | None, stop: threading.Event | None) -> Iterator[TableEditor]:
        with self._stores.changing():
            yield TableEditor(self.context(progress, stop))

    def context(self, progress: Progress | None, stop: threading.Event | None) -> LoadContext:
        """What loading works with; the caller holds the write lock. Raises StoreRefused where tables are attached."""
        stores = self._stores
        if not stores.adapters.takes_files:
            raise StoreRefused(
                "This workspace asks the tables of a database; files cannot be put beside them.",
                "Load the files in another workspace.",
            )
        return LoadContext(
            stores.catalogue,
            stores.engine,
            stores.sync,
            stores.documents,
            stores.settings,
            progress or (lambda what, share: None),
            stores.stopper(stop),
        )
