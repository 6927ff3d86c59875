"""Which words of a question speak of a role: "from", "start", "written by", where one table refers to another twice."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention, SchemaView
from core.ask.stop_words import DETERMINERS
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import shaping
from core.ask.translators.rules.lexicon.words import lexicon
from core.model import Join
from core.text.abbreviations import spoken
from core.text.words import words

KEYS = frozenset(stem(w) for w in ("id", "code", "key", "number", "no"))
WEAK = frozenset("from to by in at before after into".split())
"""Words that speak of a role only right before what has it."""
SAME = frozenset("same own identical".split())
APART = frozenset("another different differ differs differing differently elsewhere other".split())
NEVER = frozenset("never no not without".split())
PARTICLES = frozenset("up off out in over back down on".split())
ASKED = frozenset("which what where".split())
_LONG = 6
"""Letters of a word for who does something that has the verb in it."""
_REACH = 6
"""Tokens between a value and the word for its role."""


class RoleWords:
    """The joins of one pair of tables, and what the question says of them."""

    def __init__(
        self, tokens: Sequence[Token], mentions: Sequence[Mention], schema: SchemaView, joins: Sequence[Join]
    ) -> None:
        self.tokens, self.mentions, self.schema, self.joins = tokens, tuple(mentions), schema, list(joins)
        self.child, self.parent = joins[0].child_table, joins[0].parent_table
        self.things = next(t for t in schema.tables if t.name == self.parent)
        labels = [self._label(j) for j in joins]
        shared = set.intersection(*(set(stems(la)) for la in labels)) | set(stems(self.things.label)) | KEYS
        self.own = [{*stems(la), *map(stem, words(la))} - shared for la in labels]
        rows = next((set(stems(t.label)) for t in schema.tables if t.name == self.child), set())
        done = [
            {stem(w[:-2] + "ed") for w in words(la) if len(w) >= _LONG and w.endswith(("or", "er"))} for la in labels
        ]
        for n, verbs in enumerate(done):  # `supervisor`: who supervised
            others = {s for m in range(len(labels)) if m != n for s in self.own[m] | done[m]}
            self.own[n] |= verbs - shared - rows - others
        self.spelt = [[w for w in words(la) if stem(w) not in shared] for la in labels]
        self.at = {i: m for m in mentions for i in range(m.start, m.end)}
        self.marked = any(t.lower in SAME | APART for t in tokens)
        self.cues = self._cues()

    def _label(self, join: Join) -> str:
        column = self.schema.column(join.child_table, join.child[0])
        return column.label if column else join.child[0]

    def _cues(self) -> dict[int, int]:
        """The tokens that speak of one of the joins, each with its number."""
        found: dict[int, int] = {}
        phrases = shaping(self.tokens)
        for i, t in enumerate(self.tokens):
            if i in phrases:
                continue  # "leaving out"
            role_stems = {t.stem} | set(lexicon().roles.get(t.stem) or lexicon().roles.get(t.lower) or ())
            if i + 1 < len(self.tokens) and self.tokens[i + 1].lower in PARTICLES:
                role_stems.add(stem(t.stem + self.tokens[i + 1].lower))  # "picked up", `pickup`
            spoken_of = [
                n
                for n, own in enumerate(self.own)
                if own & role_stems or any(spoken(w, [s for s in role_stems if len(s) > len(w)]) for w in self.spelt[n])
            ]
            if len(spoken_of) != 1 or t.kind in ("quoted", "punct") or self._in_value(i):
                continue
            if t.lower in WEAK and not self.marked and not (self._leads(i) or self._hangs(i)):
                continue
            if t.lower in WEAK and i - 1 in found and self.tokens[i - 1].lower in self.spelt[found[i - 1]]:
                continue  # "a recipient from Kent": the thing itself comes from there
            found[i] = spoken_of[0]
        return found

    def _in_value(self, i: int) -> bool:
        m = self.at.get(i)
        if m is None or not m.links or m.links[0].kind != "value":
            return False
        return m.end - m.start > 1 or not any(k.kind == "column" and k.table == self.child for k in m.links)

    def _hangs(self, i: int) -> bool:
        """The word closes a question for the things or for a place: `which port do most sailings go to?`."""
        closes = all(t.kind == "punct" for t in self.tokens[i + 1 :])
        first = next((m for m in self.mentions if m.start > 0), None)
        asked = self.tokens[0].lower == "where" or (first is not None and self._of_things(first))
        return closes and self.tokens[0].lower in ASKED and asked

    def _asked_openly(self) -> bool:
        """The things are asked for by no noun of theirs: `who approved`, `where do they leave from`, or by one of their
        kinds: `which islands do we sail to`."""
        first, values = self.tokens[0].lower, self._values()
        if values or len(self.tokens) < 2:
            kind = bool(values) and values[0].start == 1 and all(k.how == "plural" for k in values[0].links[:1])
            return kind and len(values) == 1 and first in ASKED and self._hangs(max(self.cues))
        return (first == "where" and not Facts(self.schema).persons(self.parent)) or (first == "who" and 1 in self.cues)

    def _leads(self, i: int) -> bool:
        """What follows is of the things, or a column that refers to them."""
        k = i + 1
        while k < len(self.tokens) and self.tokens[k].lower in DETERMINERS:
            k += 1
        m = self.at.get(k)
        return m is not None and (self._of_things(m) or self._role_of(m) is not None)

    def _of_things(self, m: Mention) -> bool:
        return any(k.table == self.parent for k in m.links)

    def _role_of(self, m: Mention) -> int | None:
        """The join whose column the mention names best."""
        here = [k for k in m.links if k.kind == "column" and k.table == self.child]
        for k in here[:1]:
            return next((n for n, j in enumerate(self.joins) if j.child[0] == k.column and k.score >= 0.6), None)
        return None

    def _values(self) -> list[Mention]:
        return [m for m in self.mentions if any(k.kind == "value" and k.table == self.parent for k in m.links)]

    def _assigned(self) -> dict[int, int]:
        """The role of each value, by where its mention starts: that of the nearest word before it, else behind it."""
        given: dict[int, int] = {}
        values = self._values()
        for n, m in enumerate(values):
            low = values[n - 1].end if n else 0
            high = values[n + 1].start if n + 1 < len(values) else len(self.tokens)
            before = [i for i in self.cues if max(low, m.start - _REACH) <= i < m.start]
            behind = [i for i in self.cues if m.end <= i < min(high, m.end + _REACH)]
            named = bool(behind) and self.tokens[m.end].lower == "as"  # "Ann as the author and Bob as the editor"
            behind = [i for i in behind if self.tokens[i].lower not in WEAK or i == m.end]
            at = min(behind) if named else max(before) if before else min(behind) if behind else None
            if at is not None:
                given[m.start] = self.cues[at]
        left = [m for m in values if m.start not in given]
        if len(self.joins) == 2 and len(values) == 2 and len(left) == 1 and len(given) == 1:
            between = {t.lower for t in self.tokens[values[0].end : values[1].start]}
            if not between & {"or", "and", ","}:
                given[left[0].start] = 1 - next(iter(given.values()))
        elif len(self.joins) == 2 and len(values) == 2 and len(set(given.values())) == 1 and len(self.cues) == 1:
            between = {t.lower for t in self.tokens[values[0].end : values[1].start]}
            if not between & {"or", "and", ","}:
                given = {values[0].start: self.cues[next(iter(self.cues))]}
                given[values[1].start] = 1 - given[values[0].start]  # "did Rovers win against Albion"
        return given

    def _near(self, m: Mention) -> int | None:
        """The role said next to a mention: right before it, or behind ("name of the start station")."""
        before = [i for i in self.cues if m.start - 2 <= i < m.start]
        behind = [i for i in self.cues if m.end <= i <= m.end + 2]
        return self.cues[before[-1]] if before else self.cues[behind[0]] if behind else None

    def _of_rows(self, m: Mention) -> bool:
        return any(k.kind == "table" and k.table == self.child for k in m.links[:1])

    def _whole_label(self, i: int, m: Mention) -> bool:
        """The word and the mention behind it spell the label of the word's column: "from account"."""
        said = [self.tokens[i].stem, *(t.stem for t in self.tokens[m.start : m.end])]
        label = [stem(w) for w in words(self._label(self.joins[self.cues[i]]))] if i in self.cues else []
        return bool(label) and said == [w for w in label if w not in KEYS]
