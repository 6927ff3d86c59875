"""Where a figure, or what a ranking goes by, is hardly what the words name: checks for contradictions.py."""

from __future__ import annotations

from itertools import pairwise

from core.ask.label_heads import head_of
from core.ask.label_stems import stems
from core.ask.stop_words import FUNCTION
from core.ask.tokens import place_of, stem
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Item
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.ask.walks import walk
from core.index.forms import IN_FULL

_HALF = 0.6
"""Below this score a part of a header, or a word of like meaning, hardly names a column."""
_LIKE = 0.5
"""The same of a figure that is shown as it is."""
_OUTRIGHT = 0.99
_HAVING = frozenset(("have", "has", "had"))
_SHARES = frozenset("percentage percent share proportion fraction".split())
_ANY = frozenset("of time record row entry case item people person different distinct".split())
"""What may be said of any rows (lemmas)."""


def figure_hardly_named(s: Seen) -> bool:
    """`how many halls are closed`, and the seats of halls are added up, or visitors are, which the word resembles; `how
    many teachers`, and schools are counted, whose name but means something like it; `what was the turnout`, and it is
    the voters there are."""
    summed = {i.column for i in s.figures if i.aggregate in ("sum", "avg") and i.column}
    said = {t.stem for t in s.tokens}
    shown = s.query.select[0].column if len(s.query.select) == 1 and not s.query.select[0].aggregate else None
    likened = (k for k in s.links if k is not None and k.how == "meaning" and k.score < _LIKE)
    if shown is not None and s.facts.measure(shown) and any(Col(k.table, k.column) == shown for k in likened):
        return True
    for many, what in pairwise(s.chunks):
        link = what.link if many.has("count") and what.kind in ("column", "table") else None
        if link is not None and what.kind == "table":
            counted = any(
                i.aggregate == "count" and (i.table or (i.column and i.column.table)) == link.table for i in s.figures
            )
            if counted and link.how == "meaning" and link.score < _HALF:
                return True
            continue
        if link is None or link.score >= _HALF or Col(link.table, link.column) not in summed:
            continue
        if link.how == "meaning" or (link.how == "part" and head_of(link.column) not in said):
            return True
    return False


def flag_summed(s: Seen) -> bool:
    """`what percentage of applications were successful`, and the marks of `First applic.` are added up: of a yes or no
    the question says no more than a part."""
    summed = {t.column for t in s.terms if isinstance(t, Item) and t.aggregate == "sum" and t.column}
    flags = {c for c in summed if s.facts.flag(c)}
    said = frozenset(t.stem for t in s.tokens)
    return any(not set(stems(held.label)) <= said for c in flags if (held := s.facts.column(c)) is not None)


def most_unread(s: Seen) -> bool:
    """`which ward has the most tenants`, no one knows what they are, and it is that with the most rows."""
    q = s.query
    counted = any(o.item.aggregate == "count" and o.item.column is None for o in q.order)
    if not counted or not q.limit:
        return False
    for c, after in pairwise(s.chunks):
        if c.kind == "cue" and c.text.lower().split()[-1] in ("most", "fewest") and after.kind == "word":
            lemma = next((t.lemma for t in s.tokens[after.start : after.end]), "")
            plural = after.text.lower().endswith("s")
            known = after.text.lower() in lexicon().asking | FUNCTION or lemma in _ANY
            left = not after.claimed or after.text.lower() in s.ignored
            if plural and left and not known:
                return True
    return False


def modifier_ranked(s: Seen) -> bool:
    """`who took the most water samples`, and it is who took the warmest: of two nouns the second says of what there are
    most."""
    ranked = {o.item.column for o in s.query.order if o.item.column and o.item.aggregate in ("", "max", "min", "sum")}
    ranked |= {i.column for i in s.query.select if i.column and i.aggregate in ("max", "min")}
    for most, first in pairwise(s.chunks):
        link = first.link if most.kind == "cue" and most.text.lower().split()[-1] in ("most", "fewest") else None
        if link is None or link.kind != "column" or link.how == "label" or Col(link.table, link.column) not in ranked:
            continue
        behind = [k for m in s.mentions if m.start == first.end for k in m.links[:1]]
        if any(k.kind == "table" and k.score >= _OUTRIGHT for k in behind) and s.tokens[first.end].lower.endswith("s"):
            return True
    return False


def kind_of_far_rows(s: Seen) -> bool:
    """`how many pupils does the trust have`, and it is letters that pupils wrote about its schools: what it has of a
    kind are rows that belong to it."""
    lowers = [t.lower for t in s.tokens]
    many = place_of(lowers, ("how", "many"))
    kind = next((c for c in s.chunks if many is not None and c.start == many + 2 and c.kind == "value"), None)
    if kind is None or kind.link is None or not _HAVING & set(lowers[kind.end :]):
        return False
    rows = kind.link.table
    counted = any(i.aggregate == "count" and i.table == rows for i in s.figures)
    owners = {f.item.column.table for f in s.filters if f.item.column and f.item.column.table != rows}
    return counted and any(len(list(walk(s.tree, rows, [t]))) > 1 for t in owners)


def share_as_column(s: Seen) -> bool:
    """`what percentage of claims were paid`, and a column of percentages is shown that is of no claims."""
    if s.query.share or any(f.operator == "/" for f in s.formulas):
        return False
    shown = {i.column for i in s.query.select if i.column}
    for c in s.chunks:
        of = [t.lower for t in s.tokens[c.end : c.end + 1]] == ["of"]
        link = c.link if of and c.text.lower() in _SHARES else None
        if link is None or link.how == "label" or Col(link.table, link.column) not in shown:
            continue
        behind = next((m for m in s.mentions if m.start > c.end), None)
        things = {k.table for k in behind.links if k.kind == "table"} if behind else set()
        if things and link.table not in things:
            return True
    return False


def mark_unused(s: Seen) -> bool:
    """`how many closed halls`, there is a column for what is closed, and nothing asks which are."""
    used = s.named
    said = {n for _, n in used}
    tables = set(s.tree.tables)
    chosen = [k for k in s.links if k is not None and k.kind == "column" and (k.table, k.column) not in used]
    for m in s.mentions:
        whole = any(k.kind == "value" and k.how in IN_FULL and k.table in tables for k in m.links)
        if whole and any(k in m.links and s.facts.flag(Col(k.table, k.column)) is not None for k in chosen):
            return True  # a family membership, of which neither `Family` nor `Covers Family` is asked
        found = [k for k in m.links if k.kind == "column" and k.score >= _OUTRIGHT and k.table in tables]
        if m.end - m.start != 1 or not found or any(k.column in said for k in found):
            continue
        flags = all(s.facts.flag(Col(k.table, k.column)) is not None for k in found)
        values = {(k.table, k.column) for k in m.links if k.kind == "value"}
        told = stem(m.text) in {stem(str(v)) for f in s.filters for v in f.values}
        if flags and not values & used and not told and any(c.start == m.end for c in s.chunks if c.link):
            return True
    return False


CHECKS: tuple[Check, ...] = (
    flag_summed,
    figure_hardly_named,
    most_unread,
    modifier_ranked,
    kind_of_far_rows,
    share_as_column,
    mark_unused,
)
