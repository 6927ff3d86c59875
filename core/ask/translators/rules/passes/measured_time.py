"""`which customers spent the most in 2024`: a time is that of what is measured, where no word places it elsewhere.

Things have dates of their own (`signup_date`), and so have the rows counted or added up for them (`order_date`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.numbers_said import years_lived
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Query
from core.ask.translators.rules.years import says_time

_PLACED = frozenset(("in", "during", "on", "since", "before", "after", "until", "between", "of", "for", "from"))
_VERBS = ("ed", "up", "born", "begun", "began")
"""Ends of words that say themselves what was then: "joined in 2024", "signed up in 2024"."""
_RANKING = frozenset("most top biggest best largest highest least lowest smallest worst".split())
"""“Our biggest customer in 2024” is the biggest of that year, not of those who came then."""
_DATES = ("date", "datetime")


def by_measured(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Conditions on the dates of things become conditions on the dates of what is measured of them."""
    items = [i for i in (*query.select, *(o.item for o in query.order)) if i.aggregate or query.limit]
    measured = {t for i in items if (t := _measured(i, facts))}
    if len(measured) != 1 or query.having:
        return query
    table = measured.pop()
    above = facts.above(table)
    where = tuple(_moved(c, table, above, facts, tokens) for c in query.where)
    return query if where == query.where else replace(query, where=where)


def _moved(c: Condition, table: str, above: Sequence[str], facts: Facts, tokens: Sequence[Token]) -> Condition:
    """The condition, on the date of what is measured where it was on a free one of things further above."""
    if isinstance(c, AnyOf):
        return replace(c, parts=tuple(_moved(part, table, above, facts, tokens) for part in c.parts))
    column = c.item.column if isinstance(c, Filter) else None
    if not isinstance(c, Filter) or column is None or c.item != Item(column) or not _free(column, facts, tokens):
        return c
    if any(t.number is not None and f"{t.number:.10g}" in years_lived(c) for t in tokens):
        return c  # an age
    return replace(c, item=Item(_nearer(column, table, above, facts) or column))


def _measured(item: Item, facts: Facts) -> str:
    """The table of which rows are counted, or of the amount that is added up or ranked by."""
    if item.aggregate == "count" or item.column is None:
        return item.column.table if item.column else item.table
    return item.column.table if facts.measure(item.column) and not facts.year(item.column) else ""


def _nearer(column: Col, table: str, above: Sequence[str], facts: Facts) -> Col | None:
    """The date of the measured rows, or of those that they belong to, where `column` is one of rows further above."""
    if column.part or column.table not in above:
        return None
    years = not _dated(column, facts)
    then = facts.when((table,), day=True)
    if then is not None and _dated(then, facts) and (not years or then.table != column.table):
        # a visit is of the day of its clinic, and not of when the patient registered
        return None if then.table == column.table else replace(then, part="year" if years else "")
    for name in (table, *above[: above.index(column.table)]):
        found = facts.own_when(name, day=not years)
        if found is not None and _dated(found, facts):
            return replace(found, part="year") if years else found
        if found is not None and years:
            return found
    return None


def _dated(column: Col, facts: Facts) -> bool:
    held = facts.column(column)
    return held is not None and held.type in _DATES


def time_said(tokens: Sequence[Token], led_by: Collection[str]) -> int:
    """Where a time begins, with the words right before it that lead to it; 0 where none is said."""
    at = next((i for i, t in enumerate(tokens) if says_time(t)), 0)
    while at and tokens[at - 1].lower in led_by:
        at -= 1
    return at


def _free(column: Col, facts: Facts, tokens: Sequence[Token]) -> bool:
    """A date, of which nothing is said but when."""
    found, table = facts.column(column), facts.tables.get(column.table)
    if found is None or table is None or (found.type not in _DATES and not facts.year(column)):
        return False
    said = {t.stem for t in tokens}
    at = time_said(tokens, _PLACED)
    before = tokens[at - 1] if at else None
    ranked = any(t.lower in _RANKING or t.lower.endswith("iest") for t in tokens[:at])
    thing = before is not None and before.stem in stems(table.label) and not ranked
    placed = thing or (before is not None and before.lower.endswith(_VERBS))
    own = {"date", "time", "day", "year", *stems(table.label)}  # `Customer since` of customers
    return not placed and not said & {s for s in stems(found.label) if s not in own}
