"""Where a decade, a place of an order, or what decides on the kind of question has no part in a query. Checks for
contradictions.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.tokens import place_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.ordinals import place_at
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Among, AnyOf, Best, Col, Related, Scalar, Via
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.ranking.unmet import uncompared
from core.ask.translators.rules.slots.first_of_each import FirstOfEach
from core.ask.translators.rules.slots.last_of_each import LastOfEach, ends_said
from core.ask.translators.rules.slots.of_each import each_said
from core.ask.translators.rules.slots.peak_times import PeakTimes
from core.ask.translators.rules.slots.places import Places
from core.ask.translators.rules.years import yearlike
from core.model import TEMPORAL
from core.text.number_words import ORDINALS

_INTO = frozenset("enter enters entered entering".split())
_COMING = frozenset((v, "into") for v in "go goes went came come comes put brought taken".split())
_KINDS = frozenset("different distinct unique kinds types sorts kind type sort".split())
_THERE = frozenset("got have has here there with own around going".split())
_OUTRIGHT = 0.95
"""From this score a word names a table outright."""
_UNITS = ("day", "week", "month", "quarter", "year")
_BEFORE = tuple(
    w for u in _UNITS for w in ((u, "before"), (u, "earlier"), ("previous", u), ("preceding", u), ("last", u))
)
_CAME = frozenset("came come comes finished".split())


def kind_of_question_unread(s: Seen) -> bool:
    """Words say what kind of question it is, as a construct of the chart holds, and the query is of none such."""
    return bool(s.kinds)


def hundredths_as_number(s: Seen) -> bool:
    """`the top 10% of products`, `above 50 percent of the average`, and the number counts rows, or is compared."""
    for i, t in enumerate(s.tokens):
        behind = [u.lower for u in s.tokens[i + 1 : i + 3]]
        size = 0 if t.text.endswith("%") else 1 if behind[:1] == ["percent"] else 2 if behind == ["per", "cent"] else -1
        if t.number is None or size < 0:
            continue
        of_figure = _of_figure(s, i + 1 + size)
        if s.query.limit == t.number or (of_figure and any(t.number in f.values for f in s.filters)):
            return True
    return False


def _of_figure(s: Seen, start: int) -> bool:
    """`of the average price`, from there on."""
    said = s.tokens[start : start + 1]
    figures = {c.start for c in s.chunks if c.starts("agg:") or c.starts("sup:") or c.text.lower() == "total"}
    return bool(said) and said[0].lower == "of" and not figures.isdisjoint((start + 1, start + 2))


def time_before_unread(s: Seen) -> bool:
    """`more orders than the month before`, without saying which month: each time against the one before it, and nothing
    compares them."""
    lowers = tuple(t.lower for t in s.tokens)
    led = [("than", *the) for the in ((), ("in",), ("in", "the"), ("the",))]
    said = any(place_of(lowers, (*than, *when)) is not None for than in led for when in _BEFORE)
    return said and not any(yearlike(t.number) for t in s.tokens if t.number is not None)


def still_there_unread(s: Seen) -> bool:
    """`which staff have we still got`, and all that there ever were are listed."""
    there = any(a.lower == "still" and b.lower in _THERE for a, b in pairwise(s.tokens))
    return there and not (s.query.where or s.query.having)


def bound_unread(s: Seen) -> bool:
    """`which items are below their minimum`, and all of them are listed."""
    q = s.query
    return uncompared(s) and not (q.where or q.having or q.group or q.order or q.beside or q.share)


def amount_uncounted(s: Seen) -> bool:
    """`how many kilos have the shops given`, and there are so many shops: no kilos are added up."""
    for many, what in pairwise(s.chunks):
        if not many.has("count") or what.kind != "column" or what.link is None or what.link.how != "synonym":
            continue
        column = Col(what.link.table, what.link.column)
        summed = any(i.column is not None and i.column.name == column.name for i in s.figures)
        return s.facts.measure(column) and not summed
    return False


def things_as_kinds(s: Seen) -> bool:
    """`how many jobs`, of which there is a table, and it is how many different jobs the staff have."""
    if {t.lower for t in s.tokens} & _KINDS:
        return False
    named = {m.start: [k.table for k in m.links if k.kind == "table" and k.score >= _OUTRIGHT] for m in s.mentions}
    kinds = {i.column.table for i in s.query.select if i.aggregate == "count" and i.distinct and i.column}
    for many, what in pairwise(s.chunks):
        tables = named.get(what.start, []) if many.has("count") and what.kind == "column" else []
        if tables and what.link is not None and what.link.table in kinds and what.link.table not in tables:
            return True
    return False


def times_of_kinds(s: Seen) -> bool:
    """`how many times did we lift a boat`, and it is told how many different lifts there are."""
    kinds = [i for i in s.query.select if i.aggregate == "count" and i.distinct and i.column]
    return bool(kinds) and place_of([t.lower for t in s.tokens], ("how", "many", "times")) is not None


def neither_unread(s: Seen) -> bool:
    """`neither chipped nor insured`, and one of the two is enough, or nothing is left out."""
    if not any(t.lower in ("neither", "nor") for t in s.tokens):
        return False
    return not s.conditions or any(isinstance(c, AnyOf) for c in s.conditions)


def same_unread(s: Seen) -> bool:
    """`start with the same letter`, and no rows are set beside others."""
    said = any(a.lower == "the" and b.lower == "same" for a, b in pairwise(s.tokens))
    beside = s.query.group or s.query.of_each or any(isinstance(c, Among | Best | Via | Related) for c in s.conditions)
    return said and not beside and not any(isinstance(v, Col | Scalar) for f in s.filters for v in f.values)


def decade_unread(s: Seen) -> bool:
    """`in the last decade`, `per decade`, and nothing goes by decades."""
    linked = {i for m, k in zip(s.mentions, s.links, strict=True) if k for i in range(m.start, m.end)}
    said = any(t.lemma == "decade" and i not in linked for i, t in enumerate(s.tokens))
    return said and not any(c.part == "decade" for c in s.columns)


def place_unread(s: Seen) -> bool:
    """`the second largest`, and another one than the second is taken."""
    places = {n for at in range(len(s.tokens)) if (n := place_at(s.tokens, at))}
    lowers = [t.lower for t in s.tokens]
    places |= {2} if place_of(lowers, ("runner", "up")) is not None else set()
    places |= {ORDINALS[b] for a, b in pairwise(lowers) if a in _CAME and b in ORDINALS}
    return bool(places) and {s.query.offset + 1} != places


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
        return not meant & days
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


def brought_elsewhere(s: Seen) -> bool:
    """`vans that went into service`, which have a day of that, and jobs of the kind Service are taken."""
    lowers = [t.lower for t in s.tokens]
    said = {t.stem for a, t in pairwise(s.tokens) if a.lower in _INTO} | {
        s.tokens[i + 2].stem for i, (a, b) in enumerate(pairwise(lowers)) if (a, b) in _COMING and i + 2 < len(lowers)
    }
    if not said:
        return False
    used = {o for t in s.tree.tables if t in s.facts.tables for o in (t, *s.facts.owners(t))}
    days = [Col(t, c.name) for t in used for c in s.facts.tables[t].columns if c.type in TEMPORAL]
    held = {c.table for c in days if s.facts.speaks(c, said)}
    cells = [f.item.column for f in s.filters if f.item.column and f.operator == "=" and not f.item.aggregate]
    links = {(k.table, k.column) for m, k in zip(s.mentions, s.links, strict=True)
             if k and k.kind == "value" and {t.stem for t in s.tokens[m.start : m.end]} & said}  # fmt: skip
    return any((c.table, c.name) in links and held - {c.table} for c in cells)


CHECKS: tuple[Check, ...] = (
    kind_of_question_unread,
    hundredths_as_number,
    time_before_unread,
    still_there_unread,
    bound_unread,
    amount_uncounted,
    things_as_kinds,
    times_of_kinds,
    neither_unread,
    same_unread,
    decade_unread,
    place_unread,
    last_of_each_unread,
    first_of_each_unread,
    peak_unread,
    brought_elsewhere,
)
