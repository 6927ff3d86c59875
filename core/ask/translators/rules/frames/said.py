"""What the words of a question may say of a schema: tables, columns, cells, and everyday words for these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.frames.frame import LIKELY
from core.ask.translators.rules.frames.senses import sensed
from core.ask.translators.rules.frames.ways import Asked, label_of
from core.ask.translators.rules.query import Col, Definition
from core.text.everyday import everyday

_MEANT = 0.56
"""From this score on a link may be meant that no word but the meaning speaks for."""
FIRM = 0.7
"""From this score it is not passed over."""
SENSE = 0.6
"""What a word is worth that stands for another one of a header."""


@lru_cache(maxsize=1)
def everyday_stems() -> frozenset[str]:
    return frozenset(map(stem, everyday()))


class Said:
    """The words of one question over one schema."""

    def __init__(
        self,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        placed: Mapping[int, tuple[int, Definition]],
        facts: Facts,
    ) -> None:
        self.tokens, self.placed, self.facts = tokens, placed, facts
        self.links: dict[int, tuple[Link, ...]] = {
            i: tuple(k for k in m.links if k.score >= (_MEANT if k.how == "meaning" else LIKELY))
            for m in mentions
            for i in range(m.start, m.end)
        }
        self.begun = {
            m.start
            for m in mentions
            for k in m.links
            if k.kind == "value" and k.how == "part" and k.value.lower().split()[:1] == [m.text.lower()]
        }
        """Where the first word of a longer cell is said."""
        self.heads = {i: m.start for m in mentions for i in range(m.start, m.end)}
        self.said = {t.lower for t in tokens}

    def names(self, i: int, asked: Asked) -> float:
        """How well a word names what rows have one of."""
        tables = {asked.table} - {""}
        found = [
            k.score
            for k in self.links.get(i, ())
            if (k.kind == "table" and k.table in tables)
            or (k.kind == "column" and (Col(k.table, k.column) in (asked.column, *asked.shown, *asked.group)))
        ]
        label = label_of(asked.column, self.facts) | frozenset(w for c in asked.shown for w in label_of(c, self.facts))
        if self.tokens[i].stem in label or any(self.tokens[i].stem in stems(t) for t in tables):
            found.append(FIRM)
        return max(found, default=0.0)

    def linked(self, i: int, tables: Sequence[str]) -> float:
        """How well a word names one of some tables."""
        return max((k.score for k in self.links.get(i, ()) if k.kind == "table" and k.table in tables), default=0.0)

    def says(self, i: int, column: Col) -> float:
        """How well a word says a column."""
        found = [k.score for k in self.links.get(i, ()) if k.kind == "column" and Col(k.table, k.column) == column]
        if sensed(self.tokens[i].stem, label_of(column, self.facts)):
            found.append(SENSE)
        if self.facts.speaks(column, frozenset((self.tokens[i].stem,))):
            found.append(SENSE)
        return max(found, default=0.0)

    def near(self, table: str, rows: str) -> bool:
        """Each row has one row of the table at most."""
        return table == rows or table in self.facts.above(rows)
