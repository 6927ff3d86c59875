"""Queries that nobody means: a day compared with a number, an amount that is “more than twice”, ages added up, the
amount of any row of a group, and the share of a time where something else is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from core.ask.label_stems import own_age
from core.ask.stop_words import PARTICIPLES
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Definition, Elsewhere, Filter, Item, Query
from core.ask.translators.rules.query_parts import conditions_in, filters_in
from core.ask.translators.rules.shares import VERBS, parted
from core.ask.translators.rules.years import says_time, yearlike
from core.model import TEMPORAL

_LED = frozenset(("in", "during", "of", "for", "from", "since"))
_OFTEN = frozenset(("once", "twice"))
_TIMES = frozenset(map(stem, ("times", "visits", "count", "number", "renewals")))
_AGES = frozenset("age ages aged old years".split())
_SHORT = 4
"""Letters of a text that says at least a year."""
_DAY = 8
"""Figures of a day without signs between them."""


def ruled_out(query: Query, facts: Facts, tokens: Sequence[Token]) -> bool:
    """It is one of these."""
    if day_as_number(query, facts) or times_as_amount(query, facts, tokens) or year_as_amount(query, facts, tokens):
        return True
    return (
        share_of_a_time(query, facts, tokens)
        or of_no_row(query)
        or ages_added(query, facts, tokens)
        or of_any_row(query, facts)
    )


def of_any_row(query: Query, facts: Facts) -> bool:
    """For each method an amount that is neither reckoned nor that of the method: of which of its rows, nobody knows."""
    whole = {c.table for c in query.group if c == facts.key(c.table)}
    return bool(query.group) and any(
        (c := i.column) is not None
        and not (i.aggregate or i.formula)
        and c not in query.group
        and c.table not in whole
        and facts.measure(c)
        for i in query.select
    )


def ages_added(query: Query, facts: Facts, tokens: Sequence[Token]) -> bool:
    """`how many people were hurt`, and the ages of those who were are added up, of which nobody spoke."""
    items = (*query.select, *(o.item for o in query.order))
    added = [facts.column(i.column) for i in items if i.aggregate == "sum" and i.column and not i.formula]
    return not _AGES & {t.lower for t in tokens} and any(c is not None and own_age(c) for c in added)


def year_as_amount(query: Query, facts: Facts, tokens: Sequence[Token]) -> bool:
    """`fewer passengers in 2024 than in 2023`: shorter than 2,024 km."""
    pairs = pairwise(tokens)
    years = {t.number for led, t in pairs if led.lower in _LED and yearlike(t.number)}
    return any(
        (c := f.item.column) is not None and facts.measure(c) and not facts.year(c) and bool(years & set(f.values))
        for f in filters_in(query)
        if not f.item.aggregate and not f.item.formula
    )


def of_no_row(query: Query) -> bool:
    """`neither a crime book nor a fantasy one`, and none that is both: no row has two values in one column."""
    scopes = [query.where, *(c.where for c in conditions_in(query) if isinstance(c, Elsewhere))]
    return any(_clash(where) for where in scopes)


def _clash(where: Sequence[Condition]) -> bool:
    equal = [c for c in where if isinstance(c, Filter) and c.operator == "=" and c.item.column and not c.item.aggregate]
    return any(
        a.item == b.item and a.item.formula is None and not set(a.values) & set(b.values)
        for a, b in combinations(equal, 2)
        if all(isinstance(v, str) for v in (*a.values, *b.values))
    )


def unreckoned(query: Query, placed: Mapping[int, tuple[int, Definition]]) -> bool:
    """Words that mean the average time, and of every row its own time is shown."""
    told = [d.item for _, d in placed.values() if d.item is not None and d.item.aggregate and d.item.formula]
    means = [i.formula for i in told]
    return any(i.formula in means and not i.aggregate for i in query.select if i.formula)


def day_as_number(query: Query, facts: Facts) -> bool:
    """`paid after the due date more than twice`: a day later than 2; `payments over 10,000`: one after that year."""
    for f in filters_in(query):
        held = facts.column(f.item.column) if f.item.column and not f.item.aggregate and not f.item.formula else None
        if held is None or held.type not in ("date", "datetime") or (f.item.column and f.item.column.part):
            continue
        if any(isinstance(v, float) or (isinstance(v, str) and v.isdigit() and _no_year(v)) for v in f.values):
            return True
    return False


def _no_year(figures: str) -> bool:
    return len(figures) < _SHORT or not yearlike(float(figures[:_SHORT])) or _SHORT < len(figures) < _DAY


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
    """`what share of visits in 2025 were cancelled`, and it is the share of visits that were in 2025, or that were
    both."""
    if not query.share or not query.where:
        return False
    own, _ = parted(query.where, query.among)
    timed = [c for c in own if _of_a_time(c, facts)]
    if not timed:
        return False
    at = next((i for i, t in enumerate(tokens) if says_time(t)), 0)
    led = at > 1 and tokens[at - 1].lower in _LED and tokens[at - 2].lower not in VERBS
    if len(timed) < len(own):
        return led and not tokens[at - 2].lower.endswith(PARTICIPLES)
    behind = at + 1 < len(tokens) and tokens[at + 1].kind == "word"
    return led and behind and not {t.lower for t in tokens[:at]} & VERBS


def _of_a_time(condition: Condition, facts: Facts) -> bool:
    """A comparison of a day or a year with what is said."""
    if not isinstance(condition, Filter) or not all(isinstance(v, str | float) for v in condition.values):
        return False
    held = facts.column(condition.item.column) if condition.item.column else None
    return held is not None and held.type in TEMPORAL and bool(condition.values)
