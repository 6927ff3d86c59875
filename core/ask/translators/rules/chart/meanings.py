"""What a span of a question can mean: parts of a query, each checked against the schema when it is made."""

from __future__ import annotations

from dataclasses import dataclass

from core.ask.translators.rules.query import Aggregate, Col, Condition, Filter, Item, Operator, Part, Scalar


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
    percent: bool = False
    """Written as `5%`."""


@dataclass(frozen=True, slots=True)
class Date:
    """A day, a month or a year, as ISO writes it."""

    text: str


@dataclass(frozen=True, slots=True)
class Time:
    """`in 2024`, `on Mondays`, `in March or April`: the date that is meant lies in one of the spans, or, with `part`,
    that part of it is one of their values; `denied`: in none of them."""

    spans: tuple[Bound, ...]
    part: Part = ""
    denied: bool = False


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
    said: bool = False
    """What they belong to is said with them."""


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
class Beyond:
    """On which side of what column: "after their due date"."""

    operator: Operator
    column: Col


@dataclass(frozen=True, slots=True)
class Contrast:
    """`more than their manager`, `a higher salary`: a comparison of two rows. `column` refers to the other row, or is
    what is compared; a `quantity` may say that, too."""

    operator: Operator
    column: Col
    quantity: str = ""
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Sized:
    """A bound on a quantity (`older than 9`) or a time (`more than 20 days`): its unit, the days that it lies between
    where they are said, and the function that it is compared with where no number is (`more than the average`)."""

    bound: Bound
    quantity: str = ""
    unit: str = ""
    ends: tuple[Col, ...] = ()
    function: Aggregate = ""


@dataclass(frozen=True, slots=True)
class Predicate:
    """What rows must meet. `tables` are those it speaks of, the first one that of its own rows."""

    where: tuple[Condition, ...] = ()
    having: tuple[Filter, ...] = ()
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Joint:
    """Rows of `table` that a thing has, for each of `having` one that meets it, and, for each of `lacking`, has not."""

    table: str
    having: tuple[tuple[Condition, ...], ...] = ()
    lacking: tuple[tuple[Condition, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Rank:
    """The first `limit` by `item`; with a `quantity` the item is looked for in the rows it is said of."""

    item: Item
    descending: bool = True
    limit: int = 1
    quantity: str = ""
    where: tuple[Condition, ...] = ()
    """What rows must meet to be ranked."""
    most: bool = False
    """`the most copies`: of an amount that others add up."""


@dataclass(frozen=True, slots=True)
class Things:
    """Rows of a table: those that meet `where` and, by groups, `having`; the first ones by `rank`."""

    table: str
    where: tuple[Condition, ...] = ()
    having: tuple[Filter, ...] = ()
    rank: Rank | None = None


@dataclass(frozen=True, slots=True)
class Quantified:
    """All of some things, or one of them at least, and which side of them, by what (`cheaper than every lamp`)."""

    things: Things
    some: bool = False
    operator: Operator | None = None
    quantity: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """For what each figure is given: columns, or the things of a table (by their key; shown by the columns, if any)."""

    columns: tuple[Col, ...]
    table: str = ""


@dataclass(frozen=True, slots=True)
class Parted:
    """`by month and city`: for each such part of the date of what is reckoned, and for what is said beside it."""

    parts: tuple[Part, ...]
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """Figures over rows, for each `group`."""

    items: tuple[Item, ...]
    things: Things
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Columns of things; all of them, where none is named."""

    columns: tuple[Col, ...]
    things: Things
    distinct: bool = False
    said: bool = True
    """The things are said, and not only known from the columns."""
    beside: tuple[Item, ...] = ()
    """Figures shown beside the columns."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """An order asked for, and by what those are sorted that are alike in it."""

    item: Item
    descending: bool = False
    then: Sorted | None = None


@dataclass(frozen=True, slots=True)
class Whole:
    """All that is asked for."""

    shown: Figure | Shown | Things
    order: Sorted | None = None
    limit: int | None = None


Bounded = Bound | Beyond | Contrast | Sized
Timed = Date | Time | Clock
Piece = Cue | Number | Timed | Text | Columns | Value | Bounded | Predicate | Joint | Rank | Group | Parted | Sorted
Meaning = Piece | Things | Quantified | Figure | Shown | Whole
FUNCTIONS: tuple[Aggregate, ...] = ("avg", "sum", "max", "min", "median")
