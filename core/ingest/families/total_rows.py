"""The row that sums up all others of its file: in one file it may be chance, in most files of a family it is not.

`United States` above the states, `World` below the countries: no word says that it is a total, and rounding or left-out
figures keep the sums from being exact. Left in, every sum over the family would count twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

_ROWS = 5
"""Rows besides the total that a file has at least."""
_OFF = 0.02
"""How far a sum may be off: figures are rounded, small ones left out."""
_COLUMNS = 0.3
"""The share of a file's columns of numbers that must add up; rates and ranks do not."""
_FILES = 0.8
_LEAST = 3

Place = tuple[int, str]
"""A column and what stands in it."""


def sums_up(con: duckdb.DuckDBPyConnection, width: int) -> Place | None:
    """The label of the first or last row of `raw` if its figures are those of all other rows together."""
    numbers = [f"TRY_CAST(regexp_replace(c{i}, '[^0-9.-]', '', 'g') AS DOUBLE)" for i in range(width)]
    sums = ", ".join(f"sum({n}), count({n}), count(c{i})" for i, n in enumerate(numbers))
    found = con.execute(f"SELECT count(*), {sums} FROM raw").fetchall()[0]
    rows, told = int(found[0]), found[1:]
    if rows <= _ROWS:
        return None
    plain = ", ".join((*(f"c{i}" for i in range(width)), *numbers))
    for offset in (0, rows - 1):
        row = con.execute(f"SELECT {plain} FROM raw LIMIT 1 OFFSET {offset}").fetchall()[0]
        texts, values = row[:width], row[width:]
        good = bad = 0
        for i, value in enumerate(values):
            whole, filled, texts_there = told[3 * i : 3 * i + 3]
            if value is None or filled <= _ROWS or filled < 0.5 * texts_there:
                continue
            if value > 0 and abs(whole - 2 * value) <= _OFF * value:
                good += 1
            else:
                bad += 1
        label = next((i for i, t in enumerate(texts) if t and values[i] is None), None)
        if label is None or not good or good < _COLUMNS * (good + bad):
            continue
        same = con.execute(f"SELECT count(*) FROM raw WHERE c{label} = ?", [texts[label]]).fetchall()[0][0]
        if same == 1:
            return label, str(texts[label])
    return None


def shared(found: Collection[Place], files: int) -> list[Place]:
    """The totals that most of the files have, where these are several."""
    return [place for place, n in Counter(found).items() if n >= max(_LEAST, _FILES * files)]
