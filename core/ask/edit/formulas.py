"""Figures that a person puts together of two columns: quantity × price, days from one date to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from core.ask.translators.rules import shares
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Col, Condition, Formula, Item, Term, figure
from core.errors import BadEdit, UnknownName
from core.model import NUMERIC, TEMPORAL

SPANS = {"days": "days to", "hours": "hours to", "minutes": "minutes to"}
SIGNS = {"*": "×", "+": "+", "-": "−", "/": "÷", **SPANS}
"""What is reckoned of two columns, and how it is written between them."""
PERCENT = "%"
BETWEEN = {"/": "÷", PERCENT: "as a percentage of", "-": "−", "+": "+", "*": "×"}
"""What is reckoned of two figures."""
RATIO = "ratio"
FIGURES = "figures"
VALUES = "values"
PORTION = "portion"
ROW = "row"
WAYS = {
    ROW: "result in each row of",
    "sum": "total of", "avg": "average of", "min": "lowest", "max": "highest", RATIO: "ratio of the totals of",
    FIGURES: "result of two figures", VALUES: "difference between two values, as of two years",
    PORTION: "percentage with a value",
}  # fmt: skip
_EXTREMES = frozenset(("min", "max"))
_DATES = 4
"""Date columns of a table between which spans are offered, at most."""


def calculated(way: str, left: Col, sign: str, right: Col, facts: Facts, within: tuple[str, Col] | None = None) -> Item:
    """`sum` of `quantity` × `price`, or of `quantity` × (`price` − `cost`), `within` being the sign and the column
    reckoned with `right` first; spans count from the left date to the right one. Raises UnknownName, BadEdit."""
    further = within[0] if within else "-"
    if sign not in SIGNS or way not in WAYS or further not in SIGNS or (within and {sign, further} & set(SPANS)):
        raise BadEdit("This cannot be reckoned.", f"Choose one of {', '.join(SIGNS)} and one of {', '.join(WAYS)}.")
    labels = []
    for column in (left, right, *((within[1],) if within else ())):
        found = facts.column(column)
        if found is None:
            raise UnknownName(f"{column.table}.{column.name}", kind="column")
        fits = TEMPORAL if sign in SPANS else NUMERIC
        if found.type not in fits:
            wanted = "dates" if sign in SPANS else "numbers"
            raise BadEdit(f"`{found.label}` holds no {wanted}.", f"Choose a column of {wanted}.")
        labels.append(found.label)
    if sign in SPANS:
        return span(left, sign, right, facts, _way(way))
    second = f"({labels[1]} {SIGNS[further]} {labels[2]})" if within else labels[1]
    name = f"{labels[0]} {SIGNS[sign]} {second}"
    if way == RATIO:
        if sign != "/":
            raise BadEdit("A ratio of totals divides one by the other.", "Choose ÷.")
        below: Term = Item(right, "sum")
        if within:  # of quantity × price the products are added up
            below = Item(right, "sum", formula=Formula(within[0], Item(right), Item(within[1])))  # type: ignore[arg-type]
        return figure(Formula("/", Item(left, "sum"), below, name))
    inner: Term = Formula(within[0], Item(right), Item(within[1])) if within else Item(right)  # type: ignore[arg-type]
    return Item(left, _way(way), formula=Formula(sign, Item(left), inner, name))  # type: ignore[arg-type]


def span(left: Col, sign: str, right: Col, facts: Facts, way: Aggregate = "") -> Item:
    """The time from the left date to the right one; without a `way`, of each row."""
    names = [found.label if (found := facts.column(c)) else c.name for c in (left, right)]
    name = f"{sign} from {names[0]} to {names[1]}"
    return Item(right, way, formula=Formula(sign, Item(right), Item(left), name))  # type: ignore[arg-type]


def spans(table: str, facts: Facts) -> Iterator[Item]:
    """The times from one date of a row to another one, both ways; of times of the day the hours."""
    held = facts.tables[table].columns if table in facts.tables else ()
    for kinds, sign in ((("date", "datetime"), "days"), (("time",), "hours")):
        dated = [Col(table, c.name) for c in held if c.type in kinds][:_DATES]
        yield from (span(a, sign, b, facts) for a, b in permutations(dated, 2))


def combined(left: Item, sign: str, right: Item | float, said: Callable[[Item], str]) -> Item:
    """`number of trips` ÷ `number of bikes`, each reckoned first, or `total minutes` ÷ 60; of the latest and the
    earliest day the `days` between. Raises BadEdit for a span of anything but firsts and lasts."""
    spanned = sign in SPANS and isinstance(right, Item) and {left.aggregate, right.aggregate} <= _EXTREMES
    if sign not in BETWEEN and not spanned:
        raise BadEdit("This cannot be reckoned of two figures.", "Choose ÷, −, +, × or a percentage.")
    written = BETWEEN.get(sign, f"{sign} after")
    sides = [f"{i:.15g}" if isinstance(i, float) else f"({said(i)})" if i.formula else said(i) for i in (left, right)]
    name = f"{sides[0]} {written} {sides[1]}"
    if sign == PERCENT:
        whole = Formula("*", Formula("/", left, right), 100.0, name)
    else:
        whole = Formula(sign, left, right, name)  # type: ignore[arg-type]
    made = figure(whole)
    return made if made.column else replace(made, table=left.table)


def signs_between(left: Item, facts: Facts) -> dict[str, str]:
    """What is reckoned of this figure and another one, and how it is written; of days and times how far they are
    apart."""
    if (of := _temporal(left, facts)) == "":
        return BETWEEN
    return {s: f"{s} after" for s in SPANS if of == "date" or s != "days"}


def others_for(left: Item, figures: Sequence[Item], facts: Facts) -> list[Item]:
    """The figures that something can be reckoned of with this one."""
    return [i for i in figures if _temporal(i, facts) == _temporal(left, facts)]


def _temporal(item: Item, facts: Facts) -> str:
    """`date` or `time` for the first or the last of such; "" for numbers."""
    column = item.column if item.aggregate in _EXTREMES and item.formula is None else None
    of = kind(column, facts) if column is not None else ""
    return "" if of == "number" else of


def between_values(item: Item, one: Condition, other: Condition, said: Callable[[Item], str]) -> Item:
    """A figure of the rows that meet one condition, less the same of those that meet the other."""
    left, right = (replace(item, where=(*item.where, met)) for met in (one, other))
    return figure(Formula("-", left, right, "difference")) if item.formula is None else combined(left, "-", right, said)


def portion(item: Item, met: Condition) -> Item:
    """How many percent of a figure come from rows that meet a condition."""
    return shares.portion(replace(item, where=(*item.where, met)), item, 100.0)


def reckonable(columns: Sequence[Col], facts: Facts) -> list[Col]:
    """Those of the columns that something can be reckoned of with another: numbers that name nothing, dates, times."""
    kinds = {c: k for c in columns if (k := kind(c, facts))}
    alike = [c for c in columns if c in kinds and sum(k == kinds[c] for k in kinds.values()) > 1]
    return sorted(alike, key=lambda c: kinds[c] != "number")


def beside(column: Col, columns: Sequence[Col], facts: Facts) -> bool:
    """Another number of the same rows stands beside it."""
    alike = (c for c in columns if c.table == column.table and c != column)
    return kind(column, facts) == "number" and any(kind(c, facts) == "number" for c in alike)


def kind(column: Col, facts: Facts) -> str:
    """`number`, `date` or `time`; "" for what nothing is reckoned of."""
    held = facts.column(column)
    if held is None or held.type not in TEMPORAL:
        return "number" if held is not None and facts.measure(column) else ""
    return "time" if held.type == "time" else "date"


def signs(of: str, way: str) -> list[str]:
    """What is reckoned of two columns of a kind."""
    if of == "number":
        return ["/"] if way == RATIO else [s for s in SIGNS if s not in SPANS]
    return [s for s in SPANS if of == "date" or s != "days"]


def _way(way: str) -> Aggregate:
    return "" if way == ROW else way  # type: ignore[return-value]
