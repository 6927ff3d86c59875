"""`orders per month, going by the delivery date`: which of several dates counts, and nothing to be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.query import Col, Definition
from core.model import TEMPORAL

_LED = (
    "going by", "go by", "goes by", "based on", "according to", "judging by", "judged by", "counting by", "counted by",
    "counting from", "counted from", "measured by", "measured from", "dated by", "in terms of", "using", "use",
    "on the basis of", "with respect to", "as of", "by",
)  # fmt: skip
_WEAK = frozenset(("by", "using", "use", "as of"))
"""What leads to a date only where it is called a date, too: `by the delivery date`."""
_ARTICLES = frozenset("the their its our that date day dates month year of when they it was were".split())
_MADE = frozenset("made taken done given happened came".split())
"""What is done on a day that is called by something else: `when the decision was made`."""
_CALLED = frozenset(("date", "day", "dates"))
_ROOT = 5
"""Letters that a word and a label's word share when one is made from the other (`delivery`, `Delivered`)."""


def going_by(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """The words that say it, which mean nothing by themselves: start → (end, no condition)."""
    tables = {k.table for m in mentions for k in m.links if k.score >= FIRM and k.table in facts.tables}
    for start, end, found in _said(tokens, facts):
        if found.table in tables:
            return {start: (end, Definition(tuple(t.lemma for t in tokens[start:end])))}
    return {}


def date_gone_by(tokens: Sequence[Token], facts: Facts) -> Col | None:
    """The date that the question says is to be gone by."""
    return next((found for _, _, found in _said(tokens, facts)), None)


def _said(tokens: Sequence[Token], facts: Facts) -> Iterator[tuple[int, int, Col]]:
    """Where it is said, and the one date meant."""
    lowers = [t.lower for t in tokens]
    for phrase in _LED:
        for start, led in places_of(lowers, phrase.split()):
            end = led
            while end < len(tokens) and tokens[end].kind == "word" and (end - led) < len(_LED[0]):
                end += 1
            for stop in range(end, led, -1):
                said = lowers[led:stop]
                if phrase in _WEAK and not _CALLED & set(said):
                    continue
                column = _called(said, facts) or _called([w for w in said if w not in _MADE], facts)
                if column is not None and not (phrase == "by" and _groups(lowers, stop)):
                    yield start, stop, column
                    break


def _groups(lowers: Sequence[str], stop: int) -> bool:
    """`orders by delivery date`: the only thing that they are told apart by."""
    return not {"month", "year", "quarter", "week", "monthly", "yearly", "weekly"} & set(lowers)


def _called(said: Sequence[str], facts: Facts) -> Col | None:
    """The one date whose header these words say, all of them."""
    heavy = [w for w in said if w not in _ARTICLES]
    if not heavy:
        return None
    roots = {w[:_ROOT] for w in heavy}
    found = [
        Col(name, c.name)
        for name, table in facts.tables.items()
        for c in table.columns
        if c.type in TEMPORAL and roots <= {w[:_ROOT] for w in (*stems(c.label), *facts.spelt(Col(name, c.name)))}
    ]
    return found[0] if len(found) == 1 else None if found else _of_rows(frozenset(map(stem, heavy)), facts)


def _of_rows(said: Set[str], facts: Facts) -> Col | None:
    """`the day of the trip`: that of the rows of the one table that is called so."""
    named = [t for t in facts.tables if said <= set(stems(facts.tables[t].label))]
    found = facts.own_when(named[0], day=True) if len(named) == 1 else None
    held = facts.column(found) if found is not None else None
    return found if held is not None and held.type in TEMPORAL else None
