"""Words of a question that led to nothing, as chips that offer the names nearest to them: by spelling, by meaning."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.chips import meaning
from core.ask.state import Link, SchemaView
from core.ask.tokens import Token, tokenise
from core.ask.translators.rules.ranking.features import content
from core.index.base import LabelIndex
from core.model import Chip
from core.text.words import words

MOST = 4
"""Names offered for a word."""
ALIKE = 75
"""Per cent of the letters of two words that agree, at least (rapidfuzz's ratio)."""
RELATED = 0.3
"""The least cosine of two labels that have to do with each other. Linking takes for granted from 0.45 on."""


def with_unknown(
    chips: Sequence[Chip], ignored: Sequence[str], text: str, schema: SchemaView, labels: LabelIndex | None
) -> tuple[Chip, ...]:
    """The chips, and one for every word of content in `ignored` that has none, in the question's order."""
    tokens = tokenise(text)
    taken = {c.start + i for c in chips for i in range(max(1, len(tokenise(c.words))))}
    lost = {w.casefold() for w in content(ignored)}
    free = [i for i, t in enumerate(tokens) if t.kind == "word" and i not in taken and t.text.casefold() in lost]
    if not free:
        return tuple(chips)
    related = _related([tokens[i].lower for i in free], labels)
    made = [
        _chip(tokens[i], i, [*_alike(tokens[i].lower, schema), *near], schema)
        for i, near in zip(free, related, strict=True)
    ]
    return tuple(sorted((*chips, *made), key=lambda c: c.start))


def _chip(token: Token, start: int, near: Sequence[Link], schema: SchemaView) -> Chip:
    offered = {k.id: meaning(k, schema) for k in near if schema.table(k.table)}
    return Chip(token.text, "ignored", "not used", "", start, tuple((said, to) for to, said in offered.items())[:MOST])


def _alike(word: str, schema: SchemaView) -> list[Link]:
    """Tables and columns with a word in their label that is spelt like this one, the likest first."""
    from rapidfuzz import fuzz

    named = [(t.label, Link("table", t.name)) for t in schema.tables]
    named += [(c.label, Link("column", c.table, c.name)) for t in schema.tables for c in t.columns]
    found = [(max((fuzz.ratio(word, w) for w in words(label)), default=0.0), link) for label, link in named]
    return [link for score, link in sorted(found, key=lambda f: (-f[0], f[1].id)) if score >= ALIKE][:MOST]


def _related(asked: Sequence[str], labels: LabelIndex | None) -> list[list[Link]]:
    """For each word the labels that mean something like it, nearest first."""
    if labels is None:
        return [[] for _ in asked]
    return [
        [
            Link(
                hit.kind, hit.table, hit.id.removeprefix(hit.table + ".").split("#")[0] if hit.kind == "column" else ""
            )
            for hit in hits
            if hit.similarity >= RELATED
        ]
        for hits in labels.search(list(asked), k=MOST)
    ]
