"""The first of an order: a superlative, the top five, the best of each group. The figure is told with each name."""

from __future__ import annotations

from core.ask.names import listed, many_of
from core.ask.top_rows import TopRows
from core.ask.translators.rules.query import Best, Item, Query
from core.ask.translators.rules.realisation.groups import called, each_once, extreme
from core.ask.translators.rules.realisation.so_many import so_many
from core.ask.translators.rules.realisation.speech import Speech
from core.model import Rows, Value
from core.text.number_words import ordinal

_NAMED = 10
_SHARING = 5


def ranked(q: Query, rows: Rows, top: TopRows, say: Speech, about: str) -> str:
    """A query with an order and a number of rows."""
    order = q.order[0]
    shown = next((k for k, i in enumerate(q.select) if i == order.item), None)
    values: list[Value] | None = [r[shown] for r in rows.rows] if shown is not None else None
    if values is None and top.beside is not None and top.beside.values:
        values = list(top.beside.values)
    names = [_name(q, r, shown, say) for r in rows.rows]
    what = measured(order.item, order.descending, say, about, q.offset + 1)
    if _by_letters(order.item, say) and (len(names) > 1 or len(q.select) > 1) and not q.offset:
        way, things = "last" if order.descending else "first", _things(q, say, about, len(names))
        number = f"{len(names):,} " if len(names) > 1 else ""
        told = [_with_figures(q, r, say) for r in rows.rows]
        return f"The {way} {number}{things} by {say.item(order.item, about)}: {listed(told, _NAMED)}."
    if list(q.select) == [order.item] and not q.group:
        return _figures_alone(q, rows, say, about) + _more(top, len(top.sharing))
    if len(rows.rows) == 1 and q.limit == 1 and not q.percent:
        return _first(q, names[0], values, what, top, say, about)
    entries = names
    if values:
        entries = [f"{n} ({v})" for n, v in zip(names, say.values(order.item, values), strict=True)]
    n = len(rows.rows)
    things = _things(q, say, about, n)
    part_of_all = f"{'top' if order.descending else 'lowest'} {so_many(q)}"
    if n == 1 and not q.percent:
        return f"There is only one {things} to rank by {what}: {entries[0]}."
    part = f" ({part_of_all}, all that tie included)" if q.percent else ""
    of_each = f"Of each {say.group(q.each, about)}, " if q.of_each else ""
    fewer = f" There are no more than {n:,}." if q.limit and n < q.limit and not q.percent else ""
    among = _among(q, say, about) if q.group else ""  # of rows the conditions are said with the things
    if n == 1 and q.percent:
        of = f" of {say.things(about, q.where)}" if q.where and not q.group else ""
        return f"{of_each}{among}{entries[0]} alone makes up the {part_of_all}{of}, with {what}."
    the = "the" if among or of_each else "The"
    led, last = f"{of_each}{among}{the}", f"{fewer}{_tied(top, say, q, shown)}"
    return f"{led} {n:,} {things} with {what}{part}: {listed(entries, _NAMED)}.{last}"


def _with_figures(q: Query, row: tuple[Value, ...], say: Speech) -> str:
    """A row by its whole name, and what was reckoned for it."""
    figures = [say.value(i, v) for i, v in zip(q.select, row, strict=True) if i.aggregate]
    name = _name(q, row, None, say)
    return f"{name} ({', '.join(figures)})" if figures and len(figures) < len(row) else name


def _figures_alone(q: Query, rows: Rows, say: Speech, about: str) -> str:
    """Only what is ordered by is shown: “the three highest prices”."""
    item, n = q.order[0].item, len(rows.rows)
    entries = say.values(item, [r[0] for r in rows.rows])
    way = f"{_place(q.offset + 1)}{extreme(item, q.order[0].descending, say)}"
    what = f"{way} {many_of(say.item(item, about), n)}"
    of = f" of {say.things(about, q.where)}" if q.where else ""
    return f"The {what}{of} is {entries[0]}." if n == 1 else f"The {n:,} {what}{of}: {listed(entries, _NAMED)}."


def measured(item: Item, descending: bool, say: Speech, about: str, place: int = 1) -> str:
    """`the most trips`, `the highest average price`, `the latest order date`, `the second highest fee`."""
    way = f"{_place(place)}{extreme(item, descending, say)}"
    if item.aggregate == "count":
        return f"the {way} {say.counted(item, about)}"
    plain = Item(item.column) if item.aggregate in ("min", "max") and item.formula is None else item
    return f"the {way} {say.item(plain, about)}"


def _by_letters(item: Item, say: Speech) -> bool:
    """By texts, which are first or last and not more or less than others."""
    found = say.facts.column(item.column) if item.column is not None and not item.column.part else None
    return found is not None and found.type == "text" and not item.aggregate and item.formula is None


def _place(place: int) -> str:
    """`second `, of 2; nothing of the first."""
    return f"{ordinal(place)} " if place > 1 else ""


def best_of_each(q: Query, best: Best, rows: Rows, say: Speech, about: str) -> str:
    """One row or more for each group, by a measure of its own."""
    at = next((k for k, i in enumerate(q.select) if i.column == best.group), None)
    measure = next((k for k, i in enumerate(q.select) if i.column == best.measure), None)
    entries: list[str] = []
    for row in rows.rows:
        rest = [(i.column, v) for k, (i, v) in enumerate(zip(q.select, row, strict=True)) if k not in (at, measure)]
        more = [say.value(Item(best.group), row[at])] if at is not None else []
        more += [say.value(q.select[measure], row[measure])] if measure is not None else []
        name = called(rest, say) if rest else more.pop(0)
        entries.append(f"{name} ({', '.join(more)})" if more else name)
    group = say.group([best.group], about)
    groups = len({r[at] for r in rows.rows}) if at is not None else len(rows.rows)
    ties = " Some are shared by several." if groups < len(rows.rows) else ""
    what = measured(Item(best.measure), best.descending, say, about)
    thing = say.names.one(best.measure.table)
    return f"Of each {group}, the {thing} with {what}: {listed(entries, _SHARING)}.{ties}"


def _first(q: Query, name: str, values: list[Value] | None, what: str, top: TopRows, say: Speech, about: str) -> str:
    order = q.order[0]
    among = _among(q, say, about)
    figure = f": {say.value(order.item, values[0])}" if values else ""
    if values and values[0] is None:
        return f"{among}{name} comes first, but its {say.item(order.item, about)} is not known."
    if top.sharing and q.offset:
        shown = next((k for k, i in enumerate(q.select) if i == order.item), None)
        others = [_name(q, r, shown, say) for r in top.sharing]
        many, one = len(others) > _SHARING or top.more, len(others) == 1
        whose = f"{len(others):,} others have" if many else f"{listed(others)} ha{'s' if one else 've'}"
        of = say.item(order.item, about)
        return f"{among}{name} comes {ordinal(q.offset + 1)} by {of}{figure}. {whose} as much."
    if top.sharing:
        shown = next((k for k, i in enumerate(q.select) if i == order.item), None)
        others = [_name(q, r, shown, say) for r in top.sharing]
        if len(others) > _SHARING or top.more:
            n = f"more than {len(others):,}" if top.more else f"{len(others):,}"
            return f"{among}{name} and {n} others have {what}{figure} each."
        who = each_once([name, *others])
        return (
            f"{among}{listed(who)} {'have' if len(who) > 1 else 'has'} {what}{figure}{' each' if len(who) > 1 else ''}."
        )
    return f"{among}{name} has {what}{figure}."


def _among(q: Query, say: Speech, about: str) -> str:
    """Among which things: where conditions restrict them."""
    order = q.order[0]
    if q.where:
        return f"Among {say.things(about, q.where)}, "
    other = bool(q.group) and order.item.table not in ("", q.group[0].table)
    if order.item.aggregate == "count" and not order.descending and other:
        return f"Among {say.groups(q.group, about)} with any, "  # those without are in no row
    return ""


def _things(q: Query, say: Speech, about: str, n: int) -> str:
    if q.group:
        return say.groups(q.group, about, n)
    plain = [i for i in q.select if i.column]
    table = plain[0].column.table if plain and plain[0].column else about
    if all(i.column and i.column.table == table for i in plain):
        return say.things(table, q.where, n)
    return many_of("row", n)


def _tied(top: TopRows, say: Speech, q: Query, shown: int | None) -> str:
    """Rows left out that have what the last one has."""
    if not top.sharing:
        return ""
    others = [_name(q, r, shown, say) for r in top.sharing]
    n = len(others)
    if n > _SHARING or top.more:
        return _more(top, n)
    return f" {listed(each_once(others))} share{'s' if n == 1 else ''} the last place, too."


def _more(top: TopRows, n: int) -> str:
    return f" {'More than ' if top.more else ''}{n:,} more share{'s' if n == 1 else ''} the last place." if n else ""


def _name(q: Query, row: tuple[Value, ...], measure: int | None, say: Speech) -> str:
    parts = [(i.column, v) for k, (i, v) in enumerate(zip(q.select, row, strict=True)) if k != measure]
    kept = [
        (c, v)
        for (c, v), i in zip(parts, [i for k, i in enumerate(q.select) if k != measure], strict=True)
        if not i.aggregate
    ]
    return called(kept or parts, say) if parts else say.value(q.select[0], row[0])
