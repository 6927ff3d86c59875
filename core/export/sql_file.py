"""The query as a file for any SQLite client, with the question, the date and the joins above it as comments."""

from __future__ import annotations

from core.export.base import Export, facts, one_line


def to_sql(export: Export) -> bytes:
    """Comments, a line each, then the query with its semicolon on a line of its own (the query may end in a remark)."""
    comments = [f"-- {name}: {one_line(text)}" for name, text in facts(export)]
    return "\n".join([*comments, f"-- Rows lie in {one_line(str(export.data))}", "", export.sql, ";", ""]).encode()
