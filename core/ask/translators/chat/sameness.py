"""Whether two queries gave the same rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.model import Rows, Value
from core.text.words import normalise

SHOWN_CELLS = 4


def same(left: Rows, right: Rows) -> bool:
    """The same rows, in any order of rows and columns."""
    return Counter(map(_cells, left.rows)) == Counter(map(_cells, right.rows))


def alike(left: Rows, right: Rows) -> bool:
    """The same but for columns that one shows besides."""
    if len(left.rows) != len(right.rows):
        return False
    narrow, wide = sorted((left, right), key=lambda r: len(r.columns))
    ours = [Counter(_cell(r[n]) for r in narrow.rows) for n in range(len(narrow.columns))]
    theirs = [Counter(_cell(r[n]) for r in wide.rows) for n in range(len(wide.columns))]
    return all(column in theirs for column in ours)


def told_rows(rows: Rows) -> str:
    """How many there are, and the first."""
    if not rows.rows:
        return "no rows"
    count = len(rows.rows)
    return f"1 row: {_row(rows.rows[0])}" if count == 1 else f"{count:,} rows, first {_row(rows.rows[0])}"


def _cells(row: Sequence[Value]) -> tuple[str, ...]:
    return tuple(sorted(_cell(v) for v in row))


def _cell(value: Value) -> str:
    return f"{value:.9g}" if isinstance(value, float) else "" if value is None else normalise(str(value))


def _row(row: Sequence[Value]) -> str:
    cells = ", ".join("nothing" if v is None else str(v) for v in row[:SHOWN_CELLS])
    return cells + (", …" if len(row) > SHOWN_CELLS else "")
