"""`appeals still waiting for a decision`, `jobs awaiting inspection`: what has no day yet on which it was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.model import TEMPORAL
from core.text.words import words

_WAITING = (("waiting", "for"), ("wait", "for"), ("waits", "for"), ("awaiting",), ("awaits",), ("await",))
_ARTICLES = frozenset("a an the their its any some our".split())
_LED = frozenset("still are is were was be been currently that who which".split())
_ROOT = 4
"""Letters that a deed and its noun share at least: `Decided` and decision, `Inspected` and inspection."""


def awaiting(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the condition), where one day of the tables named is that of it."""
    lowers, cells = [t.lower for t in tokens], cell_places(mentions)
    for start, at in _places(lowers):
        if at >= len(tokens) or not cells.isdisjoint(range(start, at + 1)) or len(lowers[at]) < _ROOT:
            continue
        days = [
            Col(name, c.name)
            for name in sorted(tables_named(mentions) & facts.tables.keys())
            for c in facts.tables[name].columns
            if c.type in TEMPORAL and c.profile.nulls and any(_akin(w, lowers[at]) for w in words(c.label))
        ]
        if len(days) == 1:
            said = tuple(t.lemma for t in tokens[start : at + 1])
            return {start: (at + 1, Definition(said, None, (Filter(Item(days[0]), "is null"),)))}
    return {}


def _places(lowers: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where it begins, and where what is waited for stands."""
    for phrase in _WAITING:
        for start, end in places_of(lowers, phrase):
            first, at = start, end
            while first and lowers[first - 1] in _LED:
                first -= 1
            while at < len(lowers) and lowers[at] in _ARTICLES:
                at += 1
            yield first, at


def _akin(one: str, other: str) -> bool:
    return one[:_ROOT] == other[:_ROOT] and min(len(one), len(other)) >= _ROOT
