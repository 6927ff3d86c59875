"""`trees not inspected since 2023`: those that were never inspected, too, of which no day is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from core.ask.stop_words import DENYING
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Condition, Filter, Query
from core.model import TEMPORAL

_SINCE = frozenset(("since", "after"))
_NEAR = 4
"""Words from a "not" to its "since", at most."""


def or_never(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A condition that the last time lies before a day also holds where no day is known; a day that is said of what
    has none is a day of that column, and not of another one."""
    lowers = [t.lower for t in tokens]
    denied = [i for i, word in enumerate(lowers) if word in DENYING or word.endswith("n't")]
    if query.share or not any(_SINCE & set(lowers[i + 1 : i + 1 + _NEAR]) for i in denied):
        return query
    earlier = [c for c in query.where if _dated(c, ("<", "<="), facts)]
    lacking = [c for c in query.where if _dated(c, ("is null",), facts)]
    later = [c for c in query.where if _dated(c, (">", ">="), facts)]
    if len(earlier) == 1 and not lacking and _sometimes(earlier[0], facts):
        met, gone = earlier[0], earlier
    elif len(lacking) == len(later) == 1 and not earlier and _table(lacking[0]) == _table(later[0]):
        met, gone = replace(later[0], item=lacking[0].item, operator="<" if later[0].operator == ">=" else "<="), later
    else:
        return query
    either = AnyOf((met, Filter(met.item, "is null")))
    kept = tuple(c for c in query.where if c not in gone and c not in lacking)
    return replace(query, where=(*kept, either))


def _dated(c: Condition, operators: Sequence[str], facts: Facts) -> TypeGuard[Filter]:
    """A comparison of a column of days."""
    if not isinstance(c, Filter) or c.operator not in operators or c.item.column is None or c.item.formula:
        return False
    held = facts.column(c.item.column)
    return held is not None and held.type in TEMPORAL


def _sometimes(c: Filter, facts: Facts) -> bool:
    """The column has no day in some rows."""
    held = facts.column(c.item.column) if c.item.column else None
    return held is not None and held.profile.nulls > 0


def _table(c: Filter) -> str:
    return c.item.column.table if c.item.column else ""
