"""How values are coded, said in passing: "diabetes recorded (value 1)"."""

from __future__ import annotations

from core.ask.translators.rules.chunks.conditions.restrictions import Found, Restrictions
from core.ask.translators.rules.missing_codes import MIN_LINK_SCORE
from core.ask.translators.rules.query import Col, Filter, Item

_REACH = 6
_CODED = frozenset("value values code coded =".split())
_SAYS = frozenset("says say said reads read states state".split())


class Coding(Restrictions):
    """Reads codes that are given with a column."""

    def _codes(self) -> None:
        """`with diabetes recorded (value 1)`: the column before the bracket holds the number."""
        for i, c in enumerate(self.chunks):
            if c.claimed or c.number is None or i < 2 or self.chunks[i - 1].text.lower() not in _CODED:
                continue
            at = self._sure_before(i - 1)
            column = self.column(at) if at is not None else None
            if at is None or column is None or not self.facts.numeric(column):
                continue
            self._claim("filter", *range(at, i + 1))
            self.found.append(Found(at, Filter(Item(column), "=", (c.number,)), column))

    def _quoted(self) -> None:
        """`(the result says detected)`: the column's text begins so."""
        for i, c in enumerate(self.chunks[:-1]):
            column, follows = self.column(i - 1), self.chunks[i + 1]
            if c.text.lower() not in _SAYS or column is None or follows.kind not in ("value", "text", "word"):
                continue
            own = follows.link.value[: len(follows.text)] if follows.link else ""
            text = own if own.lower() == follows.text.lower() else follows.text
            for other in self.chunks:
                if other.kind == "value" and other.link and Col(other.link.table, other.link.column) == column:
                    other.claimed = "filter"
            self._claim("filter", i - 1, i, i + 1)
            self.found.append(Found(i, Filter(Item(column), "like", (f"{text}%",)), column))

    def _sure_before(self, i: int) -> int | None:
        """The nearest column before chunk `i` that is not merely alike, words between left aside."""
        for j in range(i - 1, max(-1, i - 1 - _REACH), -1):
            c = self.chunks[j]
            if c.kind == "column" and c.link and c.link.score >= MIN_LINK_SCORE:
                return j if not c.claimed else None
            if c.kind not in ("word", "column") and not c.has("all"):
                return None
        return None
