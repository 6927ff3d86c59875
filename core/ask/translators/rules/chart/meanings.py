"""What a span of a question can mean: parts of a query, each checked against the schema when it is made."""

from __future__ import annotations

from dataclasses import dataclass

from core.ask.translators.rules.query import Aggregate, Col, Condition, Filter, Item, Operator, Scalar


@dataclass(frozen=True, slots=True)
class Cue:
    """A word that shapes a query, with the quantity it speaks of ("oldest": age)."""

    text: str
    quantity: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    value: float
    word: bool = False
    """Written as a word: "three"."""


@dataclass(frozen=True, slots=True)
class Date:
    """A day, a month or a year, as ISO writes it."""

    text: str


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of the day, `18:30`."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """Words as they stand, or a pattern of LIKE."""

    text: str


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns, in the order they are said."""

    columns: tuple[Col, ...]
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """A cell: `column` holds `text`."""

    column: Col
    text: str


@dataclass(frozen=True, slots=True)
class Bound:
    """`more than 3`, `between 2 and 5`, `after 2014`; `dated` if it is one of times."""

    operator: Operator
    values: tuple[float | str | Scalar, ...]
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Predicate:
    """What rows must meet. `tables` are those it speaks of, the first one that of its own rows."""

    where: tuple[Condition, ...] = ()
    having: tuple[Filter, ...] = ()
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rank:
    """The first `limit` by `item`; with a `quantity` the item is looked for in the rows it is said of."""

    item: Item
    descending: bool = True
    limit: int = 1
    quantity: str = ""


@dataclass(frozen=True, slots=True)
class Things:
    """Rows of a table: those that meet `where` and, by groups, `having`; the first ones by `rank`."""

    table: str
    where: tuple[Condition, ...] = ()
    having: tuple[Filter, ...] = ()
    rank: Rank | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """For what each figure is given: columns, or the things of a table (by their key)."""

    columns: tuple[Col, ...]
    table: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """Figures over rows, for each `group`."""

    items: tuple[Item, ...]
    things: Things
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Columns of things."""

    columns: tuple[Col, ...]
    things: Things
    distinct: bool = False
    said: bool = True
    """The things are said, and not only known from the columns."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """An order asked for."""

    item: Item
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Whole:
    """All that is asked for."""

    shown: Figure | Shown | Things
    order: Sorted | None = None
    limit: int | None = None


Part = Cue | Number | Date | Clock | Text | Columns | Value | Bound | Predicate | Rank | Group | Sorted
Meaning = Part | Things | Figure | Shown | Whole
FUNCTIONS: tuple[Aggregate, ...] = ("avg", "sum", "max", "min", "median")
