"""Where a query leaves out what was plainly said, or cuts what was only to be sorted: checks for contradictions.py."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.stop_words import PARTICIPLES
from core.ask.tokens import stem
from core.ask.translators.rules.query import Col, Elsewhere, Ranked, Related, all_tables
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.stars import looked_up
from core.ask.translators.rules.told.deed_nouns import deed_day
from core.text.words import singular

_FIRM = 0.95
_CELL = 0.7
"""The least score of what a word surely means that a cell holds."""
_KIND, _OPENING = 0.75, 3
"""The least score of a cell that says what is asked for, and the tokens before it at most."""
_ASKED = frozenset("which list show name many".split())
_SMALL = frozenset("in on at for by from of to with".split())
_IDS = frozenset(map(stem, ("id", "ids", "code", "codes")))
_NAMES = frozenset(map(stem, ("name", "names")))
_KEYS = _IDS | frozenset(map(stem, ("number", "no", "key", "num", "nr", "ref")))
_EXTREMES = frozenset(("max", "min"))
_SOME = frozenset("most fewest least".split())
_JUDGED = frozenset("rated graded ranked classed classified judged marked assessed described".split())
_WEAK = 0.75
"""Below this score a word hardly means a column."""


def firm_unused(s: Seen) -> bool:
    """`names of gymnasts`, and the query has no gymnasts: a header or a table said outright, with no part in it."""
    tables = {*s.tree.tables, *all_tables(s.query), *s.star}
    tables |= {o for t in _lasts(s) for o in s.facts.owners(t)}  # "when did each member last borrow a book"
    here = {((c.of or c.table), c.name) for c in s.columns} | s.named
    labels = {frozenset(stems(name)) for _, name in here}
    joined = {name for e in s.tree.edges for name in (*e.left, *e.right)}

    keys = {
        j.parent_table
        for j in s.facts.schema.joins
        if len(j.child) == 1 and j.state != "rejected" and (j.child_table, j.child[0]) in here
    }  # whose keys are counted in the rows that refer to them

    denied = {t for c in s.conditions if isinstance(c, Related) and c.negated for t in c.tables} & s.facts.tables.keys()

    def used(k: Link) -> bool:
        if k.kind == "table":
            return k.table in tables or k.table in keys
        if (
            s.query.of_each and k.table in s.query.tables
        ):  # what was done with them: "the most sold product of each shop"
            return True
        if k.table in denied and set(stems(k.column)) & set(stems(s.facts.tables[k.table].label)):
            return True  # “nobody ever reported”, of the reports that there are none of
        named = looked_up(s.facts, Col(k.table, k.column)) if s.star else ""
        if named and any(c.table == named for c in s.query.group):  # what another table of figures has the codes of
            return True
        return (k.table, k.column) in here or frozenset(stems(k.column)) in labels or k.column in joined

    for m in s.mentions:
        firm = [k for k in m.links if k.score >= _FIRM and k.kind != "value"]
        open_ = firm and not m.pinned and not any(map(used, firm)) and not any(k.kind == "value" for k in m.links)
        if open_ and not _before_its_rows(m, firm, tables, s) and not _in_order(m, s) and not _plain_list(m, s):
            return True
    return False


def _in_order(m: Mention, s: Seen) -> bool:
    """The "order" of `in alphabetical order`, where there are orders."""
    return any(c.has("asc", "desc") and c.start < m.end and m.start < c.end for c in s.chunks)


def _plain_list(m: Mention, s: Seen) -> bool:
    """`list the boats`, `people in the customer list`, where some table has a column that is called a list."""
    if s.tokens[m.end - 1].lower != "list":
        return False
    rest = [k for o in s.mentions if o.end == m.end - 1 for k in o.links if k.kind == "table"]
    return (m.start == 0 and m.end == 1) or any(k.table in s.tree.tables for k in rest)


def _before_its_rows(m: Mention, firm: Sequence[Link], tables: Collection[str], s: Seen) -> bool:
    """`instrument bookings`: bookings are of an instrument anyhow."""
    behind = [k for o in s.mentions if o.start == m.end for k in o.links if k.kind == "table" and k.score >= _FIRM]
    owners = {o for k in behind if k.table in tables for o in s.facts.owners(k.table)}
    return any(k.kind == "table" and k.table in owners for k in firm)


def _lasts(s: Seen) -> Iterator[str]:
    """The tables of what happened last, or first, to each."""
    for i in s.query.select:
        if i.column and i.aggregate in ("max", "min") and temporal(s, i.column):
            yield i.column.table
    if s.query.of_each and (by := s.query.order[0].item.column) is not None and temporal(s, by):
        yield by.table


def cell_unused(s: Seen) -> bool:
    """`people killed`, and nothing asks for what a cell holds that the word surely means."""
    used = {(k.table, k.column, k.value) for k in s.links if k}
    used |= {(c.link.table, c.link.column, c.link.value) for c in s.chunks if c.link}
    said = {m.start for m, k in zip(s.mentions, s.links, strict=True) if k is not None}
    for m in s.mentions:
        if m.start in said or m.pinned or not m.links or m.links[0].kind != "value":
            continue
        firm = [k for k in m.links if k.kind == "value" and k.score >= _CELL]
        if firm and not any((k.table, k.column, k.value) in used for k in firm):
            return True
    return False


def kind_unread(s: Seen) -> bool:
    """`list the drivers who have left`, and nothing asks who is a driver: what is asked for is said by a cell."""
    used = {(k.table, k.column, k.value) for k in s.links if k}
    for m in s.mentions:
        before = [t.lower for t in s.tokens[: m.start]]
        led = len(before) <= _OPENING and bool(_ASKED & {*before[:1], *before[-2:]})
        opened = led or (len(before) < 2 and not _SMALL & set(before))
        firm = [k for k in m.links[:1] if k.kind == "value" and k.score >= _KIND]
        meant = [k for k in m.links if k.kind == "value" or k.how != "meaning"]
        guessed = any((k.table, "", "") in used for k in m.links if k.kind == "table" and k.how == "meaning")
        asked = opened or guessed  # “owners of dogs”, and the dogs are any pets
        if asked and firm and not m.pinned and not any((k.table, k.column, k.value) in used for k in meant):
            return True
    return False


def meaning_unused(s: Seen) -> bool:
    """`revenue per month`, with a meaning told for revenue, and nothing is reckoned of it."""
    items = {(i.column, i.formula) for i in (*s.figures, *s.query.select)}
    items |= {(o.item.column, o.item.formula) for o in s.query.order}
    told = [c.means.item for c in s.chunks if c.means is not None and c.means.item is not None]
    return any((i.column, i.formula) not in items for i in told if i.formula is None)


def id_unshown(s: Seen) -> bool:
    """`ids of aircraft with …`, and no code or number is shown or compared."""
    asked = {t.stem for t in s.tokens if t.kind == "word"} & _IDS
    found = list(s.columns)
    return bool(asked) and not any(s.facts.identifying(c) or set(stems(c.name)) & _KEYS for c in found)


def name_unshown(s: Seen) -> bool:
    """`the branch name`, and nothing is shown but codes."""
    asked = any(t.stem in _NAMES for t in s.tokens if t.kind == "word")
    shown = [i.column for i in s.query.select if i.column and not i.aggregate]
    return asked and bool(shown) and all(s.facts.identifying(c) and not set(stems(c.name)) & _NAMES for c in shown)


def uncut(s: Seen) -> bool:
    """`the most common type, and how many`, and every type is given."""
    asked = any(c.kind == "cue" and any(t.startswith(("sup:", "common:")) for t in c.tags) for c in s.chunks)
    extreme = any(t.aggregate in _EXTREMES for t in s.figures)
    best = any(isinstance(c, Elsewhere | Ranked) for c in s.conditions)
    sorts = any(c.has("order", "asc", "desc") for c in s.chunks)
    grouped = bool(s.query.group) and bool(s.query.order) and s.query.limit is None
    return asked and grouped and not extreme and not best and not sorts


def sort_cut(s: Seen) -> bool:
    """`sorted by the ones with the highest revenue first`, and one row is left: sorting is said before the rank."""
    order = next((i for i, c in enumerate(s.chunks) if c.has("order")), None)
    rank = next((i for i, c in enumerate(s.chunks) if c.starts("sup:") or c.has("top", "bottom")), None)
    sized = any(t.number is not None for t in s.tokens)
    return order is not None and rank is not None and order < rank and s.query.limit == 1 and not sized


def stuff_counted(s: Seen) -> bool:
    """`used the most fuel`, ranked by how many `Fuel fills` there are: of stuff there is much, not many."""
    counts = {o.item.table for o in s.query.order if o.item.aggregate == "count" and o.item.column is None}
    for most, thing in pairwise(s.chunks):
        said = thing.text.lower()
        part = thing.kind == "table" and thing.link is not None and thing.link.score < _FIRM and said[-2:] != "ed"
        part = part and not (said.endswith("ing") and thing.link and thing.link.how == "synonym")  # “the most lending”
        if most.starts("sup:") and part and thing.link and thing.link.table in counts and singular(said) == said:
            return True
    return False


def deed_for_all(s: Seen) -> bool:
    """`shows without cancellations`, and it is all bookings that are meant, whether they have a day of it or not."""
    days = (deed_day(s.tokens[m.start : m.end], m.links, s.facts) for m in s.mentions if not m.pinned)
    used = s.named
    return any(d is not None and d.table in s.tree.tables and (d.table, d.name) not in used for d in days)


def deed_unused(s: Seen) -> bool:
    """`objects that have been lent out`, and nothing asks what was lent: the word leads to a table that has no part in
    the query, and to none that has."""
    tables = {*s.tree.tables, *all_tables(s.query), *s.star}
    for m, k in zip(s.mentions, s.links, strict=True):
        if k is None or k.kind != "column" or k.how == "meaning" or m.pinned or m.end - m.start > 1:
            continue
        by = [t.lower for t in s.tokens[m.end : m.end + 1]] == ["by"]  # who did it is said: the services provided by it
        done = s.tokens[m.start].lower.endswith(PARTICIPLES) and not by and not _judged(m, s)
        if done and tables.isdisjoint(other.table for other in m.links if other.how != "meaning"):
            return True
    return False


def done_most_unused(s: Seen) -> bool:
    """`which area has borrowed the most`, and it is the area whose people pay the most: the rows that tell of what was
    done, which the verb before “most” leads to and to nothing else, have no part in the ranking."""
    if not s.query.order:
        return False
    tables = {*s.tree.tables, *all_tables(s.query), *s.star}
    for m in s.mentions:
        behind = [t.lower for t in s.tokens[m.end : m.end + 2] if t.lower != "the"][:1]
        rows = {k.table for k in m.links if k.kind == "table" and k.how == "synonym"}
        done = m.end - m.start == 1 and s.tokens[m.start].lower.endswith(PARTICIPLES)
        alone = len(rows) == len(m.links) > 0
        if done and alone and behind and behind[0] in _SOME and rows.isdisjoint(tables):
            return True
    return False


def _judged(m: Mention, s: Seen) -> bool:
    """`rated poor`, `classed as unsafe`: the verb only leads to the cell that says how."""
    at = m.end + (s.tokens[m.end].lower == "as" if m.end < len(s.tokens) else 0)
    cells = {c.start for c in s.chunks if c.kind == "value" and c.claimed}
    return s.tokens[m.start].lower in _JUDGED and at in cells


def named_elsewhere(s: Seen) -> bool:
    """`total paid of tickets`, and it is a fee of the venues, which the word hardly means: the column that the tickets
    are known by stands in no table of the query."""
    added = {(i.column.table, i.column.name) for i in s.figures if i.column is not None}
    guessed = any((k.table, k.column) in added and k.score < _WEAK for k in s.links if k is not None)
    return guessed and any(
        c.kind == "column" and c.claimed == "context" and c.link is not None and c.link.table not in s.tree.tables
        for c in s.chunks
    )


CHECKS: tuple[Check, ...] = (
    named_elsewhere,
    deed_for_all,
    deed_unused,
    done_most_unused,
    firm_unused,
    cell_unused,
    kind_unread,
    meaning_unused,
    id_unshown,
    name_unshown,
    uncut,
    sort_cut,
    stuff_counted,
)
