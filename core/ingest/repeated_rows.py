"""Rows that stand in a file twice, word for word, though a column of it numbers its rows: each is meant once.

A list that was exported or pasted together twice has such rows, and every count and sum would take them twice. In a
table without a column that tells its rows apart the same row may well be meant again, and stays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.ingest.formats import Found
from core.model import Problem
from core.text.words import counted

if TYPE_CHECKING:
    import duckdb

_LEAST = 10
"""Rows that a table has at least."""
_LONGEST = 2_000_000
"""In longer tables none are looked for: it takes memory for each row."""
_MOST = 0.1
"""Of more rows than this share, repeated, something else is the cause."""
_MEASURED = r"\d[.,]\d|\d[-/:.]\d+[-/:.]\d"
"""Fractions, days and times: that none is there twice tells no rows apart."""
_NAMED = 3
"""Keys named in the remark."""


def without_repeated(con: duckdb.DuckDBPyConnection, source: str, found: Found) -> Found:
    """What was found, without the repeated rows of `raw`; a remark says which they were."""
    if not _LEAST <= found.reading.rows <= _LONGEST or found.reading.width < 2:
        return found
    import duckdb

    try:
        return _without(con, source, found)
    except duckdb.OutOfMemoryException:  # to look for them takes more than a frugal load has: all rows stay
        return found


def _without(con: duckdb.DuckDBPyConnection, source: str, found: Found) -> Found:
    rows, width = found.reading.rows, found.reading.width
    columns = [f"c{i}" for i in range(width)]
    named = ", ".join(columns)
    (hashes,) = con.execute(f"SELECT count(DISTINCT hash({named})) FROM raw").fetchall()[0]
    if hashes == rows:  # a tenth of a second for a million rows, where the rows themselves take three times as long
        return found
    (different,) = con.execute(f"SELECT count(*) FROM (SELECT DISTINCT {named} FROM raw)").fetchall()[0]
    if not 0 < rows - different <= _MOST * rows or (key := _key(con, columns, rows, different)) is None:
        return found
    firsts = f"SELECT min(rowid) FROM raw GROUP BY {named}"
    again = con.execute(f"SELECT DISTINCT {key} FROM raw WHERE rowid NOT IN ({firsts}) ORDER BY 1").fetchall()
    con.execute(f"DELETE FROM raw WHERE rowid NOT IN ({firsts})")
    label = found.labels[columns.index(key)] if columns.index(key) < len(found.labels) else key
    said = ", ".join(f"“{value}”" for (value,) in again[:_NAMED]) + (", …" if len(again) > _NAMED else "")
    remark = Problem(
        source,
        "repeated_rows",
        f"{counted(rows - different, 'row')} of {rows} are there once more, word for word, “{label}” and all ({said}); "
        "each was taken once.",
        "If each is meant, give them numbers of their own in the file and load it again.",
    )
    reading = replace(found.reading, rows=different)
    return replace(found, reading=reading, problems=(*found.problems, remark))


def _key(con: duckdb.DuckDBPyConnection, columns: list[str], rows: int, different: int) -> str | None:
    """The first column of numbers or codes that is filled in every row and another in each that is not repeated."""
    counts = ", ".join(f"count({c}), count(DISTINCT {c})" for c in columns)
    found = con.execute(f"SELECT {counts} FROM raw").fetchall()[0]
    filled, distinct = found[::2], found[1::2]
    for c, n, d in zip(columns, filled, distinct, strict=True):
        if n == rows and d == different:
            (measured,) = con.execute(f"SELECT count(*) FROM raw WHERE regexp_matches({c}, ?)", [_MEASURED]).fetchall()[
                0
            ]
            if 2 * measured < rows:
                return c
    return None
