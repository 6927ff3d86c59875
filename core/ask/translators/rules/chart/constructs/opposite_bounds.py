"""`shared by staff older than 60 and younger than 30`, `founded before 2003 and after 2010`: what no one row meets, but
different ones of a thing."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.either_bound import of_same
from core.ask.translators.rules.chart.constructs.quantities import of_things
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Joint, Predicate, Sized, Things
from core.ask.translators.rules.chart.schema import excluded
from core.ask.translators.rules.facts import Facts

_AND = frozenset(("and", "but", "also", "as", "well"))


def apart(one: Predicate, two: Predicate, facts: Facts) -> Joint | None:
    """`more than 20 points and less than 10 points`."""
    alone = len(one.where) == len(two.where) == 1 and not (one.having or two.having)
    fits = alone and excluded(one.where[0], two.where[0])
    return Joint(one.tables[0], (one.where, two.where)) if fits else None


def apart_from(one: Predicate, bound: Bound, facts: Facts) -> Joint | None:
    """`a population above 1500 and below 500`."""
    two = of_same(one, bound, facts)
    return apart(one, two, facts) if two is not None else None


def rows_apart(things: Things, bound: Bound, facts: Facts) -> Joint | None:
    """`rides longer than 60 and below 20`."""
    one = _told(things)
    return apart_from(one, bound, facts) if one is not None else None


def rows_sized(things: Things, sized: Sized, facts: Facts) -> Joint | None:
    """`older than 60 and younger than 30`."""
    one, two = _told(things), of_things(Things(things.table), sized, facts)
    return apart(one, Predicate(two.where, (), (two.table,)), facts) if one and two else None


def _told(things: Things) -> Predicate | None:
    """What the things meet; of ranked ones there is no telling."""
    return None if things.rank or things.having else Predicate(things.where, (), (things.table,))


RULES = (
    Rule("two that exclude each other", "predicate", "predicate", "joint", apart, between=_AND),
    Rule("a bound beyond another", "predicate", "bound", "joint", apart_from, between=_AND),
    Rule("rows beyond another bound", "things", "bound", "joint", rows_apart, between=_AND),
    Rule("rows of two sizes", "things", "sized", "joint", rows_sized, between=_AND),
)
