"""Where somebody, a place, things or a size are asked for, and something else of the rows is shown or gone by: checks
for contradictions.py."""

from __future__ import annotations

from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.chart.people import doer
from core.ask.translators.rules.lexicon.sides import received
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.row_days import end_of
from core.text.words import singular, words

_EACH = frozenset(("each", "every"))
_DOERS = ("er", "or", "ant")
_BIG = frozenset("biggest largest smallest longest tallest heaviest".split())
_ASKING = frozenset(("which", "what"))
_TYPES = frozenset(map(stem, ("type", "kind", "category", "class", "sort")))
_NOW = frozenset(("current", "present"))


def doer_as_rows(s: Seen) -> bool:
    """`what score does each inspector give`, and one figure of all inspections is told: whoever does it is no deed."""
    if s.query.group:
        return False
    for m in s.mentions:
        who = s.tokens[m.end - 1]
        table = next((k.table for k in m.links[:1] if k.kind == "table" and k.table in s.facts.tables), "")
        led = m.start and s.tokens[m.start - 1].lower in _EACH
        if not table or not led or not who.lemma.endswith(_DOERS):
            continue
        if who.lemma not in map(singular, words(s.facts.tables[table].label)):
            return True
    return False


def place_unshown(s: Seen) -> bool:
    """`where do we get called to most`, and somebody is named."""
    shown = [i.column for i in s.query.select if i.column and not i.aggregate]
    opens = bool(s.tokens) and s.tokens[0].lower == "where"
    return opens and bool(shown) and all(s.facts.persons(s.facts.source(c.table)) for c in shown if _known(c, s))


def _known(column: Col, s: Seen) -> bool:
    return s.facts.source(column.table) in s.facts.tables


def type_for_things(s: Seen) -> bool:
    """`which vehicles are due a service`, and each one's `VehType` is listed."""
    q = s.query
    columns = [i.column for i in q.select if i.column and not temporal(s, i.column)]
    shown = columns[0] if len(columns) == 1 and not any(i.aggregate for i in q.select) else None
    if shown is None or q.group or q.limit or q.distinct or not s.tokens or s.tokens[0].lower not in _ASKING:
        return False
    held = s.facts.column(shown)
    said = {t.stem for t in s.tokens}
    return held is not None and bool(_TYPES & {stem(w) for w in s.facts.spelt(shown)}) and not _TYPES & said


def number_for_size(s: Seen) -> bool:
    """`who has the biggest plot`, and it is who has most plots."""
    by = s.query.order[0].item if s.query.order and s.query.limit else None
    if by is None or by.aggregate != "count":
        return False
    counted = by.table or (by.column.table if by.column else "")
    for big, what in pairwise(s.chunks):
        link = what.link if big.text.lower() in _BIG and what.kind in ("table", "column") else None
        if link is not None and counted in ("", link.table) and not what.text.lower().endswith("s"):
            return True
    return False


def sibling_figure(s: Seen) -> bool:
    """`how much has been awarded`, and the `Amount Requested` beside the `Amount Awarded` is added up."""
    said = {t.stem for t in s.tokens}
    figures = {i.column for i in s.figures if i.aggregate in ("sum", "avg", "max", "min") and i.column}
    tables = [t for t in s.tree.tables if t in s.facts.tables] if figures else ()
    others = [Col(t, o.name) for t in tables for o in s.facts.tables[t].columns]
    for c in figures:
        own = _header(c, s)
        for beside in others if own - said else ():
            theirs = _header(beside, s) if beside not in figures and s.facts.measure(beside) else set()
            if own & theirs and len(theirs) == len(own) and own & said < theirs & said and len(theirs - own) == 1:
                return True
    return False


def _header(column: Col, s: Seen) -> set[str]:
    held = s.facts.column(column)
    return set(stems(held.plain_label)) if held is not None else set()


def giver_for_receiver(s: Seen) -> bool:
    """`who has been awarded the most`, and it is the officer who awarded it."""
    if not received(s.tokens):
        return False
    shown = [i.column for i in s.query.select if i.column and not i.aggregate]
    return bool(shown) and all(_known(c, s) and doer(s.facts.source(c.table), s.facts) == c for c in shown)


def current_unread(s: Seen) -> bool:
    """`who on the current team has never …`, and those who have left are among them."""
    cells = {i for c in s.chunks if c.kind == "value" and c.claimed for i in range(c.start, c.end)}
    said = any(t.lower in _NOW and i not in cells for i, t in enumerate(s.tokens))
    if not said or not any(t in s.facts.tables and end_of(t, s.facts) is not None for t in s.tree.tables):
        return False
    if any("current" in (c.means.words if c.means else ()) for c in s.chunks):
        return False
    asked = {f.item.column for f in s.filters}
    return not any(temporal(s, c) for c in asked) and not any(s.facts.flag(c) for c in asked if c)


CHECKS: tuple[Check, ...] = (
    doer_as_rows,
    place_unshown,
    type_for_things,
    number_for_size,
    sibling_figure,
    giver_for_receiver,
    current_unread,
)
