"""Keeps what is derived from the tables (values, labels, joins, graph) in step with the catalogue.

What is not yet in step is written down before the work and struck out after it (see `pending_work`). So a crash, a
store that does not serve, or a deleted file costs a catching-up at the next use, and nothing else.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING, Any

from core.catalogue.cluster_names import ClusterNames
from core.catalogue.join_opinions import JoinOpinions
from core.catalogue.pending_work import PendingWork
from core.catalogue.renames import follow_renames, note_gone, pass_on
from core.catalogue.store import Catalogue
from core.documents.match import dictionaries
from core.errors import JoineryError, QueryError, StoreError, StoreUnreachable, WorkspaceError
from core.graph.base import GraphStore
from core.index.value_forms import Forms
from core.index.values import INDEXED
from core.ingest.crosstab import long_form
from core.ingest.long_view import long_table, view_sql
from core.model import Column, Join, Problem, Progress, Table, Value
from core.sql.base import SqlEngine
from core.workspace.lazy_store import LazyStore
from core.workspace.stores import Stores

if TYPE_CHECKING:
    from core.match import RowQuestions, Scorer, SearchCache

MOST_VALUES = 20_000
FEW_VALUES, VALUES_SHARE = 5_000, 200
"""Of a column of an attached table so many, or a two hundredth of its rows: the others are asked for."""
LONGEST_VALUE = 100
MANY_ROWS = 10_000
"""Rows from which on it matters how a table's joins are walked."""
MOST_KEYS = 8
"""Indexes of one table."""
LONG = 3_600.0
"""Seconds that one of our own queries may take."""
PAIRS = "pairs.npz"


class Sync(PendingWork):
    """Each method may be called at any time by whoever holds the workspace's write lock; none repeats done work."""

    def __init__(self, catalogue: Catalogue, stores: Stores, join_scorer: str = "own") -> None:
        super().__init__(catalogue, stores.graph_key)
        self._engine = stores.engine
        self._embedder = stores.embedder
        self._values = stores.values
        self._labels = stores.labels
        self._graph = stores.graph
        self._looked: set[LazyStore[Any]] = set()
        self._proven: dict[tuple[str, ...], bool | None] = {}
        self._cache: SearchCache | None = None
        self._scorer = join_scorer
        self._scored: tuple[tuple[str, str], ...] = ()
        self._stores = stores
        self.at_hand: Mapping[str, Mapping[str, Sequence[Value]]] = {}
        """Cells of tables that were just read, by column: the rows are not asked for them again."""

    # --- after a crash

    def sweep(self, torn: bool = False) -> None:
        """End or undo what an interrupted load or removal left.

        `torn`: the files were not closed. Rows and catalogue lie in two files, and after a power cut either may be
        older than the other: a table whose rows are not those that the catalogue knows is forgotten.
        """
        if torn and not self._stores.asks_database:
            known = [t for t in self._catalogue.tables() if not t.derived_from]
            if lost := [t.name for t in known if not self._is_that(t)]:
                self.forget(lost)
        for name in self._catalogue.unready():
            self.undo(name)
        for name in self.pending("rows"):
            if self._catalogue.table(name) is None:
                self._engine.get().drop(name)
        self.mark_done("rows", self.pending("rows"))
        self.derive()
        if self.pending("joins"):
            self.match()

    def tables(self) -> tuple[Table, ...]:
        """Those that are loaded."""
        return self._catalogue.tables()

    def derive(self) -> None:
        """Make the long views that the tables call for, and take away those whose table is gone or is otherwise now."""
        if not self._stores.takes_files:  # nothing is made there
            return
        tables = {t.name: t for t in self._catalogue.tables()}
        wanted: dict[str, tuple[Table, str]] = {}
        names = frozenset(n.casefold() for n, t in tables.items() if not t.derived_from)
        for table in (t for t in tables.values() if not t.derived_from):
            if (form := long_form(table)) is not None:
                long = long_table(table, form, names)
                wanted[long.name] = (long, view_sql(table, form, long))
        if old := [n for n, t in tables.items() if t.derived_from and n not in wanted]:
            self.forget(old)
        for name, (long, query) in wanted.items():
            if tables.get(name) == long:
                continue
            self._engine.get().view(name, query)
            self._catalogue.stage(long)
            self.add_pending(("values", "labels"), [name])
            self.touch()
            self._catalogue.ready(name)

    def undo(self, name: str) -> None:
        """End a load whose rows are in place, else go back to the table as it was; a broken one is forgotten."""
        staged = self._catalogue.staged(name)
        there = self._engine.get().version(name)
        if staged is not None and staged.columns and there and there == staged.version:
            self.touch()
            self.add_pending(("values", "labels", "joins"), [name])
            self.make_ready(staged)
            return
        old = self._catalogue.table(name)
        if old is not None and self.holds(old):
            self._catalogue.unstage(name)
        else:
            self.forget([name])

    def make_ready(self, table: Table) -> None:
        """Let people see a table that was staged and written; of a family, instead of the tables that it takes in.

        A person's verdicts on those tables' joins go on to it.
        """
        taken = frozenset(table.sources) if table.family else frozenset()
        others = self._catalogue.tables() if taken else ()
        gone = [t.name for t in others if t.name != table.name and taken & set(t.sources)]
        self.add_pending(("rows", "values", "labels"), gone)
        self._catalogue.ready(table.name, gone)
        if gone:
            pass_on(self._catalogue, dict.fromkeys(gone, table.name))
            self.mark_done("joins", gone)
            self._engine.get().show_only(self._catalogue.names())
            for name in gone:
                self._engine.get().drop(name)
            self.mark_done("rows", gone)

    def _is_that(self, table: Table) -> bool:
        """The engine's rows are of the version that the catalogue knows."""
        there = self._engine.get().version(table.name)
        return there == table.version if there and table.version else self.holds(table)

    def holds(self, table: Table) -> bool:
        """The engine has this very table: its columns, and as many filled cells in each."""
        engine = self._engine.get()
        engine.show_only([*self._catalogue.names(), table.name])
        beside = (table.family.file_column,) if table.family else ()
        if engine.tables().get(table.name) != (*(c.name for c in table.columns), *beside):
            return False
        some = table.columns[:200]
        counts = ", ".join(["COUNT(*)", *(f"COUNT({quoted(engine, c.name)})" for c in some)])
        rows = engine.read(f"SELECT {counts} FROM {quoted(engine, table.name)}", seconds=LONG).rows
        return rows == ((table.rows, *(c.profile.filled for c in some)),)

    def forget(self, names: Iterable[str]) -> None:
        """Take tables and their long views out of the catalogue and the engine; the other stores owe it."""
        named = list(names)
        gone = [*(t.name for t in self._catalogue.tables() if t.derived_from in named), *named]
        gone = list(dict.fromkeys(gone))
        self.touch()
        self.add_pending(("rows", "values", "labels"), gone)
        for name in gone:
            note_gone(self._catalogue, name)
            self._catalogue.remove(name)
        follow_renames(self._catalogue)
        self._engine.get().show_only(self._catalogue.names())
        for name in gone:
            self._engine.get().drop(name)
        self.mark_done("rows", gone)
        self.mark_done("joins", gone)

    # --- the derived stores

    def fill_values(self) -> None:
        """Bring the value index in step. Raises StoreError or WorkspaceError; what is not done stays pending."""
        with _noting(self._values):
            values = self._values.get()
            if self._first(self._values):
                due = {t.name for t in self._catalogue.tables() if any(c.type in INDEXED for c in t.columns)}
                self.add_pending(["values"], sorted(due ^ values.tables()))
            wanted = self.pending("values")
            if gone := [n for n in wanted if self._catalogue.table(n) is None]:
                values.remove(gone)
                self.mark_done("values", gone)
            self._engine.get().show_only(self._catalogue.names())
            for table in filter(None, map(self._catalogue.table, wanted)):
                values.put(table, self._distinct)
                self.mark_done("values", [table.name])

    def put_values(self, table: Table, distinct: Callable[[Column], Iterable[tuple[str, int]] | Forms]) -> None:
        """Index the values of a table that is about to be ready. A fault is noted and the table stays pending.

        `distinct` gives a column's values as the engine would, or their forms: the loader has them at hand.
        """
        try:
            with _noting(self._values):
                self._values.get().put(table, distinct)
        except (StoreError, WorkspaceError):
            return
        self.mark_done("values", [table.name])

    def amend_values(self, table: Table, counts: Mapping[str, Mapping[str, int]]) -> None:
        """Take over in the value index how often some values of a table now stand, by column. Where that cannot be,
        the table stays pending."""
        try:
            with _noting(self._values):
                there = self._values.get().amend(table, counts)
        except (StoreError, WorkspaceError):
            return
        if there:
            self.mark_done("values", [table.name])

    def _distinct(self, column: Column) -> Iterator[tuple[str, int]]:
        engine = self._engine.get()
        cell, table = quoted(engine, column.name), quoted(engine, column.table)
        found = engine.read(
            f"SELECT {cell} AS v, COUNT(*) AS n FROM {table} WHERE LENGTH({cell}) BETWEEN 1 AND {LONGEST_VALUE} "
            "GROUP BY 1 ORDER BY 2 DESC, 1",
            limit=MOST_VALUES if self._stores.takes_files else most_kept(column),
            seconds=LONG,
        )
        yield from ((str(v), int(str(n))) for v, n in found.rows)

    def fill_labels(self) -> None:
        """Bring the label index in step. Raises StoreError or WorkspaceError; what is not done stays pending."""
        from core.index.labels import entries_for

        with _noting(self._labels):
            labels = self._labels.get()
            if self._first(self._labels) and not labels.count():
                self.add_pending(["labels"], self._catalogue.names())
            if not (wanted := self.pending("labels")):
                return
            labels.remove(wanted)
            labels.put([e for t in filter(None, map(self._catalogue.table, wanted)) for e in entries_for(t)])
            self.mark_done("labels", wanted)

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Open the graph and the label index beside other work: to import their libraries takes a second or two.

        What makes vectors is loaded as well: new labels will be put.
        """
        # While it is imported it goes through numpy's types, to which onnx adds its own in the other thread.
        import numpy.ma  # noqa: F401

        from core.graph.prepared import prepare_graph
        from core.processes.gc_pause import uncollected

        def open_both() -> None:
            with uncollected():  # modules are no garbage
                for handle in (self._graph, self._labels):
                    with suppress(StoreError, WorkspaceError):  # the handle keeps the fault
                        handle.get()
                with suppress(StoreError, WorkspaceError):
                    self._labels.get().prepare()
                prepare_graph()

        thread = Thread(target=open_both, name="opening-stores")
        thread.start()
        try:
            yield
        finally:
            thread.join()

    def match(self, progress: Progress | None = None) -> None:
        """Find the joins anew, over all tables; the rows are asked of those that owe it and of what is new."""
        from core.match import discover
        from core.match.declared import with_declared
        from core.match.opinions import weighed

        cache = self._remembering()
        follow_renames(self._catalogue)
        touched = self.pending("joins")
        tables = self._joinable()
        own = {t.name for t in tables}
        rows = self.questions()
        joins = discover(
            tables,
            known=[j for j in self._catalogue.joins() if {j.child_table, j.parent_table} <= own],
            touched=frozenset(touched),
            progress=progress,
            unique=rows.unique,
            measure=rows.measure,
            values=rows.values,
            cache=cache,
        )
        joins = weighed(joins, JoinOpinions(self._catalogue).all())
        joins = with_declared(joins, self._stores.declared, tables)
        self.touch()
        # What a person said is kept apart; marked here as well, it could not be taken back.
        made = [replace(j, reviewed=False) for j in joins]
        self._catalogue.put_joins([*made, *_of_views(made, self._catalogue.tables())])
        self.index()
        self.mark_done("joins", touched)

    def _joinable(self) -> tuple[Table, ...]:
        """The tables whose rows may belong together; one that tells of the others' columns is no list of their values,
        and takes no column from a list that is."""
        tables = tuple(t for t in self._catalogue.tables() if not t.derived_from)
        books = dictionaries(tables)
        return tuple(t for t in tables if t.name not in books)

    def index(self) -> None:
        """Make the rows that big tables refer to quick to look up, those of the surest joins.

        Only the side that is unique: with an index on the other SQLite walks through a big table in its order, which
        takes twice as long as a scan with look-ups.
        """
        big = {t.name for t in self._catalogue.tables() if t.rows >= MANY_ROWS}
        keys: dict[str, dict[tuple[str, ...], None]] = {}
        for join in sorted(self._catalogue.joins(), key=lambda j: (-j.score, j.id)):
            known = keys.setdefault(join.parent_table, {})
            wanted = join.child_table in big and join.evidence.parent_unique and join.state != "rejected"
            if wanted and len(known) < MOST_KEYS:
                known[join.parent] = None
        self._engine.get().index(keys)

    def prepare(self) -> None:
        """Do beforehand, in a thread of its own, what the first search for joins spends most of its time on."""
        if self._cache is None:
            search = self._remembering().search
            Thread(
                target=search, args=(self._joinable(), lambda what, share: None), name="preparing-joins", daemon=True
            ).start()

    def _remembering(self) -> SearchCache:
        """What one search leaves for the next, also on disk. A scorer that reads rows begins anew with other tables."""
        from core.match import Kept, SearchCache

        own = self._scorer == "own"
        there = () if own else tuple((t.name, t.version) for t in self._catalogue.tables())
        if self._cache is None or self._scored != there:
            kept = Kept(self._catalogue.path.with_name(PAIRS))
            self._cache = SearchCache(kept=kept) if own else SearchCache(self.scorer(self._scorer))
            self._scored = there
        return self._cache

    def score_by(self, name: str, progress: Progress | None = None) -> None:
        """Find all joins anew by the scorer of that name, and by it from now on. What people said of joins holds.

        Raises SettingsError and StoreError; the joins and the scorer are then as they were.
        """
        before, self._scorer, self._cache = self._scorer, name, None
        try:
            self.add_pending(["joins"], self._catalogue.names())
            self.match(progress)
        except JoineryError:  # what is pending is then found anew by the scorer before
            self._scorer, self._cache = before, None
            raise

    def scorer(self, name: str) -> Scorer:
        """The scorer of that name, with the rows at hand. Raises SettingsError."""
        from core.match import ColumnValues, scorer

        values = ColumnValues(self._engine.get(), self._catalogue.tables())
        return scorer(name, values, lambda texts: self._embedder()[0].embed(texts))

    def joins_by(self, name: str) -> tuple[Join, ...]:
        """The joins that another scorer finds, as if nobody had reviewed any; nothing is kept of them."""
        from core.match import discover

        rows = self.questions()
        return discover(
            self._catalogue.tables(),
            scorer=self.scorer(name),
            unique=rows.unique,
            measure=rows.measure,
            values=rows.values,
        )

    def questions(self) -> RowQuestions:
        """What may be asked of the rows of all tables."""
        from core.match import RowQuestions

        engine = self._engine.get()
        engine.show_only(self._catalogue.names())
        most = None if self._stores.takes_files else most_kept
        return RowQuestions(engine, self._catalogue.tables(), proven=self._proven, at_hand=self.at_hand, most=most)

    def put_graph(self) -> None:
        """Write the graph if it is behind. Raises StoreError; it then stays behind."""
        from core.graph.build import schema_graph

        with _noting(self._graph):
            graph = self._graph.get()
            if self._first(self._graph) and not self.graph_behind and not self._same_size(graph):
                self.graph_lost()
            if self.graph_behind:
                content = self.content
                names = ClusterNames(self._catalogue).all()
                graph.put(schema_graph(self._catalogue.tables(), self._catalogue.joins(), names))
                self.graph_holds(content)

    def _same_size(self, graph: GraphStore) -> bool:
        """The graph holds as many tables and rows as the catalogue: nobody emptied or swapped it."""
        tables = self._catalogue.tables()
        found = graph.read("MATCH (t:Table) RETURN count(t) AS tables, sum(t.rows) AS total").rows[0]
        return (found[0], found[1] or 0) == (len(tables), sum(t.rows for t in tables))

    def _first(self, handle: LazyStore[Any]) -> bool:
        """Whether the store is looked at for the first time since the workspace was opened."""
        first = handle not in self._looked
        self._looked.add(handle)
        return first

    def not_in_step(self) -> Iterator[Problem]:
        """What is not in step, and why."""
        parts = (("schema graph", self._graph), ("label index", self._labels), ("value index", self._values))
        for name, handle in parts:
            if (fault := handle.fault) is not None:
                said = f"The {name} does not yet know all that was loaded. {fault.message}"
                yield Problem("", fault.code, said, fault.hint)

    def catch_up(self) -> None:
        """Bring all three stores in step; what does not serve keeps its fault and is caught up later."""
        for fill in (self.fill_values, self.fill_labels, self.put_graph):
            try:
                fill()
            except (StoreError, WorkspaceError):
                continue


def _of_views(joins: Iterable[Join], tables: Iterable[Table]) -> Iterator[Join]:
    """What a table refers to, its long view refers to as well; and what refers to a table row for row."""
    views = {t.derived_from: t for t in tables if t.derived_from}
    both = [j for join in joins for j in (join, _turned(join)) if j is not None]
    for join in both:
        view = views.get(join.child_table)
        if view is None or join.is_self or any(view.column(c) is None for c in join.child):
            continue
        evidence = replace(
            join.evidence, child_unique=False, cardinality="n:1" if join.evidence.parent_unique else "n:m"
        )
        made = Join.make_id(view.name, join.child, join.parent_table, join.parent)
        yield replace(join, id=made, child_table=view.name, evidence=evidence, perfect=False)


def _turned(join: Join) -> Join | None:
    """A join of two keys seen from its other end; None of any other."""
    held = join.evidence
    if join.is_self or not (held.child_unique and held.parent_unique):
        return None
    evidence = replace(
        held, containment=held.containment_back, containment_back=held.containment, orphans=(), as_written=None
    )
    return replace(
        join,
        child_table=join.parent_table,
        child=join.parent,
        parent_table=join.child_table,
        parent=join.child,
        evidence=evidence,
        rewrite=(join.rewrite[1], join.rewrite[0]),
    )


def most_kept(column: Column) -> int:
    """How many values of an attached column the value index has; they travel."""
    return min(MOST_VALUES, max(FEW_VALUES, column.profile.rows // VALUES_SHARE))


def quoted(engine: SqlEngine, name: str) -> str:
    """An identifier in the engine's quotes."""
    from sqlglot import exp

    return exp.to_identifier(name, quoted=True).sql(dialect=engine.dialect)


@contextmanager
def _noting(handle: LazyStore[Any]) -> Iterator[None]:
    """Keep a store's fault with its handle."""
    try:
        yield
    except (StoreError, WorkspaceError) as fault:
        handle.failed(fault)
        raise
    except (sqlite3.Error, QueryError) as error:
        failure = StoreUnreachable(f"The store could not be brought up to date: {error}", "Is the disk full?")
        handle.failed(failure)
        raise failure from error
    handle.served()
