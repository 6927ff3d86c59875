"""`which of our tutors started most recently`: things are told by their names, not by a size or a day of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, stem
from core.ask.translators.rules.columns import KEYS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.and_their import listed_of_one
from core.ask.translators.rules.query import Col, Filter, Item, Query, condition_items
from core.model import NUMERIC, TEMPORAL

_WHICH = frozenset(("which", "who", "whose"))
_HAVE = frozenset("has have had is are was were been".split())
_REACH = 3
"""Words of the noun that stands behind "which", at most."""
_OWNING = frozenset(("'", "’", "'s", "’s"))
_OWNER = 5
"""Tokens up to the mark of whoever owns what is asked about, at most."""
_TIMES = frozenset(map(stem, ("day", "date", "time", "hour", "week", "month", "quarter", "year", "season")))
_ROWS = frozenset("item items record records entry entries thing things piece pieces one ones".split())
"""Nouns that say no more of rows than that they are some."""


def who_and_which(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Where one size, day or time of things is listed, and "who", "whose" or "which" asks for these: their names."""
    if (told := _first_by_its_size(query, facts, tokens)) is not None:
        return told
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
    done = Filter(Item(columns[0]), "is not null")
    came = _came(columns[0], facts, tokens) and not any(i.column == columns[0] for i in condition_items(query.where))
    return replace(query, select=tuple(map(Item, names)), where=(*query.where, done) if came else query.where)


def _first_by_its_size(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query | None:
    """`the dearest item`: the row that has the price, and not a row that refers to it."""
    size = query.order[0].item if len(query.order) == 1 and query.limit else Item()
    listed = [i.column for i in query.select if i.column and not i.aggregate]
    if size.column is None or size.aggregate or size.formula or len(listed) != 1 or query.group or query.where:
        return None
    names, other = facts.display(size.column.table), listed[0].table
    below = any((j.child_table, j.parent_table) == (other, size.column.table) for j in facts.schema.joins)
    generic = any(a.kind == "word" and b.lower in _ROWS and a.lower.endswith("est") for a, b in pairwise(tokens))
    if not (below and generic and names) or listed[0].through[0] or not facts.measure(size.column):
        return None
    return replace(query, select=tuple(map(Item, names)), tables=())


def _came(column: Col, facts: Facts, tokens: Sequence[Token]) -> bool:
    """`who have left`, of the day on which some did."""
    held = facts.column(column)
    some = held is not None and held.type in TEMPORAL and held.profile.nulls > 0
    own = set(stems(held.plain_label)) if held is not None else set()
    return some and any(a.lower in _HAVE and b.stem in own for a, b in pairwise(tokens))


def _asks(column: Col, facts: Facts, tokens: Sequence[Token]) -> bool:
    """The word that opens the question asks for what the column's rows are, and not for the column."""
    held, label = facts.column(column), set(stems(facts.tables[column.table].label))
    sized = held is not None and held.type in (*NUMERIC, *TEMPORAL) and not facts.year(column)
    if any(t.text in _OWNING for t in tokens[2 : _OWNER + 1]) and facts.persons(column.table):
        return sized  # “which skippers' licences run out”: whose they are
    noun = [t for t in tokens[1:] if t.lower not in FUNCTION][:_REACH]
    if tokens[0].lower in ("who", "whose"):
        told = (
            tokens[1].lower in _HAVE and bool(noun) and noun[0].stem in stems(facts.said(column))
        )  # “who is the tutor”
        return sized and not told and facts.persons(column.table)
    if not noun or noun[0].stem in _TIMES:
        return False
    said = set(stems(facts.said(column))) - label
    thing = next((i for i, t in enumerate(noun) if t.stem in label), _REACH)
    own = next((i for i, t in enumerate(noun) if t.stem in said), _REACH)
    behind = noun[thing + 1] if thing + 1 < len(noun) else None
    if behind is not None and behind.stem in KEYS:
        return False  # “which order id”
    if behind is not None and behind.lower in _ROWS:
        return own > thing + 1
    if thing == 1 and noun[0].lower.endswith("s") and tokens[tokens.index(noun[0]) + 1].lower == "of":
        thing = 0  # “which members of staff”
    guessed = facts.measure(column) and own == _REACH and noun[0].lower.endswith("s")  # “which pieces”, of `Copies`
    return sized and (thing == 0 < own or (guessed and not said & {t.stem for t in tokens}))
