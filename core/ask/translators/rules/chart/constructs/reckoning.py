"""`the ratio of orders to customers`, `how many more orders came from Oslo than from Lima`: one figure beside another.

Both sides are figures; things stand for how many they are. A second side that names no figure is the first one again
of what it says: `the average price of tents and of lamps`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from core.ask.translators.rules.chart.constructs.counting import rows
from core.ask.translators.rules.chart.constructs.grouping import each
from core.ask.translators.rules.chart.constructs.measuring import over
from core.ask.translators.rules.chart.constructs.restricting import such
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Date, Figure, Group, Predicate, Things, Whole
from core.ask.translators.rules.chart.schema import meant, restricted
from core.ask.translators.rules.chart.timing import timed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Formula, Item, Scalar, Term, figure

Way = Literal["ratio", "more", "fewer"]
_FEWER = frozenset(("fewer", "less", "lower", "smaller", "shorter", "cheaper"))


def first(way: Way) -> Callable[[Cue, Figure, Facts], Figure | None]:
    """`the ratio of …`, `how many more …`: its first side."""

    def build(cue: Cue, side: Figure, facts: Facts) -> Figure | None:
        fewer = bool(_FEWER & set(cue.text.split()))
        plain = len(side.items) == 1 and not side.group and not side.things.having and side.items[0].aggregate != "own"
        return side if plain and fewer == (way == "fewer") else None

    return build


def of_such(met: Predicate) -> Figure:
    """How many rows meet something: `men`."""
    return rows(Things(met.tables[0], met.where))


def second(way: Way) -> Callable[[Figure, Figure, Facts], Figure | None]:
    """`… to customers`: both sides as one figure."""

    def build(one: Figure, other: Figure, facts: Facts) -> Figure | None:
        sides = (one, other)
        if len(other.items) > 1 or other.group or other.items[0].aggregate == "own" or one == other:
            return None
        whole = [t for s in sides if (t := meant(s.things, facts)) is not None and not t.having]
        return _reckoned(way, one.items[0], whole[0], other.items[0], whole[1]) if len(whole) == len(sides) else None

    return build


def amounts(way: Way) -> Callable[[Cue, Columns, Facts], Figure | None]:
    """`the ratio of wins to losses`: amounts added up."""

    def build(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
        side = _added(columns, facts)
        return first(way)(cue, side, facts) if side is not None else None

    return build


def to_amounts(way: Way) -> Callable[[Figure, Columns, Facts], Figure | None]:
    """`… to losses`: of the same rows."""

    def build(one: Figure, columns: Columns, facts: Facts) -> Figure | None:
        side = _added(columns, facts)
        return second(way)(one, side, facts) if side is not None else None

    return build


def _added(columns: Columns, facts: Facts) -> Figure | None:
    column = columns.columns[0]
    fits = len(columns.columns) == 1 and facts.measure(column) and not facts.year(column)
    return Figure((Item(column, "sum"),), Things(column.table)) if fits else None


def again(way: Way) -> Callable[[Figure, Predicate, Facts], Figure | None]:
    """`… than from Lima`: the first figure of other rows."""

    def build(one: Figure, met: Predicate, facts: Facts) -> Figure | None:
        about = {c for w in met.where if (c := _column(w))}
        left = {c for w in one.things.where if (c := _column(w))}
        if met.having or not about or not about <= left:
            return None
        kept = tuple(w for w in one.things.where if _column(w) not in about)
        things = restricted(replace(one.things, where=kept), met, facts)
        return second(way)(one, replace(one, things=things), facts) if things is not None else None

    return build


def again_over(way: Way) -> Callable[[Figure, Things, Facts], Figure | None]:
    """`how many more orders for tents than for lamps`: the first figure over other things."""

    def build(one: Figure, things: Things, facts: Facts) -> Figure | None:
        which = meant(things, facts) if things.table != one.things.table else None
        return again(way)(one, Predicate(which.where, (), (which.table,)), facts) if which is not None else None

    return build


def at_time(way: Way) -> Callable[[Figure, Date, Facts], Figure | None]:
    """`… than in 2024`: the first figure at another time of the same kind."""

    def build(one: Figure, day: Date, facts: Facts) -> Figure | None:
        times = [c for w in one.things.where if (c := _column(w)) and facts.dated(c)]
        if len(times) != 1:
            return None
        met = timed(times[0], Bound("=", (day.text,), True), facts)
        return again(way)(one, Predicate((met,), (), (times[0].table,)), facts) if met else None

    return build


def of_two(way: Way) -> Callable[[Figure, Predicate, Facts], Figure | None]:
    """`the difference in price between tents and lamps`: the figure of each of two values."""

    def build(one: Figure, values: Predicate, facts: Facts) -> Figure | None:
        listed = values.where[0]
        if not isinstance(listed, Filter) or len(listed.values) != 2:
            return None
        left, right = (Predicate((replace(listed, values=(v,)),), (), values.tables) for v in listed.values)
        things = restricted(one.things, left, facts)
        return again(way)(replace(one, things=things), right, facts) if things is not None else None

    return build


def out_of(part: Figure, whole: Things, facts: Facts) -> Figure | None:
    """`… out of all orders from Oslo`: of these, those that are the first side."""
    if part.things.table != whole.table or whole.rank or whole.having or not part.things.where:
        return None
    own = tuple(w for w in part.things.where if w not in whole.where)
    made = Formula("/", replace(part.items[0], where=own), part.items[0], "ratio")
    return Figure((replace(figure(made), table=whole.table),), whole) if own else None


def apart(cue: Cue, both: Figure, facts: Facts) -> Figure | None:
    """`the difference between the highest and the lowest price`."""
    one, *others = both.items
    if (
        len(others) != 1
        or both.group
        or both.things.rank
        or both.things.having
        or "own" in {i.aggregate for i in both.items}
    ):
        return None
    return _reckoned("more", one, both.things, others[0], both.things)


def _reckoned(way: Way, left: Item, ours: Things, right: Item, theirs: Things) -> Figure:
    """A figure made of two. What only the second side says of other columns holds for both."""
    shared: tuple[Condition, ...] = tuple(w for w in ours.where if w in theirs.where)
    if ours.table == theirs.table:
        own = {_column(w) for w in ours.where}
        alone = tuple(w for w in theirs.where if w not in shared and _column(w) not in own)
        shared = (*shared, *alone) if ours.where and len(alone) < len(theirs.where) - len(shared) else shared
    else:
        shared = ()
    one = replace(left, where=tuple(w for w in ours.where if w not in shared))
    other = replace(right, where=tuple(w for w in theirs.where if w not in shared))
    sides: tuple[Term, Term] = (other, one) if way == "fewer" else (one, other)
    name = "ratio" if way == "ratio" else "difference"
    made = figure(Formula("/" if way == "ratio" else "-", sides[0], sides[1], name))
    return Figure((replace(made, table=ours.table),), Things(ours.table, shared))


def closed(reckoned: Figure, none: None, facts: Facts) -> Whole:
    """Alone: sides over rows of their own are each taken by themselves."""
    item, things = reckoned.items[0], reckoned.things
    formula = item.formula
    assert formula is not None
    sides = [s for s in (formula.left, formula.right) if isinstance(s, Item)]
    tables = {s.column.table if s.column else s.table for s in sides}
    if len(tables) == 1 and all(_told_by_row(c, things.table, facts) for s in sides for c in s.where):
        return Whole(reckoned)
    left, right = (Scalar(replace(s, where=()), (*things.where, *s.where)) for s in sides)
    made = replace(figure(replace(formula, left=left, right=right)), table=things.table)
    return Whole(Figure((made,), Things(things.table)))


def _told_by_row(condition: Condition, table: str, facts: Facts) -> bool:
    """Each row says itself whether it meets a condition, or one that it belongs to does."""
    column = _column(condition)
    return column is not None and column.table in (table, *facts.above(table))


def _column(condition: Condition) -> Col | None:
    """The column that a condition speaks of."""
    plain = isinstance(condition, Filter) and condition.item.formula is None
    return condition.item.column if isinstance(condition, Filter) and plain else None


def _where(reckoned: Figure, met: Predicate, facts: Facts) -> Figure | None:
    """What is said last holds for both sides."""
    things = restricted(reckoned.things, met, facts) if not met.having else None
    return replace(reckoned, things=things) if things else None


def _for_each(reckoned: Figure, group: Group, facts: Facts) -> Figure | None:
    return each(reckoned, group, facts)


CUES = {
    "difference": (
        "difference in", "difference in the", "difference of", "how much more", "how much less", "how much higher",
        "how much lower", "gap between", "difference",
    ),
    "ratio": ("the ratio", "ratio in"),
}  # fmt: skip
_WAYS: tuple[tuple[Way, str, frozenset[str]], ...] = (
    ("ratio", "ratio", frozenset(("to", "and", "over", "per"))),
    ("more", "difference", frozenset(("and", "than", "to"))),
    ("fewer", "difference", frozenset(("than",))),
)
_BETWEEN = frozenset(("between", "from", "of", "for"))


def _rules(way: Way, cue: str, joints: frozenset[str]) -> tuple[Rule, ...]:
    opened = f"{way}: first side"
    return (
        Rule(f"{way}: a figure", cue, "figure", opened, first(way)),
        Rule(f"{way}: things", cue, "things", opened, lambda c, t, k: first(way)(c, rows(t), k)),
        Rule(f"{way}: amounts", cue, "column", opened, amounts(way)),
        Rule(f"{way} to amounts", opened, "column", "reckoned", to_amounts(way), between=joints),
        Rule(f"{way}: such rows", cue, "predicate", opened, lambda c, p, k: first(way)(c, of_such(p), k), 0.1),
        Rule(f"{way} to a figure", opened, "figure", "reckoned", second(way), between=joints),
        Rule(f"{way} to things", opened, "things", "reckoned", lambda f, t, k: second(way)(f, rows(t), k), 0.05,
             between=joints),
        Rule(f"{way} over things", opened, "things", opened, over),
        Rule(f"{way} again over things", opened, "things", "reckoned", again_over(way), between=joints),
        Rule(f"{way} again", opened, "predicate", "reckoned", again(way), between=joints),
        Rule(f"{way} at another time", opened, "date", "reckoned", at_time(way), between=joints),
    )  # fmt: skip


RULES = (
    *(rule for way, cue, joints in _WAYS for rule in _rules(way, cue, joints)),
    Rule("ratio out of things", "ratio: first side", "things", "reckoned", out_of, between=frozenset(("out",))),
    Rule("more of one of two values", "more: first side", "values", "reckoned", of_two("more"), between=_BETWEEN),
    Rule("difference of two figures", "difference", "figure", "reckoned", apart),
    Rule("reckoned where", "reckoned", "predicate", "reckoned", _where, 0.1),
    Rule("reckoned for each", "reckoned", "grouping", "figure", _for_each),
    Rule("the whole: reckoned", "reckoned", "", "whole", closed),
    Rule("things by whom", "things", "predicate", "things", such, between=frozenset(("by",))),
)
