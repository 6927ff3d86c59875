"""`animals still with us`, `trips that ran`: rows with an empty cell, where a document says that it means so (`blank =
trip ran`), or where what a column holds is why a row was called off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.stop_words import DETERMINERS
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.text.words import words

_LEADING = DETERMINERS | frozenset("it they he she we there is are was were has have had been".split())
_RAN = frozenset("ran run went gone go ahead held happened took place did done as planned normally okay ok".split())
"""What says that something came about."""
_CAME_ABOUT = (
    *(("took", "place"), ("take", "place"), ("taken", "place"), ("went", "ahead"), ("go", "ahead"), ("gone", "ahead")),
    *(("actually", "went", "out"), ("actually", "ran"), ("actually", "happened"), ("actually", "went", "ahead")),
    *(("been", "out"), ("went", "out"), ("gone", "out")),
    *(("actually", "took", "place"), ("actually",), ("really",), ("ran",), ("we", "run"), ("did", "run")),
)
_NOT = frozenset(("not", "never", "didn't", "didnt", "doesn't", "don't", "no"))
_CANCELLED = frozenset(map(stem, ("cancelled", "canceled", "cancel", "cancellation")))
_NEAR = 3
"""Tokens before it, among which what denies it stands."""


def blank_cells(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the condition), where one column of the tables named, else of all, tells it."""
    named = tables_named(mentions) & facts.tables.keys()
    for tables in (named, facts.tables.keys() - named):
        found: dict[tuple[int, int], set[Col]] = {}
        for column, phrase in _told(sorted(tables), facts):
            for start, end in _places(tokens, phrase):
                if cell_places(mentions).isdisjoint(range(start, end)):
                    found.setdefault((start, end), set()).add(column)
        for (start, end), columns in sorted(found.items(), key=lambda f: (f[0][0], -f[0][1])):
            if len(columns) == 1:
                said = tuple(t.lemma for t in tokens[start:end])
                return {start: (end, Definition(said, None, (Filter(Item(min(columns, key=str)), "is null"),)))}
    return {}


def _told(tables: Sequence[str], facts: Facts) -> Iterator[tuple[Col, tuple[str, ...]]]:
    """Columns with a phrase that says of a row that its cell is empty."""
    for name in tables:
        for c in facts.tables[name].columns:
            column = Col(name, c.name)
            core = _core(c.blank, name, facts) if c.blank else ()
            told = facts.flag(column) is None or c.profile.distinct == 1  # of yes and no an empty cell says neither
            off = told and c.profile.nulls and bool(_CANCELLED & set(map(stem, facts.spelt(column))))
            if off or (core and set(core) <= _RAN):
                yield from ((column, phrase) for phrase in _CAME_ABOUT)
            elif core and not facts.temporal(column):  # a day that has not come: told/still.py
                yield column, core


def _core(meaning: str, table: str, facts: Facts) -> tuple[str, ...]:
    """What is said of the rows, without what they are called: `ran`, of `trip ran`."""
    said, own = list(words(meaning)), set(stems(facts.tables[table].label)) | {stem(facts.tables[table].row)}
    while said and (said[0] in _LEADING or stem(said[0]) in own):
        said.pop(0)
    return tuple(said)


def _places(tokens: Sequence[Token], phrase: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where it is said, and not denied."""
    lowers = [t.lower for t in tokens]
    for start, end in places_of(lowers, phrase):
        if not _NOT & set(lowers[max(0, start - _NEAR) : start]):
            yield start, end
