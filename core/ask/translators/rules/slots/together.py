"""Figures that are asked for together: `the total quantity and the total amount per town`, `how many and how much`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from core.ask.translators.rules.chart.constructs.grouping import each
from core.ask.translators.rules.chart.constructs.several import beside
from core.ask.translators.rules.chart.meanings import Figure, Group, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item
from core.ask.translators.rules.slots.places import Noun, Places


def together(
    said: Places, nouns: Sequence[Noun], group: Group | None, things_of: Callable[[str], Things | None], facts: Facts
) -> Figure | None:
    """The figures of nouns that are joined by "and", in the order they are said; None where they are not."""
    joined = all(any(a.chunk.start < at < b.chunk.start for at in said.ands) for a, b in pairwise(nouns))
    items = [(n.column, n.function or "sum") for n in nouns if n.column]
    if len(items) < 2 or len(items) < len(nouns) or len(set(items)) < len(items) or not joined:
        return None
    whole: Figure | None = None
    for column, function in items:
        things = things_of(column.table)
        if things is None or things.having:
            return None
        one = Figure((Item(column, function),), things)
        if whole is not None:
            alike = whole.things == things
            made = Figure((*whole.items, *one.items), things) if alike else beside(whole, one, facts)
            if made is None:
                return None
            one = made
        whole = one
    return each(whole, group, facts) if whole is not None and group is not None else whole


def counted_too(said: Places, noun: Noun, facts: Facts) -> bool:
    """How many there are is asked as well, joined by "and"."""
    at = noun.chunk.start
    counting = said.counting.start if said.counting is not None else at
    others = [n for n in said.of("counted") if n.rows(facts) != noun.table]
    return not others and any(min(counting, at) < a < max(counting, at) for a in said.ands)
