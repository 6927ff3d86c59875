"""`who is the warden and which road does she live in`: whoever is asked for first is named beside that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.and_their import listed_of_one
from core.ask.translators.rules.query import Item, Query

_BEHIND = frozenset("which what where how when their his her its".split())
_JOINING = frozenset(("and", "with"))
_STOPS = frozenset("-–,.?;:(")


def asked_both(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Columns of things that "who" or "which things" begins with are listed with the names of these things, where a
    second question is asked of them."""
    columns = listed_of_one(query)
    if not columns:
        return query
    table = columns[0].table
    names, key = facts.display(table), facts.key(table)
    if not facts.named(table) or any(c in names or c == key or c.part or c.through[0] for c in columns):
        return query
    first = _asked(tokens, {*stems(facts.tables[table].label), *stems(" ".join(c.name for c in names))})
    second = any(one.lower in _JOINING and other.lower in _BEHIND for one, other in pairwise(tokens[first + 1 :]))
    if first < 0 or not second:
        return query
    return replace(query, select=tuple(dict.fromkeys((*map(Item, names), *query.select))))


def _asked(tokens: Sequence[Token], label: set[str]) -> int:
    """Where a clause begins with "who", or with "which" and what the rows are called; -1 where none does."""
    for at, token in enumerate(tokens):
        behind = tokens[at + 1 : at + 3]
        begins = at == 0 or tokens[at - 1].text in _STOPS
        if begins and (token.lower == "who" or (token.lower == "which" and any(t.stem in label for t in behind))):
            return at
    return -1
