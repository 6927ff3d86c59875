"""`which pond has the most species`, of `species counts`: different ones, and not the rows that say where one was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import says_rows
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.ask.translators.rules.query_parts import with_items

_KINDS = frozenset(map(stem, "species genus variety breed cultivar strain taxon kind type sort category".split()))
"""Things of which there are several, and that are told apart by what they are."""
_DIFFERENT = frozenset("different distinct unique".split())
_OFTEN = 2
"""Rows to each of them at least."""


def kinds_seen(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows counted where the different values of a column of theirs are asked for become these."""
    if query.share or says_rows([t.lower for t in tokens]):
        return query
    told = set(query.group) | {c.item.column for c in query.where if isinstance(c, Filter)}

    def counted(item: Item) -> Item:
        kind = kind_seen(item, facts, tokens) if not item.formula else None
        return replace(item, column=kind, distinct=True, table="") if kind is not None and kind not in told else item

    return with_items(query, counted)


def kind_seen(item: Item, facts: Facts, tokens: Sequence[Token]) -> Col | None:
    """The column of some rows that are counted of which different values are asked for: its header is said, and
    nothing else of what the rows are called by."""
    held = facts.tables.get(item.table)
    if item.aggregate != "count" or item.column is not None or item.distinct or held is None:
        return None
    said, rows = [t.stem for t in tokens], set(stems(held.label))
    for c in held.columns:
        label = stems(c.label)
        at = next((i for i, s in enumerate(said) if label[-1:] == (s,)), None)
        if at is None or c.type != "text" or _OFTEN * c.profile.distinct > held.rows:
            continue
        different = any(t.lower in _DIFFERENT for t in tokens[max(0, at - len(label)) : at])
        called = set(label) < rows and label[-1] in _KINDS and not (rows - set(label)) & set(said)
        if different or called:
            return Col(held.name, c.name)
    return None
