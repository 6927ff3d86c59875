"""`clients with jobs in 2023 but not in 2024`: a job of 2023 is never one of 2024; the clients have none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Among, Condition, Filter, Operator, Query, Related

_DENIED: dict[Operator, Operator] = {"not like": "like", "!=": "="}


def but_not_then(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """What rows that meet a condition cannot be anyhow is denied of other rows of the same thing."""
    where: list[Condition] = []
    for c in query.where:
        denied = next(_idle(c.where), None) if isinstance(c, Related) and not c.negated and not c.bounds else None
        if isinstance(c, Related) and denied is not None:
            had, never = denied
            rest = tuple(w for w in c.where if w != never)
            lacked = tuple(_said(never) if w == had else w for w in rest)
            where += [replace(c, where=rest), replace(c, where=lacked, negated=True)]
        else:
            where.append(c)
    idle = None if query.group else next(_idle(where), None)
    if idle is not None:
        never = idle[1]
        where = [_lacking(query, never, facts) if w == never else w for w in where]
    return replace(query, where=tuple(where)) if tuple(where) != query.where else query


def _lacking(query: Query, never: Filter, facts: Facts) -> Condition:
    """What is asked for has no row of which the denied condition holds; as it is where that is asked of the rows."""
    column = never.item.column
    shown = [i for i in query.select if i.aggregate in ("", "count")]
    things = {i.column.table if i.column else i.table for i in shown}
    if column is None or len(things) != 1:
        return never
    (thing,) = things
    if thing in facts.owners(column.table):
        return Related(thing, (column.table,), (_said(never),), negated=True)
    own = shown[0].column if len(shown) == 1 and shown[0].column and thing == column.table else None
    held = facts.column(own) if own is not None else None
    several = held is not None and not held.profile.unique
    return Among(own, (_said(never),), negated=True) if own is not None and several else never


def _idle(where: Sequence[Condition]) -> Iterator[tuple[Filter, Filter]]:
    """A condition, and one that is met wherever it is: `in 2023`, `not in 2024`; not `in 2023`, `not in May 2023`."""
    plain = [c for c in where if isinstance(c, Filter) and c.item.column is not None and not c.item.aggregate]
    for never in plain:
        positive = _DENIED.get(never.operator)
        for had in plain:
            if had.item == never.item and had.operator == positive and not any(_within(v, had) for v in never.values):
                yield had, never


def _within(value: object, had: Filter) -> bool:
    return any(str(value).rstrip("%").startswith(str(v).rstrip("%")) for v in had.values)


def _said(never: Filter) -> Filter:
    return replace(never, operator=_DENIED[never.operator])
