"""Ages where the files hold dates of birth, or years: "older than 40", "under 18", "the average age".

An age is reckoned from today; the query shows the day that it was turned into.
"""

from __future__ import annotations

from core.ask.label_stems import stems
from core.ask.translators.rules.ages import OLDEST, age, older
from core.ask.translators.rules.chunks.conditions.read import Conditions, Found
from core.ask.translators.rules.chunks.shape.read import Shape
from core.ask.translators.rules.chunks.shape.sentence import Wanted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import NEGATED, Aggregate, Col, Item, Operator

_FUNCTIONS: dict[str, Aggregate] = {"avg": "avg", "median": "median", "max": "max", "min": "min"}
_OPERATORS: dict[str, Operator] = {">": ">", ">=": ">=", "<": "<", "<=": "<="}
_YEARS = frozenset(("year", "years", "years old", "old", "yrs"))


class Ages:
    """Reads comparisons of ages; chunks are claimed as they are used."""

    def __init__(self, chunks: list[Chunk], facts: Facts, conditions: Conditions) -> None:
        self.chunks, self.facts, self.conditions = chunks, facts, conditions

    def read(self) -> None:
        for i, c in enumerate(self.chunks):
            found = None if c.claimed else self._behind(i) or self._before(i)
            if found is None:
                continue
            at, operator = found
            number = self.chunks[at].number
            years = self._unit(at)
            column = self._born() if c.quantity == "age" or self._aged(at) else None
            if number is None or not 0 < number < OLDEST or column is None:
                continue
            if self.conditions.negated(i, 2):
                operator = NEGATED[operator]
            met = older(column, _OPERATORS[operator], int(number), self.facts)
            if met is None:
                continue
            self.conditions.found.append(Found(i, met, column))
            for k in (i, at, *years):
                self.chunks[k].claimed = "filter"

    def figures(self, shape: Shape) -> None:
        """`the average age`, `the highest age of the members`."""
        for i, c in enumerate(self.chunks):
            function = _FUNCTIONS.get(c.starts("agg:") or c.starts("sup:"))
            at = next((k for k in range(i + 1, min(len(self.chunks), i + 3)) if self._says_age(k)), None)
            column = self._born() if function and at is not None and not c.claimed else None
            if function is None or at is None or column is None:
                continue
            c.claimed = self.chunks[at].claimed = "wanted"
            shape.wanted.append(Wanted(i, Item(column, function, formula=age(column, self.facts))))

    def _says_age(self, k: int) -> bool:
        c = self.chunks[k]
        return c.text.lower() in ("age", "ages") and (c.link is None or c.link.how == "meaning")

    def _behind(self, i: int) -> tuple[int, str] | None:
        """`older than 40`, `under 18 years old`, `at least 5 years old`: the number and the comparison."""
        operator = self.chunks[i].starts("cmp:")
        at = self.conditions.operand(i, 2) if operator in _OPERATORS else None
        return (at, operator) if at is not None else None

    def _before(self, i: int) -> tuple[int, str] | None:
        """`40 or older`."""
        operator = self.chunks[i].starts("after:")
        said = self.chunks[i].text.lower().split()[-1] in ("older", "younger") if operator in _OPERATORS else False
        at = next((k for k in (i - 1, i - 2) if k >= 0 and self.chunks[k].kind == "number"), None) if said else None
        return (at, operator) if at is not None else None

    def _unit(self, at: int) -> list[int]:
        """The chunks behind the number that say "years old"."""
        found = []
        for k in (at + 1, at + 2):
            if k < len(self.chunks) and self.chunks[k].text.lower() in _YEARS:
                found.append(k)
        return found

    def _aged(self, at: int) -> bool:
        """The words about a comparison say that it is one of ages, though its own do not."""
        near = [c.text.lower() for c in self.chunks[max(0, at - 4) : at + 4]]
        asked = any(
            "old" in text.split() or text in ("aged", "age", "older", "or older", "or younger") for text in near
        )
        return asked

    def _born(self) -> Col | None:
        """The date or year at which the things asked about begin, where no column holds an age."""
        linked = [c.link.table for c in self.chunks if c.link and c.kind == "table"]
        for table in dict.fromkeys([*linked, *self.conditions.tables]):
            columns = self.facts.tables[table].columns if table in self.facts.tables else ()
            if any("age" in stems(c.label) and not c.type.startswith("date") for c in columns):
                return None
            for c in columns:
                column = Col(table, c.name)
                dated = c.type in ("date", "datetime") or self.facts.year(column)
                if dated and self.facts.speaks(column, lexicon().births):
                    return column
        return None
