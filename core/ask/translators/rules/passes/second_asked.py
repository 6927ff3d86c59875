"""`which van is the dearest, and what did it cost`, `how many repairs were there and what did they cost`: what a second
question asks for stands beside what the first one does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.second_question import Second, second_question
from core.ask.translators.rules.query import Col, Item, Order, Query
from core.ask.translators.rules.row_places import where_rows_are
from core.ask.translators.rules.told.deeds import day_of_deed
from core.ask.translators.rules.told.money_sums import spent_of
from core.text.units import SIGNS

_BEING = frozenset(("is", "was"))
_SHORT = 2
"""Words of a second question behind the one that asks."""
_BIG = frozenset(("big", "large"))
_PRICES = frozenset(map(stem, "price cost fee charge amount value fare rent".split()))


def second_asked(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query with one more column, or figure, where a second question asks for one that is known for certain."""
    second = second_question(tokens)
    plain = not (query.beside or query.share or query.everything or query.distinct or query.having)
    if second is None or not plain or not query.select:
        return query
    said = tokens[second.at + 1 :]
    query = _one_row(query) if second.kind in ("when", "who", "where", "which") else query
    if second.kind == "where":
        return _with_place(query, facts)
    added = _ranked_by(query, second, facts) or _that(query, said, facts) or _more(query, second, said, facts)
    query = _by_name(query, said, facts) if second.kind == "which" else query
    if added is None or added in query.select:
        return query
    return _by_name(replace(query, select=(*query.select, added)), said, facts)


def _by_name(query: Query, said: Sequence[Token], facts: Facts) -> Query:
    """What "which" asks for by the names of the things that its column refers to."""
    words = {t.stem for t in said[:1]}
    if query.group or query.distinct:
        return query
    shown: list[Item] = []
    for item in query.select:
        plain = item.column is not None and not item.aggregate and not item.formula and not item.column.through[0]
        refers = facts.refers(item.column) if plain and item.column and facts.speaks(item.column, words) else None
        names = facts.display(refers.parent_table) if refers is not None and facts.named(refers.parent_table) else ()
        shown += map(Item, names) if names else (item,)
    return replace(query, select=tuple(dict.fromkeys(shown)))


def _with_place(query: Query, facts: Facts) -> Query:
    """The rows with where each of them is, in place of other columns that are no name and no size of theirs."""
    ranked = [o.item for o in query.order if query.limit]
    if query.group:
        return _with_home(query, facts)
    rows = _rows(query, [i for i in query.select if i.aggregate])
    if rows not in facts.tables or any(i.aggregate for i in (*query.select, *ranked)):
        return query
    place = tuple(map(Item, where_rows_are(rows, facts)))
    if not place:
        return query
    known = {*facts.display(rows), facts.key(rows)}
    kept = [i for i in query.select if i.column in known or i in ranked or (i.column and facts.measure(i.column))]
    select = tuple(dict.fromkeys((*(kept or query.select), *place)))
    tables = tuple(dict.fromkeys((*query.tables, rows, *(i.column.table for i in place if i.column))))
    return replace(query, select=select, tables=tables)


def _with_home(query: Query, facts: Facts) -> Query:
    """`who booked most, and where do they live`: of the things that are ranked the place that they have themselves."""
    shown = [i.column for i in query.select if i.column is not None and not i.aggregate]
    things = {c.table for c in shown}
    if len(things) != 1 or not things <= facts.tables.keys() or not set(shown) & {*query.group}:
        return query
    (table,) = things
    place = [c for c in where_rows_are(table, facts) if c.table == table]
    if not place or set(place) & set(shown):
        return query
    group = tuple(dict.fromkeys((*query.group, *place)))
    return replace(query, select=(*query.select, *map(Item, place)), group=group)


def _one_row(query: Query) -> Query:
    """The largest figure as that of the row that has it."""
    item = query.select[0]
    if len(query.select) > 1 or item.aggregate not in ("max", "min") or item.formula or item.where or query.group:
        return query
    if item.column is None or query.order or query.limit:
        return query
    of_row = Item(item.column)
    return replace(query, select=(of_row,), order=(Order(of_row, item.aggregate == "max"),), limit=1)


def _ranked_by(query: Query, second: Second, facts: Facts) -> Item | None:
    """The figure that things are the first by, where it is of the kind that is asked for."""
    item = query.order[0].item if len(query.order) == 1 and query.limit else Item()
    counts = item.aggregate == "count"
    if second.kind in ("times", "many") and any(i.aggregate for i in query.select):
        return None
    if second.kind == "times":
        return item if counts else None
    if second.kind == "many":
        return item if counts or item.aggregate == "sum" else None
    if item.column is None or counts or item.formula:
        return None
    if second.kind == "money":
        return item if _money(item.column, facts) else None
    if second.kind == "size":
        return item if facts.measure(item.column) else None
    return item if second.kind == "when" and facts.temporal(item.column) else None


def _that(query: Query, said: Sequence[Token], facts: Facts) -> Item | None:
    """`who got the highest mark, and what was it`: the size that they are the first by."""
    item = query.order[0].item if len(query.order) == 1 and query.limit else Item()
    words = [t.lower for t in said if t.kind != "punct"]
    asked = len(words) == _SHORT and words[0] in _BEING and words[1] in ("it", "that")
    plain = item.column is not None and not item.aggregate and not item.formula and not query.group
    return item if asked and plain and item.column is not None and facts.measure(item.column) else None


def _more(query: Query, second: Second, said: Sequence[Token], facts: Facts) -> Item | None:
    """What the rows that are counted or shown have besides."""
    counted = [i for i in query.select if i.aggregate]
    rows = _rows(query, counted)
    if rows not in facts.tables:
        return None
    if second.kind == "money" and (column := _said_money(rows, said, facts)) is not None:
        return None if _shown(query, facts) else Item(column, "sum" if counted or query.group else "")
    if counted or query.group:
        return None
    if second.kind == "when":
        day = day_of_deed(said, rows, facts) or facts.own_when(rows, day=True)
        shown = any(i.column and facts.temporal(i.column) for i in query.select)
        return Item(day) if day is not None and not shown else None
    if second.kind == "size" and said and said[0].lower in _BIG:
        measures = [c for c in _columns(rows, facts) if facts.measure(c) and not facts.year(c)]
        return Item(measures[0]) if len(measures) == 1 else None
    return _named(query, rows, second, said, facts) if second.kind in ("who", "which") else None


def _rows(query: Query, counted: Sequence[Item]) -> str:
    """The table whose rows are counted, or shown one by one; "" where it is not known."""
    ranked = [o.item for o in query.order] if query.group and query.limit and not counted else []
    if counted or ranked:
        counts = [i for i in counted or ranked if i.aggregate == "count" and i.column is None]
        table = counts[0].table or ("" if query.group else next(iter(query.tables), "")) if counts else ""
        return table if len(counted or ranked) == 1 else ""
    if query.group:
        return ""
    by = [o.item.column for o in query.order if o.item.column]
    columns = by or [i.column for i in query.select if i.column]
    return columns[0].table if len({c.table for c in columns}) == 1 else ""


def _said_money(rows: str, said: Sequence[Token], facts: Facts) -> Col | None:
    """The column of money that the words name, or the only one."""
    words = {t.stem for t in said}
    named = [c for c in _columns(rows, facts) if facts.measure(c) and facts.speaks(c, words) and _money(c, facts)]
    return named[0] if len(named) == 1 else spent_of(rows, facts) if not named else None


def _named(query: Query, rows: str, second: Second, said: Sequence[Token], facts: Facts) -> Item | None:
    """Who did it, by the column that the verb names; of what "which" asks for its name."""
    words = {t.stem for t in said[:1]}
    if not words:
        return None
    shown = {i.column for i in query.select}
    texts = [c for c in _columns(rows, facts) if (h := facts.column(c)) and h.type == "text" and c not in shown]
    own = [c for c in texts if facts.speaks(c, words) and not facts.identifying(c)]
    if len(own) == 1 and (second.kind == "which" or facts.refers(own[0]) is None):
        return Item(own[0])
    owners = [t for t in facts.above(rows) if t in facts.tables and facts.named(t)]
    if second.kind == "which":
        meant = [t for t in owners if words & set(stems(facts.tables[t].label))]
    else:
        meant = [t for t in owners if facts.persons(t)]
    names = facts.display(meant[0]) if len(meant) == 1 else ()
    return Item(names[0]) if len(names) == 1 and names[0] not in shown else None


def _shown(query: Query, facts: Facts) -> bool:
    """An amount of money is shown already."""
    return any(i.column and i.aggregate != "count" and _money(i.column, facts) for i in query.select)


def _money(column: Col, facts: Facts) -> bool:
    held = facts.column(column)
    if held is None or not facts.measure(column):
        return False
    return held.unit in SIGNS or spent_of(column.table, facts) == column or facts.speaks(column, _PRICES)


def _columns(table: str, facts: Facts) -> list[Col]:
    return [Col(table, c.name) for c in facts.tables[table].columns]
