"""The names in a model's reading, found in the schema, and what of the question's words they explain."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.ask.state import Link, Mention, SchemaView
from core.ask.translators.chat.notation import place, plain, shown
from core.ask.translators.chat.replies import BadReply, ReadReply
from core.model import Column, Table
from core.sql.names import close_names, key
from core.text.words import flat

_FIGURE = re.compile(r"^\s*(?:COUNT|SUM|AVG|MIN|MAX|TOTAL|ROUND|CAST|DISTINCT)\s*\(|(?:^|\.)\*$", re.IGNORECASE)


def read_names(reply: ReadReply, schema: SchemaView) -> tuple[tuple[str, ...], tuple[Column, ...]]:
    """The tables that the reading needs, in its order, and its columns; case and quotes do not matter.

    A column's table is needed too. Figures in place of columns, as `COUNT(*)`, are passed over: the query will have
    them. Raises BadReply with the names that are close.
    """
    tables = dict.fromkeys(_table(name, schema).name for name in reply.tables)
    columns = tuple(column_named(name, schema, tuple(tables)) for name in reply.columns if not _FIGURE.search(name))
    for f in (f for f in reply.filters if not _FIGURE.search(f.column)):
        tables[column_named(f.column, schema, tuple(tables)).table] = None
    for f in (f for f in reply.filters if f.other):
        tables[column_named(f.other, schema, tuple(tables)).table] = None
    tables |= dict.fromkeys(c.table for c in columns)
    return tuple(tables), columns


def linked(
    mentions: Sequence[Mention], tables: Sequence[str], columns: Sequence[Column], reply: ReadReply, schema: SchemaView
) -> tuple[tuple[str, str], ...]:
    """Pairs (the question's words, what the model took them for), where it follows one of the linker's meanings."""
    used = {c.id for c in columns}
    used |= {column_named(f.column, schema, tuple(tables)).id for f in reply.filters if not _FIGURE.search(f.column)}
    texts = {str(v) for f in reply.filters for v in f.values}
    pairs = []
    for m in mentions:
        fits = [k for k in m.links if _fits(k, tables, used, texts)]
        if fits:
            pairs.append((m.text, _link_text(fits[0], schema)))
    return tuple(pairs)


def _fits(link: Link, tables: Sequence[str], used: set[str], texts: set[str]) -> bool:
    if link.kind == "table":
        return link.table in tables
    column = f"{link.table}.{link.column}"
    return column in used and (link.kind == "column" or link.value in texts)


def _link_text(link: Link, schema: SchemaView) -> str:
    """A link in the files' own labels."""
    table, column = schema.table(link.table), schema.column(link.table, link.column)
    name = f"`{table.label if table else link.table}`"
    if column is not None:
        name += f".`{column.label}`"
    return name + (f" = '{link.value}'" if link.kind == "value" else "")


def _table(name: str, schema: SchemaView) -> Table:
    asked = _bare(name)
    for form in (key, flat):
        found = [t for t in schema.tables if form(asked) in (form(t.name), form(t.label))]
        if found:
            return found[0]
    near = close_names(asked, [t.name for t in schema.tables])
    raise BadReply(f"There is no table {plain(name)}.", [shown(n) for n in near])


def column_named(name: str, schema: SchemaView, tables: Sequence[str]) -> Column:
    """The column "table.column"; the dot may stand in either name, and a bare column may be the only one so called."""
    asked = _bare(name)
    every = [c for t in schema.tables for c in t.columns]
    for form in (key, flat):
        found = [c for c in every if form(asked) in (form(c.id), form(f"{c.table}.{c.label}"))]
        found = found or [c for c in every if c.table in tables and form(asked) in (form(c.name), form(c.label))]
        if found and (len({c.id for c in found}) == 1 or "." in asked):
            return found[0]
    among = [c.id for c in every if c.table in tables] or [c.id for c in every]
    spelled = {c.id: place(c.table, c.name) for c in every}
    near = close_names(asked, among)
    raise BadReply(f"There is no column {plain(name)}.", [spelled[n] for n in near])


def _bare(name: str) -> str:
    """A name without quotes, backquotes and brackets around it or its parts."""
    return "".join(c for c in name if c not in '"`[]').strip()
