"""Figures that a person puts together of two columns: quantity × price, days from one date to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Col, Formula, Item, figure
from core.errors import BadEdit, UnknownName
from core.model import NUMERIC, TEMPORAL

SPANS = {"days": "days to", "hours": "hours to", "minutes": "minutes to"}
SIGNS = {"*": "×", "+": "+", "-": "−", "/": "÷", **SPANS}
"""What is reckoned of two columns, and how it is written between them."""
RATIO = "ratio"
FIGURES = "figures"
WAYS = {
    "sum": "total of", "avg": "average of", "min": "lowest", "max": "highest", RATIO: "ratio of the totals of",
    FIGURES: "result of two figures",
}  # fmt: skip


def calculated(way: str, left: Col, sign: str, right: Col, facts: Facts) -> Item:
    """`sum` of `quantity` × `price`; spans count from the left date to the right one. Raises UnknownName, BadEdit."""
    if sign not in SIGNS or way not in WAYS:
        raise BadEdit("This cannot be reckoned.", f"Choose one of {', '.join(SIGNS)} and one of {', '.join(WAYS)}.")
    labels = []
    for column in (left, right):
        found = facts.column(column)
        if found is None:
            raise UnknownName(f"{column.table}.{column.name}", kind="column")
        fits = TEMPORAL if sign in SPANS else NUMERIC
        if found.type not in fits:
            wanted = "dates" if sign in SPANS else "numbers"
            raise BadEdit(f"`{found.label}` holds no {wanted}.", f"Choose a column of {wanted}.")
        labels.append(found.label)
    name = f"{labels[0]} {SIGNS[sign]} {labels[1]}"
    if sign in SPANS:
        name = f"{sign} from {labels[0]} to {labels[1]}"
    if way == RATIO:
        if sign != "/":
            raise BadEdit("A ratio of totals divides one by the other.", "Choose ÷.")
        return figure(Formula("/", Item(left, "sum"), Item(right, "sum"), name))
    if sign in SPANS:
        return Item(right, _way(way), formula=Formula(sign, Item(right), Item(left), name))  # type: ignore[arg-type]
    return Item(left, _way(way), formula=Formula(sign, Item(left), Item(right), name))  # type: ignore[arg-type]


def combined(left: Item, sign: str, right: Item, said: Callable[[Item], str]) -> Item:
    """`number of trips` ÷ `number of bikes`, each reckoned first. Raises BadEdit for a span, which is of columns."""
    if sign not in SIGNS or sign in SPANS:
        raise BadEdit("This cannot be reckoned of two figures.", "Choose ÷, −, + or ×.")
    return figure(Formula(sign, left, right, f"{said(left)} {SIGNS[sign]} {said(right)}"))  # type: ignore[arg-type]


def reckonable(columns: Sequence[Col], facts: Facts) -> list[Col]:
    """Those of the columns that something can be reckoned of: numbers that name nothing, and dates."""
    found = [(c, facts.column(c)) for c in columns]
    return [c for c, held in found if held and (held.type in ("date", "datetime") or facts.measure(c))]


def _way(way: str) -> Aggregate:
    return way  # type: ignore[return-value]
