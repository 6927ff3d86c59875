"""A person's own words in a text that follows on: what a hint or the glossary says that they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ask.state import Mention, SchemaView
from core.ask.tokens import Token
from core.ask.translators.rules.grammar.definitions import columns_said, defined, definitions
from core.ask.translators.rules.query import Definition

Told = Mapping[int, tuple[int, Definition]]
"""Where words begin whose meaning was given: (end, meaning)."""


def own_words(
    hint: str, tokens: Sequence[Token], mentions: Sequence[Mention], schema: SchemaView
) -> tuple[tuple[Mention, ...], Told]:
    """The mentions, with words for a column among them as if it were called so; and the words for anything else."""
    known = defined(tokens, definitions(hint, schema, mentions)) if hint else {}
    free = [m for m in mentions if all(m.end <= start or end <= m.start for start, (end, _) in known.items())]
    told, said = columns_said(tokens, free, known)
    return said, told
