"""The row that sums up all others of its file: in one file it may be chance, in most files of a family it is not.

`United States` above the states, `World` below the countries: no word says that it is a total, and rounding or left-out
figures keep the sums from being exact. Left in, every sum over the family would count twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from core.ingest.layout.words import is_total

if TYPE_CHECKING:
    import duckdb

_ROWS = 5
"""Rows besides the total that a file has at least."""
_OFF = 0.02
"""How far a sum may be off: figures are rounded, small ones left out."""
_COLUMNS = 0.2
"""The share of a file's columns of numbers that must add up; rates and ranks do not, and beside one count there are
often several."""
_FILES = 0.8
_LEAST = 3
_CALLED = 0.5
_LEAST_CALLED = 2
"""The same for rows that a word calls totals."""

_MANY = 50_000
"""Cells from which on DuckDB sums up sooner than Python."""
_OTHERS = re.compile("[^0-9.-]")

Place = tuple[int, str]
"""A column and what stands in it."""
_Sum = tuple[float, int, int]
"""A column's sum, how many of its cells hold a number, and how many are filled."""


def sums_up(con: duckdb.DuckDBPyConnection, width: int, source: str = "") -> Place | None:
    """The label of the first or last row of `raw` if its figures are those of all other rows together; of the rows of a
    file in `gathered`, where its source is given."""
    cells = ", ".join(f"c{i}" for i in range(width))
    if source:
        con.execute("CREATE OR REPLACE TEMP TABLE of_file AS SELECT * FROM gathered WHERE s = ?", [source])
    table = "of_file" if source else "raw"
    (rows,) = con.execute(f"SELECT count(*) FROM {table}").fetchall()[0]
    if rows <= _ROWS:
        return None
    ends = [con.execute(f"SELECT {cells} FROM {table} LIMIT 1 OFFSET {n}").fetchall()[0] for n in (0, rows - 1)]
    small = rows * width <= _MANY
    sums = _sums_of(con.execute(f"SELECT {cells} FROM {table}").fetchall()) if small else _sums(con, width, table)
    for texts in ends:
        values = [_number(t) for t in texts]
        good = bad = 0
        for value, (whole, filled, texts_there) in zip(values, sums, strict=True):
            if value is None or filled <= _ROWS or filled < 0.5 * texts_there:
                continue
            if value > 0 and abs(whole - 2 * value) <= _OFF * value:
                good += 1
            else:
                bad += 1
        label = next((i for i, t in enumerate(texts) if t and values[i] is None), None)
        if label is None or not good or good < _COLUMNS * (good + bad):
            continue
        same = con.execute(f"SELECT count(*) FROM {table} WHERE c{label} = ?", [texts[label]]).fetchall()[0][0]
        if same == 1:
            return label, str(texts[label])
    return None


def _sums(con: duckdb.DuckDBPyConnection, width: int, table: str) -> list[_Sum]:
    """Of each column of the table, by a query."""
    numbers = ", ".join(
        f"c{i}, TRY_CAST(regexp_replace(c{i}, '[^0-9.-]', '', 'g') AS DOUBLE) AS n{i}" for i in range(width)
    )
    sums = ", ".join(f"coalesce(sum(n{i}), 0), count(n{i}), count(c{i})" for i in range(width))
    (cells,) = con.execute(f"SELECT {sums} FROM (SELECT {numbers} FROM {table})").fetchall()
    return [cells[3 * i : 3 * i + 3] for i in range(width)]


def _sums_of(rows: Sequence[Sequence[str | None]]) -> list[_Sum]:
    """Of each column of these rows: what takes a query twenty milliseconds, takes one for a small file."""
    found = []
    for column in zip(*rows, strict=True):
        texts = [t for t in column if t is not None]
        numbers = [n for n in map(_number, texts) if n is not None]
        found.append((sum(numbers), len(numbers), len(texts)))
    return found


def _number(text: str | None) -> float | None:
    """What is left of a text once all but digits, points and signs are off."""
    try:
        return float(_OTHERS.sub("", text or ""))
    except ValueError:
        return None


def shared(found: Collection[Place], files: int) -> list[Place]:
    """The totals that most of the files have, where these are several; of those called totals, that half of them have.

    `found` has a place once for each file in which it is a total.
    """
    return [
        place
        for place, n in Counter(found).items()
        if n >= (max(_LEAST_CALLED, _CALLED * files) if is_total(place[1]) else max(_LEAST, _FILES * files))
    ]
