"""Words of a question that led to nothing, as chips that offer what is nearest to them: names by spelling and by
meaning, and cells of columns of few kinds by what they mean (“kids”: the genre `Children`). What people call the rows
of a table need not be like its name: after the nearest come the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from core.ask.chips import offered
from core.ask.state import Link, SchemaView
from core.ask.table_words import tell_of_others, values_of_few
from core.ask.tokens import Token, tokenise
from core.ask.translators.rules.ranking.features import content
from core.index.base import LabelIndex
from core.model import Chip
from core.text.words import words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embed = Callable[[Sequence[str]], "NDArray[np.float32]"]

MOST = 6
"""Names and cells offered for a word, tables aside."""
MOST_TABLES = 12
"""Of more tables only those are offered that what is nearest belongs to."""
_KINDS, _CELLS, _OFFERED = 20, 600, 3
"""Different cells of a column of kinds at most; cells that are compared in all; cells offered for a word."""
_MEANT = 0.5
"""The least cosine of a word and a cell that may be what it means: “stronger” and `Strong Ale` have 0.57,
“runs” and `Tied` 0.43."""
_SPOKEN = 4
"""Letters of a cell that is compared by its meaning, at least, where nothing says what it stands for."""
ALIKE = 75
"""Per cent of the letters of two words that agree, at least (rapidfuzz's ratio)."""
RELATED = 0.4
"""The least cosine of two labels that have to do with each other. Linking takes for granted from 0.45 on."""


def with_unknown(
    chips: Sequence[Chip],
    ignored: Sequence[str],
    text: str,
    schema: SchemaView,
    labels: LabelIndex | None,
    embed: Embed | None = None,
) -> tuple[Chip, ...]:
    """The chips, and one for every word of content in `ignored` that has none, in the question's order. Cells are
    offered where there is something to `embed` them with; of a table without rows nothing is, nor of a dictionary."""
    aside = tell_of_others(schema.tables)
    schema = replace(schema, tables=tuple(t for t in schema.tables if t.rows and t.name not in aside))
    tokens = tokenise(text)
    taken = {c.start + i for c in chips for i in range(max(1, len(tokenise(c.words))))}
    lost = {w.casefold() for w in content(ignored)}
    free = [i for i, t in enumerate(tokens) if t.kind == "word" and i not in taken and t.text.casefold() in lost]
    if not free:
        return tuple(chips)
    asked = [tokens[i].lower for i in free]
    related, cells = _related(asked, labels), _cells(asked, schema, embed)
    tables = _tables(chips, schema)
    made = [
        _chip(tokens[i], i, [*_alike(tokens[i].lower, schema), *held, *near], tables, schema)
        for i, held, near in zip(free, cells, related, strict=True)
    ]
    return tuple(sorted((*chips, *made), key=lambda c: c.start))


def _chip(token: Token, start: int, near: Sequence[Link], tables: Sequence[Link], schema: SchemaView) -> Chip:
    nearest = list({k.id: k for k in near if schema.table(k.table)}.values())[:MOST]
    close = {k.table for k in nearest}
    others = sorted(tables, key=lambda k: k.table not in close)
    if len(tables) > MOST_TABLES:
        others = [k for k in others if k.table in close]
    found = offered((*nearest, *others), schema)
    return Chip(token.text, "ignored", "not used", "", start, found, len(offered(nearest, schema)))


def _tables(chips: Sequence[Chip], schema: SchemaView) -> list[Link]:
    """The tables that no word was taken for."""
    named = {c.target for c in chips}
    return [Link("table", t.name) for t in schema.tables if t.name not in named]


def _alike(word: str, schema: SchemaView) -> list[Link]:
    """Tables and columns with a word in their label that is spelt like this one, the likest first."""
    from rapidfuzz import fuzz

    named = [(t.label, Link("table", t.name)) for t in schema.tables]
    named += [(c.label, Link("column", c.table, c.name)) for t in schema.tables for c in t.columns]
    found = [(max((fuzz.ratio(word, w) for w in words(label)), default=0.0), link) for label, link in named]
    return [link for score, link in sorted(found, key=lambda f: (-f[0], f[1].id)) if score >= ALIKE][:MOST]


def _cells(asked: Sequence[str], schema: SchemaView, embed: Embed | None) -> list[list[Link]]:
    """For each word the cells of columns of few kinds that mean something like it, nearest first."""
    held = dict(islice(_kinds(schema), _CELLS)) if embed is not None else {}
    if embed is None or not held:
        return [[] for _ in asked]
    vectors = embed([*asked, *held])
    cosines = vectors[: len(asked)] @ vectors[len(asked) :].T
    links = list(held.values())
    best = cosines.argsort(axis=1)[:, ::-1][:, :_OFFERED]
    return [[links[n] for n in row if near[n] >= _MEANT] for row, near in zip(best, cosines, strict=True)]


def _kinds(schema: SchemaView) -> Iterator[tuple[str, Link]]:
    """What the cells of columns of few kinds mean in words, each meaning once, and where the first such cell is."""
    known: set[str] = set()
    for column in (c for t in schema.tables for c in t.columns if not c.private):
        for value in values_of_few(column, _KINDS):
            said = column.meaning(value) or value
            spoken = said != value or sum(ch.isalpha() for ch in said) >= _SPOKEN
            if said not in known and spoken:
                known.add(said)
                yield said, Link("value", column.table, column.name, value)


def _related(asked: Sequence[str], labels: LabelIndex | None) -> list[list[Link]]:
    """For each word the labels that mean something like it, nearest first."""
    if labels is None:
        return [[] for _ in asked]
    return [
        [Link(hit.kind, hit.table, hit.column) for hit in hits if hit.similarity >= RELATED]
        for hits in labels.search(list(asked), k=MOST)
    ]
