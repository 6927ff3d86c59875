"""`which wholesaler gets the best discount`: one of the customers of that kind, and not the discount alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Order, Query
from core.text.words import words

_WHICH = frozenset(("which", "what", "whose"))


def kinds_on_top(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The highest figure of things of a kind becomes the thing that has it, where "which" asks for one of that kind."""
    item = query.select[0] if len(query.select) == 1 else Item()
    if item.aggregate not in ("max", "min") or item.column is None or item.formula or item.where:
        return query
    if query.group or query.having or query.order or query.beside or query.share or query.limit:
        return query
    table = item.column.table
    names = facts.display(table) if table in facts.tables and facts.named(table) else ()
    opens = [t.stem for t in tokens[1:3]] if tokens and tokens[0].lower in _WHICH else []
    if not names or not any(k in opens for c in query.where for k in _kinds(c, table, facts)):
        return query
    by = Order(Item(item.column), item.aggregate == "max")
    return Query(tuple(map(Item, names)), query.where, order=(by,), limit=1, tables=(table,))


def _kinds(condition: object, table: str, facts: Facts) -> Iterator[str]:
    """The word for the one kind of a table's rows that a condition leaves, stemmed."""
    if not isinstance(condition, Filter) or condition.operator != "=" or len(condition.values) != 1:
        return
    column, (value,) = condition.item.column, condition.values
    held = facts.column(column) if column is not None and column.table == table else None
    if held is not None:
        said = words(dict(held.codes).get(str(value), str(value)))
        yield from (stem(w) for w in said[-1:])
