"""A person's own words in a text that follows on: what a hint or the glossary says that they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ask.state import Link, Mention, SchemaView
from core.ask.tokens import Token
from core.ask.translators.rules.grammar.definitions import defined, definitions
from core.ask.translators.rules.query import Col, Definition

Told = Mapping[int, tuple[int, Definition]]
"""Where words begin whose meaning was given: (end, meaning)."""


def own_words(
    hint: str, tokens: Sequence[Token], mentions: Sequence[Mention], schema: SchemaView
) -> tuple[tuple[Mention, ...], Told]:
    """The mentions, with words for a column among them as if it were called so; and the words for anything else."""
    spans = defined(tokens, definitions(hint, schema, mentions)) if hint else {}
    columns: list[Mention] = []
    told: dict[int, tuple[int, Definition]] = {}
    for start, (end, means) in spans.items():
        column = _plain(means)
        if column is None:
            told[start] = (end, means)
        else:
            text = " ".join(t.text for t in tokens[start:end])
            columns.append(Mention(start, end, text, (Link("column", column.table, column.name, "", 1.0, "told"),)))
    free = (m for m in mentions if all(m.end <= start or end <= m.start for start, (end, _) in spans.items()))
    return tuple(sorted((*free, *columns), key=lambda m: m.start)), told


def _plain(means: Definition) -> Col | None:
    """The column that is meant, and nothing reckoned of it."""
    item = means.item
    bare = item is not None and not (item.aggregate or item.formula or item.where or means.conditions or means.order)
    return item.column if item is not None and bare and item.column and not item.column.part else None
