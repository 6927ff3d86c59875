"""Which columns of numbers the words of a question name, one beside another: also by the letters that a header has of a
word (`Ad` of adults), and `money in` and `money out` of columns that are called so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.ask.state import Mention
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Col, Formula, Item
from core.text.units import SIGNS, without_unit
from core.text.words import words

_LEAST = 0.6
"""The least score of a link that names a column beside others."""
_SHORT = 0.5
_LETTERS = 4
"""The most letters of a header that stands for a word by some of its letters."""
_COMING = frozenset("money cash came come comes coming paid went gone going goes".split())
_WAYS = frozenset(("in", "out"))


@dataclass(frozen=True, slots=True)
class Named:
    """A column of numbers, and the words that name it."""

    start: int
    end: int
    column: Col
    score: float


def named_amounts(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Named, ...]:
    """All that are named, in the order of the words; the same words may name one in several tables."""
    found = [*_linked(tokens, mentions, facts), *_shortened(tokens, mentions, facts)]
    return tuple(sorted(found, key=lambda n: (n.start, -n.score)))


def _linked(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Named]:
    for m in mentions:
        if not m.links or m.links[0].kind == "value":
            continue
        for k in m.links:
            column = Col(k.table, k.column)
            if k.kind == "column" and k.how not in ("meaning", "synonym") and k.score >= _LEAST:
                if not facts.measure(column) or facts.year(column):
                    continue
                said, end = {w.lower() for w in facts.spelt(column)}, m.end
                while end < len(tokens) and tokens[end].lower in said:
                    end += 1
                yield Named(m.start, end, column, k.score)


def _shortened(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Named]:
    taken = {i for m in mentions if m.links and m.links[0].how != "meaning" for i in range(m.start, m.end)}
    for name, table in facts.tables.items():
        for c in table.columns:
            column, header = Col(name, c.name), [w.lower() for w in words(without_unit(c.label, True) or c.label)]
            if len(header) != 1 or not facts.measure(column) or facts.year(column):
                continue
            for i, token in enumerate(tokens):
                said = token.lower
                if header[0] in _WAYS and said == header[0] and i and tokens[i - 1].lower in _COMING:
                    yield Named(i - 1, i + 1, column, 1.0)
                elif i not in taken and token.kind == "word" and said not in FUNCTION and stands_for(header[0], said):
                    yield Named(i, i + 1, column, _SHORT)


def stands_for(short: str, word: str) -> bool:
    """Its first letters, or the first and some of the others in their order: `Ch` of children, `OT` of overtime."""
    if short in FUNCTION or not 2 <= len(short) <= _LETTERS or len(word) < len(short) + 2 or short[0] != word[0]:
        return False
    rest = iter(word)
    return all(letter in rest for letter in short)


def of_one_kind(one: Col, other: Col, facts: Facts) -> bool:
    """Both are money, or neither is."""
    return _signed(one, facts) == _signed(other, facts)


def _signed(column: Col, facts: Facts) -> bool:
    held = facts.column(column)
    return held is not None and (held.unit in SIGNS or bool(SIGNS & set(held.label)))


def reckoned(operator: Literal["+", "-"], columns: Sequence[Col], facts: Facts, mean: bool = False) -> Item:
    """The columns of each row taken together, added up over the rows; of a difference each by itself where some rows
    lack one."""
    name = (" and " if operator == "+" else " less ").join(called(c, facts) for c in columns)
    gaps = any((held := facts.column(c)) is not None and held.profile.nulls for c in columns)
    apart: Aggregate = "sum" if operator == "-" and gaps and not mean else ""
    made: Item = Item(columns[0], apart)
    for column in columns[1:]:
        made = Item(columns[0], formula=Formula(operator, made.formula or made, Item(column, apart), name))
    return replace(made, aggregate="own" if apart else "avg" if mean else "sum")


def called(column: Col, facts: Facts) -> str:
    """A header without its unit."""
    held = facts.column(column)
    label = held.label if held else column.name
    return " ".join(words(without_unit(label, True) or label))
