"""The places of a question, and what fills them: what is asked for, of what, for each of what, by what it is ranked.

A reader of places goes by the nearest word that governs a noun ("how many", "which", "by", "most"), and by nothing
else: words in between that it does not know ("carried out", "took") change nothing. So it reads what a grammar
does not, and misreads what only a grammar tells apart; where both agree, hardly anything is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.chart.meanings import Time
from core.ask.translators.rules.chart.schema import KINDS, of_kind
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Aggregate, Col, Operator

Place = Literal["counted", "asked", "group", "ranked", "figure", "absent", "shared", "some", "beside"]
KIND_WORDS = frozenset(map(stem, ("types", "kinds", "sorts", "categories", "classes", "codes")))


@dataclass(slots=True)
class Noun:
    """A table or a column that is said, the place it fills, and the function it is taken under."""

    chunk: Chunk
    place: Place
    function: Aggregate = ""
    kind: Col | None = None
    """The column that says which kind of these rows is meant: "each kind of complaint"."""

    @property
    def column(self) -> Col | None:
        if self.kind is not None:
            return self.kind
        link = self.chunk.link
        return Col(link.table, link.column) if link and self.chunk.kind == "column" else None

    @property
    def table(self) -> str:
        return self.chunk.link.table if self.chunk.link else ""

    def rows(self, facts: Facts) -> str:
        """The table whose rows are meant: of a value in a list of kinds, the one that refers to that list."""
        table = self.table
        few = table in facts.tables and facts.tables[table].rows <= KINDS
        last = self.chunk.text.split()[-1:] if self.chunk.kind == "value" else []
        if last and (rows := of_kind(table, stem(last[0].lower()), facts)):
            return rows
        return (facts.referring(table) if few and (self._names_one(facts) or self.of_kinds(facts)) else "") or table

    def _names_one(self, facts: Facts) -> bool:
        """A value that one row of its table has alone."""
        link = self.chunk.link if self.chunk.kind == "value" else None
        held = facts.column(Col(link.table, link.column)) if link else None
        return held is not None and held.profile.unique

    def of_kinds(self, facts: Facts) -> bool:
        """A list of kinds is meant by what they are kinds of: “tickets”, where `ticket_types` lists the types."""
        if self.chunk.kind != "table" or self.table not in facts.tables:
            return False
        label = stems(facts.tables[self.table].label)
        return len(label) > 1 and label[-1] in KIND_WORDS and stem(self.chunk.text.lower()) in label[:-1]


@dataclass(slots=True)
class Said:
    """A comparison: its operator, its numbers, and the quantity it speaks of ("older than")."""

    chunk: Chunk
    operator: Operator
    dated: bool
    quantity: str = ""
    numbers: list[Chunk] = field(default_factory=list)
    of: Noun | None = None
    times: bool = False
    """How many times something happened to each of the things asked for."""
    unit: str = ""
    """Of so much time: "more than 20 days"."""


@dataclass(slots=True)
class Cell:
    """A value that is said, or (`denied`) left out."""

    chunk: Chunk
    denied: bool = False
    within: int = -1
    """`upheld in Leith`: where that begins which holds within it; -1 where it says no such place."""


@dataclass(frozen=True, slots=True)
class Then:
    """A time that is named ("Mondays") or left out ("excluding 2022")."""

    chunk: Chunk
    time: Time


@dataclass(slots=True)
class Places:
    """What fills the places of a question."""

    nouns: list[Noun] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    bounds: list[Said] = field(default_factory=list)
    times: list[Chunk] = field(default_factory=list)
    days: list[Then] = field(default_factory=list)
    told: list[Chunk] = field(default_factory=list)
    """Words with a meaning given."""
    counting: Chunk | None = None
    happened: bool = False
    """`how often`: what happened is counted, and not whom it happened to."""
    share: Chunk | None = None
    rated: bool = False
    """"The refusal rate": the part that is so."""
    scale: float = 100.0
    """What a whole is: 100 of a percentage, 1 of a fraction."""
    verb: int = -1
    """Where the verb of a share begins: what is said before it tells of which rows it is taken."""
    rank: Chunk | None = None
    descending: bool = True
    often: bool = False
    """"The most common": ranked by how many rows have it."""
    quantity: str = ""
    """Of the rank: "oldest" speaks of an age."""
    limit: Chunk | None = None
    when: Chunk | None = None
    """Asks for a day."""
    figured: Chunk | None = None
    """Asks how much it is."""
    order: Chunk | None = None
    """Says which rows come first."""
    function: Aggregate = ""
    """The last function that was said: what a table's figures are taken under."""
    lasting: Chunk | None = None
    """Asks how long something took."""
    unit: str = ""
    compared: bool = False
    """"Compare A and B": side by side, and not together."""
    part: tuple[Chunk, str] | None = None
    """A part of dates that rows are told apart by: the month."""
    distinct: bool = False
    """`different landings`: each once."""
    either: bool = False
    """Cells are said with "or" between them."""
    ands: tuple[int, ...] = ()
    """Where "and" is said."""
    rows: Chunk | None = None
    """Rows themselves are said: "the most rows"."""
    who: bool = False
    plain: bool = True
    """No word asks for anything."""

    def of(self, *places: Place) -> list[Noun]:
        """The nouns in some places, in order."""
        return [n for n in self.nouns if n.place in places]
