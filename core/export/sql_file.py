"""The query as a file for a client of the database that was asked, with the question, date and joins as comments."""

from __future__ import annotations

from core.export.base import Export, facts, one_line


def to_sql(export: Export) -> bytes:
    """Comments, a line each, then the query with its semicolon on a line of its own (the query may end in a remark)."""
    comments = [f"-- {name}: {one_line(text)}" for name, text in facts(export)]
    name, own = export.asked
    place = f"{name}, whose own SQL this is" if own else str(export.data)
    return "\n".join([*comments, f"-- Rows lie in {one_line(place)}", "", own or export.sql, ";", ""]).encode()
