"""`how many times did the Heron sail in fog`: the sailings, and not the one ship that sailed so; `how many night
sailings did our ferries make`: those, and not the ferries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.ask.tokens import Token, place_of, places_of, stem
from core.ask.translators.rules.chart.schema import OFTEN, counted, happening, one_named
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Query, Related, condition_items
from core.text.words import words

_AUXILIARY = frozenset("has have had did does do".split())
_MOST = 5
"""Words between “how many” and who did it, at most."""


def what_happened(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Things counted that have such rows, or one thing that is named, give way to the rows that tell of them."""
    lowers = [t.lower for t in tokens]
    often, head = any(places_of(lowers, said.split()) for said in OFTEN), _counted(tokens)
    if len(query.select) != 1 or not (often or head):
        return query
    rows = query.select[0]
    plain = rows.aggregate == "count" and not rows.column and not rows.where and rows.table in facts.tables
    if not plain or query.group or query.having or query.beside or query.share or query.order:
        return query
    done = [c for c in query.where if _below(c, rows.table, facts)]
    own = [c for c in query.where if c not in done]
    if head and not often:
        done = [c for c in done if any(map(head.issuperset, _said(_met(c))))]
        if not done or not own or any(not head.isdisjoint(cell) for cell in _said(own)):
            return query
    named = one_named(query.where, facts) if often else frozenset((rows.table,))
    if not done and rows.table not in named:
        return query
    where = tuple(dict.fromkeys(i for c in query.where for i in (_met(c) if c in done else (c,))))
    said = [i.column.table for i in condition_items(where) if i.column]
    table = happening((rows.table, *said, *(t for c in done if isinstance(c, Related) for t in c.tables)), named, facts)
    if not table or table == rows.table:
        return query
    return replace(query, select=(counted(table),), where=where, tables=(table,))


def _below(met: Condition, table: str, facts: Facts) -> bool:
    """A condition on rows that belong to those of a table."""
    if isinstance(met, Related):
        return met.table == table and not met.negated and not met.bounds
    column = met.item.column if isinstance(met, Filter) else None
    return column is not None and column.table != table and table in facts.above(column.table)


def _met(met: Condition) -> tuple[Condition, ...]:
    return met.where if isinstance(met, Related) else (met,)


def _counted(tokens: Sequence[Token]) -> frozenset[str]:
    """The stems of what is counted, where it is said right behind who did it: `how many oaks did Ann fell`."""
    start = place_of([t.lower for t in tokens], ("how", "many"))
    behind = tokens[start + 2 : start + 3 + _MOST] if start is not None else ()
    end = next((i for i, t in enumerate(behind) if t.lower in _AUXILIARY), 0)
    return frozenset(t.stem for t in behind[:end])


def _said(conditions: Iterable[Condition]) -> list[frozenset[str]]:
    """The stems of each cell that must be held."""
    cells = [c for c in conditions if isinstance(c, Filter) and c.operator == "="]
    return [frozenset(map(stem, words(v))) for c in cells for v in c.values if isinstance(v, str) and len(v) > 1]
