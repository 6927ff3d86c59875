"""Where what is measured is counted instead of added up, or added up from a list of sizes, and where the first of two
nouns is counted. Checks for contradictions.py."""

from __future__ import annotations

from core.ask.label_stems import stems
from core.ask.stop_words import FUNCTION
from core.ask.tokens import place_of, stem
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.passes.of_each_row import LIST
from core.ask.translators.rules.query import Col, all_tables, main_tables
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.ranking.unanswered import of_table
from core.model import NUMERIC
from core.text.units import SAID
from core.text.words import singular, words

_COUNTS = frozenset("number count amount sum figure cost value price of for in by per".split())
_BEHIND = frozenset(("", "?", ".", "in", "at", "for", "by", "per", "of", "on", "from", "each", "during"))
"""What stands behind a noun that is the last of its phrase."""
_AGE = frozenset(("age", "old"))
_BARE = frozenset("under over above below".split())
_HOURS = {"hours": frozenset(("hours", "hrs", "hour")), "minutes": frozenset(("minutes", "mins"))}


def unit_counted(s: Seen) -> bool:
    """`how many litres did we brew`, and brews are counted."""
    lowers = [t.lower for t in s.tokens]
    unit = next(iter(lowers[2:]), "") if lowers[:2] in (["how", "many"], ["number", "of"]) else ""
    counted = [i.table for i in s.query.select if i.aggregate == "count" and i.column is None]
    counted = [t for table in counted for t in ((table,) if table else all_tables(s.query))]
    labels = [set(words(s.facts.tables[t].label)) for t in counted if t in s.facts.tables]
    written = SAID.get(unit, _HOURS.get(unit, frozenset()))
    return bool(written and labels) and not any(label & written for label in labels)


def summed_of_list(s: Seen) -> bool:
    """`litres sold in 2025`, and what is added up is the size of each kind of container, once."""
    sums = [i.column for i in s.query.select if i.aggregate == "sum" and i.column and not (i.formula or i.table)]
    if len(sums) != 1 or s.query.group or len(s.tree.tables) < 2:
        return False
    table = sums[0].of or sums[0].table
    others = [t for t in s.tree.tables if t != table]
    refers = any(j.parent_table == table and j.child_table in others for j in s.facts.schema.joins)
    rows = s.facts.tables[table].rows if table in s.facts.tables else 0
    return refers and rows <= LIST and all(s.facts.tables[t].rows > rows for t in others if t in s.facts.tables)


_OVERALL = frozenset(map(stem, ("overall",)))


def total_counted(s: Seen) -> bool:
    """`the total rainfall in each month`, and readings are counted: what has no plural is not counted."""
    lowers = ["", *(t.lower for t in s.tokens), ""]
    said = [w for before, a, w, then in zip(lowers, lowers[1:], lowers[2:], lowers[3:], strict=False)
            if a in ("total", "overall") and before != "in" and then in _BEHIND]  # fmt: skip
    stuff = [w for w in said if w == singular(w) and w.isalpha() and w not in _COUNTS | FUNCTION]
    counted = [i for i in s.figures if i.aggregate == "count"]
    if "overall" in lowers and "total" not in lowers and any(s.facts.speaks(c, _OVERALL) for c in s.columns):
        return False  # “an overall grade of 3” is a header
    return bool(stuff) and bool(counted) and len(counted) == len(s.figures)


def age_as_another(s: Seen) -> bool:
    """`patients under 18`, whose day of birth is known, and another number that nobody named is under 18."""
    for f in s.filters:
        column = f.item.column
        if (
            column is None
            or f.item.aggregate
            or f.operator not in ("<", "<=", ">", ">=")
            or column.table not in s.facts.tables
        ):
            continue
        held = s.facts.column(column)
        named = set(s.facts.spelt(column)) & {t.lower for t in s.tokens}
        unnamed = held is not None and held.type in NUMERIC and not named and not _AGE & set(stems(held.label))
        if unnamed and any(_births(Col(column.table, c.name), s) for c in s.facts.tables[column.table].columns):
            return bool(_BARE & {t.lower for t in s.tokens})
    return False


def _births(column: Col, s: Seen) -> bool:
    """A day on which people were born."""
    return s.facts.speaks(column, lexicon().births) and temporal(s, column)


def modifier_counted(s: Seen) -> bool:
    """`how many instrument bookings`, and instruments are counted: of two nouns the second says what the rows are."""
    lowers = [t.lower for t in s.tokens]
    many = place_of(lowers, ("how", "many"))
    counted = {i.column.table if i.column else i.table for i in s.query.select if i.aggregate == "count"}
    if many is None or len(counted) != 1 or many + 4 > len(s.tokens):
        return False
    head, *behind = s.tokens[many + 3 :]
    if behind and any(behind[0].stem in stems(t.label) for t in s.facts.tables.values()):
        return False  # “how many United Airlines flights”
    rows = {name for name, t in s.facts.tables.items() if head.lower.endswith("s") and head.stem in stems(t.label)}
    shown = [i.column for i in s.query.select if i.column]
    told = any(head.stem in stems(s.facts.said(c)) or any(of_table(c, t, s) for t in rows) for c in shown)
    return bool(rows & set(all_tables(s.query))) and not rows & counted and not told


def people_elsewhere(s: Seen) -> bool:
    """`how many people were hurt`, and crashes are counted, though each has rows for the people in it."""
    lowers = [t.lower for t in s.tokens]
    many = place_of(lowers, ("how", "many"))
    if many is None or lowers[many + 2 : many + 3] not in (["people"], ["persons"]):
        return False
    counted = {i.table or next(iter(main_tables(s.query)), "") for i in s.figures if i.aggregate == "count"}
    rows = all(i.aggregate == "count" and i.column is None for i in s.figures)
    if not s.figures or not rows or len(counted) != 1:
        return False
    (table,) = (s.facts.source(t) for t in counted)
    below = {j.child_table for j in s.facts.schema.joins if j.parent_table == table} - {table}
    known = table in s.facts.tables
    return known and not s.facts.persons(table) and any(map(s.facts.persons, below & s.facts.tables.keys()))


CHECKS: tuple[Check, ...] = (
    unit_counted,
    modifier_counted,
    summed_of_list,
    total_counted,
    age_as_another,
    people_elsewhere,
)
