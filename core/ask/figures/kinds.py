"""Tables whose rows say which figure they hold: `Measure, Unit, Value`. Each kind of figure is a measure of its own.

The form is that of the “tall” or entity–attribute–value table; figures of two kinds are never reckoned together.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.figures.cube import Dimension, Measure
from core.ask.figures.cube_columns import PLAIN, measure_of
from core.ask.tokens import stem
from core.model import Column, Table
from core.text.words import words

_KINDS = frozenset(
    map(stem, "measure measurement indicator item variable series statistic metric element parameter figure".split())
)
"""Words of headers of what says which figure a row holds."""
_BARE = PLAIN | frozenset(map(stem, "value count number amount quantity total obs observation result reading".split()))
"""Words of a header that tell nothing of the figure."""
_COUNTS = PLAIN | frozenset(map(stem, "count obs observation".split()))
"""The same of one that is of statistics for sure, and no amount of goods in a list."""
_UNITS = frozenset(map(stem, "unit units uom".split()))
_MOST = 60
"""Different kinds of figures, at most."""


def bare(column: Column) -> bool:
    """A header that tells nothing but that it is a figure: `Value`, `Count`."""
    return {stem(w) for w in words(column.plain_label)} <= _COUNTS


def kinds_of(dims: Sequence[Dimension], measures: Sequence[Measure]) -> Dimension | None:
    """The dimension that says which figure a row holds; None where the one measure says it itself."""
    if len(measures) != 1 or not measures[0].words <= _BARE:
        return None
    found = [d for d in dims if not d.period and d.words & _KINDS and 1 < len(d.values) <= _MOST]
    return found[0] if len(found) == 1 else None


def unit_of_kind(dimension: Dimension) -> bool:
    """`Unit`: that of the kind of figure, and nothing by which figures are told apart."""
    return bool(dimension.words & _UNITS)


def measures_by_kind(kinds: Dimension, table: Table, figure: Column) -> tuple[Measure, ...]:
    """A measure for each kind: its value, or what this means, is its label."""
    said = table.column(kinds.column)
    return tuple(
        measure_of(figure, "", "", "", False, called=(said.meaning(v) if said else "") or v, kind=(kinds.column, v))
        for v in kinds.values
    )
