"""The rows as CSV: UTF-8 with a byte order mark, so that spreadsheets read accents right.

A text that a spreadsheet would run as a formula gets a `'` before it (OWASP, CSV injection); so does what would be a
cell of its own where cells are parted by `;` or tabs (Excel goes by the country), or a row. All else is verbatim.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from core.export.base import Export, amount
from core.model import Value

_FORMULA = re.compile(r"\s*[=@]|\s*[+-].*[(|!\[]|[\t\r]", re.DOTALL)
"""A plus or minus alone begins telephone numbers, ranges and lists too; a call or a reference makes it a formula."""

_NEXT = re.compile(r"([;\t\r\n])(?=[\s\"]*(?:[=@]|[+-][^;\t\r\n]*[(|!\[]))")
"""Before a formula in the midst of a text, where some other reader begins a new cell."""


def to_csv(export: Export) -> bytes:
    """Header and rows; an empty cell is null."""
    return csv_of(export.heads, export.rows.rows)


def csv_of(heads: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    """The file's bytes."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([_inert(head) for head in heads])
    writer.writerows([_inert(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8-sig", "replace")


def _inert(value: Value) -> Value:
    if isinstance(value, float):
        return amount(value)
    if not isinstance(value, str):
        return value
    value = _NEXT.sub(r"\1'", value)
    return f"'{value}" if _FORMULA.match(value) else value
