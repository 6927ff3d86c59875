"""`which boats have had their licence suspended`: the boats are asked for, and not what of theirs it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query

_ASKED = frozenset(("which", "what"))
_HAVE = frozenset(("have", "has", "had"))
_THEIR = frozenset(("their", "its", "his", "her"))


def whose_own(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows that are asked for by what was done to something of theirs are shown by what they are called."""
    column = query.select[0].column if len(query.select) == 1 else None
    if column is None or query.select[0] != Item(column) or not query.where or query.group or column.through[0]:
        return query
    lowers = [t.lower for t in tokens]
    at = next((i for i, w in enumerate(lowers) if w in _THEIR and i > 1 and lowers[i - 1] in _HAVE), 0)
    owned = {t.stem for t in tokens[at + 1 : at + 3]} if at and lowers[0] in _ASKED else set()
    shown = facts.display(column.table)
    named = {t.stem for t in tokens[1:at]} & set(stems(" ".join(facts.spelt(column))))
    if not owned or named or column in shown or not facts.speaks(column, owned):
        return query
    return replace(query, select=tuple(map(Item, shown)))
