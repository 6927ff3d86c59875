"""Where a decade, a time set against another, or what decides on the kind of question has no part in a query: checks
for contradictions.py."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.ordinals import place_said
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.passes.day_of_verb import verbs_day
from core.ask.translators.rules.query import Best, Col
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.slots.first_of_each import FirstOfEach
from core.ask.translators.rules.slots.last_of_each import LastOfEach, ends_said
from core.ask.translators.rules.slots.of_each import each_said
from core.ask.translators.rules.slots.peak_times import PeakTimes
from core.ask.translators.rules.slots.places import Places
from core.ask.translators.rules.years import says_time
from core.ingest.periods import QUARTER

_ENDS = frozenset("first last opening closing final".split())
_NIGHTS = frozenset("night day evening morning afternoon".split())

_EARLY = frozenset("early late mid".split())
_WHICH = frozenset("first second third fourth last 1st 2nd 3rd 4th".split())
_FEASTS = frozenset("spring summer autumn winter christmas easter halloween ramadan diwali eid".split())
_MORE = frozenset("more less fewer higher lower greater larger smaller better worse bigger busier".split())
_HOURS = frozenset("morning mornings afternoon afternoons evening evenings overnight".split())
_IN_YEAR = re.compile(r"\d{4}-\d")
"""A month or a day of a year."""
_IN = frozenset("in during for the year of".split())


def kind_of_question_unread(s: Seen) -> bool:
    """Words say what kind of question it is, as a construct of the chart holds, and the query is of none such."""
    return bool(s.kinds)


def decade_unread(s: Seen) -> bool:
    """`in the last decade`, `per decade`, and nothing goes by decades."""
    linked = {i for m, k in zip(s.mentions, s.links, strict=True) if k for i in range(m.start, m.end)}
    said = any(t.lemma == "decade" and i not in linked for i, t in enumerate(s.tokens))
    return said and not any(c.part == "decade" for c in s.columns)


def part_of_time_unread(s: Seen) -> bool:
    """`in early 2024`, `over Christmas 2024`, `in the first quarter` of no year, and it goes by the year."""
    firm = (m for m, k in zip(s.mentions, s.links, strict=True) if k and k.score >= FIRM)
    linked = {i for m in firm for i in range(m.start, m.end)}
    lost = {w.lower() for w in s.ignored}
    lowers = [t.lower for t in s.tokens]
    for i, word in enumerate(lowers):
        if i in linked:
            continue
        at = i + 1 + (lowers[i + 1 : i + 2] == ["-"])
        early = word in _EARLY and at < len(lowers) and says_time(s.tokens[at])
        part = word in ("quarter", "half") and i > 0 and lowers[i - 1] in _WHICH and bool({word, lowers[i - 1]} & lost)
        if early or part or (word in _FEASTS and word in lost):
            return True
    return False


def place_lost(s: Seen) -> bool:
    """`the boat with the second highest fee`, and the highest is taken: no place of an order is."""
    return place_said(s.tokens) > 1 and not s.query.offset


def period_lost(s: Seen) -> bool:
    """`received in 2023-24`, and what was received at any time is added up: the table tells the times of its rows, and
    the query compares none."""
    said = [i for i, t in enumerate(s.tokens) if t.kind == "date" and t.text[:4].isdecimal()]
    if s.linked.issuperset(said) or s.query.group:
        return False
    values = " ".join(str(v) for f in s.filters for v in f.values)
    if any(s.tokens[i].text[:4] in values for i in said):
        return False
    columns = [Col(t, c.name) for t in s.tree.tables if t in s.facts.tables for c in s.facts.tables[t].columns]
    return any(_of_quarters(c, s.facts) for c in columns)


def _of_quarters(column: Col, facts: Facts) -> bool:
    held = facts.column(column)
    return held is not None and QUARTER.fullmatch(str(held.profile.minimum)) is not None


def month_of_years(s: Seen) -> bool:
    """`by the end of June 2024`, and years are compared with that month."""
    yearly = (f for f in s.filters if f.item.column and (f.item.column.part == "year" or s.facts.year(f.item.column)))
    return any(isinstance(v, str) and _IN_YEAR.match(v) for f in yearly for v in f.values)


def hours_unread(s: Seen) -> bool:
    """`evening bookings`, `calls in the morning`, and no time of the day restricts them, nor does a cell say it."""
    firm = (m for m, k in zip(s.mentions, s.links, strict=True) if k and (k.kind == "value" or k.score >= FIRM))
    linked = {i for m in firm for i in range(m.start, m.end)}
    said = (i for i, t in enumerate(s.tokens) if t.lower in _HOURS and i not in linked)
    if next(said, None) is None:
        return False
    columns = (c for f in s.filters if f.item.column for c in [s.facts.column(f.item.column)] if c is not None)
    return not any(c.type in ("time", "datetime") for c in columns)


def last_of_each_unread(s: Seen) -> bool:
    """`when did each ship last sail`, and another day than that of the sailings is taken, or none."""
    last = LastOfEach(s.chunks, Places(), s.facts)
    meant = {when for _, _, when, _ in last.days()}
    by = {o.item.column for o in s.query.order if s.query.of_each}
    by |= {c.measure for c in s.conditions if isinstance(c, Best)}
    by |= {i.column for i in s.query.select if i.aggregate in ("max", "min")}
    days = {replace(c, part="") for c in by if c is not None}
    if meant and any(isinstance(c, Best) and c.measure in meant and s.facts.year(c.measure) for c in s.conditions):
        return True  # of the rows of one year none is the last
    if meant:
        return not meant & days and not any(verbs_day(s.tokens, d, s.facts) in days for d in meant)
    if not by and any(last.groups()) and _first_thing(s):
        return True
    if not by and any(e.part for e in each_said(s.chunks, s.facts)) and _behind_ends(s):
        return True  # "the first sale of each day"
    said = {(k.table, k.column) for k in s.links if k is not None}
    things = {e.table for e in last.groups()}
    return any(c.table in things and temporal(s, c) and (c.table, c.name) not in said for c in days)


def first_of_each_unread(s: Seen) -> bool:
    """`the two newest vans of each depot`, and the first of all are taken."""
    if s.query.of_each or any(s.formulas):
        return False
    phrases = lexicon().phrases
    linked = [phrases.get(tuple(c.text.lower().split()), ((), ""))[0] for c in s.chunks if c.kind == "column"]
    if any(t.startswith("sup:") for tags in linked for t in tags) and any(each_said(s.chunks, s.facts)):
        return True
    frame = FirstOfEach(s.chunks, Places(), s.facts)
    if any((frame.number(at) or 1) > 1 for at, _ in frame.said_of_each()):
        return True
    meant = [q for q, _ in frame.queries()]
    groups = {c.group for c in s.conditions if isinstance(c, Best)}
    best = bool(groups) and not any(_partly(g, q.each, s.facts) for g in groups for q in meant)
    extreme = bool(s.query.group) and any(i.aggregate in ("max", "min") for i in s.query.select)
    rows = [q for q in meant if not q.group]
    return len(rows) < len(meant) or any((q.limit or 1) > 1 or not (best or extreme) for q in rows)


def _first_thing(s: Seen) -> bool:
    """`the first episode`: of things, and neither ranked nor cut."""
    return _behind_ends(s) and not (s.query.order and s.query.limit)


def _behind_ends(s: Seen) -> bool:
    """Things are said right behind the first or the last."""
    behind = [s.chunks[i + 1] for i, _ in ends_said(s.chunks) if i + 1 < len(s.chunks)]
    return any(c.kind in ("table", "column") for c in behind)


def _partly(group: Col, each: Sequence[Col], facts: Facts) -> bool:
    """`of each author`, and those are taken together who have one first name."""
    held = facts.column(group)
    own = {c.table for c in each if facts.key(c.table) == c}
    return group.table in own and group not in each and held is not None and not held.profile.unique


def peak_unread(s: Seen) -> bool:
    """`in which year was the most rent paid`, and fees are counted, or another time is taken."""
    meant = [q for q, _ in PeakTimes(s.chunks, Places(), s.facts).queries()]
    if not meant or any(s.formulas):
        return False
    by = {(o.item.aggregate, o.item.column or o.item.table) for o in s.query.order if o.item.aggregate}
    parts = {c.part or s.facts.year(c) for c in s.query.group}
    same = any((o.aggregate, o.column or o.table) in by for o in (q.order[0].item for q in meant))
    summed = any(q.order[0].item.aggregate == "sum" for q in meant)
    timed = any(c.part or temporal(s, c) or s.facts.year(c) for c in s.query.group)
    return not timed or s.query.limit is None or (summed and not same) or not parts


def times_uncompared(s: Seen) -> bool:
    """`lent less in 2023 than in 2022`, and no figure of one time is set against that of the other."""
    at = next((i for i, t in enumerate(s.tokens) if t.lower == "than"), 0)
    if not any(t.lower in _MORE for t in s.tokens[:at]) or not _time_at(s.tokens, at + 1):
        return False
    if not any(map(says_time, s.tokens[:at])):
        return False
    return not any(i.where for i in s.figures) and not s.query.beside


def _time_at(tokens: Sequence[Token], at: int) -> bool:
    """A time stands there, behind no more than `in`, `the year`."""
    after = next((t for t in tokens[at : at + 4] if t.lower not in _IN), None)
    return after is not None and says_time(after)


def last_night_unread(s: Seen) -> bool:
    """`who was on duty on the last night of the run`, and those of all nights are shown."""
    lowers = [t.lower for t in s.tokens]
    said = any(
        lowers[i : i + 2] == ["on", "the"]
        and lowers[i + 2] in _ENDS
        and lowers[i + 3] in _NIGHTS
        and lowers[i + 4] == "of"
        for i in range(len(lowers) - 4)
    )
    ranked = bool(s.query.order and s.query.limit) or any(i.aggregate in ("max", "min") for i in s.figures)
    timed = any(temporal(s, f.item.column) for f in s.filters if f.item.column)
    return said and not ranked and not timed


CHECKS: tuple[Check, ...] = (
    times_uncompared,
    last_night_unread,
    kind_of_question_unread,
    decade_unread,
    part_of_time_unread,
    place_lost,
    period_lost,
    month_of_years,
    hours_unread,
    last_of_each_unread,
    first_of_each_unread,
    peak_unread,
)
