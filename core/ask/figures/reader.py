"""Questions read over the cubes of one state of the schema; made anew when the schema changes."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.figures.fit import Figures
from core.ask.figures.told import Fit, Hit
from core.ask.state import SchemaView
from core.ask.tokens import Token
from core.ask.values_found import Values
from core.index.forms import IN_FULL
from core.model import Join, Table

_LONGEST = 40
"""Tokens of a question that is read so."""


class FigureReader:
    """Reads questions over the tables of statistics among `tables`, whose cell values `values` finds."""

    def __init__(self, tables: Sequence[Table], joins: Sequence[Join], values: Values) -> None:
        self._schema = SchemaView(tuple(tables), tuple(j for j in joins if j.state != "rejected"))
        self._values = values
        self._figures = Figures(tables, self._schema.joins, self._places_of)

    def __call__(self, tokens: Sequence[Token]) -> tuple[Fit, SchemaView] | None:
        """The cube that a question is over, in the whole schema; None where there is none."""
        if not self._figures.cubes or len(tokens) > _LONGEST:
            return None
        said = ["" if t.kind in ("punct", "quoted") else t.text for t in tokens]
        hits = [
            Hit(h.start, h.end, h.table, h.column, h.value, h.kind in IN_FULL or h.score >= 1.0)
            for h in self._values.find(said)
        ]
        fit = self._figures.read(tokens, hits)
        return (fit, self._schema) if fit else None

    def _places_of(self, text: str) -> list[tuple[str, str, str]]:
        """Where a value stands: table, column, and how it is spelled there."""
        found = self._values.lookup(text)
        return [(h.table, h.column, h.value) for h in found if h.kind in ("exact", "case")]
