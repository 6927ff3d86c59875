"""What of a private column an agent's query may use: joins and counts, and nothing that shows or tests its values.

An agent is a model, and values of private columns go to no model.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.errors import SqlglotError

from core.errors import QueryError, QueryRefused
from core.model import Table
from core.sql.guard import parse
from core.sql.names import key

HINT = "Leave it out, or have a person open the column on the data page."


def check(sql: str, dialect: str, tables: Sequence[Table]) -> None:
    """Raise QueryRefused for a query that shows or tests a private column; what does not parse passes, for the engine
    refuses it."""
    private = {(key(t.name), key(c.name)) for t in tables for c in t.columns if c.private}
    if not private:
        return
    try:
        tree = parse(sql, dialect)
    except (QueryError, SqlglotError):
        return
    used = {key(t.name) for t in tree.find_all(exp.Table)}
    here = {column for table, column in private if table in used}
    if not here:
        return
    for star in tree.find_all(exp.Star):
        if not isinstance(star.parent, exp.Count):
            raise QueryRefused(f"“*” would show a private column: {', '.join(sorted(here))}.", HINT)
    for column in tree.find_all(exp.Column):
        if key(column.name) in here and not _harmless(column):
            raise QueryRefused(f"The column “{column.name}” is private.", HINT)


def _harmless(column: exp.Column) -> bool:
    """Whether it is one side of an equality of two columns, or what COUNT counts."""
    above = column.parent
    if isinstance(above, exp.EQ):
        return isinstance(above.left, exp.Column) and isinstance(above.right, exp.Column)
    if isinstance(above, exp.Distinct):
        above = above.parent
    return isinstance(above, exp.Count)
