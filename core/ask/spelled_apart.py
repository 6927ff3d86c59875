"""A word beside an answer whose query takes several spellings of a word for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sqlglot
from sqlglot import exp

from core.model import Caution, Table

CODE = "spellings"
_MOST = 3
"""Spellings that are shown."""


def spelled_apart(sql: str, dialect: str, tables: Sequence[Table]) -> Iterator[Caution]:
    """One for each column of the query's tables whose lesser spellings the query names."""
    tables = [t for t in tables if any(c.profile.spellings for c in t.columns)]
    if not tables:
        return
    query = sqlglot.parse_one(sql, dialect=dialect)
    used = {t.name for t in query.find_all(exp.Table)}
    said = {e.this for e in query.find_all(exp.Literal) if e.is_string}
    asked = {c.name for c in query.find_all(exp.Column)}
    for table in tables:
        for column in table.columns if table.name in used else ():
            ways = [(way, main) for way, main in column.profile.spellings if way in said and column.name in asked]
            if ways:
                shown = ", ".join(f"“{way}” for “{main}”" for way, main in ways[:_MOST])
                more = f" and {len(ways) - _MOST} more" if len(ways) > _MOST else ""
                yield Caution(
                    CODE,
                    f"`{table.label}.{column.label}` spells words in several ways ({shown}{more}); each counts as one.",
                )
