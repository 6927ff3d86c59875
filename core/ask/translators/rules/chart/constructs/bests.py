"""`the cheapest product in each category`: of every group the first one."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Group, Shown, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Best


def of_each(things: Things, group: Group, facts: Facts) -> Shown | None:
    """With what tells the groups apart before it, and by what it is the first behind it."""
    rank = things.rank
    measure = rank.item.column if rank else None
    if rank is None or measure is None or rank.item.aggregate or rank.quantity or rank.limit != 1 or things.having:
        return None
    if len(group.columns) != 1 or {group.columns[0].table, measure.table} != {things.table}:
        return None
    best = Best(group.columns[0], measure, rank.descending, things.where)
    columns = tuple(dict.fromkeys((group.columns[0], *facts.display(things.table), measure)))
    return Shown(columns, Things(things.table, (*things.where, best)))


RULES = (
    Rule("best of each", "things", "grouping", "shown", of_each),
    Rule("of each, the best", "grouping", "things", "shown", lambda g, t, k: of_each(t, g, k), 0.05),
)
