"""Cells that a question names by what was done or made: `failed` for `Fail`, "did we fund" for `FUNDED`, `wooden`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.ask.span_selection import Spans, offer
from core.ask.state import Link
from core.ask.stop_words import VERBS, content_word
from core.ask.tokens import Token
from core.ask.values_found import Values
from core.text.verbs import past_forms
from core.text.words import words

STATE, _VERB = 0.8, 4
"""What a state is worth that is said as its verb, and the letters of that verb at least."""
_DID = 4
"""Words that may stand between “did” and its verb."""
_TURNED, _LONG = 0.85, 5
"""What a kind is worth that is said the other way round, and the letters of its verb at least."""
_STUFF = 0.85
"""What a stuff is worth that is said as what is made of it ("wooden")."""
_LET = "let"
"""The one small word that is a state, too."""
_LETTING = frozenset("me us you them him her it off go the".split())
SMALL_VERBS = frozenset(
    "put set get got let run see saw use pay buy hit cut add say ask try did has was had are".split()
)
"""Verbs that are no codes of the same letters where they are written small."""


@dataclass(frozen=True)
class Deeds:
    """Offers of cells for the verbs of a question."""

    tokens: Sequence[Token]
    values: Values
    spans: Spans

    def offer(self) -> None:
        """Add to each span of a verb the cells that it may mean."""
        for i, (first, second) in enumerate(pairwise(self.tokens)):
            self._turned(i, first, second)
        for i, token in enumerate(self.tokens):
            if token.kind == "word":
                self._asked(i, token)
                self._let(i, token)
                self._made_of(i, token)
                self._regular(i, token)

    def _offer(self, said: str, start: int, score: float, *, end: int = 0, how: str = "") -> None:
        """Cells that hold what is said whole."""
        for hit in self.values.lookup(said):
            if hit.kind in ("exact", "case") and not (said in SMALL_VERBS and hit.value.isupper()):
                link = Link("value", hit.table, hit.column, hit.value, score, how or hit.kind)
                offer(self.spans[start, end or start + 1], link)

    def _asked(self, i: int, token: Token) -> None:
        """ "did we fund", where cells hold what was done: `FUNDED`."""
        if "did" in {t.lower for t in self.tokens[max(0, i - _DID) : i]} and content_word(token):
            for done in past_forms(token.lower):
                self._offer(done, i, STATE, how="plural")

    def _let(self, i: int, token: Token) -> None:
        """`let flats`, `flats that are let`: not `let me know`."""
        behind = self.tokens[i + 1].lower if i + 1 < len(self.tokens) else ""
        if token.lower == _LET and behind not in _LETTING:
            self._offer(token.text, i, STATE)

    def _regular(self, i: int, token: Token) -> None:
        """`failed`, where cells hold the verb: `Fail`."""
        base = token.lower.removesuffix("ed")
        if base == token.lower or len(base) < _VERB or token.lower in VERBS:
            return
        for hit in self.values.lookup(base):
            if hit.kind in ("exact", "case") and "".join(words(hit.value)) in (base, _undoubled(base)):
                offer(self.spans[i, i + 1], Link("value", hit.table, hit.column, hit.value, STATE, "plural"))

    def _made_of(self, i: int, token: Token) -> None:
        """`wooden boats`, where cells hold what they are made of: `Wood`."""
        said = token.lower
        if not said.endswith("en") or len(said) < _LONG:
            return
        base = said.removesuffix("en")
        for stuff in (base, base[:-1]) if base[-1] == base[-2] else (base,):
            self._offer(stuff, i, _STUFF, how="plural")

    def _turned(self, i: int, first: Token, second: Token) -> None:
        """`damaged property`, where a cell says it the other way round: `Property damage`."""
        done = first.lower
        if not done.endswith(("ed", "ing")) or len(done) < _LONG or second.kind != "word" or not content_word(second):
            return
        for deed in dict.fromkeys((done, *(done.removesuffix(ending) for ending in ("ed", "d", "ing")))):
            self._offer(f"{second.text} {deed}", i, _TURNED, end=i + 2, how="case")


def _undoubled(base: str) -> str:
    """`cancel` of `cancelled`: what is `finished` is not Finnish."""
    return base[:-1] if base[-2:-1] == base[-1:] else base
