"""What a price is of, by its header, and which columns count that: `Rate/hr` and `Hrs`, `£/night` and `Nights`, `Price
ea` and `Qty`. What stands for all of them is the one times the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.remembered import remembered
from core.text.units import SIGNS

PIECE = "piece"
_UNITS: dict[str, tuple[str, str]] = {
    "hour": ("hour hr hrs h hourly hrly", "hours hrs hour"),
    "night": ("night nightly nt", "nights nts"),
    "day": ("day daily", "days"),
    "week": ("week weekly wk pw", "weeks wks"),
    "month": ("month monthly pcm pm", "months"),
    "mile": ("mile", "miles"),
    "km": ("km kilometre", "km kms kilometres"),
    "litre": ("litre liter ltr", "litres liters"),
    "kilo": ("kg kilo", "kg kgs kilos weight"),
    "tonne": ("tonne ton", "tonnes tons"),
    PIECE: (
        "each ea unit piece item apiece copy", "qty quantity units pieces copies number no count stock shelf binned"
    ),
}  # fmt: skip
"""Each unit by the words of a price for one of it, and of a column that counts them."""
_PRICE = frozenset(
    "price cost fee rate charge charged charges sell selling rrp wage wages pay retail wholesale whsl "
    "trade shop".split()
)
"""What one of something costs, where the header says no unit."""
_NO_PRICE = frozenset("total amount amt paid pct percent percentage per cent disc discount min max est mins".split())
_THOUSANDS = re.compile(r"(?:/|\bper )\s*\d")
_PER = re.compile(r"(?:/|\bper |\bp/|\ba )\s*([a-z]+)")


@dataclass(frozen=True, slots=True)
class Priced:
    """So many, and what one of them is worth, in the same row or in that which the row belongs to."""

    many: Col
    price: Col
    unit: str

    @property
    def columns(self) -> tuple[Col, Col]:
        return self.many, self.price


@remembered
def unit_of(facts: Facts, column: Col) -> str:
    """Of what a price is the price of one; "" of other columns."""
    if not facts.measure(column) or facts.year(column):
        return ""
    label, said = facts.spelt_whole(column).lower(), {w.lower() for w in facts.spelt(column)}
    signed = bool(SIGNS & set(label)) or bool(said & _PRICE)
    held = facts.column(column)
    signed = signed or (held is not None and held.unit in SIGNS)
    if "%" in label or said & _NO_PRICE or _THOUSANDS.search(label):
        return ""
    after = _PER.search(label)
    for unit, (priced, counted) in _UNITS.items():
        if unit != PIECE and said & set(counted.split()) and not after:
            continue
        if after and after[1] in priced.split():
            return unit
        if not after and said & set(priced.split()) and (signed or label.endswith("ly") or unit == PIECE):
            return unit
    return PIECE if not after and said & _PRICE else ""


@remembered
def counts(facts: Facts, column: Col) -> str:
    """Of what a column says how many there are; "" of other columns."""
    if not facts.measure(column) or facts.year(column):
        return ""
    label, said = facts.spelt_whole(column).lower(), {w.lower() for w in facts.spelt(column)}
    held = facts.column(column)
    if SIGNS & set(label) or "/hr" in label or said & _PRICE or (held is not None and held.unit in SIGNS):
        return ""
    return next((u for u, (_, counted) in _UNITS.items() if said & set(counted.split())), "")


def counted_as(unit: str) -> frozenset[str]:
    """The words for many of a unit."""
    return frozenset(_UNITS[unit][1].split()) if unit else frozenset()


@remembered
def priced(facts: Facts) -> tuple[Priced, ...]:
    """All that the schema prices so."""
    return tuple(_priced(facts))


def _priced(facts: Facts) -> Iterator[Priced]:
    for name, table in facts.tables.items():
        for many in (Col(name, c.name) for c in table.columns):
            unit = counts(facts, many)
            if not unit:
                continue
            for other in (name, *facts.above(name)):
                found = [c for k in facts.tables[other].columns if unit_of(facts, c := Col(other, k.name)) == unit]
                for price in found:
                    yield Priced(many, price, unit)
                if found:
                    break
