"""What a cube of statistics is: a table whose rows are cells, with its dimensions and measures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Period = Literal[
    "", "year", "span", "quarter", "span quarter", "month", "day", "month name", "quarter name", "told", "told year"
]
"""What the values of a dimension of time are; "" for other dimensions."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """A column by whose values figures are told apart."""

    column: str
    period: Period = ""
    words: frozenset[str] = frozenset()
    """Stems of its label."""
    values: tuple[str, ...] = ()
    """Its values in order as stored, where they are known."""
    called: tuple[str, ...] = ()
    """What each of these values means, where they are codes; else empty."""
    whole: str = ""
    """The value that holds all others together; "" where there is none."""
    ends: tuple[str, str] = ("", "")
    """Of a time its first and last value."""

    @property
    def said(self) -> tuple[str, ...]:
        """Its values as people say them."""
        return self.called or self.values


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of figures."""

    column: str
    words: frozenset[str]
    """Stems of its label."""
    lemmas: frozenset[str]
    adds: bool
    """Figures of its parts add up to that of the whole."""
    whole: int = 0
    """How many words of its label say that it is that of all others together: `All classes Sales` has two."""
    unit: str = ""
    """What its label says at its end that it is counted in: `t`."""
    kind: tuple[str, str] = ("", "")
    """The column, and its value, that tell rows of this figure from those of others."""


@dataclass(frozen=True, slots=True)
class Level:
    """Rows of places of one level, such as regions: those with one value of a column."""

    column: str
    value: str
    places: frozenset[str]
    """The columns that tell these places apart, their names and codes; none at the top."""


@dataclass(frozen=True, slots=True)
class Cube:
    """One table of statistics. `dimensions` tell its rows apart; `attributes` are columns that these decide."""

    table: str
    base: str
    """The table that a long view is made from, else the table itself: values are looked up in it."""
    dimensions: tuple[Dimension, ...]
    attributes: tuple[Dimension, ...]
    measures: tuple[Measure, ...]
    words: frozenset[str]
    """Stems of what the table is called, its title among it."""
    lemmas: frozenset[str]
    head: frozenset[str]
    """Stems of what its title says that the figures are: “Deaths” of “Deaths by region, 2019”."""
    wholes: frozenset[str]
    """What its rows of totals are called, folded."""
    level: Level | None = None
    """The rows that these figures are in, where a table has places of several levels."""

    @property
    def times(self) -> tuple[Dimension, ...]:
        return tuple(d for d in self.dimensions if d.period)

    @property
    def parts(self) -> tuple[Dimension, ...]:
        """Dimensions other than time."""
        return tuple(d for d in self.dimensions if not d.period)

    def dimension(self, column: str) -> Dimension | None:
        return next((d for d in (*self.dimensions, *self.attributes) if d.column == column), None)
