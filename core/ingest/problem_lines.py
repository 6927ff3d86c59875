"""The line of the file that a remark is about, where the file was held whole and its lines are known.

Rows are known by their place in the table `raw` as it was filled, which DuckDB keeps as the row's id when others go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.ingest.columns import Typed
from core.model import Problem

if TYPE_CHECKING:
    import duckdb


def at_cells(
    con: duckdb.DuckDBPyConnection, lines: Sequence[int], typed: Sequence[Typed], problems: Iterable[Problem]
) -> Iterator[Problem]:
    """Remarks on columns with the line of a cell that they are about; on a total row its own.

    `lines`: of each row of `raw`, as it was filled, the line of the file; empty where that is not known.
    """
    columns = {t.column.name: t for t in typed}
    for p in problems:
        at = _row(con, columns[p.column], p) if lines and not p.line and p.column in columns else None
        yield replace(p, line=lines[at]) if at is not None and at < len(lines) else p


def _row(con: duckdb.DuckDBPyConnection, typed: Typed, problem: Problem) -> int | None:
    """The place of a row in `raw`, from 0: the last for a total, else the first with the text that does not fit, or
    with any."""
    texts: list[str] = []
    if problem.code == "total_row":
        found = con.execute("SELECT max(rowid) FROM raw").fetchall()
    else:
        if typed.misfit_cells and problem.code == "stray_cells":
            texts = [typed.misfit_cells.examples[0]]
        elif typed.column.profile.unfit:
            texts = [typed.column.profile.unfit[0][1]]
        test = f"{typed.raw} = ?" if texts else f"{typed.raw} IS NOT NULL"
        found = con.execute(f"SELECT min(rowid) FROM raw WHERE {test}", texts).fetchall()
    return None if found[0][0] is None else int(found[0][0])
