"""Rows that are called alike and are different things: two members of one name, told apart by a key not shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from core.ask.names import Names
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.model import Caution, Rows
from core.text.words import counted

CODE = "same_names"
MERGED = "merged_names"
_REPEATED = 4
"""A name is had by fewer things than these, on average."""


def same_names(query: Query, facts: Facts, rows: Rows) -> Iterator[Caution]:
    """A word beside rows of which several have one name."""
    key = unseen_key(query, facts)
    if key is None or len(rows.columns) != len(query.select):
        return
    told = [n for n, i in enumerate(query.select) if not i.aggregate]
    names = [n for n in told if query.select[n].column in facts.display(key.table)]
    found = Counter(tuple(row[n] for n in told) for row in rows.rows if any(row[n] is not None for n in names))
    alike = {cells: times for cells, times in found.items() if times > 1}
    if not alike:
        return
    cells, times = max(alike.items(), key=lambda pair: pair[1])
    name = " ".join(str(cells[told.index(n)]) for n in names if cells[told.index(n)] is not None)
    called = f"{times} rows are called “{name}”"
    if len(alike) > 1:
        called = f"{counted(sum(alike.values()), 'row')} share a name with another ({times} are called “{name}”)"
    column = facts.column(key)
    label = column.label if column else key.name
    things = Names(facts.schema.tables)
    different = f"different {things.many(key.table)}" if things.plain(key.table) else "different things"
    yield Caution(CODE, f"{called}: {different}, told apart by `{label}`.")


def merged_names(query: Query, facts: Facts) -> Iterator[Caution]:
    """A word beside groups that are made by a name which several things have, without anything that tells these apart:
    what belongs to three people of one name is added up as one person's."""
    for column in query.group:
        held, key = facts.column(column), facts.key(column.table) if column.table in facts.tables else None
        if held is None or key is None or column.part or column.through[0] or key in query.group:
            continue
        rows = facts.tables[column.table].rows - held.profile.nulls
        if facts.display(column.table) != (column,) or held.profile.unique or held.profile.distinct >= rows:
            continue
        if held.profile.distinct * _REPEATED < rows:
            continue  # a kind or a place, and no name
        things = Names(facts.schema.tables)
        many = things.many(column.table) if things.plain(column.table) else "things"
        one = things.one(column.table) if things.plain(column.table) else "thing"
        yield Caution(
            MERGED,
            f"{rows:,} {many} have {held.profile.distinct:,} names: those of one name are taken together here. Choose "
            f"“each {one}” under **Per** to keep them apart.",
        )


def unseen_key(query: Query, facts: Facts) -> Col | None:
    """The key of things that are shown by their names alone: of groups, or of rows that are listed."""
    if query.everything or query.share or query.beside or query.distinct:
        return None
    if query.group:
        keys = [c for c in query.group if c.table in facts.tables and c == facts.key(c.table)]
    else:
        of = {i.column.table if i.column and not i.aggregate else "" for i in query.select}
        keys = [k for t in of if t in facts.tables and len(of) == 1 and (k := facts.key(t)) is not None]
    shown = {i.column for i in query.select if not i.aggregate and not i.formula}
    unseen = [k for k in keys if k not in shown and shown & set(facts.display(k.table))]
    return unseen[0] if len(unseen) == 1 else None


def with_key(query: Query, key: Col) -> Query:
    """The same with the key behind the names."""
    last = max(n for n, i in enumerate(query.select) if i.column and i.column.table == key.table and not i.aggregate)
    return replace(query, select=(*query.select[: last + 1], Item(key), *query.select[last + 1 :]))
