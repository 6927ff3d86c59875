"""What the loading of files left in doubt about the columns that an answer rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sqlglot
from sqlglot import exp

from core.model import Caution, Table

DOUBTS = frozenset({"stray_cells", "unfit_cells", "unfit_wish", "ambiguous_dates", "ambiguous_numbers", "total_row"})
"""Codes of the problems that can make a figure wrong."""
DOUBTED = 0.8
"""What is left of the confidence in an answer over such a column."""


def doubts(tables: Sequence[Table], sql: str, dialect: str) -> Iterator[Caution]:
    """The problems of the columns that a query reads: each column by its name, in the tables that the query names."""
    query = sqlglot.parse_one(sql, dialect=dialect)
    named = {t.name.casefold() for t in query.find_all(exp.Table)}
    columns = {c.name.casefold() for c in query.find_all(exp.Column)}
    for table in tables:
        if table.name.casefold() in named:
            for problem in table.problems:
                if problem.code in DOUBTS and problem.column.casefold() in columns:
                    yield Caution(problem.code, problem.message)
