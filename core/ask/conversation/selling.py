"""“Which product sold the most?”, “the 3 best-selling cakes”: those of which most pieces went, where one column counts
the pieces sold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.conversation.following import FollowingRules
from core.ask.names import Names
from core.ask.state import Clarify, Mention, NotUnderstood, Question, Reading, Run, SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.sides import SERVED, STAFF
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.told.takings import pieces_sold
from core.text.table_names import plain_words
from core.text.words import singular, words

_LEAD = (
    r"\W*(?:(?:show|list|give)(?: me)?\s+)?(?:(?:which|what)(?:\s+(?:is|are|was|were|has been|have been))?\s+)?"
    r"(?:the\s+|our\s+|your\s+)?"
)
_REST = r"(?P<rest>(?:\s+(?:in|during|since|before|after)\s.*?)?)\W*"
_SOLD = re.compile(
    rf"{_LEAD}(?P<of>\S.*?)\s+(?:is |are |was |were |has |have )?(?:sold|sells?)\s+(?:the\s+)?"
    r"(?P<end>most|best|least|worst)"
    rf"{_REST}",
    re.IGNORECASE,
)
_SELLING = re.compile(
    rf"{_LEAD}(?:top\s+)?(?P<n>\d+\s+)?(?P<end>best|top|worst|least|most)[-\s](?:selling|sold)\s+(?P<of>\S.*?)"
    rf"{_REST}",
    re.IGNORECASE,
)
_SELLER = re.compile(
    rf"{_LEAD}(?:top\s+)?(?P<n>\d+\s+)?(?P<end>best|top|worst)[-\s]?seller(?P<many>s?)(?:\s+(?:so far|ever))?{_REST}"
    r"|\W*what(?:\s+(?:has|have))?\s+(?:sold|sells)\s+(?:the\s+)?(?P<ends>best|most|worst|least)"
    rf"{_REST.replace('rest', 'late')}",
    re.IGNORECASE,
)
"""What sells, of which nothing says what it is."""
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
    if (alone := _SELLER.fullmatch(text)) is not None:
        return _best_of_all(alone, facts)
    met = _SOLD.fullmatch(text) or _SELLING.fullmatch(text)
    counted = pieces_sold(facts) if met else None
    if met is None or counted is None or not _THING.fullmatch(met["of"]):
        return None
    column = facts.column(counted)
    end = "lowest" if met["end"].lower() in _LEAST else "highest"
    number = met.groupdict().get("n") or ""
    label = column.label if column else ""
    return f"Which {number}{met['of']} have the {end} total {label}{_when(met['rest'], counted, facts)}?"


def _best_of_all(met: re.Match[str], facts: Facts) -> str | None:
    """The same of the one kind of goods that the pieces are of: they are neither people nor those who are served."""
    counted = pieces_sold(facts)
    sold = [] if counted is None else [t for t in facts.owners(counted.table) if not facts.persons(t)]
    sold = [t for t in sold if not (SERVED | STAFF) & {singular(w) for w in words(facts.tables[t].label)}]
    if counted is None or len(sold) != 1:
        return None
    names, column = Names(tuple(facts.tables.values())), facts.column(counted)
    end = "lowest" if (met["end"] or met["ends"]).lower() in _LEAST else "highest"
    figure = f"total {column.label if column else ''}"
    when = _when(met["rest"] or met["late"] or "", counted, facts)
    if met["many"] and not met["n"]:
        return f"{figure} for each {names.one(sold[0])}{when}"
    of = names.many(sold[0]) if met["n"] else names.one(sold[0])
    return f"Which {met['n'] or ''}{of} have the {end} {figure}{when}?"


def _when(rest: str, counted: Col, facts: Facts) -> str:
    """A time said behind, of the table that has dates: the pieces' own, or one that its rows refer to."""
    homes = (counted.table, *facts.owners(counted.table))
    dated = next((t for t in homes if rest and facts.own_when(t)), None)
    return f" for {' '.join(plain_words(facts.tables[dated].label))}{rest}" if dated else rest
