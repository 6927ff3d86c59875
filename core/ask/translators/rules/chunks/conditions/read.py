"""Restrictions: comparisons, values, text patterns and nulls become filters, each claiming its chunks."""

from __future__ import annotations

from core.ask.translators.rules.chunks.conditions.coding import Coding
from core.ask.translators.rules.chunks.conditions.comparisons import Comparisons
from core.ask.translators.rules.chunks.conditions.marks import Marks
from core.ask.translators.rules.chunks.conditions.matches import Matches
from core.ask.translators.rules.chunks.conditions.restrictions import Bound, Found

__all__ = ["Bound", "Conditions", "Found"]


class Conditions(Comparisons, Coding, Matches, Marks):
    """Reads all restrictions; the order of the parts matters, as each claims what it used."""

    def read(self) -> None:
        self._defined()
        self._codes()
        self._quoted()
        self._held_in()
        self._between()
        self._comparisons()
        self._patterns()
        self._nulls()
        self.unended()
        self._values()
        self._texts()
        self._numbers()
        self.flags()
        self.happened()
        self.found.sort(key=lambda f: f.at)
