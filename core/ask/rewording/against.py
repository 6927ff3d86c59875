"""Where a question sets two sides against each other: `do adults … more than children`, `juniors versus adults`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.ask.rewording.sides import COMPARATIVES, Sides, sides
from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts

WHETHER = frozenset("do does did are is was were have has had".split())
WHO = frozenset(("who", "which"))
SET = frozenset("versus vs against compared opposed rather compare".split())
"""What sets one against the other."""
JOINTS = SET | frozenset(
    "or and than with to as those ones one the a an for in of on at by from without not it that who which are is were "
    "have has between either both , & / our their other non do don't aren't also being did does do when if".split()
)
"""What may stand between one side and the other."""
APART = re.compile(
    r"\b(?:for|of|in|from|with) (?:each|both)\b|\beach\b|\bboth (?:figures|numbers|averages|shares|rates)\b"
    r"|\bwith and without\b|\bon and off\b|\bin and (?:out|outside)\b|\binside and outside\b"
    r"|\bside by side\b|\bseparately\b",
    re.IGNORECASE,
)
"""What sets sides apart of which one alone may be said; `each` may be of something else."""
_LED = frozenset("of for in on at by from to with among amongst".split())
"""Words that lead a side again."""
_OWN = frozenset("their our the a an".split())
"""Words behind which no other side of what is so or not so begins: `have not done their training`."""
_MEAN = frozenset(("average", "mean", "median"))
_ENDS = frozenset(".?!;:")
_ANOTHER = frozenset((",", "(", "and", "leaving", "excluding"))


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence of the question, as places of its tokens."""

    start: int
    end: int


class Asked:
    """A question, sentence by sentence, with what its words may mean."""

    def __init__(self, text: str, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> None:
        self.tokens, self.mentions, self.facts = tokens, mentions, facts
        self.lowers = [t.lower for t in tokens]
        self.clauses = tuple(_clauses(tokens))
        self.whether = next((c for c in self.clauses if self._asks_whether(c)), None)
        self.nouns = frozenset(_places(m for m in mentions if m.links and m.links[0].kind != "value"))
        """Where tables and columns are named."""
        self.things = frozenset(_places(m for m in mentions if any(k.kind == "table" for k in m.links[:2])))
        """Where tables are."""
        self._apart = bool(APART.search(text))
        self._lemmas = [t.lemma for t in tokens]

    def sides(self) -> list[Sides]:
        """Those set against each other in the plainest words; of which one is said only where each is asked for."""
        sure = [(self._opposing(s), s) for s in sides(self.tokens, self.mentions, self.facts)]
        most = max((n for n, _ in sure), default=0)
        best = [s for n, s in sure if n == most and n]
        named = {k.table for m in self.mentions for k in m.links[:2] if k.kind == "table"}
        return [s for s in best if s.column.table in named] or best

    def loose(self, between: Iterable[int]) -> bool:
        """Nothing but small words, and things that are named again."""
        return all(
            self.lowers[i] in JOINTS
            or (i in self.nouns and (self._lemmas.count(self._lemmas[i]) > 1 or "ones" in self.lowers))
            for i in between
        )

    def _asks_whether(self, c: Clause) -> bool:
        """`do members pay more`, `who pays more`: which of them, and nothing but that."""
        said = self.lowers[c.start : c.end]
        return said[0] in WHETHER | WHO and bool(COMPARATIVES & set(said))

    def _opposing(self, s: Sides) -> int:
        """How plainly two sides are set against each other: 0 where they are not."""
        if s.open:
            return int(self._apart and not self._asks_things())
        sure = 0
        for c in self.clauses:
            spans = [p for p in s.spans if c.start <= p[0] < c.end]
            for one, other in pairwise(spans):
                between = range(one[1], other[0])
                said = {*self.lowers[one[1] : other[1]]}
                if "than" in said or (said & SET and not {*self.lowers[one[1] : other[0]]} & _ANOTHER):
                    sure = max(sure, 3)
                elif self.loose(between) and (s.values or not {*self.lowers[one[1] : other[0]]} <= _OWN):
                    plain = 3 if said & SET else 2 if not s.values or self._alone(c, spans) else 1
                    wanted = plain > 1 or self._apart or self._asks_whether(c) or self._compares(c)
                    wanted = wanted or self._led_again(between) or self._averaged(c, between)
                    sure = max(sure, plain if wanted else 0)
        return sure

    def _asks_things(self) -> bool:
        """`which fitters have …, and how many each`: things are asked for, and each is one of them."""
        opens = self.lowers[:1] in (["which"], ["what"], ["who"])
        return opens and any(m.start == 1 and k.kind == "table" for m in self.mentions for k in m.links[:2])

    def _alone(self, c: Clause, spans: Sequence[tuple[int, int]]) -> bool:
        """A part of the question that says the sides and nothing else: `average fee: adults, children`."""
        held = {i for s in spans for i in range(*s)}
        rest = all(i in held or i in self.nouns or self.lowers[i] in JOINTS for i in range(c.start, c.end))
        return rest and len(self.clauses) > 1

    def _led_again(self, between: Sequence[int]) -> bool:
        """`of native trees and of introduced ones`: the figure is asked for once more."""
        said = [self.lowers[i] for i in between]
        return any(one in ("and", "&") and other in _LED for one, other in pairwise(said))

    def _averaged(self, c: Clause, between: Sequence[int]) -> bool:
        """`the average rent of flats and houses`: one of both together would say nothing."""
        alone = [self.lowers[i] for i in between] == ["and"]
        return alone and bool(_MEAN & set(self.lowers[c.start : c.end]))

    def _compares(self, c: Clause) -> bool:
        return bool({"compare", "comparing", "comparison"} & set(self.lowers[c.start : c.end]))


def _places(mentions: Iterable[Mention]) -> Iterator[int]:
    return (i for m in mentions for i in range(m.start, m.end))


def _clauses(tokens: Sequence[Token]) -> Iterator[Clause]:
    start = 0
    for i, t in enumerate(tokens):
        if t.kind == "punct" and t.text in _ENDS:
            if i > start:
                yield Clause(start, i)
            start = i + 1
    if start < len(tokens):
        yield Clause(start, len(tokens))
