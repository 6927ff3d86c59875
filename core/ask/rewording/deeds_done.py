"""`cancellations per show`: the bookings that have a day of it, each of the month in which that happened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded, Tail
from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.decided_then import to_day
from core.ask.translators.rules.query import Col, Filter, Item, Query, main_tables
from core.ask.translators.rules.told.deed_nouns import deed_day

_UNTIL = frozenset("to until till before after no without with have had has and than between".split())
"""Words before the noun with which more than those rows is asked for."""
_PAID = ("payments", "refunds", "repayments")
_ROOT = 4
_SUMS = frozenset("total sum average amount value much worth mean".split())
"""Of what is paid they ask for the money."""


def deeds_done(text: str, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the rows that it happened to, where it says the noun of one such deed."""
    found = [(m, d) for m in mentions if (d := deed_day(tokens[m.start : m.end], m.links, facts)) and not m.pinned]
    if len(found) != 1:
        return
    ((mention, day),) = found
    said, before = tokens[mention.start], tokens[mention.start - 1].lower if mention.start else ""
    if before in _UNTIL or (said.lower in _PAID and _SUMS & {t.lower for t in tokens}):
        return
    usual = facts.own_when(day.table, day=True)
    if any(k.column == usual.name and k.table == usual.table for m in mentions for k in m.links[:1] if usual):
        return  # the other day is said as well: which of them is meant for a time?
    rows = f"{_participle(said, day, facts)} {Names(tuple(facts.tables.values())).many(day.table)}".strip()
    counted = re.compile(rf"\b(total )?{re.escape(mention.text)}\b", re.IGNORECASE)
    plain = counted.sub(lambda met: f"number of {rows}" if met[1] else rows, text, count=1)
    yield Reworded(plain, (Tail("done", column=day),), strong=True)


def _participle(said: Token, day: Col, facts: Facts) -> str:
    """How the day's header says it of a row: `cancelled`."""
    return next((w for w in facts.spelt(day) if w.endswith(("ed", "wn", "en")) and w[:_ROOT] == said.lower[:_ROOT]), "")


def done_on(query: Query, day: Col, facts: Facts) -> Query | None:
    """The query of the rows that have that day alone, going by it; None where it does not go over their table."""
    if query.beside or query.share or day.table not in main_tables(query):
        return None
    usual = facts.own_when(day.table, day=True)
    query = to_day(query, usual, day) if usual is not None else query
    there = Filter(Item(day), "is not null")
    others = tuple(c for c in query.where if c != there)
    timed = any(isinstance(c, Filter) and c.item == Item(day) for c in others)  # a row in a time of it has one
    return replace(query, where=others if timed else (*others, there))
