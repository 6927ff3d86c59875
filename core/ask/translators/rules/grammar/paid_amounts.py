"""`how much has each shop taken in fees`, of a list of fees and of rows that say what was paid: what was paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

_TAKING = frozenset(
    "take took taken collect collected receive received pay paid pays earn earned make made bring brought come came "
    "raise raised bank banked".split()
)
_PAID = frozenset(map(stem, "paid received taken collected".split()))
_FIRM = 0.95
_OWED = frozenset("owe owes owed owing due unpaid outstanding not never".split())


def with_paid(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """The mentions; one of an amount that a list asks is of what came in, where money that changed hands is spoken of
    and one column below that list says that and the same word."""
    lowers = [t.lower for t in tokens]
    said = set(lowers)
    much = "total" in said or (said & _TAKING and ("much" in said or lowers[:2] == ["what", "did"]))
    if not much or said & _OWED:
        return tuple(mentions)
    return tuple(_paid(m, facts) for m in mentions)


def _paid(mention: Mention, facts: Facts) -> Mention:
    link = mention.links[0] if mention.links and not mention.pinned else None
    if link is None or link.kind != "column" or link.score < _FIRM or not facts.measure(Col(link.table, link.column)):
        return mention
    held = facts.column(Col(link.table, link.column))
    asked = frozenset(stems(held.label)) if held is not None else frozenset[str]()
    below = [Col(t, c.name) for t in facts.belonging(link.table) for c in facts.tables[t].columns]
    found = [
        c for c in below if facts.measure(c) and facts.speaks(c, _PAID) and asked <= set(map(stem, facts.spelt(c)))
    ]
    if len(found) != 1 or _PAID & asked:
        return mention
    column = found[0]
    return replace(mention, links=(Link("column", column.table, column.name, "", 1.0, "label"),))
