"""`framework contractors and their day rates`, `when was each van bought`: what things are called stands beside what is
theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query

_EACH = frozenset(("each", "every"))
_OWN = tuple((led, whose) for led in ("and", "with") for whose in ("their", "its"))
_THEN = tuple(("and", "the", time, of) for time in ("year", "date", "day") for of in ("each", "it", "they"))
_SAID = (*_OWN, *_THEN)


def and_their(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Columns of things that are said right before "and their" or "and the year each", or behind "each", are listed
    with the names of these things."""
    columns = listed_of_one(query)
    if not columns:
        return query
    table = columns[0].table
    names, label = facts.display(table), set(stems(facts.tables[table].label))
    lowers = [t.lower for t in tokens]
    behind = [
        start for said in _SAID for start, _ in places_of(lowers, said) if start and tokens[start - 1].stem in label
    ]
    each = any(one in _EACH and other.stem in label for one, other in zip(lowers, tokens[1:], strict=False))
    if not (behind or each) or not names or any(c in names or c == facts.key(table) for c in columns):
        return query
    return replace(query, select=tuple(dict.fromkeys((*map(Item, names), *query.select))))


def listed_of_one(query: Query) -> list[Col]:
    """The columns of a list that shows nothing but columns of one table; empty for other queries."""
    if query.group or query.everything or query.distinct or query.share or query.beside or not query.select:
        return []
    columns = [i.column for i in query.select if i.column is not None and not i.aggregate and not i.formula]
    alone = len(columns) == len(query.select) and len({c.table for c in columns}) == 1
    return columns if alone else []
