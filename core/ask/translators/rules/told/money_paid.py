"""`fees paid so far`, `fees collected per subject`: what came in, where the fee itself is only what was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Col, Definition, Item
from core.ask.translators.rules.told.money_sums import money_of

_PAID = frozenset("paid received collected taken banked".split())
_AVERAGE = frozenset("average avg mean typical".split())
_UNPAID = frozenset("not never no n't unpaid".split())
_ASIDE = (("so", "far"), ("to", "date"), ("in", "total"), ("altogether",))
_FIRM = 0.95


def money_paid(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where a column of money is said and right behind it that it was paid, and other rows say when and how much:
    start → (end, the sum of these)."""
    lowers = [t.lower for t in tokens]
    for one, other in pairwise(mentions):
        if one.end != other.start or lowers[other.start] not in _PAID or _UNPAID & set(lowers[: one.start]):
            continue
        asked, paid = _column(one, facts), _firm(other)
        if asked is None or paid is None or paid.table == asked.table or not facts.measure(asked):
            continue
        amount = money_of(paid.table, facts)
        owned = paid.table in facts.owners(asked.table)  # the price of a line of an order that was paid
        if amount is None or owned or facts.far(paid.table, asked.table) is None:
            continue
        before = lowers[one.start - 1] if one.start else ""
        lead = one.start - (before == "total" or before in _AVERAGE)
        aggregate: Aggregate = "avg" if before in _AVERAGE else "sum"
        end = next((other.end + len(p) for p in _ASIDE if tuple(lowers[other.end :][: len(p)]) == p), other.end)
        return {lead: (end, Definition(tuple(t.lemma for t in tokens[lead:end]), Item(amount, aggregate)))}
    return {}


def _column(m: Mention, facts: Facts) -> Col | None:
    link = _firm(m)
    return Col(link.table, link.column) if link and link.kind == "column" and link.table in facts.tables else None


def _firm(m: Mention) -> Link | None:
    link = m.links[0] if m.links else None
    return link if link is not None and link.score >= _FIRM and link.kind != "value" else None
