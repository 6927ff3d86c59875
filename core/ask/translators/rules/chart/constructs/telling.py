"""`… Give the code and the number of records.`, `… and when?`: what is to be shown, said behind the question."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Rank, Shown, Things, Whole
from core.ask.translators.rules.chart.schema import apart, counted, has_one, one_named
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Item, Leading
from core.model import TEMPORAL

_OF = ("the", "its", "their", "his", "her")
_NUMBERS = ("number", "numbers", "count", "counts")
CUES = {
    "tell": tuple(sorted(lexicon().telling)),
    "rows": tuple(sorted(lexicon().rows)),
    "table": ("table", "tables"),
    "what it is": tuple(
        f"{asked} {of}" for asked in ("what is", "what was", "what are", "which is", "what") for of in _OF
    ),
    "and number": tuple(f"{joint} {n}" for joint in ("and the", "and", ", the", "and their") for n in _NUMBERS),
}
_AND = frozenset(("and", ",", "&"))
_WITH = frozenset(("with", "plus", "alongside"))
_ITS = frozenset(("its", "their", "corresponding"))
_STOPS = frozenset(".?;!")
_MUCH = ("price", "money", "length", "size", "distance", "weight", "height", "speed")


def columns_told(cue: Cue, columns: Columns, facts: Facts) -> Shown:
    return Shown(columns.columns, Things(columns.columns[0].table), columns.distinct)


def shown_told(cue: Cue, shown: Shown, facts: Facts) -> Shown | None:
    things = shown.things
    return shown if (shown.said or shown.distinct) and not (things.where or things.rank or things.having) else None


def figure_told(cue: Cue, figure: Figure, facts: Facts) -> Shown | None:
    """`give the city and the number of orders`."""
    things = figure.things
    if figure.group is None or figure.group.table or things.where or things.rank or things.having:
        return None
    return Shown(figure.group.columns, things, beside=figure.items)


def figure_and_columns(figure: Figure, columns: Columns, facts: Facts) -> Shown | None:
    """`the number of orders and the name`."""
    plain = figure.group is None and figure.things == Things(figure.things.table)
    return Shown(columns.columns, Things(columns.columns[0].table), beside=figure.items) if plain else None


def count_and_columns(count: Cue, columns: Columns, facts: Facts) -> Shown:
    """`the number and the name`: of the rows that were spoken of."""
    return Shown(columns.columns, Things(columns.columns[0].table), beside=(Item(None, "count"),))


def rows_too(told: Shown, number: Cue, facts: Facts) -> Shown | None:
    """`and the number of records`: of the rows that were spoken of."""
    return replace(told, beside=(Item(None, "count"),)) if not told.beside else None


def told_last(whole: Whole, told: Shown, facts: Facts) -> Whole | None:
    """The question with what its last sentence shows in place of its own."""
    shown = whole.shown
    if isinstance(shown, Figure):
        figures = _of_groups(shown, told, facts)
        return replace(whole, shown=figures) if figures else None
    things = shown.things if isinstance(shown, Shown) else shown
    if any(apart(things.table, c.table, facts) is None for c in told.columns):
        return None
    beside = tuple(_of_rows(i, things) for i in told.beside)
    if any(apart(things.table, i.column.table if i.column else i.table, facts) is None for i in beside):
        return None
    held = isinstance(shown, Shown) and set(shown.columns) & set(told.columns) and not shown.said
    return replace(whole, shown=Shown(told.columns, things, told.distinct, beside=beside, said=not held))


def _of_groups(figure: Figure, told: Shown, facts: Facts) -> Figure | Shown | None:
    """The figures of each group, which is called by the columns told."""
    group, things = figure.group, figure.things
    table = (group.table or group.columns[0].table) if group else ""
    if group is None:
        return _of_first(figure, told)
    if things.rank or things.having or any(c.table != table for c in told.columns):
        return None
    if not group.table:
        return figure if set(told.columns) <= set(group.columns) else replace(figure, group=Group(told.columns))
    return Shown(told.columns, Things(table, things.where), beside=figure.items) if table != things.table else None


def _of_first(figure: Figure, told: Shown) -> Shown | None:
    """`how many orders does the customer with the most orders have? Give the name and the number`: of the first."""
    things = figure.things
    first = things.where[0] if len(things.where) == 1 else None
    if not isinstance(first, Leading) or figure.items != (first.measure,) or told.beside not in ((), figure.items):
        return None
    if any(c.table != first.key.table for c in told.columns):
        return None
    rank = Rank(first.measure, first.descending, first.limit)
    return Shown(told.columns, Things(first.key.table, first.where, rank=rank), beside=figure.items)


def _of_rows(item: Item, things: Things) -> Item:
    """A number of rows: of those that the things are ranked or chosen by."""
    if item.column is not None or item.table:
        return item
    chosen = [f.item for f in things.having] + ([things.rank.item] if things.rank else [])
    table = next((i.table for i in chosen if i.table), things.table)
    return counted(table)


def _listed(whole: Whole, facts: Facts) -> Shown | None:
    """What is listed; things by what they are called."""
    shown = whole.shown
    if isinstance(shown, Figure):
        return None
    return shown if isinstance(shown, Shown) else Shown(facts.display(shown.table), shown)


def _beside(whole: Whole, held: Shown, columns: Columns) -> Whole | None:
    """Columns beside those that are listed."""
    if set(columns.columns) & set(held.columns):
        return None
    return replace(whole, shown=replace(held, columns=(*held.columns, *columns.columns)))


def asked_too(whole: Whole, asking: Cue, facts: Facts) -> Whole | None:
    """`… and how much?`, `… and when?`: what the first was the first by, and its time."""
    held = _listed(whole, facts)
    if held is None:
        return None
    rank, things = held.things.rank, held.things
    if asking.quantity in ("date", "place"):
        column = facts.of_quantity(asking.quantity, (things.table,))
        if column is None or column.table != things.table or column in held.columns:
            return None
        counts = rank is not None and bool(rank.item.aggregate)
        return None if counts else replace(whole, shown=replace(held, columns=(*held.columns, column)))
    if rank is None or held.beside or rank.quantity or rank.item.column in held.columns:
        return None
    times = facts.column(rank.item.column) if rank.item.column else None
    if (asking.quantity and asking.quantity not in _MUCH) or (times is not None and times.type in TEMPORAL):
        return None
    return replace(whole, shown=replace(held, beside=(rank.item,)))


def column_too(whole: Whole, columns: Columns, facts: Facts) -> Whole | None:
    """`… and when was it placed`: the column said, beside what the things are called."""
    held = _listed(whole, facts)
    if held is None:
        return None
    own = all(c.table == held.things.table for c in columns.columns)
    counts = held.things.having or (held.things.rank is not None and held.things.rank.item.aggregate)
    return _beside(whole, held, columns) if own and not counts else None


def extreme_too(whole: Whole, columns: Columns, facts: Facts) -> Whole | None:
    """`the highest total and what is the city`: of the row that has it."""
    figure = whole.shown
    plain = isinstance(figure, Figure) and len(figure.items) == 1 and figure.group is None and whole.order is None
    item = figure.items[0] if plain and isinstance(figure, Figure) else None
    if item is None or item.column is None or item.formula or item.where or item.aggregate not in ("max", "min"):
        return None
    assert isinstance(figure, Figure)
    things, table = figure.things, item.column.table
    if things.rank or things.having or things.table != table or item.column in columns.columns:
        return None
    if not all(has_one(table, c, facts) for c in columns.columns):
        return None
    first = replace(things, rank=Rank(Item(item.column), item.aggregate == "max"))
    return Whole(Shown((item.column, *columns.columns), first))


def amount_too(whole: Whole, columns: Columns, facts: Facts) -> Whole | None:
    """`how many seats does bus 7 have, and what is its make`: of the one that is named."""
    figure = whole.shown
    if (
        not isinstance(figure, Figure)
        or figure.group
        or figure.things.table not in one_named(figure.things.where, facts)
    ):
        return None
    own = [i.column for i in figure.items if i.column and i == Item(i.column, "sum")]
    if len(own) < len(figure.items) or any(c.table != figure.things.table for c in (*own, *columns.columns)):
        return None
    return Whole(Shown((*own, *columns.columns), figure.things))


def column_beside(whole: Whole, columns: Columns, facts: Facts) -> Whole | None:
    """`…, with the city`: a column that each of the things has, beside what they are called."""
    held = _listed(whole, facts)
    if held is None:
        return None
    one_each = all(has_one(held.things.table, c, facts) for c in columns.columns)
    return _beside(whole, held, columns) if one_each else None


RULES = (
    Rule("rows of things", "things", "rows", "things", lambda things, cue, facts: things, near=True),
    Rule("table of things", "things", "table", "things", lambda things, cue, facts: things, near=True),
    Rule("number of rows", "count", "rows", "row count", lambda cue, rows, facts: cue, near=True),
    Rule("columns told", "tell", "column", "told", columns_told),
    Rule("columns of things told", "tell", "shown", "told", shown_told),
    Rule("figures told", "tell", "figure", "told", figure_told),
    Rule("number of rows, too", "told", "row count", "told", rows_too, between=_AND),
    Rule("number, too", "told", "and number", "told", rows_too, near=True),
    Rule("told first", "told", "", "shown", lambda told, none, facts: told),
    Rule("figure and columns", "figure", "column", "figure and columns", figure_and_columns, between=_AND),
    Rule("count and columns", "count", "column", "figure and columns", count_and_columns, between=_AND),
    Rule("figure and columns told", "tell", "figure and columns", "told", lambda cue, told, facts: told),
    Rule("told last", "whole", "told", "whole", told_last, between=_STOPS),
    Rule("asked too", "whole", "ask", "whole", asked_too, between=_AND),
    Rule("asked by what it is", "what it is", "column", "asked column", lambda cue, columns, facts: columns, near=True),
    Rule("extreme, too", "whole", "asked column", "whole", extreme_too, between=_AND),
    Rule("amount, and what else it has", "whole", "asked column", "whole", amount_too, between=_AND),
    Rule("asked by a column", "ask", "column", "asked column", lambda cue, columns, facts: columns),
    Rule("a column, too", "whole", "asked column", "whole", column_too, between=_AND),
    Rule("with a column", "whole", "column", "whole", column_beside, 0.1, between=_WITH),
    Rule("its column, too", "whole", "column", "whole", column_beside, 0.1, between=_ITS),
    Rule("how many, too", "whole", "count", "whole", asked_too, between=_AND),
)
