"""`How many homes were built before 1900?`, where only a list of kinds speaks of dwellings: counted are the homes,
which refer to the list, and not its lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query, all_tables

_COLUMNS = 3
"""Of a list of kinds, at most."""
_ROWS = 5
"""Rows that refer to each line of a list, at least."""
_KINDS = frozenset(map(stem, "type kind sort category class different distinct code".split()))


def rows_of_list(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query with the rows that refer to a list counted in place of the list's lines, which nobody named."""
    counts = [i for i in query.select if i.aggregate == "count"]
    if len(counts) != 1 or query.share or query.having or query.beside or counts[0].where or query.everything:
        return query
    (old,) = counts
    listed = old.column
    if listed is None or listed.through[0] or not _is_list(listed, facts) or _said(listed, facts, tokens):
        return query
    below = [j.child_table for j in facts.schema.joins if j.parent_table == listed.table and j.evidence.parent_unique]
    used = [t for t in all_tables(query) if t != listed.table]
    rows = [t for t in dict.fromkeys(below) if t in used] if used else list(dict.fromkeys(below))
    if len(rows) != 1 or facts.tables[rows[0]].rows < _ROWS * facts.tables[listed.table].rows:
        return query
    new = Item(None, "count", table=rows[0])
    return replace(
        query,
        select=tuple(new if i == old else i for i in query.select),
        order=tuple(replace(o, item=new) if o.item == old else o for o in query.order),
        tables=tuple(dict.fromkeys((rows[0], *(t for t in query.tables if t != listed.table)))),
    )


def _is_list(column: Col, facts: Facts) -> bool:
    """A column that tells the lines of a short list apart in words, beside its codes."""
    held, table = facts.column(column), facts.tables.get(column.table)
    if held is None or table is None or len(table.columns) > _COLUMNS or held.type != "text":
        return False
    return held.profile.unique and any(c.profile.unique and c.name != held.name for c in table.columns)


def _said(column: Col, facts: Facts, tokens: Sequence[Token]) -> bool:
    """The list, its column, or kinds are said by their names."""
    words = {t.stem for t in tokens if t.kind == "word"}
    return bool(words & (_KINDS | set(stems(facts.tables[column.table].label)) | set(stems(facts.said(column)))))
