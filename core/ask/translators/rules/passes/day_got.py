"""`pictures bought since 2000`, `given in 1990`: a time behind a verb of getting is that of the day on which things
came to us, and not of the year in which they were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.deeds_time import unsaid
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Query
from core.model import TEMPORAL
from core.text.words import words

_GETTING = frozenset(
    "bought buy buying purchased purchase acquired acquire got get given gifted donated bequeathed collected added "
    "received".split()
)
_GOT = frozenset(map(stem, "acquired acquisition accession accessioned bought purchased purchase donated".split()))
"""Words of headers for the day of it."""
_GOT_SHORT = frozenset("acq acqu acquis accn purch".split())
_MADE = frozenset(
    map(stem, "made built produced painted published written composed created published year yr manufactured".split())
)
"""Words of headers for the time of making."""


def day_got(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query with its one time on the day of getting, where a verb says that and none says the making."""
    said = {t.stem for t in tokens}
    if not _GETTING & {t.lower for t in tokens}:
        return query
    where = tuple(_on(c, facts, said) for c in query.where)
    return query if where == query.where else replace(query, where=where)


def _on(condition: Condition, facts: Facts, said: set[str]) -> Condition:
    if isinstance(condition, AnyOf):
        return replace(condition, parts=tuple(_on(p, facts, said) for p in condition.parts))
    column = condition.item.column if isinstance(condition, Filter) and condition.item.formula is None else None
    if not isinstance(condition, Filter) or column is None or condition.item.aggregate or not facts.year(column):
        return condition
    held = facts.column(column)
    made = held is not None and bool(_MADE & set(stems(held.label))) and unsaid(column, facts, said)
    days = [d for d in _days(column.table, facts) if d != column] if made else []
    return _from_year(condition, days[0]) or condition if len(days) == 1 else condition


def _days(table: str, facts: Facts) -> list[Col]:
    """The days on which rows of the table came to us, by their headers."""
    found = []
    for c in facts.tables[table].columns:
        spelt = set(words(c.label))
        if c.type in TEMPORAL and c.type != "time" and (_GOT & set(stems(c.label)) or _GOT_SHORT & spelt):
            found.append(Col(table, c.name))
    return found


def _from_year(condition: Filter, day: Col) -> Filter | None:
    """The same of days as is said of years: since 2000 is from its first day on, after 2000 from the next year on."""
    years = [str(int(v)) for v in condition.values if isinstance(v, int | float)]
    if len(years) != len(condition.values) or not years:
        return None
    first, last = f"{years[0]}-01-01", f"{years[-1]}-12-31"
    item = Item(day)
    match condition.operator:
        case ">=" | "<":
            return Filter(item, condition.operator, (first,))
        case ">":
            return Filter(item, ">=", (f"{int(years[0]) + 1}-01-01",))
        case "<=":
            return Filter(item, "<", (f"{int(years[0]) + 1}-01-01",))
        case "=" if len(years) == 1:
            return Filter(item, "like", (f"{years[0]}%",))
        case "between" if len(years) > 1:
            return Filter(item, "between", (first, last))
        case _:
            return None
