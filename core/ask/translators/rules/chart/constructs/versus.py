"""`do members or guests make more trips`, `do Volt bikes make more trips than Cargo bikes`: values set against each
other, each with its own figure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.constructs.counting import rows
from core.ask.translators.rules.chart.constructs.measuring import where
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Predicate, Sorted, Things, Whole
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Filter, Item

_SUMS = frozenset(("more", "fewer", "less"))
_SIGNS = ((">", True), ("<", False))


def more_things(cue: Cue, things: Things, facts: Facts) -> Figure | None:
    """`more trips`."""
    single = len(cue.text.split()) == 1 and not (things.rank or things.having)
    return rows(things) if single else None


def more_of(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
    """`more litres`, `a higher price`: all together, or on average."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or not facts.measure(column) or facts.year(column) or len(cue.text.split()) > 1:
        return None
    adds = cue.text in _SUMS and not facts.speaks(column, lexicon().averaged)
    return Figure((Item(column, "sum" if adds else "avg"),), Things(column.table))


def several(figure: Figure, met: Predicate, facts: Facts) -> Figure | None:
    """`more trips, members or guests`: for each of the values its own."""
    cells = _cells(met)
    if cells is None or len(cells.values) < 2 or cells.item.column is None or figure.group is not None:
        return None
    over = where(figure, met, facts)
    return replace(over, group=Group((cells.item.column,))) if over is not None else None


def one_side(met: Predicate, figure: Figure, facts: Facts) -> Figure | None:
    """`members make more trips`: than whom is still to be said."""
    cells = _cells(met)
    return where(figure, met, facts) if cells is not None and len(cells.values) == 1 else None


def of_things(things: Things, none: None, facts: Facts) -> Predicate | None:
    """`Volt bikes`, as what tells them from others."""
    own = len(things.where) == 1 and not (things.rank or things.having)
    met = Predicate(things.where, (), (things.table,))
    return met if own and (cells := _cells(met)) is not None and _table(cells) == things.table else None


def than(figure: Figure, met: Predicate, facts: Facts) -> Figure | None:
    """`… than guests`: the other side, of the same column."""
    other = _cells(met)
    ours = next((c for c in figure.things.where if isinstance(c, Filter) and other and c.item == other.item), None)
    if other is None or ours is None or other.item.column is None or set(ours.values) & set(other.values):
        return None
    both = replace(ours, values=(*ours.values, *other.values))
    met_by_all = tuple(both if c is ours else c for c in figure.things.where)
    return replace(figure, things=replace(figure.things, where=met_by_all), group=Group((other.item.column,)))


def told_by(columns: Columns, figure: Figure, facts: Facts) -> Figure | None:
    """`which model makes more trips, Swift or Cargo`: the column of the values, said too."""
    return figure if figure.group is not None and columns.columns == figure.group.columns else None


def _first(descending: bool) -> Callable[[Figure, None, Facts], Whole]:
    return lambda figure, none, facts: Whole(figure, Sorted(figure.items[0], descending))


def _cells(met: Predicate) -> Filter | None:
    """The values of one column that a predicate is all about."""
    only = met.where[0] if len(met.where) == 1 and not met.having else None
    plain = isinstance(only, Filter) and only.operator == "=" and only.item.column is not None
    return only if isinstance(only, Filter) and plain and not only.item.aggregate else None


def _table(cells: Filter) -> str:
    return cells.item.column.table if cells.item.column else ""


CUES = {"than": ("than", "than in", "than for")}
RULES = (
    Rule("a side that is things", "things", "", "side", of_things, 0.02),
    Rule("a side", "predicate", "", "side", lambda met, none, facts: met if _cells(met) else None),
    Rule("than a side", "than", "side", "than side", lambda cue, met, facts: met, near=True),
    *(Rule(f"{s} things than others", f"cmp:{s}", "things", f"more {s}", more_things, near=True) for s, _ in _SIGNS),
    *(Rule(f"{s} of an amount than others", f"cmp:{s}", "column", f"more {s}", more_of, near=True) for s, _ in _SIGNS),
    *(Rule(f"{s}, of several", f"more {s}", "side", f"compared {s}", several) for s, _ in _SIGNS),
    *(Rule(f"of several, {s}", "side", f"more {s}", f"compared {s}", lambda m, f, k: several(f, m, k))
      for s, _ in _SIGNS),
    *(Rule(f"{s} of one side", "side", f"more {s}", f"half {s}", one_side) for s, _ in _SIGNS),
    *(Rule(f"{s} than the other", f"half {s}", "than side", f"compared {s}", than) for s, _ in _SIGNS),
    *(Rule(f"told by a column, {s}", "column", f"compared {s}", f"compared {s}", told_by) for s, _ in _SIGNS),
    *(Rule(f"first the {s}", f"compared {s}", "", "whole", _first(d)) for s, d in _SIGNS),
)  # fmt: skip
