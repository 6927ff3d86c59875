"""`how many people have passed`: those that the rows are of, each once, and not how often it was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, place_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.ask.translators.rules.row_people import people_of

_PEOPLE = (("how", "many", "people"), ("how", "many", "persons"), ("how", "many", "different", "people"))
_HEADS = frozenset(
    map(stem, "pax people party adult adults ad child children ch guests heads seats qty quantity covers".split())
)
"""Headers of how many came together: a row is of several people."""


_MANY = 5
"""How many times as many they are at least."""


def people_once(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows that are counted become the people whom they refer to, each once, where people are asked for."""
    rows = rows_for_people(query, facts, tokens)
    if not rows or _together(rows, facts) or _through(rows, facts):
        return query
    whose = people_of(rows, facts, tokens)
    refers = whose.refers if whose is not None else _most(rows, facts)
    return query if refers is None else replace(query, select=(Item(refers, "count", distinct=True),))


def _most(rows: str, facts: Facts) -> Col | None:
    """Of two kinds of people those who are many: the pupils, and not their teachers."""
    joins = [j for j in facts.schema.joins if j.child_table == rows and not j.is_self and j.state != "rejected"]
    sizes = {j.child[0]: facts.tables[j.parent_table].rows for j in joins if facts.persons(j.parent_table)}
    most = max(sizes, key=sizes.__getitem__, default="")
    return Col(rows, most) if all(n * _MANY <= sizes[most] for c, n in sizes.items() if c != most) and most else None


def rows_for_people(query: Query, facts: Facts, tokens: Sequence[Token]) -> str:
    """The table whose rows are counted where people are asked for, each referring to somebody; "" for others."""
    lowers = [t.lower for t in tokens]
    item = query.select[0] if len(query.select) == 1 else Item()
    counts = item.aggregate == "count" and not item.distinct and not item.formula and not item.where
    rows = item.column.table if item.column else item.table
    if not counts or rows not in facts.tables or facts.persons(rows) or query.group or query.beside or query.share:
        return ""
    if all(place_of(lowers, said) is None for said in _PEOPLE):
        return ""
    joins = (j for j in facts.schema.joins if j.child_table == rows and not j.is_self and j.state != "rejected")
    return rows if any(facts.persons(j.parent_table) for j in joins) else ""


def _through(rows: str, facts: Facts) -> bool:
    """What the rows are of is of somebody, too: appointments of the cases of clients, beside their advisers."""
    above = [j.parent_table for j in facts.schema.joins if j.child_table == rows and not j.is_self]
    between = {t for t in above if not facts.persons(t)} - {rows}
    others = [j.parent_table for j in facts.schema.joins if j.child_table in between and not j.is_self]
    return any(t not in above and facts.persons(t) for t in others)


def _together(rows: str, facts: Facts) -> bool:
    columns = (c for c in facts.tables[rows].columns if facts.numeric(Col(rows, c.name)))
    return any(_HEADS & set(stems(c.label)) for c in columns)
