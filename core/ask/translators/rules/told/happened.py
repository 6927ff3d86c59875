"""`lessons that took place`, `visits we actually made`: the rows whose state says so, where others were cancelled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.model import Column
from core.text.words import normalise

_SAID = (
    *(("took", "place"), ("take", "place"), ("taken", "place"), ("went", "ahead"), ("go", "ahead"), ("gone", "ahead")),
    *(("actually",), ("really",)),
)
_NOT = frozenset(("not", "never", "n't", "didn't", "didnt", "doesn't", "don't", "no"))
_DONE = frozenset("done completed complete held attended happened delivered given finished kept carried seen".split())
_CANCELLED = frozenset("cancelled canceled missed postponed dna abandoned noshow".split())


def happened(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Words that say that something came about: start → (end, the condition), where one column tells it."""
    found: dict[int, tuple[int, Definition]] = {}
    for start, end in _places(tokens):
        named = tables_named(mentions)
        conditions = [
            Filter(Item(Col(name, c.name)), "=", values)
            for name in named & facts.tables.keys()
            for c in facts.tables[name].columns
            if (values := _done(c))
        ]
        if len(conditions) == 1:
            lemmas = tuple(t.lemma for t in tokens[start:end])
            found[start] = (end, Definition(lemmas, None, (conditions[0],)))
    return found


def _places(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where it is said, and not denied."""
    lowers = [t.lower for t in tokens]
    for start, end in sorted(place for said in _SAID for place in places_of(lowers, said)):
        if not _NOT & set(lowers[max(0, start - 3) : start]):
            yield start, end


def _done(column: Column) -> tuple[str, ...]:
    """The values that say so of a column in which another one says that it was called off."""
    done = tuple(v for v, m in _meanings(column).items() if m.split()[:1] and m.split()[0] in _DONE)
    return done if done and called_off(column) else ()


def called_off(column: Column) -> bool:
    """It says of some rows that they came to nothing."""
    return any(_CANCELLED & set(m.split()) or "no show" in m for m in _meanings(column).values())


def _meanings(column: Column) -> dict[str, str]:
    """The values of a column of texts, by what they mean."""
    common = column.profile.common if column.type == "text" else ()
    return {value: normalise(column.meaning(value) or value) for value, _ in common}
