"""Several tables on one sheet or in one file: told, since they are read as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from core.ingest.header import kind_of_cell
from core.model import Problem

if TYPE_CHECKING:
    import duckdb

_FIRST = 20
"""Rows in which a table with figures shows some."""
_HINT = "Put each table on a sheet or into a file of its own and load it again."


class Blocks:
    """Passes rows on and looks out for a second header: after a blank row words, and figures under them."""

    def __init__(self) -> None:
        self._headers: list[tuple[str, ...]] = []

    def watch(self, rows: Iterable[list[str]]) -> Iterator[list[str]]:
        blank = figures = False
        header: tuple[str, ...] = ()
        for number, row in enumerate(rows):
            if not any(row):
                blank, header = True, ()
            elif blank or header or (number < _FIRST and not figures):
                filled = [c.strip() for c in row if c.strip()]
                typed = any(kind_of_cell(c) in ("number", "date") for c in filled)
                if header and typed and figures:
                    self._headers.append(header)
                figures = figures or (typed and not self._headers)
                header = tuple(filled) if blank and not typed and 2 <= len(filled) == len(set(filled)) else ()
                blank = False
            yield row

    def problems(self) -> Iterator[Problem]:
        for header in self._headers[:1]:
            said = ", ".join(header)[:100]
            more = f" and {len(self._headers) - 1} more" if len(self._headers) > 1 else ""
            message = f"Another table seems to begin at “{said}”{more}; all was read as one table."
            yield Problem("", "several_tables", message, _HINT)


def side_by_side(con: duckdb.DuckDBPyConnection, labels: Sequence[str], width: int) -> Iterator[Problem]:
    """Two tables beside each other in `raw`: a blank column between, and they end in different rows or share labels."""
    ends = con.execute(
        f"SELECT {', '.join(f'max(CASE WHEN c{i} IS NOT NULL THEN r END)' for i in range(width))} "
        "FROM (SELECT *, row_number() OVER () AS r FROM raw)"
    ).fetchall()[0]
    groups: list[list[int]] = [[]]
    for i, end in enumerate(ends):
        if end is None and not (i < len(labels) and labels[i].strip()):
            groups.append([])
        else:
            groups[-1].append(i)
    groups = [g for g in groups if len(g) > 1]
    if len(groups) < 2:
        return
    named = [{labels[i].strip().lower() for i in g if i < len(labels) and labels[i].strip()} for g in groups]
    apart = len({max(ends[i] or 0 for i in g) for g in groups}) > 1
    if all(named) and (apart or any(a & b for a, b in pairwise(named))):
        said = "; ".join(", ".join(labels[i] for i in g if i < len(labels))[:60] for g in groups)
        message = f"The sheet seems to hold {len(groups)} tables side by side ({said}); all was read as one table."
        yield Problem("", "several_tables", message, _HINT)
