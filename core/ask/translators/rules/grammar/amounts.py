"""`the total amount of bills`, where a column of the bills is their amount: that column, and no phrase for a number."""

from __future__ import annotations

from collections.abc import Container, Sequence

from core.ask.state import Link, Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col

_AMOUNT = stem("amount")


def with_amounts(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """The mentions, with one for the word “amount” where just one column of the tables named, or of all, is called
    so."""
    taken = {i for m in mentions for i in range(m.start, m.end)}
    free = [i for i, t in enumerate(tokens) if t.kind == "word" and t.stem == _AMOUNT and i not in taken]
    if len(free) != 1:
        return tuple(mentions)
    named = tables_named(mentions)
    columns = _called(named, facts) or _called(facts.tables, facts)
    if len(columns) != 1:
        return tuple(mentions)
    at, column = free[0], columns[0]
    link = Link("column", column.table, column.name, "", 0.97, "label")
    made = Mention(at, at + 1, tokens[at].text, (link,))
    return tuple(sorted((*mentions, made), key=lambda m: m.start))


def _called(tables: Container[str], facts: Facts) -> list[Col]:
    columns = [Col(t, c.name) for t in facts.tables if t in tables for c in facts.tables[t].columns]
    return [c for c in columns if facts.measure(c) and facts.speaks(c, frozenset((_AMOUNT,)))]
