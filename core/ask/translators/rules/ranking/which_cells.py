"""Where cells are taken for what the words hardly mean: two together, or the name of one row. For contradictions.py."""

from __future__ import annotations

from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.stop_words import content_word
from core.ask.tokens import stem
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.text.words import words

_JOINING = frozenset("and or & , / ; plus nor versus vs v than with to against compared between either both".split())
"""Words that set what is behind them beside what is before."""
_CLEARLY = 0.15
"""How much more a cell says a word than a header does that means something like it."""
_OF_ROWS = ("count", "sum", "avg", "median")
"""What is reckoned of several rows."""


def apart_united(s: Seen) -> bool:
    """`boats from Deal that docked at Rye`, and what is of either is taken: two parts of what is said, each with words
    of its own and no “and” or “or” between them."""
    together = {(f.item.column, v) for f in s.filters if f.operator == "=" and len(f.values) > 1 for v in f.values}
    if not together:
        return False
    cells = [
        (m.start, m.end)
        for m, k in zip(s.mentions, s.links, strict=True)
        if k is not None and k.kind == "value" and (Col(k.table, k.column), k.value) in together
    ]
    for (_, end), (start, _) in pairwise(cells):
        between = s.tokens[end:start]
        joined = any(t.lower in _JOINING for t in between)
        if not joined and any(content_word(t) for t in between):
            return True
    return False


def named_as_one(s: Seen) -> bool:
    """`how high are the hills of Angus on average`, and it is the one hill with the name Angus, though the county of
    many is called so. Of the rows of another table, walks on Angus, it may well be."""
    of = {i.column.table if i.column else i.table for i in s.query.select if i.aggregate in _OF_ROWS}
    if not of:
        return False
    taken = {(f.item.column, v) for f in s.filters if f.operator == "=" and len(f.values) == 1 for v in f.values}
    for m, k in zip(s.mentions, s.links, strict=True):
        if k is None or k.kind != "value" or k.table not in of or (Col(k.table, k.column), k.value) not in taken:
            continue
        of_one = _one_row(Col(k.table, k.column), s)
        others = [o for o in m.links if o.kind == "value" and o.table == k.table and o.column != k.column]
        if of_one and any(o.value == k.value and not _one_row(Col(o.table, o.column), s) for o in others):
            return True
    return False


def header_as_cell(s: Seen) -> bool:
    """`how many vans went into service`, told by the header `In service from`, and those with a job of the kind Service
    alone: one word taken for a header and for a cell of another table."""
    days = [c for c in s.columns if temporal(s, c)]
    for m, k in zip(s.mentions, s.links, strict=True):
        if k is None or k.kind != "value" or not any(f.item.column == Col(k.table, k.column) for f in s.filters):
            continue
        said = {t.stem for t in s.tokens[m.start : m.end]}
        if any(c.table != k.table and said <= set(stems(s.facts.said(c))) for c in days):
            return True
    return False


def _one_row(column: Col, s: Seen) -> bool:
    """Nearly every row has a value of its own there."""
    found = s.facts.column(column)
    return found is not None and found.profile.filled > 0 and found.profile.distinct >= 0.9 * found.profile.filled


def cell_in_part(s: Seen) -> bool:
    """`working in the kitchen`, and the kitchen porters are taken, though a cell of another column is just that; `how
    many animals`, and those are counted whose role is animal care."""
    taken = {(f.item.column, v) for f in s.filters if f.operator == "=" for v in f.values}
    for m, k in zip(s.mentions, s.links, strict=True):
        if k is None or k.kind != "value" or (Col(k.table, k.column), k.value) not in taken:
            continue
        said = [t.stem for t in s.tokens[m.start : m.end]]
        held = [stem(w) for w in words(k.value)]
        names = [[stem(w) for w in words(part)] for part in k.value.split("/")]
        if len(held) <= len(said) or not said or said in names:  # `Takeaway/sandwich shop` has two names
            continue
        if any(
            o.kind == "value" and o.column != k.column and [stem(w) for w in words(o.value)] == said for o in m.links
        ):
            return True
        before = [t.lower for t in s.tokens[max(0, m.start - 2) : m.start]]
        asked = before[-2:] == ["how", "many"] or before[-1:] == ["which"]
        if asked and said[-1] != held[-1] and s.tokens[m.end - 1].lemma != s.tokens[m.end - 1].lower:
            return True
    return False


def denied_in_part(s: Seen) -> bool:
    """`no fire engine was sent`, and all is taken that was no fire: of two nouns the first alone is denied."""
    denied = {f.item.column for f in s.filters if f.operator in ("!=", "not in")}
    for c, behind in pairwise(s.chunks):
        if c.kind != "value" or c.link is None or Col(c.link.table, c.link.column) not in denied:
            continue
        led = s.tokens[c.start - 1].lower in ("no", "without", "any") if c.start else False
        unread = behind.kind == "word" and behind.link is None and not behind.claimed
        noun = behind.text.isalpha() and not behind.text.lower().endswith(("ed", "ing"))
        if led and unread and noun and content_word(s.tokens[behind.start]):
            return True
    return False


def guess_before_cell(s: Seen) -> bool:
    """`the most refusals`, and objections are added up, which only mean something like it, though a cell says
    `Refused`."""
    for c in s.chunks:
        if c.link is None or c.link.how != "meaning" or not c.claimed:
            continue
        said = next((m for m in s.mentions if m.start == c.start and m.end == c.end), None)
        least = c.link.score + _CLEARLY
        if said is not None and any(k.kind == "value" and k.score >= least for k in said.links):
            return True
    return False


def initials_as_cell(s: Seen) -> bool:
    """`first aid`, which a header `FA_Exp` says by its initials, and those are taken who have a cell that means “basic
    first aid”."""
    taken = {(f.item.column, v) for f in s.filters if f.operator == "=" for v in f.values}
    for c in s.chunks:
        if c.kind != "value" or c.link is None or (Col(c.link.table, c.link.column), c.link.value) not in taken:
            continue
        held, said = s.facts.column(Col(c.link.table, c.link.column)), c.text.lower().split()
        meant = words(held.meaning(c.link.value) or c.link.value) if held is not None else ()
        initials = "".join(w[0] for w in said)
        labels = (h.label for h in s.facts.tables[c.link.table].columns) if c.link.table in s.facts.tables else ()
        if 1 < len(said) < len(meant) and any(words(label)[:1] == (initials,) for label in labels):
            return True
    return False


CHECKS: tuple[Check, ...] = (
    initials_as_cell,
    apart_united,
    named_as_one,
    cell_in_part,
    denied_in_part,
    guess_before_cell,
    header_as_cell,
)
