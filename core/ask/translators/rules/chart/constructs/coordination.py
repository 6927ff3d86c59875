"""`from Oslo or Lima`, `from Oslo and dear`: predicates together, said once for every kind of predicate."""

from __future__ import annotations

from core.ask.label_stems import stems
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate, Things
from core.ask.translators.rules.chart.schema import excluded
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Condition, Filter, Related

_AND = frozenset(("and", ",", "that", "who", "which", "whose", "with", "but", "in", "from"))

_FEW = 2
"""Words of a header that is not said shorter behind another."""


def other(cue: Cue, met: Predicate, facts: Facts) -> Predicate | None:
    """What stands behind "or"."""
    return met if len(met.where) == 1 and not met.having else None


def other_things(cue: Cue, things: Things, facts: Facts) -> Things | None:
    """`… or have an order before 2024`."""
    return None if things.rank or things.having or len(things.where) != 1 else things


def either_things(one: Predicate, things: Things, facts: Facts) -> Predicate | None:
    """One of both: rows that belong to the same things, or that are the same."""
    own = one.tables[0] if one.tables else ""
    if own == things.table:
        return either(one, Predicate(things.where, (), (own,)), facts)
    held = Related(own, (things.table,), things.where)
    return either(one, Predicate((held,), (), (own,)), facts) if own in facts.owners(things.table) else None


def either(one: Predicate, two: Predicate, facts: Facts) -> Predicate | None:
    """One of both; of one column the values together."""
    if len(one.where) != 1 or one.having:
        return None
    left, right = one.where[0], two.where[0]
    if _idle(left, right):
        return None
    if _alike(left, right):
        assert isinstance(left, Filter)
        assert isinstance(right, Filter)
        return Predicate((Filter(left.item, "=", (*left.values, *right.values)),), (), one.tables)
    parts = (*(left.parts if isinstance(left, AnyOf) else (left,)), right)
    return Predicate((AnyOf(parts),), (), tuple(dict.fromkeys((*one.tables, *two.tables))))


def _alike(left: Condition, right: Condition) -> bool:
    """Two cells of one column."""
    cells = isinstance(left, Filter) and isinstance(right, Filter) and left.operator == right.operator == "="
    return cells and left.item == right.item and not set(left.values) & set(right.values)  # type: ignore[union-attr]


def _idle(left: Condition, right: Condition) -> bool:
    """One cell of a column beside another that is left out says nothing more: a negation holds for the whole list."""
    cells = isinstance(left, Filter) and isinstance(right, Filter) and left.item == right.item
    return cells and {left.operator, right.operator} == {"=", "!="}  # type: ignore[union-attr]


def both(one: Predicate, two: Predicate, facts: Facts) -> Predicate | None:
    """Both hold; two cells of one column cannot."""
    cells = [f.item for f in (*one.where, *two.where) if isinstance(f, Filter) and f.operator == "="]
    if len(set(cells)) < len(cells) or any(_idle(a, b) or excluded(a, b) for a in one.where for b in two.where):
        return None
    tables = tuple(dict.fromkeys((*one.tables, *two.tables)))
    return Predicate((*one.where, *two.where), (*one.having, *two.having), tables)


def columns(one: Columns, two: Columns, facts: Facts) -> Columns | None:
    """`name and city`."""
    if set(one.columns) & set(two.columns):
        return None
    return Columns((*one.columns, *two.columns), one.distinct or two.distinct)


def sharing_words(one: Columns, two: Columns, facts: Facts) -> Columns | None:
    """`order type code and description`: the first words of a header are not said again for the second."""
    first, second = (stems(facts.spelt_whole(c.columns[0])) for c in (one, two))
    same = one.columns[-1].table == two.columns[0].table and len(one.columns) == len(two.columns) == 1
    return columns(one, two, facts) if same and len(first) > _FEW and first[:-1] == second[:-1] else None


def in_a_row(one: Columns, other: Columns, facts: Facts) -> Columns | None:
    """`first name last name`: names of one table, with nothing between them."""
    held = [facts.column(c) for c in (*one.columns, *other.columns)]
    names = all(c is not None and c.type == "text" for c in held)
    same = len({c.table for c in (*one.columns, *other.columns)}) == 1
    return columns(one, other, facts) if names and same else None


RULES = (
    Rule("or", "or", "predicate", "alternative", other),
    Rule("or things", "or", "things", "other things", other_things),
    Rule("or have things", "predicate", "other things", "predicate", either_things, 0.1),
    Rule("either", "predicate", "alternative", "predicate", either),
    Rule("both", "predicate", "predicate", "predicate", both, 0.05, between=_AND),
    Rule("columns in a row", "column", "column", "column", in_a_row, 0.3, near=True),
    Rule(
        "columns that share words", "column", "column", "column", sharing_words, -0.2, between=frozenset(("and", ","))
    ),
    Rule("columns", "column", "column", "column", columns, between=frozenset(("and", ",", "with", "&"))),
)
