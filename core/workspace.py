"""The composition root: a workspace is one folder, and here its stores and the stages are wired together.

    data.sqlite     the rows                    values.sqlite   cell values by their words
    graph.lbug      the schema graph            chroma/         label vectors
    state.sqlite    tables, joins, reviews      chats.sqlite    chats and saved answers
    talks.sqlite    what chats last spoke of    documents.sqlite  notes and data dictionaries
    lock            who writes

No path inside is absolute but `Table.source`, which says where a file came from: the folder can be copied elsewhere.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from core.amend import Amending
from core.catalogue import Catalogue
from core.choice import META, ModelChoice, kept
from core.config import Settings
from core.documents.store import Documents
from core.documents.use import cited
from core.errors import StoreError, UnknownName, WorkspaceBusy, WorkspaceError
from core.glossary import Glossary
from core.graph.base import GraphRows, GraphStore
from core.handles import Closable, Handle
from core.health import Part, check_up
from core.history import History
from core.index.base import Embedder, LabelIndex
from core.index.values import ValueIndex
from core.loading import LoadReport, finish, load_all
from core.lock import WorkspaceLock
from core.model import Answer, Join, JoinState, Pin, Progress, Rows, Step, Table
from core.sql.base import SqlEngine
from core.stores import Stores
from core.suggesting import Suggestions
from core.translating import Make, Translators, verifying
from core.upkeep import Upkeep, quoted
from core.verified import Verified, VerifiedAnswers

if TYPE_CHECKING:
    from core.ask.conversation.talks import Talks
    from core.ask.link import Linker
    from core.ask.recall import Recall
    from core.ask.replay import Recording, Replayed
    from core.ask.services import Services
    from core.ask.state import Mention
    from core.ingest.wishes import Wish

__all__ = ["LoadReport", "Part", "Workspace", "open_workspace"]

STATE, CHATS, TALKS, DOCUMENTS = "state.sqlite", "chats.sqlite", "talks.sqlite", "documents.sqlite"
_S = TypeVar("_S", bound=Closable)


def open_workspace(settings: Settings, *, read_only: bool | None = None, embedder: Embedder | None = None) -> Workspace:
    """Open the workspace in the folder `settings.workspace`, made when it is not there.

    With `read_only` None it is opened for writing if nobody else writes. `embedder` stands in for the best one that
    this machine has. Raises WorkspaceBusy (False, and another handle writes) and WorkspaceDamaged (the folder holds
    something else, or nothing and it should only be read).
    """
    return Workspace(settings, read_only=read_only, embedder=embedder)


class Workspace:
    """Tables, joins, questions. Threads may share one: reads are free, one thread at a time writes."""

    def __init__(self, settings: Settings, *, read_only: bool | None = None, embedder: Embedder | None = None) -> None:
        self.settings = settings
        self.folder = settings.workspace
        self._writing = threading.RLock()
        self._closing = threading.Event()
        self._linked: tuple[object, Linker] | None = None
        self._talks: Talks | None = None
        self._warming: threading.Thread | None = None
        self._lock = WorkspaceLock(self.folder)
        if not read_only:
            with suppress(WorkspaceBusy) if read_only is None else nullcontext():
                self._lock.take()
        self.read_only = not self._lock.held
        with ExitStack() as undo:
            undo.callback(self._lock.release)
            self.catalogue = Catalogue(self.folder / STATE, read_only=self.read_only)
            undo.callback(self.catalogue.close)
            self._translators = Translators(kept(settings, self.catalogue.meta(META)))
            self._suggestions = Suggestions()
            self.history = History(self.folder / CHATS, deleted=self._forget)
            self.verified = VerifiedAnswers(
                self.folder / STATE, check=lambda sql: self.engine.check(sql), read_only=self.read_only
            )
            undo.callback(self.verified.close)
            self._recall: Recall | None = None
            self._stores = Stores(settings, self.catalogue, embedder)
            undo.callback(self._stores.close)
            self._upkeep = Upkeep(self.catalogue, self._stores)
            self.documents = Documents(self.folder / DOCUMENTS, lambda: self._stores.embedder()[0])
            self._graph_seen = self._upkeep.graph_state
            if not self.read_only:
                for left in self.folder.glob("load-*"):
                    shutil.rmtree(left, ignore_errors=True)
                self._upkeep.sweep()
            undo.pop_all()  # all is well: nothing to undo

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop a load that is under way, and let go of every file. Closing twice is harmless."""
        self._closing.set()
        if self._warming is not None:
            self._warming.join()
        with self._writing:
            self._stores.close()
            self.history.close()
            self.verified.close()
            if self._talks is not None:
                self._talks.close()
            self.catalogue.close()
            self._lock.release()

    def warm_up(self) -> None:
        """Open in the background what the first question needs: libraries and stores take a second or two."""

        def warm() -> None:
            import core.ask.workflow  # noqa: F401

            with suppress(StoreError, WorkspaceError):  # the handle keeps the fault, and the question will tell it
                if not self._closing.is_set() and self.catalogue.names():
                    self._linker()

        if self._warming is None:
            self._warming = threading.Thread(target=warm, name="joinery-warm-up", daemon=True)
            self._warming.start()

    # --- the stores, opened at their first use and kept in step

    @property
    def engine(self) -> SqlEngine:
        """The rows; queries may read the ready tables."""
        engine = self._stores.engine.get()
        engine.show_only(self.catalogue.names())
        return engine

    @property
    def graph(self) -> GraphStore:
        """The schema graph. Raises StoreError while it does not serve."""
        if self.read_only and self._graph_seen != (now := self._upkeep.graph_state):
            self._graph_seen = now
            self._stores.graph.close()
            self._stores.labels.close()
        return self._in_step(self._stores.graph, self._upkeep.put_graph)

    @property
    def labels(self) -> LabelIndex:
        """The label index. Raises StoreError or WorkspaceDamaged while it does not serve."""
        return self._in_step(self._stores.labels, self._upkeep.fill_labels)

    @property
    def values(self) -> ValueIndex:
        """The value index. Raises StoreError or WorkspaceDamaged while it does not serve."""
        return self._in_step(self._stores.values, self._upkeep.fill_values)

    def _in_step(self, handle: Handle[_S], fill: Callable[[], None]) -> _S:
        """The open store, brought in step unless another thread writes just now (it will do so itself)."""
        store = handle.get()
        if not self.read_only and self._writing.acquire(blocking=False):
            try:
                fill()
            except (StoreError, WorkspaceError):
                return store  # the handle keeps the fault
            finally:
                self._writing.release()
        return store

    @property
    def outdated(self) -> bool:
        """Something waits for a writer: what a crash, or a store that did not serve, left undone."""
        return self._upkeep.behind

    # --- tables and joins

    def tables(self) -> tuple[Table, ...]:
        """The loaded tables, by name, with what documents say of their columns."""
        return self.documents.described(self.catalogue.tables())

    def table(self, name: str) -> Table | None:
        return next((t for t in self.tables() if t.name == name), None)

    def joins(self, *, all: bool = False) -> tuple[Join, ...]:
        """Confirmed joins, then probable ones, likeliest first; with `all` the rejected ones last."""
        order: dict[JoinState, int] = {"confirmed": 0, "probable": 1, "rejected": 2}
        found = (j for j in self.catalogue.joins() if all or j.state != "rejected")
        return tuple(sorted(found, key=lambda j: (order[j.state], -j.score, j.id)))

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

    @contextmanager
    def _changing(self) -> Iterator[None]:
        if self.read_only:
            raise WorkspaceBusy(str(self.folder))
        with self._writing:
            yield

    # --- questions

    @property
    def glossary(self) -> Glossary:
        """What a person's own words mean; the terms that a question uses are told with it."""
        return Glossary(self.catalogue)

    def ask(
        self,
        text: str,
        *,
        hint: str = "",
        limit: int | None = None,
        pins: Sequence[Pin] = (),
        reading: str = "",
        chat: str = "",
        verified: bool = True,
        stop: threading.Event | None = None,
    ) -> Iterator[Step | Answer]:
        """Steps as they happen, the Answer last. `pins` fix what words mean, `reading` names an alternative reading.
        With `verified` False no verified answer is followed: for trying out how the question is read without it.

        In a `chat` (any name; the pages use the chat's id in `history`) the question may follow on earlier ones, and
        the answer may be a question back, with `options`: then the next question may be one of these, or a new one.

        Raises Cancelled, QueryTimeout, StoreError (no graph), and SettingsError (the chat model cannot be set up).
        """
        from core.ask.state import Question
        from core.ask.workflow import answer

        hint = self.glossary.told(text, hint)
        question = Question(text, hint, limit or self.settings.row_limit, pins=tuple(pins), reading=reading)
        talk = self._talking().talk(chat) if chat else None
        make = None if verified else self._translators.make
        for told in answer(question, lambda emit: self._services(emit, stop, bool(chat), make), talk):
            yield cited(told, self.documents, self.tables()) if isinstance(told, Answer) else told

    def suggestions(
        self, after: Answer | None = None, *, first: Collection[str] = (), stop: threading.Event | None = None
    ) -> tuple[str, ...]:
        """Questions worth asking, or such as go on `after` an answer; each was asked by the rules before. Takes seconds
        the first time. Those about the tables `first` come before others."""
        from core.ask.state import Question
        from core.ask.workflow import answer

        rules = self._translators.recorded(None, False)

        def ask(text: str) -> Answer | None:
            *_, last = answer(Question(text, limit=100), lambda emit: self._services(emit, stop, False, rules))
            return last if isinstance(last, Answer) else None

        def stopped() -> bool:
            return self._closing.is_set() or (stop is not None and stop.is_set())

        return self._suggestions.find(self.tables(), self.joins(), ask, after=after, first=first, stopped=stopped)

    def suggested(self, after: Answer | None = None) -> tuple[str, ...] | None:
        """What `suggestions` found before, at once; None: it has not looked yet."""
        return self._suggestions.kept(self.tables(), self.joins(), after)

    def _talking(self) -> Talks:
        from core.ask.conversation.talks import Talks

        if self._talks is None:
            self._talks = Talks(self.folder / TALKS)
        return self._talks

    def _forget(self, chat: str) -> None:
        """What a deleted chat leaves behind; a workspace that nobody talked with loads nothing for it."""
        if self._talks is not None or (self.folder / TALKS).is_file():
            self._talking().forget(chat)

    @property
    def translators(self) -> Translators:
        """What reads questions: the rules, or a chat model with them."""
        return self._translators

    def choose_model(self, choice: ModelChoice | None, *, keep: bool = False) -> None:
        """Read questions with this from now on, and with `keep` whenever this workspace is open; None: what the
        settings say, and nothing is kept. Raises WorkspaceBusy when it cannot be kept."""
        if keep or choice is None:
            with self._changing():
                self.catalogue.set_meta(META, choice.text() if choice else "")
        self._translators = Translators(choice.over(self.settings) if choice else self.settings)

    def replay(self, answer: Answer) -> Replayed:
        """A stored answer made again without a model, from what was said then. Raises ReplayDiffers."""
        from core.ask.recall import Fixed
        from core.ask.replay import replay

        def services(emit: Callable[[Step], None], said: Recording | None, send_values: bool) -> Services:
            make = self._translators.recorded(said, send_values)
            if answer.verified:
                saved = Verified("", answer.verified, answer.sql or "", "", answer.enriched, answer.tables)
                make = verifying(make, Fixed(saved))
            return self._services(emit, None, False, make)

        return replay(answer, services, self.settings.row_limit)

    def _services(
        self, emit: Callable[[Step], None], stop: threading.Event | None, talking: bool, make: Make | None = None
    ) -> Services:
        """The handles that the workflow works with; `make` stands in for the translators of the settings."""
        from core.ask.services import Services
        from core.ask.state import Run

        engine, tables, joins = self.engine, self.tables(), self.joins(all=True)
        return Services(
            engine=engine,
            graph=self.graph,
            tables=tables,
            joins=joins,
            linker=self._linker(),
            translator=(make or self._making())(engine, tables, joins, self.values),
            run=Run(
                emit,
                lambda sql: engine.read(sql, limit=1_000, seconds=5.0),
                seconds=60.0 + self._translators.seconds,
                stop=stop,
                link=self._linked_words,
            ),
            seconds=self.settings.query_seconds,
            talking=talking,
        )

    def _making(self) -> Make:
        """The settings' translators; with verified answers these come first."""
        if not self.verified.all():
            return self._translators.make
        from core.ask.recall import Recall

        if self._recall is None:
            self._recall = Recall(self.verified, self._linked_words, lambda: self._stores.embedder()[0])
        return verifying(self._translators.make, self._recall)

    def _linked_words(self, text: str) -> Sequence[Mention]:
        from core.ask.tokens import tokenise

        return self._linker().link(tokenise(text))

    def _linker(self) -> Linker:
        """The linker of the tables as they are now."""
        from core.ask.link import Linker
        from core.ask.vocabulary import Vocabulary

        tables, values = self.tables(), self.values
        labels: LabelIndex | None = None
        with suppress(StoreError, WorkspaceError):
            labels = self.labels
        made_of = (tables, values, labels)
        linked = self._linked
        if linked is None or linked[0] != made_of:
            linked = self._linked = (made_of, Linker(Vocabulary(tables), values, labels))
        return linked[1]

    def sql(self, query: str, *, limit: int | None = None, seconds: float | None = None) -> Rows:
        """A person's own query, guarded. Raises QueryError."""
        wanted = self.settings
        return self.engine.read(query, limit=limit or wanted.row_limit, seconds=seconds or wanted.query_seconds)

    def cypher(self, query: str, parameters: Mapping[str, object] | None = None, *, limit: int = 1_000) -> GraphRows:
        """A person's own query of the schema graph, guarded. Raises QueryError and StoreError."""
        return self.graph.read(query, parameters, limit=limit, seconds=self.settings.query_seconds)

    def preview(self, table: str, n: int = 100) -> Rows:
        """A table's first rows. Raises UnknownName."""
        if self.catalogue.table(table) is None:
            raise UnknownName(table, kind="table")
        engine = self.engine
        return engine.read(f"SELECT * FROM {quoted(engine, table)} LIMIT {int(n)}", limit=n)

    # --- the folder

    def health(self) -> tuple[Part, ...]:
        """Every part, asked to do a little of its real work; takes seconds when a model must be loaded first."""
        return check_up(self._stores, self.tables(), self._translators)

    def size(self) -> int:
        """Bytes on disk."""
        total = 0
        for path in self.folder.rglob("*"):
            with suppress(OSError):  # a file may vanish while others work
                total += path.stat().st_size if path.is_file() else 0
        return total
