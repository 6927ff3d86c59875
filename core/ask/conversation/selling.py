"""“Which product sold the most?”, “the 3 best-selling cakes”: those of which most pieces went, where one column counts
the pieces sold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.conversation.following import FollowingRules
from core.ask.state import Clarify, Mention, NotUnderstood, Question, Reading, Run, SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.told.takings import pieces_sold
from core.text.table_names import plain_words

_LEAD = (
    r"\W*(?:(?:show|list|give)(?: me)?\s+)?(?:(?:which|what)(?:\s+(?:is|are|was|were))?\s+)?(?:the\s+|our\s+|your\s+)?"
)
_SOLD = re.compile(
    rf"{_LEAD}(?P<of>\S.*?)\s+(?:is |are |was |were |has |have )?(?:sold|sells?)\s+(?:the\s+)?"
    r"(?P<end>most|best|least|worst)"
    r"(?P<rest>(?:\s+(?:in|during|since|before|after)\s.*?)?)\W*",
    re.IGNORECASE,
)
_SELLING = re.compile(
    rf"{_LEAD}(?:top\s+)?(?P<n>\d+\s+)?(?P<end>best|top|worst|least|most)[-\s](?:selling|sold)\s+(?P<of>\S.*?)"
    r"(?P<rest>(?:\s+(?:in|during|since|before|after)\s.*?)?)\W*",
    re.IGNORECASE,
)
_THING = re.compile(r"(?!.*\b(?:by|and|that|who)\b)[\w' -]+", re.IGNORECASE)
"""A thing in a few words, and no second question."""
_LEAST = frozenset(("least", "worst"))


class SellingRules(FollowingRules):
    """`FollowingRules` that knows what sells best."""

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        told = None if question.overrides or question.reading else plainly(question.text, Facts(schema))
        if told is None:
            return super().read(question, mentions, schema, run)
        reading = super().read(replace(question, text=told, earlier=()), run.link(told), schema, run)
        if not isinstance(reading, Reading):
            return super().read(question, mentions, schema, run)
        return replace(reading, chips=(), runners_up=())


def plainly(text: str, facts: Facts) -> str | None:
    """The question for the total of the one column that counts pieces; None where it is another, or there are more."""
    met = _SOLD.fullmatch(text) or _SELLING.fullmatch(text)
    counted = pieces_sold(facts) if met else None
    if met is None or counted is None or not _THING.fullmatch(met["of"]):
        return None
    column = facts.column(counted)
    end = "lowest" if met["end"].lower() in _LEAST else "highest"
    number = met.groupdict().get("n") or ""
    label = column.label if column else ""
    return f"Which {number}{met['of']} have the {end} total {label}{_when(met, counted, facts)}?"


def _when(met: re.Match[str], counted: Col, facts: Facts) -> str:
    """A time said behind, of the table that has dates: the pieces' own, or one that its rows refer to."""
    homes = (counted.table, *facts.owners(counted.table))
    dated = next((t for t in homes if met["rest"] and facts.own_when(t)), None)
    return f" for {' '.join(plain_words(facts.tables[dated].label))}{met['rest']}" if dated else met["rest"]
