"""How long rows last: by a column that holds it, or between the two days or times of a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from math import inf
from typing import Literal

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Formula, Item, Operator
from core.ask.translators.rules.row_days import in_turn, span_of, times_of
from core.ask.translators.rules.time_units import factor, held_time, in_unit_of_time, unit_of
from core.model import TEMPORAL, Column
from core.text.words import words

Unit = Literal["days", "hours", "minutes"]
_SHORT, _DAY = 2.0, 36.0
"""Hours up to which spans are told in minutes, and in hours."""
_ROOT = 5
"""Letters that a word and a label's word share when one is made from the other ("delivery", `delivered_on`)."""


def lasting(table: str, facts: Facts, unit: str = "", ends: tuple[Col, ...] = ()) -> Item | None:
    """How long a row of a table lasts; in a unit, or the one that suits."""
    held = None if ends else held_time(table, facts)
    if held is not None:
        return in_unit_of_time(held, unit, facts)
    pair = ends or ends_of(table, facts)
    return None if pair is None else between(pair[0], pair[1], unit, facts)


def lasts(
    table: str, operator: Operator, numbers: tuple[float, ...], unit: str, ends: tuple[Col, ...], facts: Facts
) -> Filter | None:
    """That rows last so long."""
    item = lasting(table, facts, unit, ends)
    if item is None or item.column is None:
        return None
    held = item.column if item.formula is None or not item.formula.lasting else None
    own = unit_of(held, facts) if held is not None else item.formula.operator if item.formula else ""
    item = Item(held) if held is not None else item
    return Filter(item, operator, tuple(round(n * factor(unit, own), 4) for n in numbers))


def in_unit(item: Item, unit: str, facts: Facts) -> Item | None:
    """A figure of how long rows last, in another unit."""
    formula, column = item.formula, item.column
    if column is None:
        return None
    if formula is None:
        raw = lasting(column.table, facts, unit) if held_time(column.table, facts) == column else None
        return replace(raw, aggregate=item.aggregate) if raw else None
    if not formula.lasting or not isinstance(formula.left, Item) or not isinstance(formula.right, Item):
        return None
    begun, ended = formula.right.column, formula.left.column
    made = between(begun, ended, unit, facts) if begun and ended else None
    return replace(item, formula=made.formula) if made else None


def ends_of(table: str, facts: Facts) -> tuple[Col, Col] | None:
    """Where rows of a table begin and end: by times of day, by days, or by the two days that it has."""
    found = times_of(table, facts) or span_of(table, facts)
    if found is not None:
        return found
    columns = facts.tables[table].columns
    dated = [Col(table, c.name) for c in columns if c.type in ("date", "datetime")]
    if len(dated) != len(("begin", "end")) or facts.of_quantity("birth", (table,)) in dated:
        return None
    return in_turn(dated[0], dated[1], facts)


def day_of(column: Col, facts: Facts) -> Col | None:
    """The day or time that a column is, or that its table has of the same root: of `delivery_fee`, `delivered_on`."""
    found = facts.column(column)
    if found is not None and found.type in TEMPORAL:
        return column
    return _kin(column.table, facts.spelt(column), facts)


def begun_by(table: str, facts: Facts) -> Col | None:
    """The day at which things of a table begin: of the same root as their name (`ordered_on`), or the first of two."""
    kin = _kin(table, words(facts.tables[table].label), facts)
    pair = ends_of(table, facts)
    return kin or (pair[0] if pair else None)


def _kin(table: str, said: Sequence[str], facts: Facts) -> Col | None:
    roots = {w[:_ROOT] for w in said if len(w) >= _ROOT}
    dated = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL]
    found = [c for c in dated if roots & {w[:_ROOT] for w in facts.spelt(c)}]
    return found[0] if len(found) == 1 else None


def between(begun: Col, ended: Col, unit: str, facts: Facts) -> Item:
    """The time from one day or time of a row to another."""
    own = _told_in(begun, ended, unit, facts)
    return Item(ended, formula=Formula(own, Item(ended), Item(begun), own))


def _told_in(begun: Col, ended: Col, unit: str, facts: Facts) -> Unit:
    """The unit said, where the times are that exact; else one that tells the first and the last of such spans well."""
    found = [c for c in (facts.column(begun), facts.column(ended)) if c is not None]
    if any(c.type == "date" for c in found) or unit in ("days", "weeks"):
        return "days"
    if unit:
        return "hours" if unit == "hours" else "minutes"
    if any(c.type == "time" for c in found):
        return "hours"
    return telling(found[0], found[-1])


def telling(first: Column, last: Column) -> Unit:
    """The unit that tells well how long the first and the last spans between two columns are."""
    longest = max(_hours(getattr(first.profile, m), getattr(last.profile, m)) for m in ("minimum", "maximum"))
    return "minutes" if longest <= _SHORT else "hours" if longest <= _DAY else "days"


def _hours(one: object, other: object) -> float:
    """The hours between two times as ISO writes them; many where they are none."""
    try:
        apart = datetime.fromisoformat(str(other)) - datetime.fromisoformat(str(one))
    except (ValueError, TypeError):
        return inf
    return abs(apart.total_seconds()) / 3600
