"""`what did the tests bring in in 2024`: the fee that the list of tests gives is taken for each visit, and not once for
each kind that there were visits of; so is a mean of the visits' fees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query, Related, all_tables
from core.ask.translators.rules.query_parts import with_items
from core.text.units import UNITS

LIST = 60
"""Rows that a list of kinds has at most."""
_OF_ONE = UNITS | frozenset(
    "fee fees price prices rate rates charge charges cost costs tariff duration length size weight "
    "volume vol mins hrs".split()
)
"""Headers of what one costs, takes or holds."""


def of_each_row(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A total over a list of kinds, for rows that refer to it, takes what one costs once for each of these rows; so
    does a mean, where these rows are said and the kinds are not."""
    figures = {i for i in (*query.select, *(o.item for o in query.order), *(f.item for f in query.having))
               if i.aggregate}  # fmt: skip
    total = next(iter(figures)) if len(figures) == 1 else Item()
    if total.aggregate not in ("sum", "avg") or total.column is None or total.formula or total.table or query.beside:
        return query
    rows = _rows_of(total.column, query, facts)
    if not rows or (total.aggregate == "avg" and not _rows_alone_said(rows, total.column.table, facts, tokens)):
        return query
    each = replace(total, table=rows)

    lists = [c for c in query.where if isinstance(c, Related) and c.table == total.column.table]
    plain = not any(c.negated or c.bounds for c in lists)
    where = tuple(w for c in query.where for w in (c.where if c in lists and plain else (c,)))
    return replace(
        with_items(query, lambda item: each if item == total else item),
        where=where,
        tables=tuple(dict.fromkeys((rows, *(t for t in query.tables if t != total.column.table)))),
    )


def _rows_alone_said(rows: str, kinds: str, facts: Facts, tokens: Sequence[Token]) -> bool:
    """`of accessible treks`, and no routes."""
    said = {t.stem for t in tokens}
    own, other = (set(stems(facts.tables[t].label)) for t in (rows, kinds))
    return bool((own - other) & said) and not (other - own) & said


def _rows_of(column: Col, query: Query, facts: Facts) -> str:
    """The one table of the question that refers to the column's, where that is a short list and the column says what
    one of its kinds costs, takes or holds; "" else."""
    kinds = facts.tables.get(column.table)
    if kinds is None or column.through[0] or kinds.rows > LIST or not _OF_ONE & set(facts.spelt(column)):
        return ""
    ends = {j.child_table for j in facts.schema.joins if j.parent_table == column.table and j.evidence.parent_unique}
    below = [t for t in all_tables(query) if t in ends and t != column.table and facts.tables[t].rows > kinds.rows]
    return below[0] if len(below) == 1 and not facts.persons(column.table) else ""
