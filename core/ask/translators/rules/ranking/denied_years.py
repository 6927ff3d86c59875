"""Where years are told apart by what a query denies: `ordered in 2023 but not in 2024`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from core.ask.translators.rules.query import Condition, Elsewhere, Query
from core.ask.translators.rules.query_parts import filters_in

_WITHIN = frozenset(("=", "like", "between", "<", "<=", ">", ">="))


def denied_apart(query: Query, years: Collection[str]) -> bool:
    """Each of the years is in the query: some are those of rows that there must not be, and the others are met."""
    lacked = [c for c in query.where if isinstance(c, Elsewhere) and c.negated]
    denied = set(_years(lacked, years))
    met = set(_years([c for c in query.where if c not in lacked], years))
    return bool(denied and met) and not denied & met and denied | met == set(years)


def _years(conditions: Sequence[Condition], years: Collection[str]) -> Iterator[str]:
    """The years that rows must be of."""
    for f in filters_in(Query((), tuple(conditions))):
        values = [str(v) for v in f.values] if f.operator in _WITHIN else []
        yield from (y for y in years if any(v.startswith(y) for v in values))
