"""Where a word that asks for something of the query (a bound, what is the same, what rows must have) has no part in it.
Checks for contradictions.py.
"""

from __future__ import annotations

from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.stop_words import FUNCTION
from core.ask.tokens import place_of, stem
from core.ask.translators.rules.chart.schema import OFTEN, one_named
from core.ask.translators.rules.query import Among, Best, Col, Filter, Related, Scalar, Via
from core.ask.translators.rules.ranking.idle_verbs import OUTCOMES
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.ask.translators.rules.ranking.unmet import uncompared
from core.ask.translators.rules.shares import VERBS

_KINDS = frozenset("different distinct unique kinds types sorts kind type sort".split())
_MOST = frozenset(("most", "fewest", "least"))
_HAD = frozenset("have has had got with without need needs needed brought included".split())
_ONE = frozenset(("a", "an", "any", "no"))
_THAT = frozenset("that which who".split())
_YET = frozenset(("still", "yet"))
_SOON = 6
"""Words from “still” to the “to” of what is to be done, at most."""
_NO = frozenset("n no f false 0 0.0".split())
_LEFT = frozenset(map(stem, "due outstanding balance owing owed remaining unpaid left pending".split()))
"""What headers call what is still to be paid or done."""
_OPEN = _LEFT | frozenset(map(stem, "open still waiting not yet booked planned".split()))
"""What cells say of what is still to be done."""
_OUTRIGHT = 0.95
"""From this score a word names a table outright."""


def bound_unread(s: Seen) -> bool:
    """`which items are below their minimum`, and all of them are listed."""
    q = s.query
    return uncompared(s) and not (q.where or q.having or q.group or q.order or q.beside or q.share)


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


def times_of_things(s: Seen) -> bool:
    """`how many times did the Heron sail in fog`, and the ships are counted that did."""
    rows = [i.table for i in s.query.select if i.aggregate == "count" and not i.column]
    asked = any(c.has("count") and c.text.lower() in OFTEN for c in s.chunks)
    if not asked or len(rows) != 1 or s.query.beside:
        return False
    done = any(isinstance(c, Related) and c.table == rows[0] and not c.negated for c in s.query.where)
    below = s.facts.belonging(rows[0])
    told = any(k is not None and k.table in below and k.score >= _OUTRIGHT for k in s.links)
    return done or told or (bool(below) and rows[0] in one_named(s.query.where, s.facts))


def same_unread(s: Seen) -> bool:
    """`start with the same letter`, and no rows are set beside others."""
    said = any(a.lower == "the" and b.lower == "same" for a, b in pairwise(s.tokens))
    beside = s.query.group or s.query.of_each or any(isinstance(c, Among | Best | Via | Related) for c in s.conditions)
    return said and not beside and not any(isinstance(v, Col | Scalar) for f in s.filters for v in f.values)


def degree_as_kind(s: Seen) -> bool:
    """`how full was each hall`, and `full` is a kind of ticket that rows are narrowed to: how much so is asked."""
    at = {i + 1 for i, (a, b) in enumerate(pairwise(s.tokens)) if a.lower == "how" and b.kind == "word"}
    used = {(f.item.column.table, f.item.column.name, v) for f in s.filters if f.item.column for v in f.values}
    return any(
        c.kind == "value"
        and c.start in at
        and c.link is not None
        and (c.link.table, c.link.column, c.link.value) in used
        for c in s.chunks
    )


def had_unread(s: Seen) -> bool:
    """`students who have got a distinction`, and all are listed: what they must have is no word to pass over."""
    left = {w.lower() for w in s.ignored} - FUNCTION
    lowers = [t.lower for t in s.tokens]
    said = zip(lowers, lowers[1:], lowers[2:], strict=False)
    return any(had in _HAD and one in _ONE and what in left for had, one, what in said)


def outcome_unread(s: Seen) -> bool:
    """`who won the most races`, and races are counted however they went: no condition speaks of them."""
    left = {w.lower() for w in s.ignored}
    met = {w for f in s.filters if f.item.column for w in stems(s.facts.said(f.item.column))}
    said = zip(s.tokens, s.tokens[1:], s.tokens[2:], s.tokens[3:], strict=False)
    return any(
        verb.stem in OUTCOMES
        and verb.lower in left
        and the.lower == "the"
        and most.lower in _MOST
        and what.stem not in met
        for verb, the, most, what in said
    )


def having_unread(s: Seen) -> bool:
    """`claims that have an outcome were paid`, and those without one are among them."""
    lowers = [t.lower for t in s.tokens]
    told = {i for c in s.chunks if c.means is not None for i in range(c.start, c.end)}
    known = {f.item.column for f in s.filters if f.operator == "is not null" and f.item.column}
    for m, link in zip(s.mentions, s.links, strict=True):
        that, have, one = ["", "", "", *lowers][m.start : m.start + 3]
        behind = lowers[m.end] if m.end < len(lowers) else ""
        ends = not behind or behind in VERBS or s.tokens[m.end].kind == "punct"
        if that not in _THAT or have not in _HAD or one not in _ONE - {"no"} or not ends or m.start in told:
            continue
        if link is None or (link.kind == "table" and link.table not in s.tree.tables):
            return True
        column = Col(link.table, link.column)
        held = s.facts.column(column) if link.kind == "column" else None
        if held is not None and held.profile.nulls and column not in known:
            return True
    return False


def to_do_unread(s: Seen) -> bool:
    """`deposits that we still have to give back`, and all are added up, or those that were given back."""
    lowers = [t.lower for t in s.tokens]
    to_do = any(w in _YET and "to" in lowers[i + 1 : i + _SOON] for i, w in enumerate(lowers))
    if not to_do or any(_lacking(f, s) for f in s.filters):
        return False
    figures = {c for c in s.columns if s.facts.speaks(c, _LEFT)}
    return not figures and not any(isinstance(c, Related) and c.negated for c in s.query.where)


def _lacking(condition: Filter, s: Seen) -> bool:
    """What has not been done: a cell is empty, says no or that it is open, or is another than one that is named; or a
    day is to come."""
    denied = condition.operator in ("is null", "!=", "not in")
    held = s.facts.column(condition.item.column) if condition.item.column else None
    texts = (t for v in condition.values for t in (str(v), held.meaning(v) if held is not None else ""))
    denied = denied or any(_OPEN & set(stems(text)) for text in texts)
    return denied or any(str(v).casefold() in _NO for v in condition.values) or condition.operator in (">", ">=")


def owner_unread(s: Seen) -> bool:
    """`which skippers' licences ran out`, and nothing knows of skippers: whose they are has no part in it."""
    return any(
        c.kind == "word" and c.link is None and not c.claimed and s.tokens[c.end].text in ("'", "’")
        for c in s.chunks
        if c.end < len(s.tokens) and c.text.lower() not in FUNCTION
    )


CHECKS: tuple[Check, ...] = (
    to_do_unread,
    owner_unread,
    having_unread,
    had_unread,
    outcome_unread,
    bound_unread,
    things_as_kinds,
    times_of_kinds,
    times_of_things,
    same_unread,
    degree_as_kind,
)
