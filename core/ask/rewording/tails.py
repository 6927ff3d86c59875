"""What is asked behind a question (`- top 5`, `and how many is that?`), done to the query that was read."""

from __future__ import annotations

import re
from dataclasses import replace

from core.ask.rewording.and_of_it import also
from core.ask.rewording.before_after import both_halves
from core.ask.rewording.day_sides import of_days
from core.ask.rewording.deeds_done import done_on
from core.ask.rewording.exclusions import left_out
from core.ask.rewording.growth import change_of
from core.ask.rewording.known_of import filled_in
from core.ask.rewording.no_shows import missed
from core.ask.rewording.opposed import of_sides
from core.ask.rewording.pairs_held import with_pairs
from core.ask.rewording.part_rates import as_part
from core.ask.rewording.phrases import Reworded, Tail
from core.ask.rewording.rates import per_people
from core.ask.rewording.rows_meant import Ask, only, rows_meant, speaks_of
from core.ask.state import Reading
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.second_question import kind_asked
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Filter, Item, Order, Query, all_tables
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.translators.rules.told.money_sums import spent_of
from core.model import TEMPORAL

_TIMES = re.compile(r"(?:and |with )?(?:when|in what year|what year)\b")
_THAT = re.compile(r"\bhow much (?:is|was) (?:it|that)\b")


def with_tails(reading: Reading, other: Reworded, ask: Ask) -> Reading | None:
    """The reading with what was asked behind the question; None where that has no meaning in it."""
    for tail in other.tails:
        plan = reading.plan if isinstance(reading.plan, Plan) else None
        query = _asked(plan.query, tail, plan.facts, ask) if plan else None
        if plan is None or query is None:
            return None
        reading = with_query(reading, query)
    return reading


def with_query(reading: Reading, query: Query) -> Reading:
    """The reading with another query over the same schema."""
    assert isinstance(reading.plan, Plan)
    plan = replace(reading.plan, query=query)
    tables = tuple(dict.fromkeys(plan.facts.source(t) for t in all_tables(query)))
    return replace(reading, plan=plan, enriched=Phrase(plan.facts).query(query), tables=tables)


def _with_day(query: Query, facts: Facts) -> Query | None:
    """A list with the one day that its rows are told from others by."""
    said = (f.item.column for f in query.where if isinstance(f, Filter))
    days = {c for c in said if c is not None and (found := facts.column(c)) is not None and found.type in TEMPORAL}
    if len(days) != 1 or query.group or any(i.aggregate for i in query.select):
        return None
    day = Item(replace(days.pop(), part=""))
    return query if day in query.select else replace(query, select=(*query.select, day))


def _by_a_day(item: Item, facts: Facts) -> bool:
    return item.column is not None and facts.dated(item.column) and item.aggregate != "count"


def _of_the_kind(item: Item, tail: Tail, facts: Facts) -> Item | None:
    """What a ranking goes by, where that is what is asked for; the money of rows that are counted. None where another
    thing is: “the cheapest, and when was it bought”."""
    times = tail.asks == "when" or _TIMES.match(tail.said)
    if times:
        return item if _by_a_day(item, facts) else None
    said = tail.said.removeprefix("and ").removeprefix("with ").split()
    if said[:2] == ["how", "much"] and not _THAT.search(tail.said) and item.aggregate == "count" and not item.column:
        if kind_asked(said) != "money":
            return None
        paid = spent_of(item.table, facts) if item.table in facts.tables else None
        return Item(paid, "sum") if paid is not None else None
    if "average" in said and item.aggregate == "sum" and not item.formula:
        return replace(item, aggregate="avg")
    return item


def _asked(query: Query, tail: Tail, facts: Facts, ask: Ask) -> Query | None:
    """A ranking's first rows, or with its figure; a list of groups is ranked by the figure that it shows."""
    if tail.asks == "without":
        return left_out(query, tail, facts, ask)
    if tail.asks == "only":
        return only(query, rows_meant(tail.clause, query, facts, ask))
    if tail.asks == "too":
        kinds = rows_meant(tail.clause, query, facts, ask)
        return query if kinds and not speaks_of(query, kinds) else None
    if tail.asks == "missed":
        return missed(query, tail.said, facts)
    if tail.asks == "done" and tail.column is not None:
        return done_on(query, tail.column, facts)
    if tail.asks == "known" and tail.column is not None:
        return filled_in(query, tail.column, facts)
    if tail.asks == "pairs":
        return with_pairs(query, tail)
    if tail.asks == "also":
        return also(query, tail, facts)
    if tail.asks == "part":
        return as_part(query, tail, facts)
    if tail.asks == "rate":
        return per_people(query, tail, facts)
    if tail.asks == "growth":
        return change_of(query, tail, facts)
    if tail.asks == "halves":
        return both_halves(query, facts)
    if tail.asks == "days":
        return of_days(query, tail)
    if tail.asks == "sides":
        return of_sides(query, tail, facts)
    order = query.order
    if tail.asks == "when" and not order:
        return _with_day(query, facts)
    figures = [i for i in query.select if i.aggregate or i.formula]
    if tail.asks == "first" and not order and query.group and len(figures) == 1:
        order = (Order(figures[0], not tail.falling),)
        query = replace(query, order=order)
    if not order:
        return None
    if tail.asks == "first":
        return replace(query, limit=tail.rows)
    item = _of_the_kind(order[0].item, tail, facts)
    if item is None:
        return None
    shown = (any(i.aggregate for i in query.select) and item == order[0].item) or item in query.select
    return query if shown else replace(query, select=(*query.select, item))
