"""`products sold together with the Lamp`, `what is in the same order as the Lamp`: what stands beside a named one in
some order, or in whatever else rows of both belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Among, Col, Condition, Definition, Filter, Item

_DONE = frozenset("sold bought ordered purchased borrowed lent hired rented used served booked taken".split())
_BEFORE = (("together", "with"), ("along", "with"), ("alongside",))
_BARE = frozenset("is are was were else do did has have gets got".split())
_SMALL = frozenset(("the", "a", "an"))
_YEARS = range(1500, 2200)


def together(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the condition of those beside the one that is named)."""
    found: dict[int, tuple[int, Definition]] = {}
    if any(t.kind == "date" or (t.number is not None and t.number in _YEARS) for t in tokens):
        return {}  # when they stood together is not said so
    for start, behind, wholes in _places(tokens, mentions):
        for m in mentions:
            if m.start == behind and (beside := _beside(m, wholes, _asked(tokens, mentions, m), facts)):
                found[start] = (m.end, Definition(lemmas(tokens, start, m.end), None, beside))
    return found


def _places(tokens: Sequence[Token], mentions: Sequence[Mention]) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Where such words begin, where the name behind them begins, and what holds both, where that is said."""
    lowers = [t.lower for t in tokens]

    def done(at: int) -> int:
        return at - 1 if at and lowers[at - 1] in _DONE else at

    def name(at: int) -> int:
        return at + 1 if lowers[at : at + 1] and lowers[at] in _SMALL else at

    for phrase in _BEFORE:
        for start, end in places_of(lowers, phrase):
            yield done(start), name(end), frozenset()
    for at, word in enumerate(lowers):
        if word == "with" and done(at) < at:
            yield done(at), name(at + 1), frozenset()
    for start, end in places_of(lowers, ("in", "the", "same")):
        held = next((m for m in mentions if m.start == end), None)
        if held is not None and lowers[held.end : held.end + 1] in (["as"], ["with"]):
            wholes = frozenset(k.table for k in held.links if k.kind == "table")
            if wholes:
                yield done(start), name(held.end + 1), wholes


def _asked(tokens: Sequence[Token], mentions: Sequence[Mention], named: Mention) -> frozenset[str]:
    """The tables of what is asked for: those that words speak of; of a bare `what` that of what is named."""
    spoken = frozenset(m.links[0].table for m in mentions if m is not named and m.links)
    what = tokens[0].lower == "what" and tokens[1:2] and tokens[1].lower in _BARE
    return spoken | ({k.table for k in named.links} if what else frozenset())


def _beside(named: Mention, wholes: frozenset[str], asked: frozenset[str], facts: Facts) -> tuple[Condition, ...]:
    """That another one than the one named has a row in a whole that it has one in, too."""
    cells = [k for k in named.links if k.kind == "value" and k.table in facts.tables]
    cells = [k for k in cells if k.table in asked and Col(k.table, k.column) in facts.display(k.table)]
    if not cells or (facts.persons(cells[0].table) and not wholes):
        return ()
    table, called, value = cells[0].table, Col(cells[0].table, cells[0].column), cells[0].value
    lines = [c for c, held in _lines(table, facts) if not wholes or held in wholes]
    if len(lines) != 1:
        return ()
    one, others = (Filter(Item(called), operator, (value,)) for operator in ("=", "!="))
    return others, Among(lines[0], (one,))


def _lines(table: str, facts: Facts) -> list[tuple[Col, str]]:
    """The columns by which rows that refer to the table refer to something else, people aside, and what that is: the
    orders of order lines."""
    joins = [j for j in facts.schema.joins if len(j.child) == 1 and j.state != "rejected" and not j.is_self]
    lines = {j.child_table for j in joins if j.parent_table == table}
    return [
        (Col(j.child_table, j.child[0]), j.parent_table)
        for j in joins
        if j.child_table in lines and j.parent_table != table and not facts.persons(j.parent_table)
    ]
