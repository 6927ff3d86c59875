"""What a figure may be told apart by: what the words behind "each" and "per" name of what each row has one of."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import product

from core.ask.tokens import stem
from core.ask.translators.rules.frames.figure_words import FigureWords
from core.ask.translators.rules.frames.frame import LIKELY
from core.ask.translators.rules.frames.said import FIRM, SENSE
from core.ask.translators.rules.frames.ways import Asked, label_of, one_of
from core.ask.translators.rules.frames.whom import generic, is_whom
from core.ask.translators.rules.lexicon.sides import SERVED
from core.ask.translators.rules.query import Col, Filter, Item
from core.text.words import singular, words

STEP = 0.2
"""What each step away from the rows takes off."""
_WHOM = 0.4
_KIND_LABELS = frozenset(map(stem, "type kind category sort class".split()))
_KIND_WORDS = frozenset(map(stem, "type kind category sort".split()))


class Grouping(FigureWords):
    """Goes through the groups that a frame may speak of."""

    def groups(self, rows: str) -> Iterator[tuple[tuple[Asked, ...], float]]:
        """What it may be told apart by, and how well the words say so."""
        if not self.frame.groups:
            yield (), 0.0
            return
        each = [[*self._named_so(g, rows), *self._of_kind(g, rows)] for g in self.frame.groups]
        for chosen in product(*each):
            yield tuple(a for a, _ in chosen), sum(w for _, w in chosen)

    def _of_kind(self, said: frozenset[int], rows: str) -> Iterator[tuple[Asked, float]]:
        """`each of our foremen`, of whom a cell of their rows says so."""
        for asked in one_of(rows, self.facts):
            links = (k for k in self.links.get(max(said), ()) if k.kind == "value" and k.score >= FIRM)
            cell = next((k for k in links if k.table == asked.table), None)
            if cell is not None:
                kind = Filter(Item(Col(cell.table, cell.column)), "=", (cell.value,))
                yield replace(asked, kind=kind), cell.score - STEP * asked.steps

    def _named_so(self, said: frozenset[int], rows: str) -> Iterator[tuple[Asked, float]]:
        """What is named, or a kind of it."""
        kinds = {i for i in said if self.tokens[i].stem in _KIND_WORDS}
        rest = sorted(said - kinds)
        whom = all(self.somebody(i) for i in rest)
        for asked in one_of(rows, self.facts):
            if kinds:
                kind = bool(label_of(asked.column, self.facts) & _KIND_LABELS) and not asked.table
                of = not rest or any(self.linked(i, (rows, asked.column.table)) >= LIKELY for i in rest)
                named = SENSE if kind and of else min((self.names(i, asked) for i in rest), default=0.0)
            else:
                named = self.names(max(rest), asked)
                if named < FIRM and self._others(rest, asked):
                    continue
                if named < LIKELY and whom and is_whom(asked, self.facts):
                    named = _WHOM
            if named >= _WHOM:
                yield asked, named - STEP * asked.steps

    def _others(self, said: Collection[int], asked: Asked) -> bool:
        """Each doctor is none of the patients, whom anybody calls so."""
        label = {singular(w) for w in words(self.facts.tables[asked.table].label)} if asked.table else set()
        return bool(label & SERVED) and not all(
            generic(t) or t.lemma in SERVED for t in map(self.tokens.__getitem__, said)
        )

    def apart(self, column: Col, rows: str) -> Asked:
        """What the cells of a column name."""
        for asked in one_of(rows, self.facts):
            if column in asked.shown and asked.table:
                return asked
        return Asked(column, (column,), (column,))
