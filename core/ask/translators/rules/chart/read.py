"""What the chart hears in a question: the likeliest whole meanings as queries, what each used of the words, and the
kinds of question that its words decide for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.chart.assemble import assembled
from core.ask.translators.rules.chart.constructs import grammar, kinds_read, kinds_said
from core.ask.translators.rules.chart.edge import Edge
from core.ask.translators.rules.chart.lattice import Lattice, lattice
from core.ask.translators.rules.chart.meanings import Whole
from core.ask.translators.rules.chart.parser import parse
from core.ask.translators.rules.chart.told import Placed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk, chunk
from core.ask.translators.rules.query import Query

MOST = 9
"""Readings that come out."""
BEHIND = 1.5
"""How much further from what was said than the likeliest one a reading may be."""
FURTHEST = 3.0
"""How far from what was said a reading may be where none is plain: a few words unknown, or two passed over that are
linked or shape."""
PLAIN = 1.25
"""How far a plain question's reading is at most: one word unknown, and none passed over that is linked or shapes."""
LONGEST = 40
"""Tokens of a question that is read; a longer one would take too long."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One reading: its query, the links and tokens it used, and how far it is from what was said."""

    query: Query
    links: tuple[Link | None, ...]
    """One for each mention; None where it was not used."""
    used: frozenset[int]
    cost: float
    behind: float
    """How much further it is from what was said than the likeliest reading."""
    rules: frozenset[str]

    @property
    def plain(self) -> bool:
        """At most one word unknown, and none passed over that is linked or shapes."""
        return self.cost <= PLAIN

    @property
    def off(self) -> float:
        """How far it is off: behind the likeliest, and beyond what a plain question leaves unsaid."""
        return round(self.behind + max(0.0, self.cost - PLAIN), 4)

    @property
    def kinds(self) -> frozenset[str]:
        """The constructs of whose deciding words it makes use."""
        return kinds_read(self.rules)

    def chunks(
        self, tokens: Sequence[Token], mentions: Sequence[Mention], placed: Placed = MappingProxyType({})
    ) -> list[Chunk]:
        """The question cut by these links, with what the reading used of it marked as used."""
        cut = chunk(tokens, mentions, self.links, placed)
        shown = {(i.column.table, i.column.name) for i in self.query.select if i.column}
        for c in cut:
            if self.used.isdisjoint(range(c.start, c.end)):
                continue
            wanted = c.link is not None and c.kind == "column" and (c.link.table, c.link.column) in shown
            wanted = wanted or (c.means is not None and c.means.item is not None)
            c.claimed = "wanted" if wanted else "" if c.kind == "table" else "filter"
        return cut


@dataclass(frozen=True, slots=True)
class Hearing:
    """The readings that differ in their query, likeliest first, and the constructs for which some words decide."""

    readings: tuple[Heard, ...] = ()
    kinds: frozenset[str] = frozenset()


def hear(
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    facts: Facts,
    placed: Placed = MappingProxyType({}),
    most: int = MOST,
) -> Hearing:
    """At most `most` readings; `placed` words have a meaning given."""
    if len(tokens) > LONGEST:
        return Hearing()
    net = lattice(tokens, mentions, facts, placed)
    edges = parse(net, grammar(), facts)
    said = kinds_said((e.category for e in net.edges), {rule for e in edges for rule in e.rules})
    wholes = [(max(0.0, e.cost + _left(net, e)), e) for e in edges if e.category == "whole"]
    furthest = PLAIN if any(cost <= PLAIN for cost, _ in wholes) else FURTHEST
    wholes = [(cost, e) for cost, e in wholes if cost <= furthest]
    wholes.sort(key=lambda found: (found[0], found[1].start, -found[1].end, repr(found[1].meaning)))
    made: dict[Query, Heard] = {}
    for cost, edge in wholes:
        behind = round(cost - wholes[0][0], 4)
        if behind > BEHIND:
            break
        assert isinstance(edge.meaning, Whole)
        query = assembled(edge.meaning, facts)
        if query is not None and query not in made:
            links = dict(edge.links)
            chosen = tuple(links.get(m.start) for m in mentions)
            made[query] = Heard(query, chosen, edge.used, round(cost, 4), behind, edge.rules)
        if len(made) == most:
            break
    return Hearing(tuple(made.values()), said)


def _left(net: Lattice, edge: Edge) -> float:
    """What the words outside an edge cost."""
    return net.gap(0, edge.start) + net.gap(edge.end, len(net.tokens))
