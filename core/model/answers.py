"""Answers to questions: rows, steps, the path, and what else can be done with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from core.model.joins import Cardinality, JoinState
from core.model.tables import Value

StepState = Literal["started", "done", "repaired", "failed"]
ChipKind = Literal["table", "column", "filter", "figure", "grouping", "order", "ignored"]

BY_HAND = "a person"
"""Who read a question whose reading a person made or changed."""
UNSURE = 0.5
"""Below this confidence another reading is looked for."""
SHOWN = 0.46
"""Below this confidence a reading is likelier wrong than right: a page shows what was understood, and no rows. Of those
between the two, where nothing else could be read, 18 of 27 were right in 681 questions over 36 folders."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A query's result. `truncated` says that there were more rows than the limit."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Beside:
    """What is shown beside the rows of a ranking and is no part of them: the figure that it goes by, and the rows that
    share the last place."""

    label: str
    values: tuple[Value, ...]
    """For each row; none where the query shows the figure itself."""
    sql: str = ""
    """The one query that gives the rows with all that; empty in answers of older versions."""
    sharing: tuple[tuple[Value, ...], ...] = ()
    """Rows that have the same figure as the last one, and that the query leaves out."""


@dataclass(frozen=True, slots=True)
class Caution:
    """Something said beside an answer: a fan-out avoided, rows lost, a join not yet confirmed."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Step:
    """One event of the pipeline, as a page shows it while it happens."""

    name: str
    state: StepState
    text: str = ""
    detail: Mapping[str, object] = field(default_factory=dict)
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class PathEdge:
    """One join on the path an answer took, oriented the way the SQL walks it."""

    join_id: str
    left_table: str
    left: tuple[str, ...]
    right_table: str
    right: tuple[str, ...]
    state: JoinState
    score: float
    cardinality: Cardinality
    """Left to right."""
    role: str = ""
    """What the right table is called in this role ("start station"), where the answer needs several of its roles."""
    after: str = ""
    """What is done to the values before they are compared ("after leaving out “K-” in visits.client"); mostly ""."""

    @property
    def equation(self) -> str:
        """The columns that meet, as `orders.client = clients.no`, with what is done to their values before."""
        sides = zip(self.left, self.right, strict=True)
        pairs = " and ".join(f"{self.left_table}.{a} = {self.right_table}.{b}" for a, b in sides)
        return f"{pairs} {self.after}".rstrip()


@dataclass(frozen=True, slots=True)
class Override:
    """What some words of a question shall mean, whatever the program makes of them.

    `target` is a table's name, `table.column`, `table.column=value`, or "" for words that shall mean nothing. `start`
    is the token at which the words begin, as a chip tells it; -1: wherever they stand.
    """

    words: str
    target: str
    start: int = -1


@dataclass(frozen=True, slots=True)
class Chip:
    """Some words of the question and what they were taken for; a person may choose another of `alternatives`.

    `meaning` is for people, in the files' own labels; `target` is for an `Override`. The alternatives are pairs
    (meaning, target) without the one taken, likeliest first, and last the one that leaves the words out (target "").
    """

    words: str
    kind: ChipKind
    meaning: str
    target: str
    start: int = -1
    alternatives: tuple[tuple[str, str], ...] = ()
    near: int = 0
    """Of words that led to nothing: how many of the alternatives, from the first, come near them."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another reading of the question: what it would have meant, and the query for it where one is known."""

    enriched: str
    sql: str | None = None
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call of a chat model: what left this machine and what came back, in full."""

    purpose: str
    """What the call was for: read, path, query, tell, …"""
    sent: str
    received: str
    seconds: float = 0.0
    tokens: int = 0
    model: str = ""
    calls: int = 1
    """How often it was sent: a busy server is asked again."""
    fault: str = ""
    """Why nothing came back, in words."""
    window: int = 0
    """Tokens that the model was taken to read and write at once; 0: not kept."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage of a person's own document that bears on the answer."""

    source: str
    """The document's name, with the page or heading where it has one."""
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence that answers from documents: one of theirs word by word, or a model's that its sources were found to
    hold."""

    text: str
    sources: tuple[Citation, ...]
    """Where each sentence that it rests on stands (document, page or heading, line), with the sentence."""


@dataclass(frozen=True, slots=True)
class Visited:
    """A stop on the way through the documents: why it was made, by what score, and what was taken there."""

    source: str
    text: str
    why: str
    score: float


@dataclass(frozen=True, slots=True)
class Answer:
    """All that a question led to. `sql` is None when the question was not understood; `answer` then says why."""

    question: str
    answer: str
    language: str = "en"
    hint: str = ""
    enriched: str = ""
    tables: tuple[str, ...] = ()
    cypher: str | None = None
    cypher_parameters: Mapping[str, object] = field(default_factory=dict)
    path: tuple[PathEdge, ...] = ()
    runner_up_paths: tuple[tuple[PathEdge, ...], ...] = ()
    sql: str | None = None
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Value, ...], ...] = ()
    beside: Beside | None = None
    """The figure that the rows are ordered by, where `columns` lack it; from a query of its own, for people to see."""
    truncated: bool = False
    confidence: float = 0.0
    warnings: tuple[Caution, ...] = ()
    understood: tuple[tuple[str, str], ...] = ()
    """Pairs (the question's words, what they were taken to mean)."""
    ignored: tuple[str, ...] = ()
    """Words of the question that led to nothing."""
    translator: str = ""
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    model_calls: int = 0
    tokens: int = 0
    steps: tuple[Step, ...] = ()
    rewritten: str = ""
    """A follow-up as the whole question it was taken for; empty when the question stood by itself."""
    options: tuple[str, ...] = ()
    """`answer` is a question back to the person, and these are the readings to choose from."""
    offered: tuple[str, ...] = ()
    """Without an answer: questions that can be asked instead, each in full."""
    alternatives: tuple[Alternative, ...] = ()
    """Runner-up readings, likeliest first."""
    earlier: tuple[Mapping[str, object], ...] = ()
    """The turns of the talk that it was asked in, as plain values: what a follow-up follows on."""
    exchanges: tuple[Exchange, ...] = ()
    cost: float | None = None
    """US dollars for the model calls; None when there were none or the price is not known."""
    verified: str = ""
    """The saved answer, by its question, that a person confirmed and this one follows; empty: none."""
    like: tuple[tuple[str, str], ...] = ()
    """Questions like this one with the SQL that a person confirmed for them, likest first; not what was run."""
    citations: tuple[Citation, ...] = ()
    told: tuple[Told, ...] = ()
    """What documents say that answers the question, the likeliest first; beside the rows where there are any."""
    by_documents: bool = False
    """What `told` says is all of the answer: the question asks nothing of the rows, or there are none."""
    visited: tuple[Visited, ...] = ()
    """How the documents were searched for it, stop by stop."""
    chips: tuple[Chip, ...] = ()
    """What was understood, word by word, each with what it could mean instead; in the question's order."""
    overrides: tuple[Override, ...] = ()
    """What a person had fixed when asking; asking again with one more keeps these."""
    reading: str = ""
    """The alternative, by its `enriched`, that was asked for instead of the likeliest reading."""
    chart: str = ""
    """The kind of chart that the question asks for: pie, bar, line, area or scatter; "" for none."""
    form: Mapping[str, object] | None = None
    """The reading as plain values, to be changed part by part (core.ask.edit); None where the query has no such form:
    a model or a person wrote it."""
    edits: tuple[Mapping[str, object], ...] = ()
    """The forms before each change that a person made, oldest first; {} stands for an answer without one."""
    words: tuple[tuple[str, str], ...] = ()
    """Of an answer that was changed: the question's words and what they were taken for at first (`Chip.target`)."""
    built: bool = False
    """No question was asked: a person built the reading, and `question` is its sentence."""

    @property
    def whole(self) -> Answer:
        """The same answer with the figure that its rows go by as their last column and all rows that share the last
        place, and the one query that gives them: what people see, change and download."""
        b = self.beside
        if b is None or not b.sql or len(b.values) not in (0, len(self.rows)):
            return self
        rows, columns = (*self.rows, *b.sharing), self.columns
        if b.values:
            values = (*b.values, *b.values[-1:] * len(b.sharing))
            rows, columns = tuple((*r, v) for r, v in zip(rows, values, strict=True)), (*columns, b.label)
        return replace(self, sql=b.sql, columns=columns, rows=rows, beside=None)

    @property
    def by_hand(self) -> bool:
        """A person made the reading, or changed it."""
        return self.translator == BY_HAND

    @property
    def unsure(self) -> bool:
        """There is a query, but more likely than not it is not the one meant: show the chips and the alternatives, not
        the rows. What a person chose is answered, where the reading heeds it."""
        ignored = {w.casefold() for w in self.ignored}
        heeded = not any(o.target and o.words.casefold() in ignored for o in self.overrides)
        chosen = (self.overrides and heeded) or self.reading or self.by_hand
        return self.sql is not None and self.confidence < SHOWN and not chosen

    @property
    def cautious_sentence(self) -> str:
        """The answer as it is said to somebody who reads nothing else: where it is unsure, that it is, and the reading
        in place of a sentence that sounds like a fact; where only documents answer, what they say."""
        if self.by_documents:
            return " ".join(f"{t.text} ({'; '.join(c.source for c in t.sources)})" for t in self.told)
        if not self.unsure:
            return self.answer
        return f"I am not sure what this asks. I would read it as: {self.enriched}."


Progress = Callable[[str, float], None]
"""Called as `progress(what, share)` with share in 0..1 while long work goes on."""
