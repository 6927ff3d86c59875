"""Words of a question that a document explains as codes: "by bank transfer" where `B` is told to mean it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.ask.state import Link
from core.ask.tokens import stem
from core.model import Column, Table
from core.text import words

WHOLE, ONE, PART = 0.97, 0.93, 0.6
"""What a meaning said whole is worth, one of a single word, and a part of one at least."""
_MOST, _PARTED = 6, 3
"""Words of a meaning that is looked for, and of one that may be said in part."""
_EMPTY = frozenset("of the a an in and or for to by on at is are was were it this that".split())
_NOT = frozenset("not no non without never un".split())


@dataclass(frozen=True, slots=True)
class Meaning:
    """A value's meaning as stems; `own` are those that no other value of the column has."""

    table: str
    column: str
    value: str
    said: tuple[str, ...]
    own: frozenset[str]


class CodeWords:
    """The meanings of all codes, found from any of their words."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._by_stem: dict[str, list[Meaning]] = defaultdict(list)
        for column in (c for t in tables for c in t.columns if c.codes):
            for meaning in _meanings(column):
                for word in set(meaning.said):
                    self._by_stem[word].append(meaning)

    def links(self, asked: tuple[str, ...]) -> Iterator[Link]:
        """What stems that stand together, small words left out, may mean: a whole meaning, or what tells it apart."""
        said = set(asked)
        for m in self._by_stem.get(asked[0], ()) if asked else ():
            if asked == m.said:
                score = WHOLE if len(asked) > 1 else ONE
            elif said <= set(m.said) and said & m.own and len(m.said) <= _PARTED:
                score = PART + 0.25 * len(said) / len(m.said)
            else:
                continue
            yield Link("value", m.table, m.column, m.value, score, "code")


def content(text: str) -> tuple[str, ...]:
    """The stems of a text that are looked for."""
    return tuple(stem(w) for w in words(text) if w not in _EMPTY)


def _meanings(column: Column) -> Iterator[Meaning]:
    """Each value's meaning; "not insured" tells of the other of two values what it means."""
    told = {value: content(meaning) for value, meaning in column.codes}
    for value, said in list(told.items()):
        if said[:1] and said[0] in _NOT:
            other = _other(column, value)
            if other and not set(told.get(other, ())) - _NOT & set(said):
                yield Meaning(column.table, column.name, other, said[1:], frozenset(said[1:]))
            del told[value]
    seen = Counter(s for said in told.values() for s in set(said))
    for value, said in told.items():
        if 0 < len(said) <= _MOST:
            yield Meaning(column.table, column.name, value, said, frozenset(s for s in said if seen[s] == 1))


def _other(column: Column, value: str) -> str:
    """The other value of a column that holds two."""
    held = [v for v, _ in column.profile.common if v != value]
    return held[0] if len(held) == 1 and column.profile.distinct <= 2 else ""
