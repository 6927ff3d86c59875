"""`which make of tool is borrowed most`: the make with the most loans of all its tools, and not of one tool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Query

_WHICH = frozenset(("which", "what"))
_ARTICLES = frozenset(("a", "an", "the", "our"))
_OFTEN = 2
"""Things for each kind at least."""


def kind_done_most(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Groups of single things of which only the kind is shown become groups by the kind, where “which” asks for it."""
    shown = query.select[0] if len(query.select) == 1 else None
    column = shown.column if shown is not None and not shown.aggregate else None
    if column is None or len(query.group) != 2 or query.group[1] != column or not query.limit or query.having:
        return query
    if query.group[0] != facts.key(column.table) or not query.order[0].item.aggregate:
        return query
    return replace(query, group=(column,)) if _kinds(column, facts) and _asked(column, facts, tokens) else query


def _kinds(column: Col, facts: Facts) -> bool:
    """A word that several things share."""
    held = facts.column(column)
    rows = facts.tables[column.table].rows
    return held is not None and not facts.telling(column) and _OFTEN * held.profile.distinct <= rows


def _asked(column: Col, facts: Facts, tokens: Sequence[Token]) -> bool:
    """`which make of tool …`: behind the first noun the things are named."""
    said = [t for t in tokens if t.lower not in _ARTICLES]
    if len(said) < 4 or said[0].lower not in _WHICH or said[2].lower != "of":
        return False
    return said[3].stem in stems(facts.tables[column.table].label)
