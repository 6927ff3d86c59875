"""`when did Ann take on her plot`: the day of it, and not what else stands in her row; “when did each …” beside whose
it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.ask.translators.rules.row_days import due
from core.ask.translators.rules.told.deeds import day_of_deed
from core.model import TEMPORAL

_DID = frozenset("did was were does do is has have had".split())
_BEGUN = frozenset("start started begin began join joined get got become became sign signed enter entered".split())
_BEGUN_WITH = {"take": "on", "took": "on", "taken": "on", "taking": "on", "move": "in", "moved": "in", "come": "to"}
_ENDED = frozenset("leave left end ended finish finished stop stopped quit go gone".split())
_OTHERS = frozenset("last first latest earliest next".split())


def asked_when(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows that are listed by no day, where the question begins with “when”, show the one day of its verb."""
    lowers = [t.lower for t in tokens]
    if lowers[:1] != ["when"] or not _DID & set(lowers[1:2]) or _OTHERS & set(lowers[:10]) or not query.where:
        return query
    if query.group or query.order or query.having or query.share or query.beside or query.everything:
        return query
    return _of_each(_days(query, facts, tokens), facts) if "each" in lowers else _days(query, facts, tokens)


def _of_each(query: Query, facts: Facts) -> Query:
    """Days alone, with the names of what they are of before them."""
    shown = [i.column for i in query.select if i.column and i == Item(i.column) and facts.temporal(i.column)]
    if not shown or len(shown) < len(query.select) or len({c.table for c in shown}) > 1 or shown[0].through[0]:
        return query
    names = (c for c in facts.display(shown[0].table) if c not in shown)
    return replace(query, select=(*map(Item, names), *query.select))


def _days(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The day that “when” asks for."""
    if (rows := _counted(query, facts)) is not None:
        return rows
    shown = [i.column for i in query.select]
    held = [facts.column(c) for c in shown if c is not None]
    if not shown or len(held) < len(shown) or any(i.aggregate or i.formula for i in query.select):
        return query
    if any(h is None or (h.type in TEMPORAL and len(held) > 1) for h in held):
        return query
    met = [c.item.column.table for c in query.where if isinstance(c, Filter) and c.item.column]
    tables = {*met, *(c.table for c in shown if c is not None)}
    days = [d for t in sorted(tables) if t in facts.tables and (d := _day(t, tokens, facts)) is not None]
    return Query((Item(days[0]),), query.where, tables=(days[0].table,)) if len(days) == 1 else query


def _counted(query: Query, facts: Facts) -> Query | None:
    """Rows that are counted, which “when” asks for no number of: the one day or year of each."""
    item = query.select[0] if len(query.select) == 1 else Item()
    table = item.table or next(iter(query.tables), "")
    if item.aggregate != "count" or item.column is not None or table not in facts.tables:
        return None
    day = facts.own_when(table)
    return Query((Item(day),), query.where, tables=(table,)) if day is not None else None


def _day(table: str, tokens: Sequence[Token], facts: Facts) -> Col | None:
    """The day of a table's rows that the verb speaks of."""
    found = day_of_deed([t for t in tokens if not t.capital], table, facts)
    if found is not None:
        return found
    lowers = [t.lower for t in tokens]
    began = bool(_BEGUN & set(lowers)) or any(
        lowers[i + 1 : i + 2] == [_BEGUN_WITH[w]] for i, w in enumerate(lowers) if w in _BEGUN_WITH
    )
    ended = bool(_ENDED & set(lowers))
    dated = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL]
    dated = [c for c in dated if not due(c, facts)]
    begins = [c for c in dated if facts.begins(c) and not facts.ends(c)]
    ends = [c for c in dated if facts.ends(c) and not facts.begins(c)]
    meant = begins if began and not ended else ends if ended and not began else []
    return meant[0] if len(meant) == 1 else None
