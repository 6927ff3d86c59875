"""Where a query is about something beside what was asked: another table's day, a figure that is no money, an extreme
that is then added up. Checks for contradictions.py.
"""

from __future__ import annotations

from core.ask.label_match import NAMED
from core.ask.label_stems import stems
from core.ask.stop_words import FUNCTION, PARTICIPLES
from core.ask.tokens import place_of
from core.ask.translators.rules.columns import NAME
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.money_for_many import money_added_up
from core.ask.translators.rules.passes.day_said import day_of_owner
from core.ask.translators.rules.passes.deeds_time import unsaid
from core.ask.translators.rules.query import Col, Filter, Scalar, condition_items
from core.ask.translators.rules.ranking.other_days import deeds_at, times_said
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.walks import walk
from core.model import NUMERIC, TEMPORAL
from core.text.units import CURRENCIES, SIGNS
from core.text.words import words

_MONEY = frozenset(
    "amount amt cost price fee charge paid pay payment total value sum takings income revenue sales sale salary wage "
    "net gross due owed budget spend spent balance money donation donated gift fine fines fare rent grant award bill "
    "expense turnover profit loss billed invoice invoiced deposit tip".split()
)
_RATES = frozenset(("rate", "rates", "tariff", "hourly", "daily", "weekly", "monthly", "per", "each"))
_DEAR = frozenset(("dearest", "priciest", "costliest", "cheapest"))
_SPENDS = frozenset("cost costs pay paid spend spent earn earned owe owed make made take took raise raised".split())
_FIRM, _LIKELY = 0.95, 0.5
"""Scores of a table that is named outright, and of a column that a word more than resembles."""
_BESIDE = 1
"""Words between a deed and what it was done to, small ones aside: `ordered the most copies`."""
_COUNTED = frozenset(("count", "sum", "avg"))
_LISTING = frozenset(("which", "list", "name"))


def extreme_summed(s: Seen) -> bool:
    """`the biggest payer, with the amount`, and what is added up is only the rows that hold the highest amount."""
    reckoned = [i for i in s.query.select if i.aggregate in ("sum", "avg")]
    extremes = [f for f in s.query.where if isinstance(f, Filter) and any(isinstance(v, Scalar) for v in f.values)]
    own = {i.column for i in reckoned}
    return bool(reckoned) and any(f.operator == "=" and f.item.column in own for f in extremes)


def things_unshown(s: Seen) -> bool:
    """`which concerts lost money`, `list libraries whose loans fell`, and a figure alone is shown; `which count
    points`, and it is how many there are."""
    opens = [t.lower for t in s.tokens[:3]]
    asked = bool(opens) and (
        opens[0] in _LISTING or (opens[0] in ("at", "in", "on", "for") and opens[1:2] == ["which"])
    )
    thing = next((c for c in s.chunks[:6] if c.kind == "table"), None)
    q = s.query
    alone = bool(q.select) and all(i.aggregate or i.formula for i in q.select) and not q.group and not q.everything
    counted = opens[:1] == ["which"] and alone and all(i.aggregate in _COUNTED and not i.formula for i in q.select)
    return not q.limit and ((asked and thing is not None and alone) or counted)


def no_money(s: Seen) -> bool:
    """`how much did we make from tickets`, and tickets are added up; `the dearest item`, and it has most pieces."""
    lowers = [t.lower for t in s.tokens]
    ends = [i for i in s.query.select if i.aggregate in ("max", "min")] + [o.item for o in s.query.order]
    if _DEAR & set(lowers) and ends and not any(i.formula or _priced(i.column, s) for i in ends):
        return True
    much = place_of(lowers, ("how", "much"))
    if much is None or not _SPENDS & set(lowers[much + 2 : much + 12]):
        return False
    figures = [t for t in s.figures if t.aggregate in ("sum", "avg") and not t.formula]
    return bool(figures) and not s.query.share and not any(t.column and _money(t.column, s) for t in figures)


def money_for_many(s: Seen) -> bool:
    """`how many grants were awarded`, and what was awarded is added up."""
    return money_added_up(s.tokens, s.query.select, s.facts)


def _priced(column: Col | None, s: Seen) -> bool:
    """It says what something costs, or what one of it does."""
    held = s.facts.column(column) if column is not None else None
    if column is None or (held is not None and held.type in TEMPORAL):
        return False
    return _money(column, s) or bool(held and _RATES & set(words(held.label)))


def _money(column: Col, s: Seen) -> bool:
    held = s.facts.column(column)
    if held is None:
        return True
    said = set(words(held.label)) | set(words(held.description))
    signed = held.unit in SIGNS or held.unit.lower() in CURRENCIES or SIGNS & set(held.label)
    return bool(signed or (_MONEY | CURRENCIES) & said) or held.type not in NUMERIC


def time_of_owner(s: Seen) -> bool:
    """`our best customers in 2024`, ranked by their orders, or `orders of customers in 2024`, and it is the customers
    who joined in that year: no word names that day, and the orders have one of their own."""
    counted = _reckoned(s)
    named = {(k.table, k.column) for k in s.links if k is not None and k.kind == "column"}
    named |= {(c.table, c.name) for t in counted if (c := day_of_owner(t, s.tokens, s.facts)) is not None}
    told = (i.column for c in s.chunks if c.means is not None for i in condition_items(c.means.conditions))
    named |= {(column.table, column.name) for column in told if column is not None}
    at_times = {t for at in times_said(s) for t in deeds_at(s, at)}
    for f in s.conditions:
        column = f.item.column if isinstance(f, Filter) and not f.item.aggregate else None
        held = s.facts.column(column) if column else None
        timed = column and held and (held.type in TEMPORAL or s.facts.year(column))
        if column is None or not timed or (column.table, column.name) in named:
            continue
        theirs = counted & set(s.facts.above(column.table))
        if theirs and (column.table in at_times or all(_of_another_deed(t, s) for t in theirs)):
            continue  # patients who “had an appointment in 2024”, boats (of which the year they were built is known)
        others = _owned_by_key(s, counted) - {column.table}
        own_times = all(g.part or temporal(s, g) for g in s.query.group)  # "in which month of 2023", by theirs
        grouped = own_times or any(g.table == column.table for g in s.query.group)
        if others and grouped and column.table not in counted and all(s.facts.own_when(t) for t in others):
            return True
    return False


def _of_another_deed(table: str, s: Seen) -> bool:
    """Its own time is one of something that no word of the question says."""
    own = s.facts.own_when(table)
    return own is not None and unsaid(own, s.facts, {t.stem for t in s.tokens})


def _owned_by_key(s: Seen, counted: set[str]) -> set[str]:
    """Those of which rows are counted, or keys where other rows hold them: the eruptions of events."""
    keys = {(i.column.table, i.column.name) for i in s.figures if i.distinct and i.column}
    joins = [j for j in s.facts.schema.joins if len(j.child) == 1 and (j.child_table, j.child[0]) in keys]
    return {j.parent_table for j in joins if j.state != "rejected"} or counted


def _reckoned(s: Seen) -> set[str]:
    """The tables whose rows a figure is reckoned over."""
    return {t.table or (t.column.table if t.column else "") for t in s.figures} - {""}


def group_by_part(s: Seen) -> bool:
    """`requests by type`, grouped by the `JobType` of work orders that they led to: a part of another table's label."""
    counted = _reckoned(s)
    links = [k for k in s.links if k is not None and k.kind == "column" and k.how == "part"]
    parts = {(k.table, k.column) for k in links if not (NAME in stems(k.column) and k.score >= NAMED)}
    others = (g for g in s.query.group if counted and g.table not in counted)
    return any((g.table, g.name) in parts for g in others)


def deed_elsewhere(s: Seen) -> bool:
    """`books by copies ordered`, and it is the copies returned by shops that ordered something: what was done with what
    is reckoned is told of rows that these neither belong to nor are."""
    reckoned = {i.column for i in (*s.query.select, *(o.item for o in s.query.order)) if i.aggregate and i.column}
    used = {c.table for c in s.columns} | _reckoned(s)
    for c in s.chunks:
        if c.kind not in ("table", "column") or c.link is None or not c.text.lower().endswith(PARTICIPLES):
            continue
        told = c.link.table
        beside = [k for k in s.chunks if k.kind == "column" and k is not c and k.link and 0 <= _gap(s, c, k) <= _BESIDE]
        measured = {(k.link.table, k.link.column) for k in beside if k.link} & {(r.table, r.name) for r in reckoned}
        if c.link.score >= _FIRM and told not in used and any(told not in (t, *s.facts.above(t)) for t, _ in measured):
            return True
    return False


def _gap(s: Seen, one: Chunk, other: Chunk) -> int:
    """Words between two chunks, small ones aside."""
    first, second = sorted((one, other), key=lambda c: c.start)
    return sum(t.lower not in FUNCTION for t in s.tokens[first.end : second.start])


def met_in_common(s: Seen) -> bool:
    """`top 3 crew by launches`, and each has all launches of the station that is theirs, too."""
    for group in {c.table for c in s.query.group}:
        for table in _reckoned(s) - {group}:
            up = False
            for e in walk(s.tree, group, [table]):
                if up and e.cardinality == "1:n":
                    return True
                up = up or e.cardinality == "n:1"
    return False


def keys_counted(s: Seen) -> bool:
    """`how many collections do we hold`, and those are counted that orders refer to, though there is a list of them."""
    q = s.query
    columns = [i.column for i in q.select if i.aggregate == "count" and i.distinct and i.column]
    if len(columns) != 1 or q.where or q.group or len(s.tree.tables) > 1:
        return False
    own = columns[0]
    lists = {
        j.parent_table
        for j in s.facts.schema.joins
        if j.child_table == own.table and own.name in j.child and j.state != "rejected"
    }
    return any(k.kind == "table" and k.table in lists and k.score >= _FIRM for m in s.mentions for k in m.links)


def figure_guessed(s: Seen) -> bool:
    """`by number of requests`, and kinds of access are counted: a figure of what a word only resembles."""
    counted = {i.column for i in s.query.select if i.aggregate and i.column and i.formula is None}
    guessed = {(k.table, k.column) for k in s.links if k is not None and k.how == "meaning" and k.score < _LIKELY}
    return any((c.table, c.name) in guessed and not _only_day(c, s) for c in counted)


def _only_day(column: Col, s: Seen) -> bool:
    """`when was the last time we went to Leith`: the day of the only rows of a day that are of it."""
    named = {f.item.column.table for f in s.filters if f.item.column}
    below = {t for n in named for t in (n, *s.facts.belonging(n)) if t in s.facts.tables and s.facts.own_when(t)}
    when = s.tokens[0].lower == "when" and below == {column.table}
    return when and s.facts.own_when(column.table) == column


CHECKS: tuple[Check, ...] = (
    extreme_summed,
    things_unshown,
    no_money,
    money_for_many,
    time_of_owner,
    group_by_part,
    keys_counted,
    figure_guessed,
    deed_elsewhere,
    met_in_common,
)
