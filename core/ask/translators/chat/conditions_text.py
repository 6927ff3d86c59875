"""The conditions of a reading, read back whole to whoever writes the query."""

from __future__ import annotations

import re

from core.ask.state import SchemaView
from core.ask.translators.chat.naming import column_named
from core.ask.translators.chat.notation import place, plain, value
from core.ask.translators.chat.replies import BadReply, Filter
from core.model import Column

_PARTS = {
    "share": " — only within the share or the conditional count (CASE WHEN), not in WHERE",
    "inner": " — inside the sub-query only",
}
_NULL = {"IS": "IS NULL", "=": "IS NULL", "IS NULL": "IS NULL", "NULL": "IS NULL", "==": "IS NULL"}
_NOT_NULL = {"IS NOT": "IS NOT NULL", "<>": "IS NOT NULL", "!=": "IS NOT NULL", "IS NOT NULL": "IS NOT NULL"}
_OPERATORS = {"==": "=", "!=": "<>"}
_NAMED = re.compile(r'[\w "`\[\]]+\.[\w "`\[\]]+')


def condition_line(f: Filter, schema: SchemaView, tables: tuple[str, ...]) -> str:
    """One condition as SQL has it; a figure in place of a column (`COUNT(*)`) stays as it was written."""
    column = _column(f.column, schema, tables)
    left = place(column.table, column.name) if column else plain(f.column)
    return f"condition: {left} {_compared(f, column, schema, tables)}{_PARTS.get(f.part, '')}"


def _compared(f: Filter, column: Column | None, schema: SchemaView, tables: tuple[str, ...]) -> str:
    operator = plain(_OPERATORS.get(f.operator, f.operator))
    if f.other or _means_column(f, column, schema, tables):
        other = _column(f.other or str(f.values[0]), schema, tables)
        return f"{operator} {place(other.table, other.name) if other else plain(f.other)}"
    values = [v for v in f.values if v is not None]
    if not values:
        return _NOT_NULL.get(operator) or _NULL.get(operator) or f"{operator} NULL"
    texts = [value(column, plain(v)) if isinstance(v, str) else f"{v:.15g}" if v == int(v) else f"{v}" for v in values]
    if operator.endswith("BETWEEN") and len(texts) == 2:
        return f"{operator} {texts[0]} AND {texts[1]}"
    if operator.endswith("IN") or (len(texts) > 1 and operator in ("=", "<>")):
        inside = {"=": "IN", "<>": "NOT IN"}.get(operator, operator)
        return f"{inside} ({', '.join(texts)})"
    return f"{operator} {' or '.join(texts)}"


def _means_column(f: Filter, column: Column | None, schema: SchemaView, tables: tuple[str, ...]) -> bool:
    """A single text that is no value of a text column but reads `table.column`, and there is such a column."""
    one = f.values[0] if len(f.values) == 1 else None
    if not isinstance(one, str) or column is None or not _NAMED.fullmatch(one):
        return False
    held = column.type == "text" and any(v == one for v, _ in column.profile.common)
    return not held and _column(one, schema, tables) is not None


def _column(name: str, schema: SchemaView, tables: tuple[str, ...]) -> Column | None:
    try:
        return column_named(name, schema, tables)
    except BadReply:
        return None
