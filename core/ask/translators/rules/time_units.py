"""Columns that hold how long rows last, and the units of time that they count."""

from __future__ import annotations

from collections.abc import Mapping

from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Formula, Item
from core.model import TEMPORAL

UNITS: Mapping[str, str] = {
    word: unit
    for unit, said in {
        "seconds": "second seconds sec secs", "minutes": "minute minutes min mins", "hours": "hour hours hr hrs",
        "days": "day days night nights", "weeks": "week weeks",
    }.items()
    for word in said.split()
}  # fmt: skip
"""Words for units of time."""
_SECONDS: Mapping[str, float] = {"seconds": 1.0, "minutes": 60.0, "hours": 3600.0, "days": 86400.0, "weeks": 604800.0}
_HELD = frozenset(map(stem, ("duration", "time", *UNITS)))
"""What a column that holds the time itself is called."""


def held_time(table: str, facts: Facts) -> Col | None:
    """The one column that holds how long a row lasts."""
    columns = [Col(table, c.name) for c in facts.tables[table].columns if c.type not in TEMPORAL]
    found = [c for c in columns if facts.measure(c) and not facts.year(c) and facts.speaks(c, _HELD)]
    return found[0] if len(found) == 1 else None


def unit_of(column: Col, facts: Facts) -> str:
    """The unit of a column's figures, by its header."""
    found = facts.column(column)
    said = [*facts.spelt(column), found.unit.lower() if found else ""]
    return next((UNITS[w] for w in said if w in UNITS), "")


def factor(one: str, other: str) -> float:
    """How many of the other unit one is; 1 where either is not known."""
    return _SECONDS[one] / _SECONDS[other] if one in _SECONDS and other in _SECONDS else 1.0


def in_unit_of_time(held: Col, unit: str, facts: Facts) -> Item:
    """What a column of time holds, in another unit."""
    many = factor(unit_of(held, facts), unit)
    turned = Formula("*", Item(held), many, unit) if many > 1 else Formula("/", Item(held), 1 / many, unit)
    return Item(held) if many == 1 else Item(held, formula=turned)
