"""An earlier query, changed as a follow-up says: grouped otherwise, restricted, counted, ordered, cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from core.ask.conversation.fragment import Fragment
from core.ask.conversation.portion import of_each, parted
from core.ask.conversation.swap import swapped
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    NEGATED,
    AnyOf,
    Col,
    Condition,
    Filter,
    Item,
    Order,
    Query,
    Related,
    tables_of,
)
from core.ask.translators.rules.slots.parts import Parts
from core.model import NUMERIC, TEMPORAL

_LOWER, _UPPER = frozenset({">", ">="}), frozenset({"<", "<="})


def head(query: Query) -> str:
    """The table that a query is about: what it counts or sums, else what it shows first."""
    figures = [i for i in query.select if i.aggregate]
    for item in (*figures, *query.select):
        if table := item.table or next((t for t in tables_of(item) if t), ""):
            return table
    return query.tables[0] if query.tables else ""


def edited(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    """The query as the follow-up wants it; None when it cannot say so."""
    if query.share and (parts.figures or parts.counting or parts.order or said.limit):
        return None
    if said.share:
        return parted(query, said.share)
    steps: tuple[Callable[[Query, Fragment, Parts, Facts], Query | None], ...] = (
        _about, _restricted, _counted, _figured, _grouped, _shown, _ranked, _ordered, _cut,
    )  # fmt: skip
    changed = query
    for step in steps:
        found = step(changed, said, parts, facts)
        if found is None:
            return None
        changed = found
    return changed if changed != query or parts != Parts() else None


def _about(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    """`What about repairs?`: the same of another table; `without loans`: only rows that have none."""
    if not parts.table or parts.table == head(query):
        return query
    if said.leaving or parts.lacking:
        return replace(query, where=(*query.where, Related(head(query), (parts.table,), (), negated=True)))
    return swapped(query, head(query), parts.table, facts)


def _restricted(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    """New conditions take the place of those on the same column; all others stay. Of a percentage they say of which
    rows it is one: those in the North, of whom so many are satisfied."""
    where, held = list(query.where), [_column(c) for c in query.where]
    beside = [c for c in map(_column, parts.where) if query.share and c is not None and c not in held]
    for condition in parts.where:
        new: Condition | None = _negated(condition) if said.leaving else condition
        if new is None:
            return None
        where = _joined(where, new, said.also, facts)
    having = query.having
    if parts.bound is not None:
        figure = next((i for i in query.select if i.aggregate), None)
        if not query.group or figure is None:
            return None
        having = (Filter(figure, parts.bound[0], (parts.bound[1],)),)
    among = tuple(dict.fromkeys((*query.among, *beside)))
    return replace(query, where=tuple(dict.fromkeys(where)), having=having, among=among)


def _negated(condition: Condition) -> Condition | None:
    if isinstance(condition, Filter) and condition.operator in NEGATED:
        return replace(condition, operator=NEGATED[condition.operator])
    return None


def _joined(where: Sequence[Condition], new: Condition, also: bool, facts: Facts) -> list[Condition]:
    """The conditions with a new one among them."""
    column = _column(new)
    kept: list[Condition] = []
    for old in where:
        if column is None or _column(old) != column or _bounds(old, new):
            kept.append(old)
        elif isinstance(old, Filter) and isinstance(new, Filter) and _together(old, new, also):
            new = replace(new, values=tuple(dict.fromkeys((*old.values, *new.values))))
    return [*kept, new]


def _together(old: Filter, new: Filter, also: bool) -> bool:
    """Their values make one condition: more of what is wanted, or more of what is left out."""
    if old.operator != new.operator:
        return False
    return (also and new.operator in ("=", "like")) or new.operator in ("!=", "not like")


def _column(condition: Condition) -> Col | None:
    """The one column that a condition speaks of."""
    if isinstance(condition, Filter) and not condition.item.aggregate and condition.item.column:
        return replace(condition.item.column, part="")
    if isinstance(condition, AnyOf):
        columns = {_column(p) for p in condition.parts}
        return columns.pop() if len(columns) == 1 else None
    return None


def _bounds(old: Condition, new: Condition) -> bool:
    """A lower and an upper bound stand together."""
    if not (isinstance(old, Filter) and isinstance(new, Filter)):
        return False
    pair = {old.operator, new.operator}
    return bool(pair & _LOWER) and bool(pair & _UPPER)


def _counted(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    """`How many is that?`: the rows of a list, the groups of a grouped answer; `how many of them were late?`: rows that
    were counted for each month."""
    if not parts.counting:
        return query
    if query.having:
        return None
    if query.group and not _rows_meant(query, parts, facts):
        shown = [i.column for i in query.select if i.column and not i.aggregate] or list(query.group)
        item = Item(shown[0], "count", distinct=True)
    elif not query.group and any(i.aggregate for i in query.select):
        return query if query.select == (Item(None, "count", table=head(query)),) else None
    elif query.distinct and len(query.select) == 1 and query.select[0].column:
        item = Item(query.select[0].column, "count", distinct=True)
    else:
        item = Item(None, "count", table=head(query))
    return Query((item,), query.where, tables=query.tables)


def _rows_meant(query: Query, parts: Parts, facts: Facts) -> bool:
    """Whether a condition is said of the rows in the groups, and not of the things that the groups are."""
    said, about = {c.table for c in map(_column, parts.where) if c is not None}, head(query)
    things = {c.table for c in query.group if facts.key(c.table) == c or c.table != about}
    return bool(said) and not said & things and said <= {about, *facts.above(about)}


def _figured(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    """`What about the average?`: another figure of the same rows."""
    if not parts.figures:
        return query
    if parts.extreme and (query.limit or query.group) and (first := _foremost(query)):
        return replace(query, order=(Order(first, parts.extreme == "max"),), limit=1, offset=0, percent=False)
    own = next((i.column for i in query.select if i.aggregate and i.column and i.aggregate != "count"), None)
    listed = [i.column for i in query.select if i.column and not i.aggregate and i.column not in query.group]
    ordered = [o.item.column for o in query.order if o.item.column]
    measures = [c for c in (own, *listed, *ordered) if c and facts.numeric(c) and not facts.identifying(c)]
    items = []
    for function, column in parts.figures:
        measured = column or next(iter(measures), None)
        if measured is None or (function in ("sum", "avg") and not facts.numeric(measured)):
            return None
        items.append(Item(replace(measured, part=""), function))
    shown = [i for i in query.select if not i.aggregate and i.column in query.group]
    before = [i for i in query.select if i.aggregate] if said.also else []
    order = tuple(Order(items[0], o.descending) if o.item.aggregate and not said.also else o for o in query.order)
    return replace(
        query,
        select=tuple(dict.fromkeys((*shown, *before, *items))),
        order=order if query.group else (),
        limit=query.limit if query.group else None,
        distinct=False,
        everything=False,
        having=(),
    )


def _foremost(query: Query) -> Item | None:
    """What a query ranks by, or would."""
    return query.order[0].item if query.limit and query.order else next((i for i in query.select if i.aggregate), None)


def _grouped(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    """`And by region?`: for each of something else; with "also", within the groups there are."""
    if not parts.groups:
        return query
    query = of_each(query) if query.share else query
    shown: list[Col] = []
    group: list[Col] = []
    for column, table in parts.groups:
        if column is not None:
            shown.append(column)
            group.append(column)
        else:
            key = facts.key(table)
            shown += facts.display(table)
            group += [*([key] if key else []), *facts.display(table)]
    figures = [i for i in query.select if i.aggregate]
    if not figures and query.limit == 1 and query.order and query.order[0].item.column:
        first = query.order[0]
        figures = [Item(first.item.column, "max" if first.descending else "min")]
    elif not figures:
        figures = [Item(None, "count", table=head(query))]
    elif any(i.aggregate == "count" and i.distinct and i.column in group for i in figures):
        return None
    before = [i for i in query.select if not i.aggregate and i.column in query.group] if said.also else []
    select = tuple(dict.fromkeys((*before, *(Item(c) for c in shown), *figures)))
    groups = tuple(dict.fromkeys((*(query.group if said.also else ()), *group)))
    order = query.order if said.also and query.order else _habit(shown[0], figures[0], facts)
    tables = query.tables or (head(query),)
    return Query(select, query.where, groups, query.having if said.also else (), order, None, tables=tables)


def _habit(first: Col, figure: Item, facts: Facts) -> tuple[Order, ...]:
    """Times and numbers upwards, else the largest figure first."""
    found = facts.column(first)
    if found is not None and (found.type in TEMPORAL or found.type in NUMERIC):
        return (Order(Item(first)),)
    return (Order(figure, descending=True),)


def _shown(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    """`And their towns`: more columns of a list; `and the pages?`: the same figure of another column."""
    if not parts.columns:
        return query
    figures = [i for i in query.select if i.aggregate]
    if not figures and not query.group and not query.everything:
        return replace(query, select=tuple(dict.fromkeys((*query.select, *(Item(c) for c in parts.columns)))))
    if len(figures) == 1 and figures[0].column and len(parts.columns) == 1 and facts.numeric(parts.columns[0]):
        new = replace(figures[0], column=parts.columns[0])
        select = tuple(new if i == figures[0] else i for i in query.select)
        order = tuple(Order(new, o.descending) if o.item == figures[0] else o for o in query.order)
        return replace(query, select=select, order=order)
    return None


def _ranked(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    """`The cheapest?`: the first by a measure."""
    if parts.best is None:
        return query
    item, descending, limit = parts.best
    return replace(query, order=(_fitting(Order(item, descending), query),), limit=limit, offset=0, percent=False)


def _ordered(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    if parts.order:
        return replace(query, order=tuple(_fitting(o, query) for o in parts.order))
    if parts.turned is None:
        return query
    if query.order:
        last = query.order[0]
        down = not last.descending if parts.turned == "turn" else parts.turned == "desc"
        return replace(query, order=(Order(last.item, down), *query.order[1:]))
    if not query.select:
        return None
    item = next((i for i in query.select if i.aggregate), query.select[0])
    return replace(query, order=(Order(item, parts.turned != "asc"),))


def _fitting(order: Order, query: Query) -> Order:
    """In a grouped query, a bare measure is ordered by through the figure shown."""
    column = order.item.column
    if not query.group or column is None or order.item.aggregate or column in query.group:
        return order
    shown = next((i for i in query.select if i.aggregate and i.column == column), None)
    if part := next((c for c in query.group if c.part and replace(c, part="") == column), None):
        return Order(Item(part), order.descending)
    return Order(shown or Item(column, "max" if order.descending else "min"), order.descending)


def _cut(query: Query, said: Fragment, parts: Parts, facts: Facts) -> Query | None:
    """`Top 3 only`: the first few, by the figure shown where nothing else orders them."""
    if parts.everyone:
        return replace(query, limit=None, offset=0, percent=False)
    if not said.limit:
        return query
    if not query.group and any(i.aggregate for i in query.select):
        return None
    order = query.order
    figure = next((i for i in query.select if i.aggregate), None)
    if figure is not None and not any(o.item.aggregate for o in order) and said.lowest is not None:
        order = (Order(figure, not said.lowest),)
    elif not order:
        measure = next((i for i in query.select if i.column and _measure(i.column, facts)), None)
        order = (Order(measure, not said.lowest),) if measure else ()
    elif said.lowest and order[0].descending:
        order = (Order(order[0].item, False), *order[1:])
    return replace(query, order=order, limit=said.limit, offset=0, percent=False)


def _measure(column: Col, facts: Facts) -> bool:
    return facts.numeric(column) and not facts.identifying(column)
