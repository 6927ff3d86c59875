"""`staff born in each decade`, `books published per year`: told apart by the date that the words say, and by a date of
what is reckoned before one of what it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.columns import KEYS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.passes.decided_then import to_day
from core.ask.translators.rules.query import AnyOf, Col, Filter, Item, Part, Query, tables_of
from core.ask.translators.rules.query_parts import regrouped
from core.ask.translators.rules.row_days import due
from core.model import TEMPORAL

_OF_DATES: tuple[Part, ...] = ("decade", "year", "quarter", "month")
_OF_YEARS: tuple[Part, ...] = ("", "decade", "year")
_IDLE = frozenset("date day time year on at in of the is was decade month quarter since from".split())
"""Words of headers that say nothing of what happened."""
_WITH_OUT = frozenset(("carry", "carried", "find", "work", "hand", "give"))
"""Verbs of which `out` is a part, and not the way that something went."""


def by_the_day_said(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Parts of another date become those of the date that is said; a decade that is not known is none."""
    times = [c for c in query.group if c.part in _OF_DATES or (not c.part and facts.year(c))]
    if len(times) != 1 or query.beside or query.share:
        return query
    now, table = times[0], _reckoned(query)
    if table not in facts.tables or now.through[0]:
        return query
    if now.part and (its := day_of_owner(table, tokens, facts)) is not None:
        bounded = {c.item.column for c in query.where if isinstance(c, Filter)}
        for day in (c for c in _dates(table, facts) if c in bounded):
            query = to_day(query, day, its)
        return _with(query, now, replace(its, part=now.part))
    moved = _moved(query, now, table, tokens, facts)
    if moved != now:
        query = _with(query, now, moved)
    bound, day = _bounded(query, moved, facts), replace(moved, part="")
    if bound is not None and _said(day, table, tokens, facts) and not _said(bound, table, tokens, facts):
        query = to_day(query, replace(bound, part=""), day)  # “weddings in each month of 2024” are of one day
    held = facts.column(moved)
    if moved.part != "decade" or held is None or not held.profile.nulls or query.keep:
        return query
    known = Filter(Item(replace(moved, part="")), "is not null")
    return query if known in query.where else replace(query, where=(*query.where, known))


def day_of_owner(table: str, tokens: Sequence[Token], facts: Facts) -> Col | None:
    """`by the day of the sailing`, of berths: the one day that what they belong to has."""
    said = [t.lower for t in tokens]
    at = next((i for i, w in enumerate(said) if w in ("day", "date") and said[i + 1 : i + 3] == ["of", "the"]), None)
    if at is None or at + 3 >= len(tokens) or not {"by", "on"} & set(said[max(0, at - 2) : at]):
        return None
    named = [t for t in facts.owners(table) if tokens[at + 3].stem in stems(facts.tables[t].label)[-1:]]
    days = [c for t in named for c in _dates(t, facts) if (h := facts.column(c)) is not None and h.type in TEMPORAL]
    return days[0] if len(days) == 1 else None


def _reckoned(query: Query) -> str:
    """The table whose rows are counted, or whose amounts are reckoned; "" where there are several."""
    figures = [i for i in (*query.select, *(o.item for o in query.order)) if i.aggregate or i.formula]
    tables = {t for i in figures for t in tables_of(i)}
    return tables.pop() if len(tables) == 1 else ""


def _bounded(query: Query, now: Col, facts: Facts) -> Col | None:
    """`jobs in each month of 2024`: the months of the day that was in that year, of two that the rows have."""
    met = [p for c in query.where for p in (c.parts if isinstance(c, AnyOf) else (c,)) if now.part]
    bounds = [c for c in met if isinstance(c, Filter) and c.operator in ("like", "between", "=")]
    bounded = {replace(c.item.column, part="") for c in bounds if c.item.column}
    said = {c for c in bounded if (held := facts.column(c)) is not None and held.type in TEMPORAL}
    days = {c for c in said if c.table == now.table and c.through == now.through}
    one = days.pop() if len(days) == 1 else None
    return replace(one, part=now.part) if one is not None and one != replace(now, part="") else None


def _moved(query: Query, now: Col, table: str, tokens: Sequence[Token], facts: Facts) -> Col:
    dates = [c for c in _dates(table, facts) if _has(c, now, facts)]
    said = [c for c in dates if _said(c, table, tokens, facts)]
    bare = replace(now, part="")
    if not said and (one := _bounded(query, now, facts)) is not None:
        return one
    if bare in said or (now.table != table and _said(bare, now.table, tokens, facts)):
        return now
    own = said or (dates if now.table != table and table not in facts.above(now.table) else [])
    if len(own) != 1:
        return now
    if facts.year(own[0]):
        return replace(own[0], part="decade" if now.part == "decade" else "")
    return replace(own[0], part=now.part or "year")


def _dates(table: str, facts: Facts) -> Iterator[Col]:
    """The days and the years of a table, but those by which something is due."""
    for column in facts.tables[table].columns:
        c = Col(table, column.name)
        years = facts.year(c) and not KEYS & set(stems(column.label))
        if (column.type in TEMPORAL and column.type != "time" and not due(c, facts)) or years:
            yield c


def _has(column: Col, now: Col, facts: Facts) -> bool:
    """It has such parts: months are none of years."""
    return now.part in _OF_YEARS or not facts.year(column)


def _said(column: Col, table: str, tokens: Sequence[Token], facts: Facts) -> bool:
    """A word of its header is said that does not call the rows."""
    rows = set(stems(facts.tables[table].label))
    idle = {i + 1 for i, t in enumerate(tokens) if t.lemma in _WITH_OUT}
    words = {
        t.stem
        for i, t in enumerate(tokens)
        if not t.capital and t.lower not in _IDLE and t.stem not in rows and not (t.lower == "out" and i in idle)
    }
    births = lexicon().births
    return facts.speaks(column, words) or (bool(words & births) and facts.speaks(column, births))


def _with(query: Query, now: Col, moved: Col) -> Query:
    tables = tuple(t for t in query.tables if t != now.table or t == moved.table)
    return replace(regrouped(query, now, moved), tables=tables)
