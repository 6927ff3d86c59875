"""`what are all the towns with a shop`: each of them once, and not for every shop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.text.words import singular

_OFTEN = 2
"""Rows with each of some numbers, at least, that are listed once."""
_ALL = frozenset(("all", "what", "which"))
_ASKING = _ALL - {"all"}
_BESIDE = frozenset(("are", "the", "of"))
"""Words that may stand between these and what is listed: `what are the towns`, `all of the towns`."""


def listed_once(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """What rows share, said in the plural and alone to be listed, all of it: its different values. Of rows that
    must meet something, where it is asked `what all` these are."""
    if len(query.select) != 1 or query.group or query.order or query.limit or query.having or query.share:
        return query
    column = query.select[0].column
    if column is None or query.select[0] != Item(column) or column.part or not _shared(column, facts):
        return query
    said = _said_before(column, facts, tokens)
    every = said[-1:] == ["all"] and bool(_ASKING & set(said)) if query.where else bool(_ALL & set(said[-1:]))
    return replace(query, distinct=True) if every else query


def _shared(column: Col, facts: Facts) -> bool:
    """A text that some rows have in common, or a number that many have, and that they are not called by."""
    found, table = facts.column(column), facts.tables.get(column.table)
    if found is None or table is None or column in facts.display(column.table):
        return False
    few = _OFTEN * found.profile.distinct <= table.rows
    return not found.profile.unique if found.type == "text" else found.type == "integer" and few


def _said_before(column: Col, facts: Facts, tokens: Sequence[Token]) -> list[str]:
    """The words before the header in the plural: `all`, of `all the home towns`."""
    label = set(stems(" ".join(facts.spelt(column))))
    at = (i for i, t in enumerate(tokens) if t.kind == "word" and t.stem in label and singular(t.lower) != t.lower)
    before = ([w.lower for w in tokens[:i] if w.stem not in label and w.lower not in _BESIDE] for i in at)
    return next((said for said in before if said[-1:] and said[-1] in _ALL), [])
