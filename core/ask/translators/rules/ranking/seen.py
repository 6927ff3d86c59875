"""What the features and the contradiction checks look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.ask.state import JoinTree, Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.chart.schema import one_named
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Condition, Filter, Formula, Item, Query, Term
from core.ask.translators.rules.query_parts import (
    columns_in,
    conditions_in,
    figures_in,
    filters_in,
    formulas_in,
    terms_in,
)
from core.ask.translators.rules.stars import star_summed
from core.model import Value

NOT_HEARD = 2.0


@dataclass(frozen=True)
class Seen:
    """A reading and all that it was made of."""

    tokens: Sequence[Token]
    mentions: Sequence[Mention]
    links: Sequence[Link | None]
    """One for each mention; None where it was left alone."""
    chunks: Sequence[Chunk]
    ignored: Sequence[str]
    query: Query
    tree: JoinTree
    facts: Facts
    rows: Sequence[Sequence[Value]] | None
    """The first rows; None when the query fails, or has too much to do to be tried."""
    runs: bool
    choice: float = 0.0
    behind: float = 0.0
    preferred: Sequence[str] = ()
    """The joins that the question's words speak for, where two tables have several."""
    heard: float = NOT_HEARD
    """How far the query is from what the chart heard best; NOT_HEARD when the chart has no such reading."""
    readers: Collection[str] = ("places",)
    """Which readers gave the query: of chunks, of the chart, of places."""
    agreed: int = 1
    """How many readers gave it, or what gives the same rows."""
    kinds: Collection[str] = ()
    """The constructs of the chart that the words decide for, and of which this reading makes no use."""

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Every condition of the query, as `conditions_in` goes through them; nearly every check asks for them."""
        return tuple(conditions_in(self.query))

    @cached_property
    def ways(self) -> int:
        """How many joins there may be between two tables that the query joins, at most."""
        pairs = Counter(frozenset((j.child_table, j.parent_table)) for j in self.facts.schema.joins if not j.is_self)
        return max((pairs[frozenset((e.left_table, e.right_table))] for e in self.tree.edges), default=0)

    @cached_property
    def filters(self) -> tuple[Filter, ...]:
        return tuple(filters_in(self.query))

    @cached_property
    def figures(self) -> tuple[Item, ...]:
        return tuple(figures_in(self.query))

    @cached_property
    def columns(self) -> tuple[Col, ...]:
        return tuple(columns_in(self.query))

    @cached_property
    def named(self) -> frozenset[tuple[str, str]]:
        """The columns of the query by table and name, whatever part of them is meant, and however often."""
        return frozenset((c.table, c.name) for c in self.columns)

    @cached_property
    def linked(self) -> frozenset[int]:
        """The tokens that mean something of the schema, and have a part in the query."""
        return frozenset(i for c in self.chunks if c.link and c.claimed for i in range(c.start, c.end))

    @cached_property
    def formulas(self) -> tuple[Formula, ...]:
        return tuple(formulas_in(self.query))

    @cached_property
    def star(self) -> tuple[str, ...]:
        """The table of figures that are added up, and those that give its codes their names."""
        return star_summed(self.query, self.facts)

    @cached_property
    def naming(self) -> dict[str, str]:
        """Tables that name a key that was said, by the table that holds the key."""
        said = {Col(c.link.table, c.link.column) for c in self.chunks if c.link and c.link.kind == "column"}
        refer = ((j, c) for c in said if (j := self.facts.refers(c)) is not None)
        return {j.parent_table: c.table for j, c in refer if j.parent_table in self.tree.tables}

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        return tuple(terms_in(self.query))


Check = Callable[[Seen], bool | float]
"""Whether, or how often, a query contradicts its question; known by the function's name."""


def figured(s: Seen) -> bool:
    """Something is aggregated, in what is shown or in the order."""
    shown = (*s.query.select, *(o.item for o in s.query.order))
    return any(i.aggregate or i.formula for i in shown)


def amount_of_one(at: int, s: Seen) -> bool:
    """`how many seats does bus 7 have, and what is its make`: its seats, beside what else it has."""
    shown = [i.column for i in s.query.select if i.column and not i.aggregate]
    said, named = [t.stem for t in s.tokens[at + 1 : at + 2]], one_named(s.query.where, s.facts)
    return len(shown) > 1 and any(c.table in named and s.facts.measure(c) and s.facts.speaks(c, said) for c in shown)


def temporal(s: Seen, column: Col | None) -> bool:
    """A column of days or times."""
    return column is not None and s.facts.temporal(column)


def by_those(s: Seen, i: int) -> bool:
    """`visits by patients from Ghent`, at the "by": whose they are, told from others by what is theirs, no groups."""
    what = s.chunks[i + 1] if s.chunks[i].text.lower() == "by" and i + 1 < len(s.chunks) else None
    if what is None or what.kind != "table" or what.link is None or not what.text.lower().endswith("s"):
        return False
    table = what.link.table
    told = {f.item.column.table for f in s.filters if f.item.column is not None}
    figures = {i.table or (i.column.table if i.column else "") for i in s.query.select if i.aggregate}
    return table in told and table not in figures
