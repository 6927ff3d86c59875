"""What is one thing: rows that several tables share by a code, and the best row of each group."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import stem
from core.ask.translators.rules.chunks.shape.read import Shape
from core.ask.translators.rules.chunks.shape.sentence import Wanted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Best, Col, Condition, Item, Related, condition_items


def best_of_each(
    shape: Shape, groups: Sequence[Wanted], wanted: Sequence[Wanted], where: tuple[Condition, ...], facts: Facts
) -> Best | None:
    """`the cheapest book of each genre`: one row for each group, by a measure of its own."""
    best = shape.best
    plain = best is not None and best.limit == 1 and best.item.column and not best.item.aggregate
    if best is None or best.item.column is None or not plain or any(w.item.aggregate for w in wanted):
        return None
    if len(groups) != 1 or best.item.formula or any(w.item.column == groups[0].item.column for w in wanted):
        return None
    shown = facts.display(groups[0].entity) if groups[0].entity else ()
    group = groups[0].item.column or (shown[0] if len(shown) == 1 else None)  # a first name is not whose it is
    return Best(group, best.item.column, best.descending, where) if group else None


def things(w: Wanted, where: tuple[Condition, ...], chunks: Sequence[Chunk], facts: Facts) -> Item:
    """`How many providers have both …`: things that several tables share are counted by their code, once each."""
    item, chunk = w.item, chunks[w.at]
    partners = {t for c in where if isinstance(c, Related) for t in c.tables}
    partners = (partners | {i.column.table for i in condition_items(where) if i.column}) - {item.table}
    if item.aggregate != "count" or item.column or not partners:
        return item
    said = stem(chunk.text.split()[-1])
    for join in facts.schema.joins:
        ours = join.child if join.child_table == item.table else join.parent
        touches = {join.child_table, join.parent_table}
        column = Col(item.table, ours[0])
        shared = item.table in touches and touches & partners and join.evidence.cardinality == "n:m"
        if shared and len(ours) == 1 and stem(facts.spelt(column)[0]) == said:
            return Item(column, "count", distinct=True)
    return item
