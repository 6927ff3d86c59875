"""A workbook: one sheet of the rows, one of how they were found.

Days, months and moments are the spreadsheet's own, so that they sort and group as such; figures with decimals are
whole and shown with two. No cell is a formula: what begins with
= + - @ comes from files and stays the text it was. Whole numbers of more than fifteen digits are text too, since a
spreadsheet would round them.
"""

from __future__ import annotations

import io
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from core.export.base import Export, amount, days, facts, months
from core.model import Value
from core.sql.outputs import outputs
from core.text.units import SIGNS

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet  # type: ignore[import-untyped]

_LONGEST = 32_767
"""Characters that a cell holds."""
_EXACT = 10**15
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_WIDEST = 60
_DAY = len("2024-03-31")
_SEEN = 200
"""Rows that the widths of the columns are taken from."""


def to_excel(export: Export) -> bytes:
    """The workbook's bytes. A text longer than a cell holds is cut."""
    from openpyxl import Workbook  # type: ignore[import-untyped]

    book = Workbook(write_only=True)
    rows = book.create_sheet("Rows")
    rows.freeze_panes = "A2"
    _widths(rows, [export.heads, *export.rows.rows[:_SEEN]])
    rows.append([_cell(rows, head, bold=True) for head in export.heads])
    units = _units(export)
    formats = [_format([row[n] for row in export.rows.rows], unit) for n, unit in enumerate(units)]
    for row in export.rows.rows:
        rows.append([_formatted(rows, v, f) if f else _cell(rows, v) for v, f in zip(row, formats, strict=True)])
    if export.heads:
        rows.auto_filter.ref = f"A1:{_letters(len(export.heads))}{len(export.rows.rows) + 1}"

    found = book.create_sheet("How it was found")
    found.column_dimensions["A"].width, found.column_dimensions["B"].width = 18, 110
    queries = (("Cypher", export.answer.cypher or ""), ("SQL", export.sql))
    for name, text in (*facts(export), *((n, q) for n, q in queries if q)):
        found.append([_cell(found, name, bold=True), _cell(found, text, wrap=True)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: WriteOnlyWorksheet, value: Value, *, bold: bool = False, wrap: bool = False) -> Any:
    """A plain value, or for text a cell that says it is text."""
    if isinstance(value, int) and abs(value) >= _EXACT:
        value = str(value)
    if not isinstance(value, str):
        return value
    text = _UNFIT.sub(" ", value)[:_LONGEST]
    if not bold and not wrap and text[:1] not in ("=", "+", "-", "@", "#"):  # “#REF!” would be an error, not a text
        return text
    from openpyxl.cell import WriteOnlyCell  # type: ignore[import-untyped]
    from openpyxl.styles import Alignment, Font  # type: ignore[import-untyped]

    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    cell.quotePrefix = text[:1] in ("=", "+", "-", "@")
    if bold:
        cell.font = Font(bold=True)
    if wrap:
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell


def _units(export: Export) -> list[str]:
    """What the figures of each column are in: `%` of what was reckoned, the sign of a currency; else ""."""
    found = outputs(export.sql or "")
    if len(found) != len(export.heads):
        return [""] * len(export.heads)
    known = {(c.table.casefold(), c.name.casefold()): c.unit for t in export.tables for c in t.columns}
    held = [known.get((o.table.casefold(), o.column.casefold()), "") for o in found]
    return ["%" if o.percent else unit if unit in SIGNS else "" for o, unit in zip(found, held, strict=True)]


def _format(cells: list[Value], unit: str) -> str:
    """How a spreadsheet shows a column of days, months, percentages, money or figures with decimals; "" where it is to
    decide."""
    if days(cells):
        return "yyyy-mm-dd" if all(c is None or len(str(c)) == _DAY for c in cells) else "yyyy-mm-dd hh:mm:ss"
    if months(cells):
        return "yyyy-mm"
    held = [c for c in cells if c is not None]
    if not held or not all(isinstance(c, int | float) for c in held):
        return ""
    if unit == "%":
        return '#,##0.00"%"'
    broken = [abs(c) for c in held if isinstance(c, float) and not c.is_integer()]
    if unit:
        return f'"{unit}"{"#,##0.00" if broken else "#,##0"}'
    return "" if not broken else "#,##0.00" if max(broken) >= 1 else "0.0000"


def _formatted(sheet: WriteOnlyWorksheet, value: Value, how: str) -> Any:
    """A day, a moment or a month as the spreadsheet's own, a figure whole and shown with few decimals."""
    from openpyxl.cell import WriteOnlyCell

    if value is None:
        return None
    if isinstance(value, int | float):
        held: Any = amount(value) if isinstance(value, float) else value
    else:
        held = datetime.fromisoformat(f"{value}-01" if how == "yyyy-mm" else str(value))
    cell = WriteOnlyCell(sheet, held)
    cell.number_format = how
    return cell


def _widths(sheet: WriteOnlyWorksheet, rows: list[tuple[Value, ...]]) -> None:
    for n in range(len(rows[0])):
        longest = max(len(str(row[n])) for row in rows if row[n] is not None)
        sheet.column_dimensions[_letters(n + 1)].width = min(longest, _WIDEST) + 3


def _letters(column: int) -> str:
    from openpyxl.utils import get_column_letter  # type: ignore[import-untyped]

    return str(get_column_letter(column))
