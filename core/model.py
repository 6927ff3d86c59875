"""The words the product speaks, as frozen dataclasses. This module imports nothing of ours.

A *label* is what the file says, verbatim; a *name* is the SQL identifier, equal to the label where the engine allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Value = str | int | float | None
"""One cell, as the SQL engine returns it. Dates and booleans are text."""

ColumnType = Literal["integer", "real", "text", "boolean", "date", "datetime", "time"]
JoinState = Literal["confirmed", "probable", "rejected"]
Cardinality = Literal["1:1", "1:n", "n:1", "n:m"]
StepState = Literal["started", "done", "repaired", "failed"]
ChipKind = Literal["table", "column", "filter", "figure", "grouping", "order", "ignored"]

LineRole = Literal[
    "title", "header", "units", "group", "data", "subtotal", "total", "note", "source", "comment", "blank"
]
"""What a line of a file is to a table. "note" takes in footnotes, legends and whatever else stands beside the rows."""

NUMERIC: frozenset[ColumnType] = frozenset({"integer", "real"})
TEMPORAL: frozenset[ColumnType] = frozenset({"date", "datetime", "time"})

BY_HAND = "a person"
"""Who read a question whose reading a person made or changed."""
UNSURE = 0.5
"""Below this confidence a reading is likelier wrong than right: a page shows what was understood, and no rows. On 547
questions over 28 databases a fifth lies below, of which 20 % are right; of the others 80 %."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign that stands beside figures of a column, or in their place, with how often."""

    sign: str
    """As written: `p`, `[c]`, `..`, `<5`."""
    meaning: str
    """In words: suppressed, provisional, not available…"""
    cells: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What a whole column's values say. Counts are of cells; `sketch` and `distinct` are over normalised values.

    Normalised means: stripped, case-folded, numbers in one spelling (`7`, `7.0` and `"7"` agree).
    """

    rows: int
    nulls: int
    distinct: int
    minimum: Value = None
    maximum: Value = None
    mean_length: float = 0.0
    """Mean length of a value's text, in characters."""
    common: tuple[tuple[str, int], ...] = ()
    """The most frequent values as text with their counts, most frequent first; at most 12."""
    missing: tuple[tuple[str, int], ...] = ()
    """Missing-value tokens (`*`, `N/A`) read as null, with counts."""
    marks: tuple[Mark, ...] = ()
    """What stood beside figures or in their place, most frequent first."""
    unfit: tuple[tuple[int, str], ...] = ()
    """Cells left out because they do not fit: (row, counted from 1, text); the first thousand where a person chose the
    type."""
    unfit_cells: int = 0
    """How many cells do not fit the type that a person chose."""
    sketch: tuple[int, ...] = ()
    """Bottom-k of the 64-bit hashes of the distinct normalised values, ascending (KMV; Beyer et al. 2007)."""
    sketch_complete: bool = True
    """True when `sketch` holds every distinct value, so that set operations on it are exact."""

    @property
    def filled(self) -> int:
        """Cells that hold a value."""
        return self.rows - self.nulls

    @property
    def marked(self) -> Mapping[str, int]:
        """How many cells have marks of each meaning, most frequent first."""
        counts: dict[str, int] = {}
        for mark in self.marks:
            counts[mark.meaning] = counts.get(mark.meaning, 0) + mark.cells
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    @property
    def unique(self) -> bool:
        """No value occurs twice (nulls aside) and there is at least one."""
        return 0 < self.distinct == self.filled


@dataclass(frozen=True, slots=True)
class Column:
    """One column of one table."""

    table: str
    name: str
    label: str
    type: ColumnType
    position: int
    profile: Profile
    unit: str = ""
    """What stood beside every number and was taken off: `%`, `$`, `€`… A percentage stays as written: 12 for `12 %`."""
    converted: str = ""
    """How the values differ from the file's text, by an example; empty if they do not."""
    description: str = ""
    """What a document beside the files says of it."""
    examples: tuple[tuple[str, str], ...] = ()
    """A few texts of the file with what they became, where that differs."""
    type_override: str = ""
    """The type that a person chose (core.ingest.type_overrides); empty: it was read as the file suggests."""
    codes: tuple[tuple[str, str], ...] = ()
    """What a document beside the files says that values mean: (value, meaning)."""
    private: str = ""
    """What of secrets or personal identifiers it holds, in words: its values are sent to no model. Empty: nothing."""
    opened: bool = False
    """A person lets its values be sent, whatever they look like."""

    @property
    def id(self) -> str:
        return f"{self.table}.{self.name}"

    def meaning(self, value: object) -> str:
        """What a value is told to mean, or ""."""
        said = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
        return dict(self.codes).get(said, "")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a person should know about a file: what happened and what to do."""

    file: str
    code: str
    message: str
    hint: str = ""
    column: str = ""
    """The name of the column it is about, if it is about one."""
    line: int = 0
    """The line of the file it is about, counted from 1; 0: none, or the whole file."""


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines of a file, counted from 1, both ends included, that are of one kind."""

    first: int
    last: int
    role: LineRole


@dataclass(frozen=True, slots=True)
class FileNote:
    """What a file says beside its rows: a title, a note, a source, with its line."""

    line: int
    text: str
    role: LineRole


@dataclass(frozen=True, slots=True)
class TotalRow:
    """A row that sums up others, and is none of the table's. `cells` are as in the file, in the columns' order."""

    line: int
    label: str
    cells: tuple[str, ...]
    group: str = ""
    """The group's heading above it, where the table has such."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table lies in its file: which lines are what, and what was left out of its rows."""

    lines: tuple[LineRange, ...]
    """The table's lines by role, in order; lines of the file that belong to other tables are not among them."""
    notes: tuple[FileNote, ...] = ()
    """Titles, notes, sources, units and comments, in the file's order."""
    totals: tuple[TotalRow, ...] = ()
    units: tuple[tuple[str, str], ...] = ()
    """(column's name, unit), from a line of units."""
    group: str = ""
    """The name of the column that was made of the group headings; empty: there are none."""
    columns: tuple[int, int] | None = None
    """The first and last column in the file, counted from 1, of a table that stands beside another."""
    by_hand: bool = False
    """A person set its borders."""

    @property
    def title(self) -> str:
        """The lines above the table, as one text."""
        return " · ".join(n.text for n in self.notes if n.role == "title")

    @property
    def left_out(self) -> int:
        """How many lines are neither header, rows, group headings nor blank."""
        kept = ("header", "data", "group", "blank")
        return sum(r.last - r.first + 1 for r in self.lines if r.role not in kept)

    def role(self, line: int) -> LineRole | None:
        """What a line of the file is to this table."""
        return next((r.role for r in self.lines if r.first <= line <= r.last), None)


@dataclass(frozen=True, slots=True)
class Member:
    """One file (or sheet) of a family: files of one form that are one table."""

    source: str
    """The path it came from, as `Table.source`; also what the rows' file column holds."""
    label: str
    values: tuple[str, ...]
    """What varies, as `Family.varies` names it."""
    rows: int
    size: int = 0
    changed_ns: int = 0
    loaded_at: str = ""
    sha256: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    """(column's name, what this file calls it) where that is another label."""
    lacks: tuple[str, ...] = ()
    """Names of the family's columns that this file has not."""
    titles: tuple[str, ...] = ()
    """The lines above the table."""
    lines: tuple[tuple[int, int], ...] = ()
    """The lines of the file that are its rows, where they were told from others."""
    notes: tuple[FileNote, ...] = ()
    """What the file says beside its rows."""
    address: str = ""
    """Where on the net the file was fetched; empty: it was not."""
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    """Of what files a table was made, and what tells them apart."""

    members: tuple[Member, ...]
    varies: tuple[str, ...]
    """The names of the columns that say what varies: year, state…"""
    places: tuple[str, ...]
    """Where each was read: file name, folder, title, header."""
    file_column: str
    """The column of the rows that holds the member's source; it is not among the table's columns."""
    totals: tuple[tuple[str, str], ...] = ()
    """(column's name, what stands in it) of the rows that sum up a file's others; they are left out."""

    def member(self, source: str) -> Member | None:
        return next((m for m in self.members if m.source == source), None)


@dataclass(frozen=True, slots=True)
class Table:
    """One loaded table. `source` is the path it came from (`path#sheet`, `path#member`, `path#title` where a file holds
    several), `size` that file's bytes; of a family the folder that its files lie in, and all their bytes."""

    name: str
    label: str
    source: str
    rows: int
    columns: tuple[Column, ...]
    description: str = ""
    size: int = 0
    loaded_at: str = ""
    """UTC, ISO 8601."""
    problems: tuple[Problem, ...] = ()
    changed_ns: int = 0
    """When the file was last changed before it was loaded, in nanoseconds since 1970; 0: not known."""
    layout: Layout | None = None
    """Where it lies in its file; None: the whole file is its header and its rows."""
    family: Family | None = None
    """The files it was made of, where these are several of one form."""
    sha256: str = ""
    """Of its file's bytes, in hexadecimal; of a family see its members."""
    address: str = ""
    """Where on the net the file was fetched; empty: it was not."""
    licence: str = ""
    """Under which the publisher gives it, as the portal names it."""
    derived_from: str = ""
    """The table that it is another view of (core.ingest.crosstab); empty: it was loaded from a file."""
    load_id: str = ""
    """Another one for each load. Clocks say the same for two loads within a second, and go back."""

    @property
    def version(self) -> str:
        """What was found out about the rows of one version does not hold for another."""
        return self.load_id or self.loaded_at

    @property
    def sources(self) -> tuple[str, ...]:
        """The paths that its rows came from."""
        return tuple(m.source for m in self.family.members) if self.family else (self.source,)

    @property
    def published(self) -> bool:
        """It has a title above it, or is a long view or files of one form: its rows are cells of statistics."""
        return bool(self.derived_from or self.family or (self.layout and self.layout.title))

    def column(self, name: str) -> Column | None:
        return next((c for c in self.columns if c.name == name), None)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why two columns may join. Fractions are in 0..1 and about distinct normalised values."""

    containment: float
    """Share of the child's values found in the parent."""
    containment_back: float
    """Share of the parent's values found in the child."""
    label_similarity: float
    child_unique: bool
    parent_unique: bool
    cardinality: Cardinality
    """Child to parent."""
    shared: int
    """Distinct values in common (an estimate when a sketch is incomplete)."""
    orphans: tuple[str, ...] = ()
    """A few child values without a parent."""
    features: tuple[tuple[str, float], ...] = ()
    """The scorer's own named inputs, for whoever wants to check the score."""
    as_written: float | None = None
    """Share of the child's values that SQL's `=` finds in the parent, cells taken as they are; None: not measured."""


@dataclass(frozen=True, slots=True)
class Join:
    """Columns of two tables that hold the same; `child[i]` pairs with `parent[i]`. Several pairs: a composite join."""

    id: str
    child_table: str
    child: tuple[str, ...]
    parent_table: str
    parent: tuple[str, ...]
    score: float
    """0..1: how likely the join is meant."""
    state: JoinState
    evidence: Evidence
    why: str = ""
    perfect: bool = False
    """Same label, same type, same set of values."""
    reviewed: bool = False
    """A person set the state; it wins over the machine."""
    offered: bool = False
    """It is not used (rejected by the program), but enough speaks for it that a person should be asked."""
    rewrite: tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = ((), ())
    """How each side's values are rewritten so that they meet (core.sql.rewrites), the child's first."""
    asked: bool = False
    """A question joined the columns, which were not known to join, and their values fit."""
    preferred: bool = False
    """It lies on a way that a person prefers; not part of what is stored of a join."""

    @staticmethod
    def make_id(child_table: str, child: tuple[str, ...], parent_table: str, parent: tuple[str, ...]) -> str:
        """A stable id: `orders.customer_id=customers.id`, parts of a composite join separated by `+`."""
        left = "+".join(f"{child_table}.{c}" for c in child)
        right = "+".join(f"{parent_table}.{c}" for c in parent)
        return f"{left}={right}"

    @property
    def is_self(self) -> bool:
        return self.child_table == self.parent_table

    @property
    def pairs(self) -> frozenset[frozenset[tuple[str, str]]]:
        """What the join is whichever way it points: its pairs of columns, each as (table, column)."""
        return frozenset(
            frozenset({(self.child_table, c), (self.parent_table, p)})
            for c, p in zip(self.child, self.parent, strict=True)
        )

    def touches(self, table: str) -> bool:
        return table in (self.child_table, self.parent_table)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Tables that hang together."""

    id: str
    label: str
    tables: tuple[str, ...]
    description: str = ""


@dataclass(frozen=True, slots=True)
class SchemaGraph:
    """All that the graph store holds, as values."""

    tables: tuple[Table, ...]
    joins: tuple[Join, ...]
    clusters: tuple[Cluster, ...] = ()


@dataclass(frozen=True, slots=True)
class Rows:
    """A query's result. `truncated` says that there were more rows than the limit."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Beside:
    """A figure for each row that the query goes by and does not select: shown beside the rows, no part of them."""

    label: str
    values: tuple[Value, ...]
    sql: str = ""
    """The one query that gives the rows with the figure; empty in answers of older versions."""


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
    built: bool = False
    """No question was asked: a person built the reading, and `question` is its sentence."""

    @property
    def whole(self) -> Answer:
        """The same answer with the figure that its rows go by as their last column, and the one query that gives both:
        what people see, change and download."""
        b = self.beside
        if b is None or not b.sql or len(b.values) != len(self.rows):
            return self
        rows = tuple((*row, value) for row, value in zip(self.rows, b.values, strict=True))
        return replace(self, sql=b.sql, columns=(*self.columns, b.label), rows=rows, beside=None)

    @property
    def by_hand(self) -> bool:
        """A person made the reading, or changed it."""
        return self.translator == BY_HAND

    @property
    def unsure(self) -> bool:
        """There is a query, but more likely than not it is not the one meant: show the chips and the alternatives, not
        the rows. What a person chose is answered."""
        chosen = self.overrides or self.reading or self.by_hand
        return self.sql is not None and self.confidence < UNSURE and not chosen

    @property
    def told(self) -> str:
        """The answer as it is said to somebody who reads nothing else: where it is unsure, that it is, and the reading
        in place of a sentence that sounds like a fact."""
        if not self.unsure:
            return self.answer
        return f"I am not sure what this asks. I would read it as: {self.enriched}."


Progress = Callable[[str, float], None]
"""Called as `progress(what, share)` with share in 0..1 while long work goes on."""
