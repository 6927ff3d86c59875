"""`how long did repairs take`, `average wait in minutes by clinic`: the time between two days or times of a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import Literal

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Aggregate, Col, Formula, Item
from core.ask.translators.rules.slots.places import Places
from core.ask.translators.rules.told.duration import span_of

Unit = Literal["days", "hours", "minutes"]
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
        for begun, ended in list(dict.fromkeys(p if p in told else _in_turn(p, facts) for p in pairs))[:MOST]:
            yield Item(ended, function, formula=Formula(_unit(said, begun, ended, facts), Item(ended), Item(begun)))
        if pairs:
            return


def _in_turn(pair: tuple[Col, Col], facts: Facts) -> tuple[Col, Col]:
    """The earlier one first, by the earliest days that the columns hold."""
    found = [c.profile.minimum for at in pair if (c := facts.column(at)) is not None]
    earliest = [str(m) for m in found if m is not None]
    return pair if len(earliest) < len(pair) or earliest[0] <= earliest[1] else (pair[1], pair[0])


def _unit(said: Places, begun: Col, ended: Col, facts: Facts) -> Unit:
    """Days, but where both are times and hours or minutes are said."""
    found = [facts.column(c) for c in (begun, ended)]
    exact = all(c is not None and c.type == "datetime" for c in found)
    return said.unit if exact else "days"
