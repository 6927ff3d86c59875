"""`which of our tutors started most recently`: things are told by their names, not by a size or a day of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.and_their import listed_of_one
from core.ask.translators.rules.query import Col, Item, Query
from core.model import NUMERIC, TEMPORAL

_WHICH = frozenset(("which", "who", "whose"))
_REACH = 3
"""Words of the noun that stands behind "which", at most."""
_TIMES = frozenset(map(stem, ("day", "date", "time", "hour", "week", "month", "quarter", "year", "season")))
_ROWS = frozenset(("item", "items", "record", "records", "entry", "entries", "thing", "things"))
"""Nouns that say no more of rows than that they are some."""


def who_and_which(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Where one size, day or time of things is listed, and "who", "whose" or "which" asks for these: their names."""
    columns = listed_of_one(query)
    at = next((i for i, t in enumerate(tokens) if t.lower in _WHICH), None)
    if len(columns) != 1 or at is None or (at and tokens[at - 1].kind == "word" and tokens[at - 1].lower != "and"):
        return query
    table = columns[0].table
    names = facts.display(table)
    if (
        not names
        or columns[0] in names
        or all(map(facts.identifying, names))
        or not _asks(columns[0], facts, tokens[at:])
    ):
        return query
    return replace(query, select=tuple(map(Item, names)))


def _asks(column: Col, facts: Facts, tokens: Sequence[Token]) -> bool:
    """The word that opens the question asks for what the column's rows are, and not for the column."""
    held, label = facts.column(column), set(stems(facts.tables[column.table].label))
    sized = held is not None and held.type in (*NUMERIC, *TEMPORAL) and not facts.year(column)
    if tokens[0].lower in ("who", "whose"):
        return sized and facts.persons(column.table)
    noun = [t for t in tokens[1:] if t.lower not in FUNCTION][:_REACH]
    if not noun or noun[0].stem in _TIMES:
        return False
    said = set(stems(facts.said(column))) - label
    thing = next((i for i, t in enumerate(noun) if t.stem in label), _REACH)
    own = next((i for i, t in enumerate(noun) if t.stem in said), _REACH)
    if thing + 1 < len(noun) and noun[thing + 1].lower in _ROWS:
        return own > thing + 1
    return sized and thing == 0 < own
