"""`tenancies started in each year`: the year in which they started, and not a year of what belongs to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Query, condition_items
from core.ask.translators.rules.query_parts import regrouped
from core.model import TEMPORAL

_EACH = frozenset(("each", "every", "per", "by", "a"))
_YEAR = frozenset(("year", "yearly"))


def years_of_rows(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows that are counted for each year of a table that belongs to them are told apart by their own date instead,
    where the question says just “each year”."""
    counted = [i.table for i in query.select if i.aggregate == "count" and i.column is None]
    years = [c for c in query.group if not c.part and facts.year(c)]
    if len(counted) != 1 or len(years) != 1 or counted[0] not in facts.tables or not _plain(tokens, years[0], facts):
        return query
    table = counted[0]
    if years[0].table == table or table not in facts.above(years[0].table):
        return query
    said = [i.column for i in condition_items(query.where) if i.column and i.column.table == table]
    dated = [c for c in said if (held := facts.column(c)) is not None and held.type in TEMPORAL and not c.part]
    day = dated[0] if dated else facts.own_when(table, day=True)
    held = facts.column(day) if day is not None else None
    if day is None or held is None or held.type not in TEMPORAL:
        return query
    own = replace(day, part="year")

    tables = tuple(t for t in query.tables if t != years[0].table)
    return replace(regrouped(query, years[0], own), tables=tables)


def _plain(tokens: Sequence[Token], year: Col, facts: Facts) -> bool:
    """`each year`, and no other word of the column's header."""
    at = next((i for i, t in enumerate(tokens) if t.lower in _YEAR), 0)
    held = facts.column(year)
    others = set(stems(held.label)) - {"year"} if held else set()
    return at > 0 and tokens[at - 1].lower in _EACH and not others & {t.stem for t in tokens}
