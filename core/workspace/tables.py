"""Tables and joins: loaded, changed, reviewed, removed."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from core.catalogue.cluster_names import GroupNames
from core.catalogue.preferred_paths import PreferredWays, Way
from core.errors import StoreError, UnknownName, WorkspaceBusy, WorkspaceError
from core.graph.clusters import GroupName
from core.model import Cluster, Join, JoinState, PathEdge, Progress, Rows, Table
from core.workspace.edit_table import Amending
from core.workspace.load import LoadReport, finish, load_all
from core.workspace.sync import quoted

if TYPE_CHECKING:
    from core.ingest.type_overrides import Wish

from core.workspace.folder import Folder


class Tables(Folder):
    """The tables of a workspace and the joins between them."""

    def tables(self) -> tuple[Table, ...]:
        """The loaded tables, by name, with what documents say of their columns."""
        return self.documents.described(self.catalogue.tables())

    def table(self, name: str) -> Table | None:
        return next((t for t in self.tables() if t.name == name), None)

    def joins(self, *, all: bool = False) -> tuple[Join, ...]:
        """Confirmed joins, then probable ones, likeliest first; with `all` the rejected ones last."""
        order: dict[JoinState, int] = {"confirmed": 0, "probable": 1, "rejected": 2}
        found = (j for j in self.catalogue.joins() if all or j.state != "rejected")
        ordered = sorted(found, key=lambda j: (order[j.state], -j.score, j.id))
        return PreferredWays(self.catalogue).mark(ordered)

    def preview(self, table: str, n: int = 100) -> Rows:
        """A table's first rows. Raises UnknownName."""
        if self.catalogue.table(table) is None:
            raise UnknownName(table, kind="table")
        engine = self.engine
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

        def cancelled() -> bool:
            return self._closing.is_set() or (stop is not None and stop.is_set())

        with self._changing():
            tell = progress or (lambda what, share: None)
            return load_all(
                paths, self.documents, self.catalogue, self.engine, self._upkeep, self.settings, tell, cancelled
            )

    def remove(self, names: Sequence[str]) -> None:
        """Forget tables; those they joined look for other partners. Raises UnknownName before anything is removed, and
        WorkspaceBusy."""
        with self._changing():
            for name in names:
                if self.catalogue.table(name) is None:
                    raise UnknownName(name, tuple(t.name for t in self.tables())[:5], kind="table")
            gone = set(names)
            met = (j for j in self.joins() if {j.child_table, j.parent_table} & gone)
            bereft = {t for j in met for t in (j.child_table, j.parent_table)} - gone
            self._upkeep.owe(["joins"], sorted(bereft))
            self._upkeep.forget(names)
            if bereft:
                self._upkeep.match()
            self._upkeep.catch_up()

    def set_type(
        self,
        table: str,
        column: str,
        wish: Wish | None,
        *,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Table:
        """Load a table's file anew with the column read as a person wants it; None: as the file suggests.

        Raises UnknownName, BadType where no cell fits, FileMissing when the file is gone, FileError, Cancelled,
        WorkspaceBusy; all is then as it was.
        """
        with self._amending(progress, stop) as hands:
            return hands.set_type(table, column, wish)

    def rename(self, table: str, label: str) -> Table:
        """Give a table another label; its name in SQL stays. Raises UnknownName, BadTableLabel, WorkspaceBusy."""
        with self._amending(None, None) as hands:
            return hands.rename(table, label)

    def replace(
        self, table: str, path: Path, *, progress: Progress | None = None, stop: threading.Event | None = None
    ) -> Table:
        """Load another file as this table. Raises UnknownName, BadReplacement, FileError, Cancelled, WorkspaceBusy; all
        is then as it was."""
        with self._amending(progress, stop) as hands:
            return hands.replace(table, path)

    @contextmanager
    def _amending(self, progress: Progress | None, stop: threading.Event | None) -> Iterator[Amending]:
        def cancelled() -> bool:
            return self._closing.is_set() or (stop is not None and stop.is_set())

        with self._changing():
            tell = progress or (lambda what, share: None)
            yield Amending(self.catalogue, self.engine, self._upkeep, self.settings, tell, cancelled)

    def prepare_reviews(self) -> None:
        """Say that verdicts are about to come, so that the first is as quick as those after it. Returns at once."""
        if not self.read_only:
            self._upkeep.prepare()

    def review(self, join_id: str, state: JoinState | None, *, progress: Progress | None = None) -> None:
        """Set a person's verdict on a join; None takes it back. Raises UnknownName, WorkspaceBusy.

        A confirmed join takes its child column: the program's other proposals for it go. What a rejected one leaves
        free may join elsewhere.
        """
        with self._changing():
            join = next((j for j in self.catalogue.joins() if j.id == join_id), None)
            if join is None:
                raise UnknownName(join_id, kind="join")
            self._judge(join, state, progress)

    def add_join(
        self, child_table: str, child: str | Sequence[str], parent_table: str, parent: str | Sequence[str]
    ) -> Join:
        """Join two columns, or two equally long lists of them, by a person's word: kept as reviewed and confirmed.

        A join of these columns that is known, either way round, is confirmed. Evidence is computed as for a join that
        was found. Raises UnknownName, BadJoin, WorkspaceBusy.
        """
        from core.match import named_join

        mine = (child,) if isinstance(child, str) else tuple(child)
        theirs = (parent,) if isinstance(parent, str) else tuple(parent)
        with self._changing():
            rows = self._upkeep.questions()
            made = named_join(self.tables(), child_table, mine, parent_table, theirs, unique=rows.unique)
            known = next((j for j in self.catalogue.joins() if j.pairs == made.pairs), None)
            self._judge(known or rows.measure(made), "confirmed")
            return next(j for j in self.catalogue.joins() if j.pairs == made.pairs)

    def _judge(self, join: Join, state: JoinState | None, progress: Progress | None = None) -> None:
        from core.match.verdicts import rivals

        self._upkeep.touch()
        self.catalogue.review(join, state)
        if state != "confirmed":
            self._upkeep.owe(["joins"], {join.child_table, join.parent_table})
            self._upkeep.match(progress)
        else:
            self.catalogue.drop_joins([j.id for j in rivals(self.catalogue.joins(), join)])
        self._put_graph_soon()

    def preferred_ways(self) -> tuple[Way, ...]:
        """The ways between tables that a person prefers to the ones the program would take."""
        return PreferredWays(self.catalogue).all()

    def prefer_way(self, way: Sequence[PathEdge]) -> None:
        """Have questions take this way between its ends. Raises WorkspaceBusy."""
        with self._changing():
            PreferredWays(self.catalogue).prefer(way)

    def forget_way(self, ends: tuple[str, str]) -> None:
        """Let the program choose again between two tables. Raises WorkspaceBusy."""
        with self._changing():
            PreferredWays(self.catalogue).forget(ends)

    def cluster_names(self) -> tuple[GroupName, ...]:
        """A person's names for groups of tables, each with the tables it was given to."""
        return GroupNames(self.catalogue).all()

    def name_cluster(self, cluster: Cluster, name: str) -> None:
        """Name a group of tables; without a name it bears its largest table's. Raises WorkspaceBusy."""
        with self._changing():
            self._upkeep.touch()
            GroupNames(self.catalogue).keep(cluster, name)
            with suppress(StoreError, WorkspaceError):
                self._upkeep.put_graph()

    def describe(self, name: str, text: str) -> None:
        """Set a table's description. Raises UnknownName, WorkspaceBusy."""
        with self._changing():
            self._upkeep.touch()
            self.catalogue.describe(name, text)
            self._upkeep.owe(["labels"], [name])
            self._upkeep.catch_up()

    def describe_with_model(self, *, progress: Progress | None = None, stop: threading.Event | None = None) -> int:
        """Have the chat model describe the tables that have no description; how many it did. What came before Stop,
        or before the budget of one question was used up, stays. Raises ModelFailed, SettingsError, WorkspaceBusy."""
        tables, written = self.tables(), dict[str, str]()
        wanted = [t for t in tables if not t.description]
        if self.read_only:
            raise WorkspaceBusy(str(self.folder))
        try:
            for n, said in enumerate(
                self._translators.describe(tables, self.joins(), wanted, stop or threading.Event()), start=1
            ):
                if said.text:
                    written[said.table] = said.text
                if progress:
                    progress(f"{said.table}: {said.text or said.fault}", n / len(wanted))
        finally:
            with self._changing():
                here = written.keys() & {t.name for t in self.catalogue.tables() if not t.description}
                self._upkeep.touch()
                for name in sorted(here):
                    self.catalogue.describe(name, written[name])
                self._upkeep.owe(["labels"], sorted(here))
                self._upkeep.catch_up()
        return len(here)

    def rebuild(self, progress: Progress | None = None) -> None:
        """Make values, labels, joins and graph anew from the rows and the catalogue. Raises WorkspaceBusy."""
        with self._changing():
            self._stores.discard_derived()
            self._upkeep.touch()
            self._upkeep.owe(("values", "labels", "joins"), self.catalogue.names())
            finish(self._upkeep, progress or (lambda what, share: None))
