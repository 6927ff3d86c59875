"""`litres sold in 2025`: what each piece holds, from the list of its kinds, times how many pieces went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Formula, Item, Query, all_tables
from core.ask.translators.rules.query_parts import with_items
from core.ask.translators.rules.told.takings import pieces
from core.text.units import UNITS

_EACH = frozenset(("each", "ea", "unit", "apiece"))
"""Words of headers for what one piece costs."""
_LEVELS = frozenset("stock hand left available remaining balance level reorder minimum maximum".split())
"""Headers of what there is of a kind altogether."""


def of_each_piece(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A total over a list's kinds, by rows that refer to the list and say how many, is of all their pieces."""
    query = _of_rows_with(query, facts, tokens)
    sums = [i for i in query.select if i.aggregate]
    if len(sums) != 1 or sums[0].aggregate != "sum" or sums[0].formula or not sums[0].column or query.beside:
        return query
    total = _each_beside(sums[0].column, facts) or total_of_pieces(sums[0].column, query, facts)
    if total is None:
        return query
    return with_items(query, lambda item: total if item == sums[0] else item)


def total_of_pieces(size: Col, query: Query, facts: Facts) -> Item | None:
    """The sum of a size over all pieces, where one of the question's tables refers to its list and counts pieces."""
    ends = {(j.child_table, j.parent_table) for j in facts.schema.joins if j.evidence.parent_unique}
    below = [t for t in all_tables(query) if (t, size.table) in ends]
    many = [c for c in pieces(facts) if c.table in below]
    if size.through[0] or len(below) != 1 or len(many) != 1 or not facts.measure(size):
        return None
    if _LEVELS & set(facts.spelt(size)):
        return None  # the sheets in stock are in no piece
    if facts.tables[below[0]].rows < facts.tables[size.table].rows:
        return None  # the fee of a visit is no price of what was prescribed there
    return Item(many[0], "sum", formula=Formula("*", Item(many[0]), Item(size)))


def _each_beside(price: Col, facts: Facts) -> Item | None:
    """`Charged each`, beside how many there were: what one costs is not added up without these."""
    many = [c for c in pieces(facts) if c.table == price.table]
    if len(many) != 1 or price.through[0] or not _EACH & set(facts.spelt(price)) or not facts.measure(price):
        return None
    called = " ".join(w for w in facts.spelt(price) if w not in _EACH)
    return Item(many[0], "sum", formula=Formula("*", Item(many[0]), Item(price), called))


def _of_rows_with(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """`litres sold`: not the sizes of the kinds that were sold (and their days), but a total over what was."""
    listed = [i.column for i in query.select if i.column and not i.aggregate and not facts.dated(i.column)]  # `sold` on
    size = listed[0] if len(listed) == 1 else None
    unit = next((t.lower for t in tokens if t.lower not in ("how", "many", "total")), "") in UNITS
    if not unit or size is None or any(i.aggregate for i in query.select) or query.group or query.order:
        return query
    total = total_of_pieces(size, query, facts)
    return replace(query, select=(total,), distinct=False) if total else query
