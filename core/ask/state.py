"""What travels between the steps: plain frozen values. Handles travel in `Services`, apart from the state."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from core.errors import Cancelled, QueryError, QueryTimeout
from core.model import Alternative, Beside, Caution, Chip, Column, Exchange, Join, Override, PathEdge, Rows, Step, Table

if TYPE_CHECKING:
    from core.ask.figures.told import Fit
    from core.ask.tokens import Token

LinkKind = Literal["table", "column", "value"]


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the same talk: the whole question, as understood, and the rules' query in plain values."""

    text: str
    enriched: str = ""
    query: Mapping[str, Any] | None = None
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a person asked. `hint` holds definitions given with it; `limit` is the most rows wanted.

    `overrides` fix what words mean. `reading` asks for one of several readings, by its `enriched`.
    """

    text: str
    hint: str = ""
    limit: int = 10_000
    language: str = "en"
    """Of `text`."""
    overrides: tuple[Override, ...] = ()
    reading: str = ""
    earlier: tuple[Turn, ...] = ()
    """The talk's last questions, oldest first."""
    again: bool = False
    """It is the question before, to be shown as another chart."""
    examples: tuple[tuple[str, str], ...] = ()
    """Questions like this one with the SQL that a person verified for them, likest first."""
    heard: str = ""
    """The language that it was asked in, where `text` says it in English words."""

    def plain(self) -> dict[str, Any]:
        """What a talk keeps of it while it waits, as plain values."""
        kept = {"text": self.text, "hint": self.hint, "limit": self.limit, "language": self.language}
        return kept | {"overrides": [[o.words, o.target, o.start] for o in self.overrides]}

    @staticmethod
    def of(plain: Mapping[str, Any]) -> Question:
        """What `plain` gave."""
        rest = {k: v for k, v in plain.items() if k not in ("overrides", "pins")}
        kept = plain.get("overrides", plain.get("pins", ()))  # the name of before
        return Question(**rest, overrides=tuple(Override(*o) for o in kept))


@dataclass(frozen=True, slots=True)
class Link:
    """What some words may mean: a table, a column, or a value of a column. `score` is 0..1."""

    kind: LinkKind
    table: str
    column: str = ""
    value: str = ""
    score: float = 0.0
    how: str = ""
    """How it was found: label, part, stem, embedding, value, typo…"""

    @property
    def id(self) -> str:
        base = f"{self.table}.{self.column}" if self.column else self.table
        return f"{base}={self.value}" if self.kind == "value" else base


@dataclass(frozen=True, slots=True)
class Mention:
    """Tokens `start` to `end` (exclusive) of the question, and what they may mean, best first.

    A `pinned` one means its only link, or nothing if it has none; `others` is what linking had found instead.
    """

    start: int
    end: int
    text: str
    links: tuple[Link, ...]
    pinned: bool = False
    others: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class SchemaView:
    """The part of the schema a question sees: some tables whole, and the joins among them that are not rejected."""

    tables: tuple[Table, ...]
    joins: tuple[Join, ...]

    def table(self, name: str) -> Table | None:
        return next((t for t in self.tables if t.name == name), None)

    def column(self, table: str, name: str) -> Column | None:
        found = self.table(table)
        return found.column(name) if found else None


@dataclass(frozen=True, slots=True)
class Role:
    """The rows of `of` that `column` of `table` refers to, where other columns of it refer to rows of `of` too."""

    table: str
    column: str
    of: str
    name: str = ""
    """What the SQL calls `of` in this role: "start station"."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as understood. `plan` is the translator's own typed form of it; others never look inside."""

    kind: Literal["data", "schema"]
    enriched: str
    tables: tuple[str, ...]
    """The tables the answer needs; the path step finds what connects them."""
    links: tuple[tuple[str, str], ...] = ()
    """Pairs (the question's words, what they mean), for people."""
    ignored: tuple[str, ...] = ()
    confidence: float = 0.0
    plan: object = None
    runners_up: tuple[Reading, ...] = ()
    chips: tuple[Chip, ...] = ()
    rewritten: str = ""
    """A follow-up as the whole question it was taken for."""
    clarify: Clarify | None = None
    """What the translator would rather ask first."""
    verified: str = ""
    """The question of the verified answer that this follows."""
    like: tuple[tuple[str, str], ...] = ()
    """Verified questions like this one, with their SQL."""
    settled: bool = False
    """Of a kind that the rules alone know: no chat model is asked."""
    chart: str = ""
    """The kind of chart that shows it best, where the question asks for none; "" leaves it to the page."""
    roles: tuple[Role, ...] = ()
    """The columns that the question means where two tables have several joins; two of one pair of tables: both."""
    doubt: str = ""
    """What speaks against it, in words for people."""


@dataclass(frozen=True, slots=True)
class Clarify:
    """Two readings differ and the data cannot decide: a question back to the person."""

    question: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """No reading. `understood` says what was recognised, `reason` what is missing."""

    reason: str
    understood: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()
    plan: object = None
    """What comes nearest, for a person to go on from by hand."""
    offered: tuple[str, ...] = ()
    """Questions that can be asked in place of this one."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A query as text, with its parameters and a word on why it looks so."""

    text: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A draft that failed, and its fault."""

    draft: Draft
    code: str
    message: str
    close: tuple[str, ...] = ()
    valid: bool = False
    """The query may run; what is doubted is whether it answers the question."""


@dataclass(frozen=True, slots=True)
class JoinTree:
    """The joins that connect the tables of an answer, in the order the SQL walks them; no edges for one table."""

    tables: tuple[str, ...]
    edges: tuple[PathEdge, ...] = ()


class Run:
    """One question's run: where steps are told, queries probed, and time and patience end.

    `calls` and `tokens` count what a chat model used, `waited` the seconds that were spent on it; `exchanges` is what
    was sent and received.
    """

    def __init__(
        self,
        emit: Callable[[Step], None],
        probe: Callable[[str], Rows],
        seconds: float = 60.0,
        stop: threading.Event | None = None,
        link: Callable[[str], Sequence[Mention]] | None = None,
        figures: Callable[[Sequence[Token]], tuple[Fit, SchemaView] | None] | None = None,
    ) -> None:
        self._emit = emit
        self._link = link
        self._figures = figures
        self._fitted: dict[tuple[Token, ...], tuple[Fit, SchemaView] | None] = {}
        self._probe = probe
        self._tried: dict[str, Rows | QueryError] = {}
        self._seconds = seconds
        self._ends = time.monotonic() + seconds
        self._stop = stop
        self.calls = 0
        self.tokens = 0
        self.waited = 0.0
        self.exchanges: list[Exchange] = []
        self._spent: float | None = 0.0

    @property
    def cost(self) -> float | None:
        """US dollars so far; None without a call, or when one had no known price."""
        return self._spent if self.calls else None

    def spend(self, dollars: float | None) -> None:
        """Count one call's price; None when it is not known."""
        self._spent = None if dollars is None or self._spent is None else self._spent + dollars

    def beside(self, calls: int) -> Run:
        """A run for work side by side with other such: it ends with this one, and begins at these counted calls."""
        other = Run(lambda step: None, self._probe, self._seconds, self._stop, self._link, self._figures)
        other._ends, other._tried = self._ends, self._tried
        other.calls, other.tokens, other.waited = calls, self.tokens, self.waited
        return other

    def join(self, others: Sequence[Run], calls: int) -> None:
        """Count what runs `beside` this one used, in their order; they began at so many calls."""
        tokens, waited = self.tokens, self.waited
        for other in others:
            self.calls += other.calls - calls
            self.tokens += other.tokens - tokens
            self.waited = max(self.waited, other.waited, waited)
            self.exchanges.extend(other.exchanges)
            self.spend(other._spent)

    def through(self, emit: Callable[[Step], None]) -> None:
        """From now on steps are told so."""
        self._emit = emit

    def step(self, step: Step) -> None:
        self._emit(step)

    def probe(self, sql: str) -> Rows:
        """Run a checked query with a small limit and time, once for each text. Raises QueryError."""
        self.check()
        if sql not in self._tried:
            try:
                self._tried[sql] = self._probe(sql)
            except QueryError as fault:
                self._tried[sql] = fault
        found = self._tried[sql]
        if isinstance(found, QueryError):
            raise found.with_traceback(None)
        return found

    def link(self, text: str) -> Sequence[Mention]:
        """What the words of another text mean here: of a question in the data's language."""
        return self._link(text) if self._link is not None else ()

    def figures(self, tokens: Sequence[Token]) -> tuple[Fit, SchemaView] | None:
        """The cube of statistics that a question is over, in the whole schema; None where there is none."""
        said = tuple(tokens)  # asked anew for each part of the schema in which a question is read
        if self._figures is not None and said not in self._fitted:
            self._fitted[said] = self._figures(said)
        return self._fitted.get(said)

    def check(self) -> None:
        """Raise Cancelled after Stop, QueryTimeout past the deadline."""
        if self._stop is not None and self._stop.is_set():
            raise Cancelled
        if time.monotonic() > self._ends:
            raise QueryTimeout(self._seconds)


class State(TypedDict, total=False):
    """The workflow's state: what each step has added so far.

    A talk's memory keeps `asked`, `turns`, `pending` and `choice`, which are plain values; the rest lives as long as
    the run.
    """

    asked: dict[str, Any]
    turns: list[dict[str, Any]]
    pending: dict[str, Any]
    """The question back that waits for its answer, and its options; empty: none."""
    choice: str
    """The option chosen; "" before."""
    question: Question
    view: SchemaView
    mentions: tuple[Mention, ...]
    scoped: tuple[Any, ...]
    """The `Scoped` that the question may be read in, likeliest first, all tables together last."""
    fits_alike: tuple[str, ...]
    """The scope that was asked, and others that the question fits as well; mostly none."""
    reading: Reading
    stopped: str
    """Why there is no answer, in words; empty while all is well."""
    offered: tuple[str, ...]
    """Questions that can be asked instead, where there is no answer."""
    understood: tuple[tuple[str, str], ...]
    ignored: tuple[str, ...]
    chips: tuple[Chip, ...]
    cypher: Draft
    cypher_failed: tuple[Attempt, ...]
    paths: tuple[tuple[PathEdge, ...], ...]
    sql: Draft
    sql_failed: tuple[Attempt, ...]
    rows: Rows
    cautions: tuple[Caution, ...]
    answer: str
    beside: Beside | None
    confidence: float
    alternatives: tuple[Alternative, ...]
    form: dict[str, Any] | None
    chart: str
    """The kind of chart that the question asks for; "" for none."""
