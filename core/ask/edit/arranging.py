"""Changes of what a query is told apart by, of its order, and of how many rows it shows. Each gives a new query."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from core.ask.edit.parts import about, figures, groups, hidden, of_itself, ranking, renamed, tables_of_item, usual
from core.ask.edit.percentages import compared
from core.ask.form import begin
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Order, Query, columns_of
from core.ask.translators.rules.shares import parted
from core.errors import BadEdit


def ranked_by(query: Query, item: Item) -> Query:
    """Ranked, and bounded, by another figure that is not shown either; no table is joined for the old one alone."""
    old = ranking(query)
    if old is None or not item.aggregate:
        raise BadEdit("These rows are ranked by no figure.", "Choose what they are sorted by.")
    gone = set(tables_of_item(old)) - {c.table for i in query.select for c in columns_of(i)}
    return renamed(replace(query, tables=tuple(t for t in query.tables if t not in gone)), old, item)


def per(query: Query, columns: Sequence[Col], unseen: Collection[Col] | None = None) -> Query:
    """For each of these columns together; without any, over all rows. A list becomes a count for each. `unseen`: keys
    among them that are not shown; else one that is not shown goes with the names behind it."""
    group = tuple(dict.fromkeys(columns if unseen is not None else (*keys_of(query, columns), *columns)))
    if hidden(query) and group:
        old = [i for i in query.select if i.column in group]
        return replace(query, select=(*old, *_newly_shown(query, group, unseen)), group=group)
    if query.everything or not figures(query):
        if not group:
            return query
        table = about(query)
        query = replace(begin(table).query, where=query.where, tables=_with(query.tables, table))
    old = [i for i in query.select if not i.aggregate and i.column in group]
    new = _newly_shown(query, group, unseen)
    order = tuple(o for o in query.order if o.item.aggregate or o.item.column in group)
    changed = replace(query, select=(*old, *new, *figures(query)), group=group, order=order)
    if query.share:  # of the groups that a condition names, and no others
        base = tuple(dict.fromkeys((*query.among, *(c for c in compared(query) if c in group))))
        changed = replace(changed, among=base if parted(query.where, base)[1] else query.among)
    if not group:
        return replace(changed, having=(), order=(), limit=None, keep="")
    return changed if order or old else replace(changed, order=usual(changed))


def settled(query: Query, facts: Facts) -> Query:
    """No figure is added up along times where none that follow each other are told apart any more."""
    if any(map(facts.follows, query.group)) or not any(i.running for i in query.select):
        return query
    plain = tuple(dict.fromkeys(replace(i, running=False) for i in query.select))
    order = tuple(replace(o, item=replace(o.item, running=False)) for o in query.order)
    return replace(query, select=plain, order=order)


def _newly_shown(query: Query, group: Sequence[Col], unseen: Collection[Col] | None) -> list[Item]:
    """What the groups are called by and no row shows yet."""
    known = query.group if unseen is None else (*unseen, *(i.column for i in query.select if not i.aggregate))
    return [Item(c) for c in group if c not in known]


def keys_of(query: Query, columns: Sequence[Col]) -> Iterator[Col]:
    """The keys that are not shown and belong to some of these columns, in front of which they stand."""
    seen = groups(query)
    key: Col | None = None
    named = ""
    for c in query.group:
        if c not in seen:
            key, named = c, ""
        elif key is not None and named in ("", c.table):  # of a name in two columns either
            named = c.table
            if c in columns:
                yield key
                key = None


def ordered(query: Query, item: Item | None, descending: bool = False, facts: Facts | None = None) -> Query:
    """Sorted by an item first, or by none. Listed rows may be sorted by a figure of others that belong to each of them;
    those to which none belong stay listed."""
    order = () if item is None else (Order(item, descending),)
    changed = replace(query, order=order, limit=query.limit if order else None)
    reckoned = item is not None and bool(item.aggregate)
    listed = not query.group and not figures(query) and not query.distinct
    key = facts.key(about(query)) if facts is not None and reckoned and listed else None
    if key is None:
        return changed
    shown = tuple(i.column for i in query.select if i.column and not i.formula)
    keep = query.keep or (about(query) if of_itself(query) else "")
    return replace(changed, group=tuple(dict.fromkeys((key, *shown))), keep=keep)


def so_many_said(text: str) -> tuple[int, bool] | None:
    """How many `5` or `10 %` is, and whether in percent; None where a text is no whole number."""
    number = text.removesuffix("%").strip()
    return (int(number), text.endswith("%")) if number.isdecimal() else None


def first(query: Query, n: int | None, *, percent: bool = False) -> Query:
    """Only the first `n` rows, or `n` percent of them; None: all."""
    if n is not None and n < 1:
        raise BadEdit("At least one row must be shown.")
    if percent and n is not None and n >= 100:
        raise BadEdit("Less than 100 % must be shown; choose all rows instead.")
    if percent and not (query.order or (query.group and figures(query))):
        raise BadEdit("A part of the rows is taken of an order: choose what they are sorted by first.")
    if n is not None and not query.order and (reckoned := figures(query)) and query.group:
        query = ordered(query, reckoned[0], True)
    return replace(query, limit=n, offset=0, percent=percent and n is not None)


def of_each(query: Query, within: tuple[Col, ...]) -> Query:
    """The first rows of all that agree in some columns; of all rows where there are none."""
    return replace(query, each=within)


def different(query: Query, wanted: bool) -> Query:
    """Each row once, or as often as it stands."""
    return replace(query, distinct=wanted)


def _with(tables: tuple[str, ...], table: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((table, *tables)))
