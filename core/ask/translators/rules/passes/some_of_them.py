"""`how many visits were made, and how many had a letter sent`: all of them, and beside them those that meet it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Item, Query
from core.model import TEMPORAL

_IDLE = frozenset("date day number id no of the a".split())


def some_of_them(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """What only the second “how many” says is a condition of a count of its own."""
    lowers = [t.lower for t in tokens]
    asked = places_of(lowers, ("how", "many"))
    counts = [i for i in query.select if i.aggregate == "count" and not i.where]
    if len(asked) != 2 or len(counts) != 1 or query.having or query.share or query.beside or query.limit:
        return query
    if any(i.aggregate for i in query.select if i not in counts):
        return query
    second = asked[1][0]
    if second < 1 or not {"and", "of", "which", ","} & set(lowers[second - 2 : second]):
        return query
    head, tail = ({t.stem for t in part if t.kind == "word"} for part in (tokens[:second], tokens[second:]))
    theirs = tuple(c for c in query.where if _said(c, tail, facts) and not _said(c, head, facts))
    if not theirs:
        return query
    some = replace(counts[0], where=theirs)
    select = tuple(s for i in query.select for s in ((i, some) if i == counts[0] else (i,)))
    return replace(query, select=select, where=tuple(c for c in query.where if c not in theirs))


def _said(condition: Condition, said: set[str], facts: Facts) -> bool:
    """A word says the cell, or the column that holds it; times are of all."""
    if not isinstance(condition, Filter) or condition.item != Item(condition.item.column):
        return False
    column = condition.item.column
    held = facts.column(column) if column is not None else None
    if held is None or (held.type in TEMPORAL and condition.operator in ("like", "between", "<", ">=", "<=", ">")):
        compared = any(not isinstance(v, str) for v in condition.values)
        if held is None or not compared:
            return False
    words = {*stems(held.label), *(s for v in condition.values if isinstance(v, str) for s in stems(v))}
    return bool((words - _IDLE) & said)
