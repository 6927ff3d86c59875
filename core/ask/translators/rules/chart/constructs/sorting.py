"""`in alphabetical order`, `largest first`, `by number of orders in descending order`: how what is listed is sorted."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.restricting import when
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Date, Figure, Rank, Shown, Sorted, Things, Whole
from core.ask.translators.rules.chart.schema import apart, counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item
from core.model import TEMPORAL

_SPELT = ("alphabet", "lexico", "a to z", "z to a")
_SIZES = ("large", "small", "big")
_PLAIN = ("ascend", "descend", "increas", "decreas", "reverse")
CUES = {
    "order": (
        "listed by",
        "list them by",
        *(f"{verb}{what}" for verb in ("arrange", "arranged") for what in ("", " them", " the result", " the results")),
    )
}
_TIMES = ("oldest", "earliest", "latest", "chrono")


def upwards(cue: Cue, none: None, facts: Facts) -> Rank:
    return Rank(Item(), False, 0, _quantity(cue))


def downwards(cue: Cue, none: None, facts: Facts) -> Rank:
    return Rank(Item(), True, 0, _quantity(cue))


def _quantity(cue: Cue) -> str:
    """What a way of sorting goes by, if it says so: names, times, or any column; else it is a figure."""
    if any(w in cue.text for w in _SPELT):
        return "name"
    told = ((_TIMES, "date"), (_PLAIN, "any"), (_SIZES, "size"))
    return cue.quantity or next((q for words, q in told if any(w in cue.text for w in words)), "")


def by_figure(cue: Cue, figure: Figure, facts: Facts) -> Figure | None:
    """`by number of orders`; of an amount that rows hold, the amount."""
    return figure if len(figure.items) == 1 and not figure.group and not figure.things.rank else None


def by_amount(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
    """`by price`, `by years of service`."""
    column = columns.columns[0]
    found = facts.column(column)
    sorts = found is not None and (facts.numeric(column) or found.type in TEMPORAL)
    fits = len(columns.columns) == 1 and sorts and not facts.identifying(column)
    return Figure((Item(column),), Things(column.table)) if fits else None


def in_time(day: Date, measured: Figure, facts: Facts) -> Figure | None:
    """`in 2024 by number of orders`."""
    things = when(measured.things, day, facts)
    return replace(measured, things=things) if things else None


def measured_way(measured: Figure, way: Rank, facts: Facts) -> Figure | None:
    """The figure with its direction, as the rank of its things."""
    if way.quantity == "name" or measured.things.rank:
        return None
    return replace(measured, things=replace(measured.things, rank=replace(way, item=measured.items[0])))


def by_name(cue: Cue, columns: Columns, facts: Facts) -> Sorted | None:
    """`by city`."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    fits = len(columns.columns) == 1 and found is not None and found.type == "text"
    return Sorted(Item(column)) if fits else None


def name_way(order: Sorted, way: Rank, facts: Facts) -> Sorted | None:
    """`by city in alphabetical order`."""
    return replace(order, descending=way.descending) if way.quantity in ("name", "any") else None


def by_names(whole: Whole, order: Sorted, facts: Facts) -> Whole | None:
    shown = whole.shown
    if whole.order is not None or isinstance(shown, Figure):
        return None
    held = shown.things if isinstance(shown, Shown) else shown
    table = order.item.column.table if order.item.column else ""
    return replace(whole, order=order) if held.rank is None and table == held.table else None


def of_each(item: Item, table: str, facts: Facts) -> Item:
    """A figure of each of the things: an amount that every one of them has is not added up."""
    own = item.aggregate == "sum" and item.column is not None and item.column.table == table
    return replace(item, aggregate="") if own and facts.key(table) else item


def things_sorted(things: Things, measured: Figure, facts: Facts) -> Whole | None:
    """`customers by number of orders, largest first`: with the figure they are sorted by."""
    return shown_sorted(Shown(facts.display(things.table), things), measured, facts)


def shown_sorted(shown: Shown, measured: Figure, facts: Facts) -> Whole | None:
    way, things = measured.things.rank, shown.things
    if way is None or things.rank or things.having or apart(things.table, measured.things.table, facts) is None:
        return None
    item = of_each(measured.items[0], things.table, facts)
    if item.column is None and measured.things.table == things.table:
        return None
    column = item.column
    if not item.aggregate and (column is None or column.table != things.table):
        return None
    where = (*things.where, *measured.things.where)
    held = replace(shown, things=replace(things, where=where), distinct=False)
    if column is not None and not item.aggregate:
        held = replace(held, columns=tuple(dict.fromkeys((*shown.columns, column))))
    else:
        held = replace(held, beside=(item,))
    return Whole(held, Sorted(item, way.descending))


def in_a_way(whole: Whole, way: Rank, facts: Facts) -> Whole | None:
    """`the names of customers in alphabetical order`: what is shown says what it is sorted by."""
    shown = whole.shown
    if whole.order is not None:
        return None
    if isinstance(shown, Figure):
        return _figures(whole, shown, way, facts)
    held = shown.things if isinstance(shown, Shown) else shown
    if held.rank is not None:
        return None
    columns = shown.columns if isinstance(shown, Shown) else facts.display(held.table)
    column = _goes_by(columns, held.table, way, facts)
    if column is None:
        return None
    turned = way.quantity == "age" and (facts.year(column) or not facts.numeric(column))
    return replace(whole, order=Sorted(Item(column), way.descending != turned))


def _goes_by(columns: tuple[Col, ...], table: str, way: Rank, facts: Facts) -> Col | None:
    if way.quantity == "name":
        return next((c for c in columns if not facts.numeric(c)), None)
    figures = [c for c in columns if facts.numeric(c)] if way.quantity in ("", "any", "size") else []
    if figures or way.quantity in ("", "any"):
        return figures[-1] if figures else columns[-1] if way.quantity and columns else None
    return facts.of_quantity(way.quantity, (table,))


def way_of_column(way: Rank, columns: Columns, facts: Facts) -> Sorted | None:
    """`in descending order of price`, `… of city and name`."""
    order: Sorted | None = None
    for column in reversed(columns.columns if way.quantity in ("any", "name") else ()):
        order = Sorted(Item(column), way.descending, order)
    return order


def way_of_figure(way: Rank, figure: Figure, facts: Facts) -> Sorted | None:
    """`in descending order of the number of orders`."""
    plain = len(figure.items) == 1 and figure.group is None and figure.things == Things(figure.things.table)
    return Sorted(figure.items[0], way.descending) if plain and way.quantity == "any" else None


def way_of_count(way: Rank, cue: Cue, facts: Facts) -> Rank | None:
    """`in descending order of count`."""
    return replace(way, item=Item(None, "count")) if way.quantity == "any" else None


def by_count(cue: Cue, count: Cue, facts: Facts) -> Rank:
    """`sorted by count`."""
    return Rank(Item(None, "count"), False, 0, "any")


def count_way(order: Rank, way: Rank, facts: Facts) -> Rank | None:
    """`sorted by count in descending order`."""
    return replace(order, descending=way.descending) if way.quantity == "any" else None


def in_count_order(whole: Whole, order: Rank, facts: Facts) -> Whole | None:
    """`cities of customers in order of count`: values by how many rows have them, figures of groups by themselves."""
    shown = whole.shown
    if whole.order is not None or isinstance(shown, Things):
        return None
    if isinstance(shown, Figure):
        first = shown.items[0]
        return replace(whole, order=Sorted(first, order.descending)) if shown.group and first.aggregate else None
    if shown.things.rank or not shown.columns or any(map(facts.telling, shown.columns)):
        return None
    item = next((i for i in shown.beside if i.aggregate), counted(shown.things.table))
    return replace(whole, order=Sorted(item, order.descending))


def _figures(whole: Whole, figure: Figure, way: Rank, facts: Facts) -> Whole | None:
    """Groups by their figure, or by their names; the amounts of things, of which no group is said, one by one."""
    if figure.group is not None:
        columns = figure.group.columns or facts.display(figure.group.table)
        by = Item(columns[0]) if way.quantity in ("name", "date") else figure.items[0]
        return replace(whole, order=Sorted(by, way.descending))
    column = figure.items[0].column
    if len(figure.items) > 1 or column is None or figure.items[0].aggregate != "sum" or way.quantity == "name":
        return None
    if column.table != figure.things.table or figure.things.rank:
        return None
    return Whole(Shown((column,), figure.things), Sorted(Item(column), way.descending))


_OF = frozenset(("of", "by", "using"))
RULES = (
    Rule("upwards", "asc", "", "way", upwards),
    Rule("downwards", "desc", "", "way", downwards),
    Rule("sorted in a way", "order", "way", "way", lambda cue, way, facts: way),
    Rule("by a figure", "by", "figure", "measured", by_figure),
    Rule("by an amount", "by", "column", "measured", by_amount, 0.05),
    Rule("by a name", "by", "column", "by name", by_name),
    Rule("by a name in a way", "by name", "way", "by name way", name_way),
    Rule("listed by a name", "whole", "by name way", "whole", by_names),
    Rule("by a figure in a time", "date", "measured", "measured", in_time, 0.05),
    Rule("by a figure in a way", "measured", "way", "measured way", measured_way),
    Rule("things sorted by a figure", "things", "measured way", "whole", things_sorted),
    Rule("columns sorted by a figure", "shown", "measured way", "whole", shown_sorted),
    Rule("in a way of a column", "way", "column", "sorted", way_of_column, between=_OF),
    Rule("in a way of a figure", "way", "figure", "sorted", way_of_figure, between=_OF),
    Rule("in a way of a count", "way", "count", "by count", way_of_count, between=_OF),
    Rule("by a count", "order", "count", "by count", by_count, near=True),
    Rule("by a count in a way", "by count", "way", "by count", count_way),
    Rule("listed by a count", "whole", "by count", "whole", in_count_order),
    Rule("listed in a way", "whole", "way", "whole", in_a_way),
    Rule("in a way, listed", "way", "whole", "whole", lambda way, whole, facts: in_a_way(whole, way, facts), 0.05),
)
