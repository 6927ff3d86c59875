"""Marks: yes and no, cells with an `x` or nothing, dates that are empty until a thing has come to its end."""

from __future__ import annotations

from core.ask.dates import MONTHS
from core.ask.label_stems import stems
from core.ask.stop_words import PARTICIPLES
from core.ask.translators.rules.chunks.conditions.restrictions import Found, Restrictions
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.mark_words import BY, HAVING, WAS, shown_with
from core.ask.translators.rules.query import Col, Filter, Item, Operator
from core.model import TEMPORAL

MIN_LINK_SCORE = 0.9
"""From this score a label is what a word means, whatever else it may say."""


class Marks(Restrictions):
    """Reads what is said by a mark that is there or not."""

    def flags(self) -> None:
        """A yes/no column said as a restriction ("with a final exam") means yes; behind "no" or "not" it means no."""
        for i, c in enumerate(self.chunks):
            column = self.column(i)
            if column is None or c.claimed:
                continue
            if not self.facts.flag(column):
                self._filled(i, column)
                continue
            before = [b.text.lower() for b in self.chunks[max(0, i - 4) : i]]
            done_by = len(before) > 1 and before[-1] == "by" and before[-2] in BY
            done_by = done_by or self._tells(i, column)
            if not (done_by or any(w in HAVING for w in before)) or shown_with(before):
                continue
            yes, no = self.facts.flag(column)  # type: ignore[misc]
            value = no if self.negated(i, 3) else yes
            c.claimed = "filter"
            self.found.append(Found(i, Filter(Item(column), "=", (value,)), column))

    def _tells(self, i: int, column: Col) -> bool:
        """Right before what it tells of: `electric bikes`."""
        behind = self.chunks[i + 1] if i + 1 < len(self.chunks) else None
        return (
            behind is not None
            and behind.kind == "table"
            and behind.link is not None
            and behind.link.table == column.table
        )

    def happened(self) -> None:
        """`the average stay of patients readmitted`, where a column counts how often: more than never; behind "not"
        never. The figure asked for is another one.
        """
        for i, c in enumerate(self.chunks):
            column = self.column(i)
            if column is None or c.claimed or i == 0 or not self.facts.measure(column):
                continue
            done = c.text.lower()
            called = done.endswith("ed") and self.facts.spelt(column)[-1:] == (done,)
            figured = any(k.starts("agg:") for k in self.chunks[:i]) and any(
                k.kind == "column" for k in self.chunks[:i]
            )
            of_things = self.chunks[i - 1].kind in ("word", "table", "value") or self.chunks[i - 1].has("not", "none")
            follows = self.chunks[i + 1 : i + 2]
            bounded = any(k.kind in ("number", "value", "text", "date") or k.starts("cmp:") for k in follows)
            if not called or not figured or not of_things or bounded:
                continue
            operator: Operator = "=" if self.negated(i, 2) else ">"
            self._claim("filter", i)
            self.found.append(Found(i, Filter(Item(column), operator, (0.0,)), column))

    def unended(self) -> None:
        """`how many orders are still open`: the date at which things end is empty."""
        for i, c in enumerate(self.chunks):
            weak = c.kind == "word" or (c.kind == "column" and c.link is not None and c.link.score < MIN_LINK_SCORE)
            if c.claimed or not weak or c.text.lower() not in lexicon().unended or not self.tables:
                continue
            follows = self.chunks[i + 1 : i + 2]
            if any(k.kind in ("column", "value", "number") for k in follows):
                continue
            table = self.facts.tables[self.tables[0]]
            dated = [Col(table.name, k.name) for k in table.columns if k.type in TEMPORAL and k.profile.nulls]
            ends = [k for k in dated if self.facts.ends(k) or self._is_named(k)]
            if len(ends) == 1:
                operator: Operator = "is not null" if self.negated(i, 2) else "is null"
                self._claim("filter", i)
                self.found.append(Found(i, Filter(Item(ends[0]), operator), ends[0]))

    def _is_named(self, column: Col) -> bool:
        """A document says that the date is of an end."""
        found = self.facts.column(column)
        return found is not None and bool(set(stems(found.description)) & lexicon().ends)

    def _filled(self, i: int, column: Col) -> None:
        """`technicians with rope access` where cells hold an `x` or nothing, `members who have left`: cells that hold
        something; behind "not" those that hold nothing.
        """
        found = self.facts.column(column)
        if found is None or not found.profile.nulls or not self.tables or column.table != self.tables[0]:
            return
        before = [b.text.lower() for b in self.chunks[max(0, i - 4) : i]]
        follows = self.chunks[i + 1 : i + 2]
        if any(k.kind in ("value", "number", "date", "text") or k.starts("cmp:") for k in follows):
            return
        if (
            len(led := self.chunks[i + 1 : i + 3]) == 2
            and led[0].text.lower() == "in"
            and led[1].text.lower() in MONTHS
        ):
            return  # "sent in May" says when
        last = before[-1] if before else ""
        marked = found.profile.distinct == 1 and (last in HAVING or self._tells(i, column))
        done = found.type in TEMPORAL and self.chunks[i].text.lower().endswith(PARTICIPLES) and last in WAS
        done = done and not any(w in ("when", "day", "date") for w in before)
        if not marked and not done:
            return
        undone = self.chunks[i].text.lower().startswith("un") and not self.facts.spelt(column)[0].startswith("un")
        operator: Operator = "is null" if self.negated(i, 3) != undone else "is not null"
        self._claim("filter", i)
        self.found.append(Found(i, Filter(Item(column), operator), column))
