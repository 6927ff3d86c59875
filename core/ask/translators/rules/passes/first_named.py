"""`what's the dearest part and what does it sell for?`: the first thing by its figure is told by its name too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Item, Query

_NEAR = 2
"""Words from a superlative to the thing that it is said of."""


def first_named(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Where the one row with the largest or smallest figure shows that figure alone, and the superlative is said of
    what the rows are: with what they are called, where that is no number."""
    if len(query.select) != 1 or query.limit != 1 or query.group or [o.item for o in query.order] != list(query.select):
        return query
    column = query.select[0].column
    if column is None or query.select[0].aggregate or query.select[0].formula:
        return query
    things = set(stems(facts.tables[column.table].label)) - set(stems(facts.said(column)))
    if not any(t.stem in things for i in _superlatives(tokens) for t in tokens[i + 1 : i + 1 + _NEAR]):
        return query
    names = tuple(Item(c) for c in facts.display(column.table) if c != column and not facts.identifying(c))
    return replace(query, select=(*names, *query.select))


def _superlatives(tokens: Sequence[Token]) -> list[int]:
    """Where words like `dearest` and `highest` stand."""
    phrases = lexicon().phrases
    tagged = [(i, phrases.get((t.lower,), ((), ""))[0]) for i, t in enumerate(tokens)]
    return [i for i, tags in tagged if any(tag.startswith("sup:") for tag in tags)]
