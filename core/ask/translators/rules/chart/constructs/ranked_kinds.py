"""`the cheapest bread`, `the oldest painting`: the first of those that are of a kind, where a cell says the kind."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.ranking import with_rank
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Rank, Things, Value
from core.ask.translators.rules.chart.schema import KINDS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item


def ranked_kind(rank: Rank, kind: Value, facts: Facts) -> Things | None:
    """By a quantity that each of them has; nothing is bought that way of what is called otherwise."""
    column, found = kind.column, facts.column(kind.column)
    few = found is not None and 1 < found.profile.distinct <= KINDS and not found.profile.unique
    if not few or not rank.quantity or not facts.named(column.table):
        return None
    return with_rank(Things(column.table, (Filter(Item(column), "=", (kind.text,)),)), rank, facts)


RULES = (Rule("first of a kind", "rank", "value", "things", ranked_kind, 0.1, near=True),)
