"""Queries that nobody means: a day compared with a number, an amount that is “more than twice”, and the share of a time
where something else is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ask.tokens import Token, stem
from core.ask.translators.rules.conditions.restrictions import says_time
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Definition, Filter, Item, Query, condition_items
from core.ask.translators.rules.query_parts import filters_in
from core.ask.translators.rules.shares import VERBS
from core.model import TEMPORAL

_LED = frozenset(("in", "during", "of", "for", "from", "since"))
_OFTEN = frozenset(("once", "twice"))
_TIMES = frozenset(map(stem, ("times", "visits", "count", "number", "renewals")))
_SHORT = 4
"""Letters of a text that says at least a year."""


def ruled_out(query: Query, facts: Facts, tokens: Sequence[Token]) -> bool:
    """It is one of these."""
    return day_as_number(query, facts) or times_as_amount(query, facts, tokens) or share_of_a_time(query, facts, tokens)


def unreckoned(query: Query, placed: Mapping[int, tuple[int, Definition]]) -> bool:
    """Words that mean the average time, and of every row its own time is shown."""
    told = [d.item for _, d in placed.values() if d.item is not None and d.item.aggregate and d.item.formula]
    means = [i.formula for i in told]
    return any(i.formula in means and not i.aggregate for i in query.select if i.formula)


def day_as_number(query: Query, facts: Facts) -> bool:
    """`paid after the due date more than twice`: a day later than 2."""
    for f in filters_in(query):
        held = facts.column(f.item.column) if f.item.column and not f.item.aggregate and not f.item.formula else None
        if held is None or held.type not in ("date", "datetime") or (f.item.column and f.item.column.part):
            continue
        if any(isinstance(v, float) or (isinstance(v, str) and v.isdigit() and len(v) < _SHORT) for v in f.values):
            return True
    return False


def times_as_amount(query: Query, facts: Facts, tokens: Sequence[Token]) -> bool:
    """`paid late more than twice`: an amount over 2."""
    lowers = [t.lower for t in tokens]
    times = {t.number for i, t in enumerate(tokens) if t.lower in _OFTEN or lowers[i + 1 : i + 2] == ["times"]}
    if not times or None in times:
        return False
    plain = [f for f in filters_in(query) if f.item.column and f.item == Item(f.item.column)]
    return any(
        set(f.values) <= times and f.values and not facts.speaks(f.item.column, _TIMES) for f in plain if f.item.column
    )


def share_of_a_time(query: Query, facts: Facts, tokens: Sequence[Token]) -> bool:
    """`what share of visits in 2025 were cancelled`, and it is the share of visits that were in 2025."""
    if not query.share or not query.where or query.among:
        return False
    timed = [i.column for i in condition_items(query.where)]
    held = [facts.column(c) for c in timed if c is not None]
    if len(held) < len(query.where) or any(h is None or h.type not in TEMPORAL for h in held):
        return False
    if not all(isinstance(c, Filter) and all(isinstance(v, str | float) for v in c.values) for c in query.where):
        return False
    at = next((i for i, t in enumerate(tokens) if says_time(t)), 0)
    led = at > 1 and tokens[at - 1].lower in _LED and tokens[at - 2].lower not in VERBS
    behind = at + 1 < len(tokens) and tokens[at + 1].kind == "word"
    return led and behind and not {t.lower for t in tokens[:at]} & VERBS
