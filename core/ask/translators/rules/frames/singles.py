"""The rows that come first by an adjective: `the dearest …`, `who has been with us longest`, `the nearest ones`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.ask.translators.rules.frames.adjectives import Adjective, columns_of, descends
from core.ask.translators.rules.frames.frame import LIKELY
from core.ask.translators.rules.frames.senses import units
from core.ask.translators.rules.frames.solve import Solving
from core.ask.translators.rules.frames.ways import Asked, Way, itself, label_of
from core.ask.translators.rules.frames.whom import generic, people_in, somebody
from core.ask.translators.rules.query import Col, Condition, Filter, Item

_SAID = 0.6
"""What it is worth that a column holds what the adjective speaks of."""
_LATER, _BESIDES = 0.05, 0.1
"""What each likelier word of headers takes off, and each word of the header that is not said."""
_SPEAKS = 0.2
_ANY, _WHO = 0.15, 0.4


class Singles(Solving):
    """Goes through the tables whose rows have what an adjective speaks of."""

    speaking: frozenset[str] = frozenset()

    def ways(self) -> list[Way]:
        """All ways, the likeliest first."""
        found = (
            w for rows in self.facts.tables for adjective in self.frame.adjectives for w in self._by(rows, adjective)
        )
        return sorted(found, key=lambda w: -w.score)

    def _by(self, rows: str, adjective: Adjective) -> Iterator[Way]:
        asked = itself(rows, self.facts)
        if asked is None or (adjective.people and not people_in(rows, self.facts)):
            return
        fits = self._are(rows, asked)
        for column, worth in self._columns(adjective, rows, asked) if fits > 0 else ():
            self.speaking = adjective.verbs
            way = self._way(rows, asked, Item(column))
            if way is not None:
                known = Filter(Item(column), "is not null")
                down = descends(adjective, column, self.facts)
                yield replace(way, where=(*way.where, known), score=way.score + fits + worth, descending=down)

    def _worth(self, i: int, rows: str, asked: Asked, measure: Item) -> tuple[float, Condition | None]:
        """What is said beside the adjective of the same quantity is said of its column."""
        worth, condition = super()._worth(i, rows, asked, measure)
        speaks = condition is None and self.tokens[i].stem in self.speaking
        return (max(worth, _SPEAKS), None) if speaks else (worth, condition)

    def _are(self, rows: str, asked: Asked) -> float:
        """How well the rows are what is asked for; 0 where they are not."""
        people = people_in(rows, self.facts)
        if self.frame.asks == "where" or (self.frame.asks == "who" and not people):
            return 0.0
        found: list[float] = []
        for i in self.frame.asked:
            links = self.links.get(i, ())
            if generic(self.tokens[i]):
                found.append(_ANY)
            elif any(k.kind == "value" and k.table == rows for k in links):
                found.append(LIKELY)
            elif somebody(self.tokens[i], links) and people:
                found.append(max(_WHO, self.names(i, asked)))
            else:
                found.append(self.names(i, asked))
        return min(found, default=_WHO if self.frame.asks == "who" else _ANY)

    def _columns(self, adjective: Adjective, rows: str, asked: Asked) -> Iterator[tuple[Col, float]]:
        """The columns it may be by, and how well the words say so."""
        ranked = [(c, n) for c, n in columns_of(adjective, rows, self.facts) if c not in asked.shown]
        by = [self.tokens[i] for i in self.frame.counted]
        said = {t.stem for t in self.tokens}
        for column, rank in ranked:
            label = label_of(column, self.facts)
            if not all(
                units(self.tokens[i].stem) & label or self.says(i, column) >= LIKELY for i in self.frame.counted
            ):
                continue
            besides = label - said - {adjective.labels[rank]} - {u for t in by for u in units(t.stem)}
            yield column, _SAID - _LATER * rank - _BESIDES * min(len(besides), 3)
