"""A small workspace in memory, so that pages can be tested for what they show without the engine behind it.

`test_fake.py` holds it to the real one's names and signatures; what a test sets or reads beside them is among KNOBS.
"""

from __future__ import annotations

import csv
import re
import sqlite3
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from core.ask.hints.glossary import Glossary
from core.catalogue.preferred_paths import PreferredPaths, Way
from core.catalogue.store import Catalogue
from core.catalogue.verified_answers import VerifiedAnswers
from core.config import Settings
from core.config.saved import ModelChoice, StoreChoice
from core.documents.codes import Coded
from core.documents.store import Documents
from core.errors import BadJoin, EmptyFile, JoineryError, WorkspaceDamaged
from core.graph.clusters import ClusterName
from core.index.embed import NgramEmbedder
from core.match.opinions import pair_of
from core.model import (
    Answer,
    Caution,
    Cluster,
    Column,
    Evidence,
    Join,
    JoinState,
    PathEdge,
    Problem,
    Profile,
    Progress,
    Rows,
    Step,
    Table,
)
from core.retrieval.base import Budget, Query, Retrieved
from core.retrieval.kept import graph_of
from core.retrieval.strategies.known import CHOSEN, named
from core.workspace.health import Part
from core.workspace.load import LoadReport
from core.workspace.people import Person, Role
from core.workspace.settings import Seam
from core.workspace.translators import Translators
from tests.pages.fake_chats import FakeChats
from tests.pages.fake_database import FakeCopies, FakeDatabase
from tests.pages.fake_interview import FakeInterview
from tests.pages.fake_portals import FakePortals
from tests.pages.fake_questions import FakeQuestions

if TYPE_CHECKING:
    from core.ingest.layout.as_found import FileAsFound
    from core.ingest.layout.by_hand import LayoutOverride
    from core.ingest.type_overrides import TypeOverride
    from core.workspace import Workspace

PARTS = ("SQL engine", "schema graph", "label index", "embeddings", "value index", "translator")


class FakeTables:
    """The tables of a fake workspace."""

    def __init__(self, ws: FakeWorkspace) -> None:
        self._ws = ws
        self._codes_found: tuple[Coded, ...] = ()

    def all(self) -> tuple[Table, ...]:
        return tuple(sorted(self._ws._tables.values(), key=lambda t: t.name))

    def get(self, name: str) -> Table | None:
        return self._ws._tables.get(name)

    def load(
        self, paths: Sequence[str | Path], *, progress: Progress | None = None, stop: threading.Event | None = None
    ) -> LoadReport:
        tables, problems = [], []
        for n, path in enumerate(Path(p) for p in paths):
            if progress:
                progress(path.name, n / len(paths))
            with path.open(encoding="utf-8-sig", newline="") as file:
                rows = list(csv.reader(file))
            if not rows:
                fault = EmptyFile(path)
                problems.append(Problem(str(path), fault.code, fault.message, fault.hint))
                continue
            tables.append(self._ws.add(path.stem, rows[0], rows[1:], str(path)))
        return LoadReport(tuple(tables), tuple(problems))

    def remove(self, names: Sequence[str]) -> None:
        for name in names:
            del self._ws._tables[name]

    def set_type(
        self,
        table: str,
        column: str,
        type_override: TypeOverride | None,
        *,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Table:
        """The type_override is noted; what the cells would become is not tried."""
        if progress:
            progress(f"{table}: reading", 0.5)
        if self._ws.fault:
            raise self._ws.fault
        old = self._ws._tables[table]
        columns = tuple(replace(c, type_override=type_override or "") if c.name == column else c for c in old.columns)
        self._ws._tables[table] = replace(old, columns=columns)
        return self._ws._tables[table]

    def ask_codes(self, table: str, column: str, *, stop: threading.Event | None = None) -> tuple[Coded, ...]:
        return self._codes_found

    def keep_private(self, table: str, column: str, private: bool) -> None:
        old = self._ws._tables[table]
        kind = "marked by a person" if private else ""
        columns = tuple(replace(c, private=kind) if c.name == column else c for c in old.columns)
        self._ws._tables[table] = replace(old, columns=columns)

    def file_as_found(
        self, table: str, *, source: str = "", override: LayoutOverride | None = None, near: int = 0
    ) -> FileAsFound | None:
        """What a test put there, with the roles that a person paints; nothing is cut anew."""
        found = self._ws.found.get(source or table)
        said = self._ws.layouts.get(source or table) if override is None else override
        for p in said.painted if found and said else ():
            lines = (replace(x, role=p.role) if p.first <= x.first <= p.last else x for x in found.lines)
            found = replace(found, lines=tuple(lines))
        return found

    def layout_override(self, table: str, *, source: str = "") -> LayoutOverride | None:
        return self._ws.layouts.get(source or table)

    def set_layout(
        self,
        table: str,
        override: LayoutOverride | None,
        *,
        source: str = "",
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> tuple[Table, ...]:
        """What a person said is noted."""
        if self._ws.fault:
            raise self._ws.fault
        self._ws.layouts.pop(source or table, None)
        if override:
            self._ws.layouts[source or table] = override
        return (self._ws._tables[table],)

    def rename(self, table: str, label: str) -> Table:
        self._ws._tables[table] = replace(self._ws._tables[table], label=label)
        return self._ws._tables[table]

    def count_by(self, table: str, column: str) -> None:
        self._ws._tables[table] = replace(self._ws._tables[table], when=column)

    def label_value(self, table: str, column: str, value: str, meaning: str) -> None:
        held = self._ws._tables[table]
        codes = {c.name: {**dict(c.codes), value: meaning} if c.name == column else dict(c.codes) for c in held.columns}
        columns = tuple(replace(c, codes=tuple((v, m) for v, m in codes[c.name].items() if m)) for c in held.columns)
        self._ws._tables[table] = replace(held, columns=columns)

    def call_rows(self, table: str, noun: str) -> None:
        self._ws._tables[table] = replace(self._ws._tables[table], row=noun)

    def describe(self, name: str, text: str) -> None:
        self._ws._tables[name] = replace(self._ws._tables[name], description=text)

    def describe_with_model(self, *, progress: Progress | None = None, stop: threading.Event | None = None) -> int:
        bare = [t for t in self.all() if not t.description]
        for n, table in enumerate(bare, start=1):
            if progress:
                progress(f"{table.name}: About {table.name}.", n / len(bare))
            if self._ws.fault:
                raise self._ws.fault
            self._ws._tables[table.name] = replace(table, description=f"About {table.name}.")
        return len(bare)

    def replace(
        self, table: str, path: Path, *, progress: Progress | None = None, stop: threading.Event | None = None
    ) -> Table:
        if self._ws.fault:
            raise self._ws.fault
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
        return self._ws.add(table, rows[0], rows[1:], str(path))

    def preview(self, table: str, n: int = 100) -> Rows:
        return self._ws.questions.sql(f'SELECT * FROM "{table}" LIMIT {n}')

    def rebuild(self, progress: Progress | None = None) -> None:
        self._ws.rebuilt += 1


class FakeJoins:
    """Its joins."""

    def __init__(self, ws: FakeWorkspace) -> None:
        self._ws = ws

    def all(self, *, rejected: bool = False) -> tuple[Join, ...]:
        return self._ws._ways.mark(tuple(j for j in self._ws._joins.values() if rejected or j.state != "rejected"))

    def by(self, scorer: str, *, rejected: bool = False) -> tuple[Join, ...]:
        if self._ws.fault:
            raise self._ws.fault
        return tuple(j for j in self.all() if j.state == "confirmed")

    def score_by(self, scorer: str, *, progress: Progress | None = None) -> None:
        if self._ws.fault:
            raise self._ws.fault
        self._ws.settings._scorer = scorer

    def prepare_reviews(self) -> None:
        self._ws.prepared = True

    def in_doubt(self) -> tuple[Join, ...]:
        return tuple(j for j in self.all() if j.state == "probable" and pair_of(j) not in self._ws.opinions)

    def ask_model(self, *, progress: Progress | None = None, stop: threading.Event | None = None) -> int:
        if self._ws.fault:
            raise self._ws.fault
        asked = self.in_doubt()
        self._ws.opinions |= {pair_of(j): True for j in asked}
        self._ws._joins |= {j.id: replace(j, why=f"{j.why}; the chat model takes them for the same") for j in asked}
        return len(asked)

    def review(self, join_id: str, state: JoinState | None, *, progress: Progress | None = None) -> None:
        if progress:
            progress("Deciding over the whole set", 0.9)
        before = self._ws._joins[join_id]
        self._ws._joins[join_id] = replace(before, state=state or "probable", reviewed=state is not None)

    def add(self, child_table: str, child: str | Sequence[str], parent_table: str, parent: str | Sequence[str]) -> Join:
        mine, theirs = ((c,) if isinstance(c, str) else tuple(c) for c in (child, parent))
        if (child_table, mine) == (parent_table, theirs):
            raise BadJoin("A column cannot be joined with itself.", "Choose two different columns.")
        made = replace(
            self._ws.join(f"{child_table}.{'+'.join(mine)}", f"{parent_table}.{'+'.join(theirs)}"),
            child=mine,
            parent=theirs,
            reviewed=True,
        )
        self._ws._joins[made.id] = made
        return made

    def preferred(self) -> tuple[Way, ...]:
        return self._ws._ways.all()

    def prefer(self, way: Sequence[PathEdge]) -> None:
        self._ws._ways.prefer(way)

    def forget_preference(self, ends: tuple[str, str]) -> None:
        self._ws._ways.forget(ends)


class FakeClusters:
    """Its groups of tables."""

    def __init__(self, ws: FakeWorkspace) -> None:
        self._ws = ws

    def names(self) -> tuple[ClusterName, ...]:
        return tuple(self._ws._named)

    def rename(self, cluster: Cluster, name: str) -> None:
        self._ws._named.append((name, frozenset(cluster.tables)))


class FakeSettings:
    """Its settings."""

    def __init__(self, ws: FakeWorkspace) -> None:
        self._ws = ws
        self.given = ws.given
        self.chosen = StoreChoice()
        self._scorer = ""
        self.translators = Translators(ws.given)

    @property
    def brought(self) -> tuple[str, ...]:
        return self._ws.brought

    def accept_brought(self, progress: Progress | None = None) -> None:
        self._ws.brought = ()

    def forget_brought(self) -> None:
        self._ws.brought = ()

    def choose_model(self, choice: ModelChoice | None, *, keep: bool = False) -> None:
        self._ws.models.append((choice, keep))
        self.translators = Translators(choice.over(self.given) if choice else self.given)

    @property
    def in_use(self) -> Settings:
        stores = self.chosen.over(self.given)
        found = StoreChoice.of(stores).over(self.translators.settings)
        return replace(found, join_scorer=self.given.join_scorer or self._scorer or "own")

    def password_source(self, choice: StoreChoice) -> str:
        return "the setting neo4j_password" if self.given.neo4j_password else ""

    def try_store(self, seam: Seam, choice: StoreChoice, password: str = "") -> str:
        self._ws.tried.append((seam, choice, password))
        if self._ws.fault:
            raise self._ws.fault
        return f"The {seam} would work."

    def choose_stores(self, choice: StoreChoice, *, password: str = "", progress: Progress | None = None) -> None:
        if progress:
            progress("Writing the graph", 0.5)
        if self._ws.late_fault:
            raise self._ws.late_fault
        self.chosen = choice

    def health(self) -> Iterator[Part]:
        return iter(self._ws.parts)


class FakeWorkspace:
    """Tables are read from CSV files into SQLite, all cells text but whole numbers; answers are looked up."""

    KNOBS: ClassVar[frozenset[str]] = frozenset(
        "add answered answers asked brought fault found given join late_fault layouts models offers opinions parts"
        " prepared rebuilt slow sought stoppable tried".split()
    )

    def __init__(self, settings: Settings) -> None:
        self.given = settings
        self.folder = settings.workspace
        self.read_only = False
        self.built_anew: tuple[str, ...] = ()
        self.role, self.operating = Role.OPERATE, True
        self.chats = FakeChats()
        self.database = FakeDatabase(self)
        self.copies = FakeCopies(self)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.documents = Documents(self.folder / "documents.sqlite", NgramEmbedder)
        self.glossary = Glossary(catalogue := Catalogue(self.folder / "state.sqlite"))
        self._ways = PreferredPaths(catalogue)
        self.answers: dict[str, Answer] = {}
        self.asked: list[tuple[str, str]] = []
        self.fault: JoineryError | None = None
        self.offers: dict[str, tuple[str, ...]] = {}
        self.sought: set[str] = set()
        self._asks_database = False
        self.slow = threading.Event()
        self.slow.set()
        self.stoppable = True
        self.answered = threading.Event()
        self.parts: tuple[Part, ...] = tuple(Part(name, "something", True, "It works.") for name in PARTS)
        self.verified = VerifiedAnswers(Path(tempfile.mkdtemp()) / "state.sqlite", check=self._check)
        self.brought: tuple[str, ...] = ()
        self.models: list[tuple[ModelChoice | None, bool]] = []
        self.tried: list[tuple[Seam, StoreChoice, str]] = []
        self.late_fault: JoineryError | None = None
        self.rebuilt = 0
        self.found: dict[str, FileAsFound] = {}
        self.layouts: dict[str, LayoutOverride] = {}
        self.prepared = False
        self.opinions: dict[str, bool] = {}
        self._tables: dict[str, Table] = {}
        self._joins: dict[str, Join] = {}
        self._named: list[ClusterName] = []
        self.settings = FakeSettings(self)
        self.interview = FakeInterview()
        self.tables = FakeTables(self)
        self.joins = FakeJoins(self)
        self.clusters = FakeClusters(self)
        self.portals = FakePortals(self)
        self.questions = FakeQuestions(self)
        self._db = sqlite3.connect(":memory:", check_same_thread=False)

    def retrieve(self, question: str, strategy: str = "") -> Retrieved:
        found = {name: self.documents.passages(name) for name, _ in self.documents.names()}
        query = Query(question, NgramEmbedder().embed([question])[0])
        return named(strategy or CHOSEN)[0].retrieve(query, graph_of(dict(found), NgramEmbedder()), Budget())

    def add(self, name: str, header: Sequence[str], rows: Sequence[Sequence[object]], source: str = "") -> Table:
        """A table from cells; cells of digits become whole numbers."""
        cells = [[int(str(c)) if re.fullmatch(r"\d+", str(c)) else str(c) for c in row] for row in rows]
        columns = []
        for i, label in enumerate(header):
            values = [row[i] for row in cells]
            whole = all(isinstance(v, int) for v in values) and bool(values)
            common = sorted({(str(v), values.count(v)) for v in values}, key=lambda p: (-p[1], p[0]))
            profile = Profile(
                rows=len(cells),
                nulls=sum(v == "" for v in values),
                distinct=len(set(values)),
                minimum=min(values, key=str, default=None),
                maximum=max(values, key=str, default=None),
                common=tuple(common[:12]),
                missing=(("N/A", 2),) if label == "note" else (),
            )
            columns.append(Column(name, label, label, "integer" if whole else "text", i, profile))
        table = Table(
            name, name, source or f"{name}.csv", len(cells), tuple(columns), loaded_at="2126-01-02T03:04:05+00:00"
        )
        quoted = ", ".join('"' + h.replace('"', '""') + '"' for h in header)
        self._db.execute(f'DROP TABLE IF EXISTS "{name}"')
        self._db.execute(f'CREATE TABLE "{name}" ({quoted})')
        self._db.executemany(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(header))})', cells)
        self._tables[name] = table  # a page that looks meanwhile finds its rows, too
        return table

    def join(self, child: str, parent: str, state: JoinState = "confirmed", perfect: bool = False) -> Join:
        """A join between two columns given as `table.column`."""
        (ct, cc), (pt, pc) = child.split("."), parent.split(".")
        evidence = Evidence(0.98, 0.75, 0.9, False, True, "n:1", 42, orphans=("X9",))
        found = Join(f"{child}={parent}", ct, (cc,), pt, (pc,), 0.93, state, evidence, "the values agree", perfect)
        self._joins[found.id] = found
        return found

    def _check(self, query: str) -> None:
        self.questions.sql(query)

    @property
    def in_place(self) -> bool:
        return self.folder.is_dir()

    def acting(self, person: Person) -> Workspace:
        return cast("Workspace", self)

    def size(self) -> int:
        return 12_300_000

    def close(self) -> None:
        self._db.close()


def damaged(settings: Settings) -> FakeWorkspace:
    raise WorkspaceDamaged("The folder is not a workspace.", "Name another workspace folder.")


def shop(ws: FakeWorkspace) -> None:
    """Two tables, one join, one answered question."""
    ws.add("customers", ["id", "city"], [[1, "Porto"], [2, "Oslo"]])
    ws.add("orders", ["id", "customer_id", "note"], [[10, 1, "a"], [11, 1, "b"], [12, 2, ""]])
    ws.join("orders.customer_id", "customers.id", "probable")
    edge = PathEdge(
        "orders.customer_id=customers.id", "orders", ("customer_id",), "customers", ("id",), "probable", 0.93, "n:1"
    )
    ws.answers["How many orders per city?"] = Answer(
        question="How many orders per city?",
        answer="There are 2 cities; Porto has the most orders, 2.",
        enriched="count of `orders` by `customers`.`city`",
        tables=("orders", "customers"),
        cypher="MATCH (t:Table {id: $t}) RETURN t.id",
        cypher_parameters={"t": "orders"},
        path=(edge,),
        runner_up_paths=((replace(edge, score=0.4, right=("city",)),),),
        sql='SELECT "city", count(*) AS n FROM "orders" o JOIN "customers" c ON o."customer_id" = c."id" GROUP BY 1',
        columns=("city", "n"),
        rows=(("Porto", 2), ("Oslo", 1)),
        confidence=0.9,
        warnings=(Caution("unconfirmed", "The join of orders and customers is not confirmed."),),
        understood=(("orders", "table orders"), ("city", "column customers.city")),
        ignored=("please",),
        translator="rules",
        timings_ms={"understand": 3.0, "run": 1.0},
        steps=(Step("understand", "done", "2 tables", ms=3.0), Step("run", "done", "2 rows", ms=1.0)),
    )
