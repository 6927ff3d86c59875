"""`the largest order by total`, `the biggest order (with the highest total)`: a superlative, and behind the things by
what they are the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.tokens import stem
from core.ask.translators.rules.chart.constructs.sorting import of_each
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue, Figure, Rank, Things
from core.ask.translators.rules.chart.schema import ranked
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item
from core.ask.translators.rules.told.money_sums import money_of

_SOME = ("most", "fewest", "least")
_HIGH = ("highest", "lowest")
_SIZES = ("biggest", "largest", "highest", "greatest", "smallest", "lowest")
_SIZED = ("biggest", "largest", "smallest")
_EXTENT = frozenset(map(stem, "size area capacity population acre acreage hectare tonnage square".split()))
"""Words of headers for how big a thing is."""


def _unsaid(descending: bool) -> Callable[[Cue, Things, Facts], Things | None]:
    """`the largest order`: by what, is still to be said."""

    def build(cue: Cue, things: Things, facts: Facts) -> Things | None:
        plain = not (cue.quantity or things.rank or things.having) and cue.text.split()[0] not in _SOME
        return replace(things, rank=Rank(Item(), descending)) if plain else None

    return build


def _high(descending: bool) -> Callable[[Cue, Things, Facts], Things | None]:
    """`the highest tower`, where it has a height."""

    def build(cue: Cue, things: Things, facts: Facts) -> Things | None:
        column = _height(cue.text, things.table, facts)
        return ranked(things, Rank(Item(column), descending), facts) if column is not None else None

    return build


def _big(descending: bool) -> Callable[[Cue, Things, Facts], Things | None]:
    """`the biggest field`, where its area is the one column that says how big it is."""

    def build(cue: Cue, things: Things, facts: Facts) -> Things | None:
        column = _extent(cue.text, things.table, facts)
        return ranked(things, Rank(Item(column), descending), facts) if column is not None else None

    return build


def sized_by(word: str, table: str, facts: Facts) -> Col | None:
    """What the largest, the highest or the biggest of a table is so by, where nothing else says it: its height, its one
    extent, its one amount of money."""
    if (size := _height(word, table, facts) or _extent(word, table, facts)) is not None:
        return size
    money = money_of(table, facts) if word in _SIZES else None
    if money is not None and not facts.named(table):
        return money
    columns = [Col(table, c.name) for c in facts.tables[table].columns] if word in _SIZED else []
    measures = [c for c in columns if facts.measure(c) and not facts.year(c)]
    return measures[0] if len(measures) == 1 else None


def _height(word: str, table: str, facts: Facts) -> Col | None:
    """The table's own column of heights, of what is the highest."""
    column = facts.of_quantity("height", (table,)) if word in _HIGH else None
    return column if column is not None and column.table == table and facts.measure(column) else None


def _extent(word: str, table: str, facts: Facts) -> Col | None:
    """The one column of a table that says how big its things are, of what is the biggest."""
    columns = [Col(table, c.name) for c in facts.tables[table].columns] if word in _SIZED else []
    sizes = [c for c in columns if facts.measure(c) and facts.speaks(c, _EXTENT)]
    return sizes[0] if len(sizes) == 1 else None


def by_figure(things: Things, measured: Figure, facts: Facts) -> Things | None:
    """`the biggest customers by number of orders`."""
    rank, of = things.rank, measured.things
    if rank is None or of.rank or of.having:
        return None
    kept = replace(things, where=(*things.where, *of.where), rank=None)
    return ranked(kept, replace(rank, item=of_each(measured.items[0], things.table, facts)), facts)


def by_rank(things: Things, rank: Rank, facts: Facts) -> Things | None:
    """`the biggest order (with the highest total)`."""
    said = things.rank
    if said is None or said.descending != rank.descending or rank.limit > 1:
        return None
    return ranked(replace(things, rank=None), replace(rank, limit=said.limit), facts)


def said_again(things: Things, rank: Rank, facts: Facts) -> Things | None:
    """`the cheapest product (with the lowest price)`: what they are the first by already."""
    again = ranked(replace(things, rank=None), rank, facts)
    return things if things.rank is not None and again is not None and again.rank == things.rank else None


def _amount(descending: bool) -> Callable[[Cue, Things, Facts], Things | None]:
    """`the biggest donation`: by the one amount of money that each has."""

    def build(cue: Cue, things: Things, facts: Facts) -> Things | None:
        column = money_of(things.table, facts) if cue.text in _SIZES and not cue.quantity else None
        plain = not (things.rank or things.having) and column is not None and not facts.named(things.table)
        return ranked(things, Rank(Item(column), descending), facts) if plain else None

    return build


_WITH = frozenset(("with", "has", "having", "("))
RULES = (
    *(
        Rule(f"{w} by what is still to be said", f"sup:{w}", "things", "superlative", _unsaid(d), near=True)
        for w, d in (("max", True), ("min", False))
    ),
    *(
        Rule(f"{w} by height", f"sup:{w}", "things", "things", _high(d), 0.05, near=True)
        for w, d in (("max", True), ("min", False))
    ),
    *(
        Rule(f"{w} by its amount of money", f"sup:{w}", "things", "things", _amount(d), 0.1, near=True)
        for w, d in (("max", True), ("min", False))
    ),
    *(
        Rule(f"{w} by extent", f"sup:{w}", "things", "things", _big(d), 0.05, near=True)
        for w, d in (("max", True), ("min", False))
    ),
    Rule("superlative by a figure", "superlative", "measured", "things", by_figure),
    Rule("superlative by a rank", "superlative", "rank", "things", by_rank, 0.05, between=_WITH),
    Rule("rank said again", "things", "rank", "things", said_again, 0.05, between=_WITH),
)
