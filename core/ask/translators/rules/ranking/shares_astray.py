"""Where a part is taken of other rows than those that are said, or is a part of what was only to narrow them: checks
for contradictions.py.
"""

from __future__ import annotations

from core.ask.state import Link
from core.ask.stop_words import FUNCTION
from core.ask.tokens import stem
from core.ask.translators.rules.query import Filter, Item
from core.ask.translators.rules.query_parts import figures_in
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.ask.translators.rules.shares import VERBS, parted

_NAMED = 0.95
"""From this score a table is named outright."""
_MEAN = frozenset(("average", "mean", "typical"))
_RATES = frozenset(("rate", "rates"))
_RATE_STEMS = frozenset(map(stem, _RATES))
_REACH = 4
"""Tokens between “percentage” and the thing that it is of, at most."""


def share_of_others(s: Seen) -> bool:
    """`what percentage of patients had an appointment in 2024`, and it is a part of the appointments."""
    said = _shared(s)
    of = {i.table or (i.column.table if i.column else "") for i in _counted(s)} if said is not None else set()
    if said is None or not of:
        return False
    table, _ = said
    return table not in of and any(table in s.facts.above(t) for t in of if t in s.facts.tables)


def share_of_named(s: Seen) -> bool:
    """`what proportion of registered charities have a website`, and it is the part that is registered: what stands
    before the verb says of which the part is taken."""
    at = next((c.end for c in s.chunks if c.has("share")), None)
    verb = next((i for i, t in enumerate(s.tokens) if at is not None and i > at and t.lower in VERBS), None)
    if at is None or verb is None or not _counted(s):
        return False
    before = any(c.claimed == "filter" and at <= c.start < verb for c in s.chunks)
    behind = [c for c in s.chunks if c.start > verb]
    read = any(c.claimed in ("filter", "context") for c in behind)
    return before and not read and any(c.link is not None and not c.claimed for c in behind)


def share_verb_unread(s: Seen) -> bool:
    """`what percentage of Fairway's jobs overran`, and of that nothing is known: it is what the part has in common."""
    if not any(c.has("share") for c in s.chunks):
        return False
    last = next((c for c in reversed(s.chunks) if c.kind != "stop"), None)
    return last is not None and last.kind == "word" and last.claimed in ("", "context") and last.text not in FUNCTION


def rate_as_column(s: Seen) -> bool:
    """`the pass rate`, where a cell says who passed, and what is shown or ranked by is what somebody charges."""
    if s.query.share or s.formulas:
        return False
    cells = {m.end: s.tokens[m.start].stem for m in s.mentions if any(k.kind == "value" for k in m.links)}
    rates = [i for i, t in enumerate(s.tokens) if t.lower in _RATES]
    said = {cells[j] for i in rates for j in (i, i - 1) if j in cells}
    items = (*s.query.select, *(o.item for o in s.query.order))
    shown = (i.column for i in items if i.column and s.facts.speaks(i.column, _RATE_STEMS))
    return any(not s.facts.speaks(c, said) for c in shown) if said else False


def share_of_itself(s: Seen) -> bool:
    """`fail rate of each instructor`, and it is told of each whether it has any failure: the part of one thing."""
    keys = {c.table for c in s.query.group if c == s.facts.key(c.table)}
    for f in s.formulas:
        sides = [i for i in (f.left, f.right) if isinstance(i, Item) and i.aggregate == "count"]
        of = {i.table or (i.column.table if i.column else "") for i in sides}
        if f.operator == "/" and len(sides) > 1 and len(of) == 1 and of <= keys:
            return True
    return False


def pairs_undivided(s: Seen) -> bool:
    """`average number of donors per session`, and all donors are divided by all sessions: whoever came to which stands
    in the rows that refer to both, and a donor comes to several."""
    if not _MEAN & {t.lower for t in s.tokens}:
        return False
    joins = [j for j in s.facts.schema.joins if not j.is_self and j.state != "rejected"]
    pairs = {(j.child_table, j.parent_table) for j in joins}
    for f in s.formulas:
        sides = [i for i in (f.left, f.right) if isinstance(i, Item) and i.aggregate == "count" and not i.where]
        one, *other = [i.table or (i.column.table if i.column else "") for i in sides] or [""]
        if f.operator != "/" or not other or one == other[0]:
            continue
        by = sides[-1].column  # of rows that refer to the things: another thing that they refer to
        refers = {j.child[0] for j in joins if (j.child_table, j.parent_table) == (other[0], one)}
        others = {j.child[0] for j in joins if j.child_table == other[0]} - refers
        if refers and by is not None and by.name in others:
            return True
        both = {c for c, p in pairs if p == one} & {c for c, p in pairs if p == other[0]}
        if both and pairs.isdisjoint({(one, other[0]), (other[0], one)}):
            return True
    return False


def part_of_all(s: Seen) -> bool:
    """`what percentage of women had an appointment`, and it is a part of all patients: women with an appointment."""
    found = _said_of(s)
    if found is None or not s.query.share or found[0].kind != "value":
        return False
    link, end = found
    own, _ = parted(s.query.where, s.query.among)
    narrows = [f for f in own if isinstance(f, Filter) and f.operator == "=" and link.value in f.values]
    return bool(narrows) and len(own) > len(narrows) and any(t.lower in VERBS for t in s.tokens[end:])


def _shared(s: Seen) -> tuple[str, int] | None:
    """The table whose rows a share is said to be of, and where its name ends."""
    found = _said_of(s)
    if found is None or found[0].table not in s.facts.tables:
        return None
    link, end = found
    kind_of = link.kind == "value" and s.facts.persons(link.table)  # women: of the patients
    return (link.table, end) if kind_of or (link.kind == "table" and link.score >= _NAMED) else None


def _said_of(s: Seen) -> tuple[Link, int] | None:
    """What a share is said to be of, and where its name ends."""
    at = next((c.end for c in s.chunks if c.has("share")), None)
    found = ((m.links[0], m.end) for m in s.mentions if at is not None and at <= m.start < at + _REACH and m.links)
    return next(found, None)


def _counted(s: Seen) -> list[Item]:
    """The rows that a share is a part of."""
    q = s.query
    if q.share:
        return [i for i in q.select if i.aggregate == "count"]
    parts = [i for i in q.select if i.formula and i.formula.name in ("share", "percent")]
    return [i for i in figures_in(q) if i.aggregate == "count" and not i.where] if parts else []


CHECKS: tuple[Check, ...] = (
    share_of_others,
    share_of_named,
    share_verb_unread,
    rate_as_column,
    share_of_itself,
    pairs_undivided,
    part_of_all,
)
