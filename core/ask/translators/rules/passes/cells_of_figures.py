"""`the population of Vallentuna`: a row of published figures is a cell of a table, and no thing.

So what would count such rows, or show them one by one, is meant of the figures: where the parts of a place are rows
of their own (by sex, by age), they are added up, or the row is taken that holds all of them ("Both sexes"); and where
no year is said, each year has its figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.main_figures import SORTS, own_figure
from core.ask.translators.rules.query import Col, Filter, Formula, Item, Order, Query, Scalar, Term, all_tables
from core.ingest.categories import is_all
from core.model import NUMERIC, Column, Table

_OVERALL = frozenset("total overall altogether together all ever combined sum cumulative".split())
_LISTED = frozenset("listed covered included shown list file table".split())
"""`how many districts are listed`: rows are meant."""
_MOST = 400
"""Different whole numbers of a part: more are figures."""
_RATES = frozenset("rate rates percentage percent share ratio index indices mean expectancy density per %".split())


def cells_of_figures(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query over the figures where it is over one table of them and names no other sum."""
    names = all_tables(query)
    if len(names) != 1 or query.share or query.beside or query.everything or query.having:
        return query
    if any(t.lower in lexicon().rows or t.lower in _LISTED for t in tokens):
        return query
    query = _over_figures(query, facts, tokens)
    table = facts.tables.get(all_tables(query)[0])
    figure = own_figure(facts, table.name) if table else None
    if table is None or figure is None:
        return query
    if any(i.formula for i in query.select):
        return replace(query, select=tuple(_held_inside(i, table, figure) for i in query.select))
    if not any(i.column == figure for i in (*query.select, *(o.item for o in query.order))):
        return query
    query, left = _with_totals(query, table, figure)
    if not left or _determined(query, table, facts) or not _adds_up(table, figure, left, facts):
        return query
    timed = [c for c in left if _time(c)]
    if any(t.lower in _OVERALL for t in tokens):
        timed = []
    return _added_up(query, figure, timed)


def _over_figures(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """What would count the rows of a table of figures, over the figures themselves: those of its long view, or of the
    column of the year that is said."""
    items = (*query.select, *(o.item for o in query.order))
    counts = [i for i in items if i.aggregate == "count" and i.column is None and not i.formula and not i.where]
    if len(set(counts)) != 1 or any(i not in counts and i.column not in query.group for i in items):
        return query
    counted = facts.tables.get(counts[0].table)
    long = next((t for t in facts.tables.values() if counted and t.derived_from == counted.name), counted)
    figure = (own_figure(facts, long.name) or _of_year(long, tokens)) if long else None
    if long is None or figure is None or not _adds_up(long, figure, (), facts):
        return query
    try:
        return _moved(query, counts[0], figure, long)
    except LookupError:
        return query


def _moved(query: Query, count: Item, figure: Col, long: Table) -> Query:
    """The query over another table with the same columns. LookupError: it has not all of them."""

    def there(column: Col) -> Col:
        if long.column(column.name) is None:
            raise LookupError(column.name)
        return replace(column, table=long.name)

    def item(i: Item) -> Item:
        return Item(figure, "sum") if i == count else replace(i, column=there(i.column) if i.column else None)

    where = []
    for c in query.where:
        if not isinstance(c, Filter) or c.item.column is None or c.item != Item(c.item.column):
            raise LookupError(c)
        where.append(replace(c, item=item(c.item)))
    return replace(
        query,
        select=tuple(map(item, query.select)),
        where=tuple(where),
        group=tuple(map(there, query.group)),
        order=tuple(replace(o, item=item(o.item)) for o in query.order),
        tables=(),
    )


def _of_year(table: Table, tokens: Sequence[Token]) -> Col | None:
    """Of a published table the figures of the one year that is said: a column called so."""
    said = {t.text for t in tokens if t.number is not None}
    found = [c for c in table.columns if c.type in NUMERIC and c.label.strip() in said]
    return Col(table.name, found[0].name) if len(found) == 1 and table.published else None


def _held_inside(item: Item, table: Table, figure: Col) -> Item:
    """An item whose formula has queries of its own, each of them held to the rows that hold all of a part."""

    def inside(term: Term) -> Term:
        if isinstance(term, Formula):
            return replace(term, left=inside(term.left), right=inside(term.right))
        if isinstance(term, Scalar) and term.item.column == figure:
            return replace(term, where=_with_totals(Query((term.item,), term.where), table, figure)[0].where)
        return term

    held = inside(item.formula) if item.formula else None
    return replace(item, formula=held) if isinstance(held, Formula) else item


def _held(query: Query) -> set[str]:
    """The columns of which a row of the answer has one value, or that its conditions speak of."""
    shown = {i.column.name for i in query.select if i.column and not i.aggregate}
    told = {c.item.column.name for c in query.where if isinstance(c, Filter) and c.item.column}
    return shown | told | {c.name for c in query.group}


def _parts(table: Table, figure: Col) -> list[Column]:
    """The columns by which a table's figures are parted."""
    some = [c for c in table.columns if c.name != figure.name and c.profile.distinct > 1]
    return [c for c in some if c.type != "real" and (c.type != "integer" or c.profile.distinct <= _MOST)]


def _with_totals(query: Query, table: Table, figure: Col) -> tuple[Query, list[Column]]:
    """The query held to the rows that hold all of a part, where there are some; and the other parts it leaves open."""
    held = _held(query)
    where, left = list(query.where), []
    for c in _parts(table, figure):
        if c.name in held:
            continue
        wholes = [v for v, _ in c.profile.common if is_all(v)]
        if len(wholes) == 1:
            where.append(Filter(Item(Col(table.name, c.name)), "=", (wholes[0],)))
        else:
            left.append(c)
    return replace(query, where=tuple(where)), left


def _determined(query: Query, table: Table, facts: Facts) -> bool:
    """Whether what the query holds to one value each leaves one row."""
    held = _held(query)
    wide = facts.tables.get(table.derived_from, table) if table.derived_from else table
    times = {c.name for c in table.columns if wide.column(c.name) is None}
    own = [c for c in wide.columns if c.name in held]
    named = any(c.profile.unique for c in own) or prod(c.profile.distinct for c in own) >= wide.rows
    return named and times - {table.columns[-1].name} <= held


def _adds_up(table: Table, figure: Col, left: Sequence[Column], facts: Facts) -> bool:
    """No rates, and not of several kinds."""
    wide = facts.tables.get(table.derived_from, table) if table.derived_from else table
    column = table.column(figure.name)
    said = {w.strip("(),.").casefold() for w in f"{wide.description} {wide.label} {figure.name}".split()}
    rated = bool(said & _RATES) or "%" in wide.description or facts.speaks(figure, lexicon().averaged)
    sorts = any(SORTS & {stem(w) for w in c.label.casefold().split()} for c in left)
    return not rated and not sorts and column is not None and column.unit not in ("%", "‰")


def _time(column: Column) -> bool:
    year = column.type == "integer" and stem("year") == stem(column.label.casefold())
    return year or column.type in ("date", "datetime")


def _added_up(query: Query, figure: Col, times: Sequence[Column]) -> Query:
    """The figure added up for what is shown beside it, and for each time."""
    plain = [i for i in query.select if i.column and not i.aggregate and i.column != figure]
    if any(i.aggregate not in ("", "sum") or i.formula or i.where for i in query.select):
        return query
    each = [Col(figure.table, c.name) for c in times]
    beside = [c for c in (*query.group, *(i.column for i in plain if i.column)) if c != figure]
    group = tuple(dict.fromkeys([*beside, *each]))
    shown = [Item(c) for c in each]
    select = [Item(figure, "sum") if i.column == figure else i for i in query.select]
    at = next((n for n, i in enumerate(select) if i.column == figure), len(select))
    order = tuple(Order(Item(figure, "sum"), o.descending) if o.item.column == figure else o for o in query.order)
    if each and not order:
        order = tuple(Order(Item(c)) for c in each)
    return replace(query, select=(*select[:at], *shown, *select[at:]), group=group, order=order, distinct=False)
