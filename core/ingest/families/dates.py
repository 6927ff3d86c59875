"""Days that the files of a family write each in its own way (`2025-03-31` of a sheet, `31/03/2026` of a text file)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.ingest.types import READINGS, Reading, is_missing, quoted, tried

if TYPE_CHECKING:
    import duckdb

_DATED = tuple(r for r in READINGS if r.type in ("date", "datetime") and not r.mixed)
_DAY, _MONTH = "day first", "month first"


def unite_dates(con: duckdb.DuckDBPyConnection, column: str) -> bool:
    """Write the days of a column of `gathered` as year-month-day, where each file's are days and no one way of writing
    them fits all; whether that was done. A file in which day and month cannot be told apart follows the others."""
    if _in_one_way(con, column):
        return False
    read = _readings(con, column)
    if not read or not all(read.values()):
        return False
    orders = {_order(fitting) for fitting in read.values()} - {None, ""}
    chosen: dict[str, Reading] = {}
    for source, fitting in read.items():
        order = _order(fitting)
        if order == "" and len(orders) != 1:
            return False
        wanted = next(iter(orders)) if order == "" else None
        chosen[source] = next(r for r in fitting if wanted is None or r.name == wanted)
    for reading in dict.fromkeys(chosen.values()):
        if reading.store != "{v}":
            sources = ", ".join(quoted(s) for s, r in chosen.items() if r == reading)
            stored = tried(reading.value(column))
            con.execute(
                f"UPDATE gathered SET {column} = {stored} WHERE s IN ({sources}) AND {column} IS NOT NULL "
                f"AND trim({column}) <> '' AND NOT {is_missing(column)}"
            )
    return True


_FITS = ", ".join(f"bool_and({r.sql('v')})" for r in _DATED)


def _cells(column: str, *beside: str) -> str:
    """SQL for a column's different texts, without those that stand for nothing."""
    return (
        f"SELECT DISTINCT {', '.join((*beside, f'{column} AS v'))} FROM gathered "
        f"WHERE {column} IS NOT NULL AND trim({column}) <> '' AND NOT {is_missing(column)}"
    )


def _in_one_way(con: duckdb.DuckDBPyConnection, column: str) -> bool:
    """One way of writing days fits all files: most columns are told by this alone."""
    return any(con.execute(f"SELECT {_FITS} FROM ({_cells(column)})").fetchall()[0])


def _readings(con: duckdb.DuckDBPyConnection, column: str) -> dict[str, list[Reading]]:
    """By file, the ways of writing days that all its cells fit; without files that have none."""
    rows = con.execute(f"SELECT s, {_FITS} FROM ({_cells(column, 's')}) GROUP BY s ORDER BY s").fetchall()
    return {source: [r for r, fits in zip(_DATED, found, strict=True) if fits] for source, *found in rows}


def _order(fitting: list[Reading]) -> str | None:
    """Which comes first; "" where it cannot be told, None where nothing depends on it."""
    names = {r.name for r in fitting} & {_DAY, _MONTH}
    return "" if len(names) > 1 else next(iter(names), None)
