"""What was understood of a question over a cube: values held, columns asked for, figures meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.ask.figures.asked import Asked
from core.ask.figures.cube import Cube, Measure
from core.ask.figures.times import Time

Place = tuple[str, str]
"""A table and one of its columns."""


@dataclass(frozen=True, slots=True)
class Around:
    """A cube with what it is joined to."""

    cube: Cube
    beside: Mapping[Place, str]
    """Columns of tables in which its places are looked up, each with the cube's own column that leads there."""
    columns: tuple[tuple[Place, frozenset[str]], ...]
    """What nouns may name, with the stems of their labels; no codes."""
    values: tuple[tuple[Place, str, str], ...]
    """Values of its categories that are known with the schema, each with what it is called."""
    numbered: tuple[frozenset[str], ...]
    """What its own columns of codes and numbers are called without these words: `count_point_id`."""
    names: frozenset[Place]
    """Columns of the tables next to it that hold another value in each row: names of its own places."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A value of a column, said by tokens `start` to `end`. Without a table it is the name of a total."""

    start: int
    end: int
    table: str
    column: str
    value: str
    whole: bool
    """All of the value is said."""


@dataclass(frozen=True, slots=True)
class Held:
    """A column that the question holds to some values: of the cube, or of a table that it is joined to."""

    table: str
    column: str
    values: tuple[str, ...]
    at: int
    """The token where the first of them is said."""
    pooled: bool = False
    """Its values are meant together: the age bands that `over 40` takes in."""
    of: str = ""
    """Of a table that the cube is joined to: the cube's own column that leads there."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A question as read over one cube."""

    cube: Cube
    measures: tuple[Measure, ...]
    asked: Asked
    held: tuple[Held, ...]
    target: Place | None
    """The column that is asked for."""
    target_of: str
    """Where that is in a table that the cube is joined to: the cube's own column that leads there."""
    each: tuple[Place, ...]
    """The columns by which figures are wanted."""
    ways: frozenset[str]
    """The cube's own columns that lead to what is held, asked for or wanted in tables that it is joined to."""
    sure: bool
    """No other cube fits as well."""
    words: tuple[tuple[str, str], ...]
    """What words were taken for, for people."""
    named: bool
    """Words name its figures."""
    spans: tuple[frozenset[int], ...]
    """Tokens that name values of its own."""

    @property
    def times(self) -> tuple[Time, ...]:
        return self.asked.times


@dataclass(slots=True)
class Trial:
    """A question while it is held against one cube."""

    score: float = 0.0
    lost: int = 0
    """Words that the cube cannot say."""
    named: bool = False
    held: dict[Place, list[str]] = field(default_factory=lambda: defaultdict(list))
    at: dict[Place, int] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    pooled: set[Place] = field(default_factory=set)
    spans: list[frozenset[int]] = field(default_factory=list)
    words: list[tuple[str, str]] = field(default_factory=list)
