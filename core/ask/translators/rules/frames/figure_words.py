"""The words of a question for a figure: which of them matter, and which say no more than that something was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ask.deciding import PLAIN_VERBS, PLAINLY
from core.ask.state import Mention
from core.ask.state_words import states_said
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.frames.figure import SPENT, FigureFrame
from core.ask.translators.rules.frames.said import FIRM, Said, everyday_stems
from core.ask.translators.rules.frames.whom import generic, somebody
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Definition

MONEY_WORDS = frozenset(map(stem, "money income revenue pounds takings spending price amount value".split()))
_LEADING = frozenset("have has had been was were being did do does we they you i".split())
"""What leads to a verb."""
_NO_STATES = frozenset("done left live lives lived current present running over made".split())
"""Words that may say a state, and mostly say none."""

_IDLE = frozenset("yes said say live lives living".split())
"""What leads to where somebody lives, and to what they agreed to."""


class FigureWords(Said):
    """The words of one question for a figure over one schema."""

    def __init__(
        self,
        frame: FigureFrame,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        placed: Mapping[int, tuple[int, Definition]],
        facts: Facts,
    ) -> None:
        super().__init__(tokens, mentions, placed, facts)
        self.frame = frame
        self.spans = {m.start: range(m.start, m.end) for m in mentions}
        told = {i for start, (end, _) in placed.items() for i in range(start, end)}
        idle = FUNCTION | lexicon().asking
        kinds = ("word", "number", "date", "quoted")
        self.words = [
            i
            for i, t in enumerate(tokens)
            if t.kind in kinds and i not in frame.shaping and i not in told and t.lower not in idle
        ]

    def matters(self, i: int) -> bool:
        """A word that something of the folder may stand for, or that nobody knows."""
        token, links = self.tokens[i], self.links.get(i, ())
        if self._verb(i):
            return False
        if token.stem in states_said() and token.lower not in _NO_STATES:
            return True
        if generic(token) or token.lower in _IDLE or (self.frame.money and token.stem in MONEY_WORDS):
            return False
        plain = self.plain(i)
        if any(k.score >= FIRM and not (plain and k.how == "short") for k in links):
            return True
        return not plain and not somebody(token, links)

    def idle(self, i: int) -> bool:
        """A word that adds nothing to any figure."""
        money = self.frame.money and (self.tokens[i].stem in MONEY_WORDS or self.tokens[i].lower in SPENT)
        return money or self._verb(i) or self.tokens[i].lower in _IDLE or generic(self.tokens[i]) or self.somebody(i)

    def plain(self, i: int) -> bool:
        """An everyday word."""
        return self.tokens[i].stem in everyday_stems()

    def somebody(self, i: int) -> bool:
        """A word for somebody."""
        return somebody(self.tokens[i], self.links.get(i, ())) or self.tokens[i].lemma in ("person", "people")

    def span(self, i: int) -> frozenset[int]:
        """The places of all words that mean something together with one."""
        return frozenset(self.spans.get(self.heads.get(i, i), (i,)))

    def _verb(self, i: int) -> bool:
        """What is done with whatever a table holds: `were made`, `did we get`."""
        led = i > 0 and self.tokens[i - 1].lower in _LEADING
        return led and (self.tokens[i].lower in PLAINLY or self.tokens[i].lemma in PLAIN_VERBS)
