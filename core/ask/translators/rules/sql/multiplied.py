"""Totals that the joins of their query would multiply: of rows without a key nothing tells which stood once."""

from __future__ import annotations

from core.ask.state import JoinTree
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query, main_tables
from core.ask.translators.rules.sql.fan_out import groups_without_fan_out
from core.ask.translators.rules.sql.grains import median_of, once, parts, repeated


def multiplied(query: Query, tree: JoinTree, facts: Facts) -> bool:
    """`crimes by the force of their outcomes`: joined by their force, each crime stands beside every outcome there."""
    if not query.group:
        return False
    figures = parts(query, tree, facts)
    if not any(i.aggregate in ("sum", "count") for _, items in figures for i in items):
        return False  # what is repeated alike leaves a mean as it is
    if len(figures) != 1 or median_of(query) is not None or once(query, figures[0][0], facts) is not None:
        return False
    apart = groups_without_fan_out(query, figures[0][0], tree)
    return repeated(figures[0][0], main_tables(apart), tree)
