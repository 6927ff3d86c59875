"""`how many croissants were sold`, `how many programmes went out` of `programme sales`: what the lines add up to, where
each says how many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.ask.translators.rules.told.takings import pieces

_SOLD = frozenset(
    "sold sell sells bought buy ordered order purchased shipped shift shifted issue issued hand handed give gave given "
    "went go gone dispense dispensed supply supplied".split()
)
_ASKED = (("how", "many"), ("number", "of"))


def pieces_sold(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows of a table that are counted, of which cells of another one say what was sold, give way to their pieces."""
    lowers = [t.lower for t in tokens]
    if not _SOLD & set(lowers) or not any(places_of(lowers, said) for said in _ASKED):
        return query
    rows = [i for i in query.select if i.aggregate == "count" and i.column is None and not i.distinct]
    if len(rows) != 1 or rows[0].table not in facts.tables or query.beside or query.share:
        return query
    table = rows[0].table
    label = [s for s in stems(facts.tables[table].label) if not s.isdigit()]
    named = set(label) & {t.stem for t in tokens if t.lower not in _SOLD}
    goods = label[:-1]
    asked = {tokens[end].stem for said in _ASKED for _, end in places_of(lowers, said) if end < len(tokens)}
    whole = bool(named) and named <= asked & set(goods)
    if named and not whole:
        return query
    met = [c for c in query.where if isinstance(c, Filter) and c.operator == "="]
    held = [c.item.column for c in met if c.item.column]
    keys = {c for j in facts.schema.joins if j.child_table == table for c in j.child}
    kinds = {c.table for c in held} & set(facts.owners(table)) or {c.name for c in held if c.table == table} & keys
    kinds |= {c.name for f in met if (c := f.item.column) and c.table == table and _says(f, c, asked, facts)}
    many = [c for c in pieces(facts) if c.table == table]
    if len(many) != 1 or not (whole or kinds):
        return query
    total = Item(many[0], "sum")
    order = tuple(replace(o, item=total) if o.item == rows[0] else o for o in query.order)
    return replace(query, select=tuple(total if i == rows[0] else i for i in query.select), order=order)


def _says(condition: Filter, column: Col, asked: set[str], facts: Facts) -> bool:
    """`how many pints`, where a cell is a pint."""
    held = facts.column(column)
    texts = (t for v in condition.values for t in (str(v), held.meaning(v) if held is not None else ""))
    return any(asked & set(stems(text)) for text in texts)
