"""`how long did repairs take`, `average wait in minutes by clinic`: the time between two days or times of a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Aggregate, Col, Item
from core.ask.translators.rules.row_days import in_turn, span_of
from core.ask.translators.rules.slots.places import Places
from core.ask.translators.rules.spans import between

MOST = 3
"""Pairs of times that are tried."""


def times_between(said: Places, tables: Iterable[str], facts: Facts) -> Iterator[Item]:
    """The figures of how long it took, likeliest first: between the times that are said, from where rows begin to where
    they end, then between neighbours. Each of the first of these tables that has two."""
    function: Aggregate = said.function if said.function in ("avg", "sum", "median") else "avg"
    spoken = [n.column for n in said.nouns if n.column]
    for table in tables:
        dated = [Col(table, c.name) for c in facts.tables[table].columns if c.type in ("date", "datetime")]
        dated = [c for c in dated if not facts.speaks(c, lexicon().births)]
        told = [p for p in combinations(dated, 2) if all(c in spoken for c in p)]
        pairs = [*told]
        pairs += [found] if (found := span_of(table, facts)) else []
        pairs += [*pairwise(dated)]
        for begun, ended in list(dict.fromkeys(p if p in told else in_turn(*p, facts) for p in pairs))[:MOST]:
            yield replace(between(begun, ended, said.unit, facts), aggregate=function)
        if pairs:
            return
