"""What is compared with numbers and days, and the numbers that say how many are wanted: places of a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Operator
from core.ask.translators.rules.slots.calendar import left_out
from core.ask.translators.rules.slots.places import Noun, Places, Said
from core.ask.translators.rules.years import up_to_year, yearlike
from core.model import TEMPORAL

_TIMES = frozenset(("times", "time"))
_OPERATORS: dict[str, Operator] = {">": ">", "<": "<", ">=": ">=", "<=": "<=", "=": "=", "!=": "!="}
CLOSE = 2
"""Tokens between a column and a comparison of it, or what its cells hold, at most."""
_FEW = 50
"""The most rows that a ranking is cut at."""


class Bounds:
    """Puts numbers and comparisons into their places."""

    def __init__(self, chunks: Sequence[Chunk], facts: Facts) -> None:
        self.chunks, self.facts, self.found = list(chunks), facts, Places()
        self.said: Said | None = None
        """The comparison that still waits for its numbers."""
        self.denying = 0
        """Words that what denies still reaches over."""

    def _number(self, at: int, c: Chunk) -> None:
        number = c.number
        if self.said is not None and self.said.of is None and up_to_year(self.chunks, self.said.chunk, at):
            self.said.dated = True
        following = self.chunks[at + 1].text.lower() if at + 1 < len(self.chunks) else ""
        if number is not None and following in _TIMES:
            if self.said is None:
                self.said = Said(c, "=", False)
                self.found.bounds.append(self.said)
            self.said.numbers, self.said.times = [c], True
        elif c.kind == "date" or (number is not None and yearlike(number) and not self._awaits_number()):
            if self.said is not None and self.said.operator == "between" and c.kind == "date" and not self.said.numbers:
                self.said.dated = True
            if self.said is not None and self.said.dated:
                self.said.numbers.append(c)
            elif (none := left_out(self.chunks, at)) is not None:
                self.found.days.append(none)
            else:
                self.found.times.append(c)
        elif self.said is not None and (not self.said.numbers or self.said.operator == "between"):
            self.said.numbers.append(c)
            if self.said.of is not None and self._timed(self.said.of):
                self.said.of = None  # "sold more than 50 items": no day is above 50
        elif number is not None and number.is_integer() and 1 <= number <= _FEW and self.found.limit is None:
            self.found.limit = c

    def _compare(self, c: Chunk, operator: str, dated: bool) -> None:
        if operator == "!=":
            self.denying = 4
        elif operator in _OPERATORS:
            self.said = Said(c, _OPERATORS[operator], dated, c.quantity)
            before = self.found.nouns[-1] if self.found.nouns else None
            if before is not None and self._sized(before) and c.start - before.chunk.end <= CLOSE:
                self.said.of = before
            self.found.bounds.append(self.said)

    def _sized(self, noun: Noun) -> bool:
        """A column of amounts or of times, which a comparison may be said of."""
        found = self.facts.column(noun.column) if noun.column else None
        return found is not None and (found.type in TEMPORAL or self.facts.numeric(noun.column or Col("", "")))

    def _awaits_number(self) -> bool:
        """A comparison of amounts that has not all its numbers yet."""
        most = 2 if self.said is not None and self.said.operator == "between" else 1
        return self.said is not None and not self.said.dated and len(self.said.numbers) < most

    def _timed(self, noun: Noun) -> bool:
        found = self.facts.column(noun.column) if noun.column else None
        return found is not None and found.type in TEMPORAL

    def _behind(self, at: int, c: Chunk, operator: str) -> None:
        """`5 or more`, `three times or more`."""
        before = self.chunks[at - 1] if at else None
        if before is not None and before.text.lower() in _TIMES and self.said is not None and self.said.times:
            self.said.operator = _OPERATORS.get(operator, self.said.operator)
            return
        if before is None or before.number is None or operator not in _OPERATORS:
            return
        if before.kind == "value":
            self._levels(before, c, _OPERATORS[operator])
            return
        if self.found.limit is before:
            self.found.limit = None
        self.found.times = [t for t in self.found.times if t is not before]
        said = Said(c, _OPERATORS[operator], yearlike(before.number), "", [before])
        self.found.bounds.append(said)
        self.said = said

    def _levels(self, cell: Chunk, c: Chunk, operator: Operator) -> None:
        """`rated 2 or lower`: the cell is a level of its column, and those beyond it are meant too."""
        assert cell.link is not None
        self.found.cells = [k for k in self.found.cells if k.chunk is not cell]
        self.found.nouns = [n for n in self.found.nouns if n.chunk is not cell]
        of = Noun(
            Chunk("column", cell.start, cell.end, cell.text, replace(cell.link, kind="column", value="")), "beside"
        )
        self.found.bounds.append(Said(c, operator, False, "", [cell], of))
