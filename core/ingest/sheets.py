"""The sheets of an Excel workbook (.xlsx, .xlsm), row by row as text, merged cells taken into account.

A cell merged downwards holds for all its rows. Cells merged in the lines above the data are a header of several
lines, which becomes one: `2023` over `sales` and `cost` gives "2023 sales" and "2023 cost".
"""

from __future__ import annotations

import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BrokenFile, EmptyFile, NotATable, TooBig
from core.ingest.archive import opened_zip, swells
from core.ingest.sheet_xml import Merged, merged_cells, uncalculated

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook  # type: ignore[import-untyped]

TOP = 200
"""How many rows are looked at to find the header."""
_DEEPEST = 6
"""Lines that a header has at most."""
_OTHERS = (
    ("xl/workbook.bin", "a binary Excel workbook (.xlsb)"),
    ("word/document.xml", "a Word document"),
    ("ppt/presentation.xml", "a presentation"),
    ("content.xml", "an OpenDocument file"),
)
_YEARS = range(1600, 2200)
MOST_FILLED = 10_000_000
"""Cells of a sheet that are empty in the file and filled from the merged cell above them."""

Cells = Sequence[Any]
LAST_ROW = 1_048_576
"""Of a sheet; a file may name rows beyond it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet's rows as text. `header` is set where merged cells show which it is; `above` has the texts of the rows
    over it then, empty ones too."""

    rows: Iterator[list[str]]
    header: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    lines: tuple[int, int] = (0, 0)
    """How many rows lie above the header, and how many above the rows."""
    uncalculated: int = 0
    """Formulas whose results the file does not hold; their cells are empty."""


def is_workbook(path: Path) -> bool:
    """Whether a zip archive is an Excel workbook. Raises NotATable for other office files, BrokenFile."""
    with opened_zip(path) as archive:
        inside = set(archive.namelist())
    if "xl/workbook.xml" in inside:
        return True
    for name, what in _OTHERS:
        if name in inside and ("[Content_Types].xml" in inside or "mimetype" in inside):
            raise NotATable(path, what, "Save it as .xlsx or CSV and load that.")
    return False


def names(path: Path) -> list[str]:
    """The visible sheets that hold anything, in the workbook's order. Raises EmptyFile, BrokenFile, TooBig."""
    with _opened(path) as book:
        sheets = [s for s in book.worksheets if s.sheet_state == "visible"] or book.worksheets
        found = [s.title for s in sheets if any(any(_filled(c) for c in row) for row in _values(s))]
    if not found:
        raise EmptyFile(path)
    return found


@contextmanager
def opened(path: Path, name: str) -> Iterator[Sheet]:
    """A sheet while its workbook is open. Raises BrokenFile, also while rows are read, and TooBig."""
    with _opened(path, name) as book:
        if name not in book.sheetnames:
            raise BrokenFile(f"{path}#{name}", "workbook", "this sheet is no longer in it")
        sheet = book[name]
        with opened_zip(path, "workbook") as archive:
            member = sheet._worksheet_path.removeprefix("/")
            merged, lacking = merged_cells(archive, member), uncalculated(archive, member)
        rows = _values(sheet)
        top = list(islice(rows, TOP))
        first, last = header_lines(top, merged)
        data = chain(top[last:], rows)
        blocks = [m for m in merged if m.top >= last]
        filled = _texts(_filled_down(data, last, blocks, str(path)))
        if last == first:
            yield Sheet(filled, uncalculated=lacking)
        else:
            above = tuple(" ".join(t for t in map(text_of, row) if t.strip()) for row in top[:first])
            yield Sheet(filled, one_header(top, merged, first, last), above, (first, last), lacking)


@contextmanager
def _opened(path: Path, only: str = "") -> Iterator[Workbook]:
    """The workbook, or one sheet of it, read as it goes along; whatever is wrong with it is a BrokenFile."""
    from openpyxl.reader.excel import ExcelReader  # type: ignore[import-untyped]
    from openpyxl.utils.exceptions import InvalidFileException  # type: ignore[import-untyped]

    with opened_zip(path, "workbook") as archive:
        if swells(path.stat().st_size, sum(info.file_size for info in archive.infolist())):
            raise TooBig(path, "the workbook would swell beyond measure")
    faults = (
        InvalidFileException,
        zipfile.BadZipFile,
        zlib.error,
        SyntaxError,  # of the XML, whichever library openpyxl finds to read it
        LookupError,
        ValueError,
        TypeError,
        EOFError,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = None
        try:
            reader = ExcelReader(path, read_only=True, data_only=True, keep_links=False)
            if only:
                _pass_over_others(reader, only)
            reader.read()
            book = reader.wb
            yield book
        except faults as error:
            raise BrokenFile(path, "workbook", str(error)[:200]) from error
        finally:
            if book is not None:
                book.close()


def _pass_over_others(reader: Any, name: str) -> None:
    """Have openpyxl read but one sheet. It looks into each to see how large it is, and there may be thousands."""
    read = reader.read_worksheets

    def read_one() -> None:
        parser = reader.parser
        every = parser.find_sheets
        parser.find_sheets = lambda: ((sheet, where) for sheet, where in every() if sheet.name == name)
        parser.assign_names = lambda: None  # they go by the places of all sheets
        read()

    reader.read_worksheets = read_one


def _values(sheet: Any) -> Iterator[Cells]:
    """The rows as far as they are filled; what the sheet says of its own size is not relied upon."""
    sheet.reset_dimensions()
    rows: Iterator[Cells] = sheet.iter_rows(max_row=LAST_ROW, values_only=True)
    return rows


def header_lines(rows: Sequence[Cells], merged: Sequence[Merged]) -> tuple[int, int]:
    """The first line of the header and the first below it, where merged cells show a header; else (0, 0).

    It begins with the first line that is no title. It goes as deep as the cells that are merged downwards in its
    first line; without such, one line further than the groups merged across; all of it words or years.
    """
    across = {(m.top, m.left) for m in merged if m.right > m.left}
    grouped = {top for top, left in across if left > 0}
    first = next(
        (i for i, row in enumerate(rows) if sum(map(_filled, row)) > 1 or i in grouped),
        len(rows),
    )
    groups = [m for m in merged if m.top == first]
    last = max((m.bottom + 1 for m in groups), default=first)
    if last == first + 1:
        while any(top == last - 1 for top, _ in across) and last < len(rows) and sum(map(_filled, rows[last])) > 1:
            last += 1
    block = rows[first:last]
    if last - first < 2 or last - first > _DEEPEST or last >= len(rows):
        return 0, 0
    return (first, last) if all(_is_label(c) for row in block for c in row if _filled(c)) else (0, 0)


def _is_label(cell: object) -> bool:
    return isinstance(cell, str) or (isinstance(cell, int) and not isinstance(cell, bool) and cell in _YEARS)


def one_header(rows: Sequence[Cells], merged: Sequence[Merged], first: int, last: int) -> tuple[str, ...]:
    """The header's lines as one: each column has what stands above it, from top to bottom, once."""
    block = [[text_of(c).strip() for c in row] for row in rows[first:last]]
    width = max(map(len, block))
    block = [[*row, *[""] * (width - len(row))] for row in block]
    taken: set[tuple[int, int]] = set()
    for m in merged:
        if first <= m.top < last and m.left < width and (m.top, m.left) not in taken:
            for r in range(m.top, min(m.bottom + 1, last)):
                for c in range(m.left, min(m.right + 1, width)):
                    if (r, c) in taken:
                        break
                    block[r - first][c] = block[m.top - first][m.left]
                    taken.add((r, c))
    labels = []
    for column in zip(*block, strict=True):
        said = dict.fromkeys(filter(None, column))
        labels.append(" ".join(said))
    return tuple(labels)


def _filled_down(rows: Iterator[Cells], start: int, merged: Sequence[Merged], file: str) -> Iterator[Cells]:
    """The rows from line `start` on; what is merged downwards stands in each of its rows. Raises TooBig.

    Of blocks that lie over each other, which no spreadsheet makes, the later one holds.
    """
    waiting = [m for m in merged if m.bottom > m.top][::-1]
    at_work: dict[int, tuple[int, Any]] = {}
    """Of each column the last line of a block, and what it says."""
    made = 0
    for number, row in enumerate(rows, start):
        if at_work or (waiting and waiting[-1].top <= number):
            cells = list(row)
            for left, (_, value) in at_work.items():
                cells += [None] * (left + 1 - len(cells))
                cells[left] = value
            if (made := made + len(at_work)) > MOST_FILLED:
                raise TooBig(file, f"its merged cells hold for more than {MOST_FILLED:,} others")
            while waiting and waiting[-1].top <= number:
                block = waiting.pop()
                if block.left < len(cells) and _filled(cells[block.left]):
                    at_work[block.left] = (block.bottom, cells[block.left])
            at_work = {left: held for left, held in at_work.items() if held[0] > number}
            row = cells
        yield row


def _texts(rows: Iterator[Cells]) -> Iterator[list[str]]:
    """Each row as text, as wide as the widest before it; a row without anything is empty."""
    width = 0
    for row in rows:
        cells = [text_of(c) for c in row]
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            width = max(width, len(cells))
            cells += [""] * (width - len(cells))
        yield cells


def _filled(cell: object) -> bool:
    return cell is not None and cell != ""


def text_of(cell: object) -> str:
    """A cell as a CSV file would have it: numbers in full, days and times as ISO 8601 writes them."""
    match cell:
        case None:
            return ""
        case str():
            return cell.replace("_x000D_", "")
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return plain(cell)
        case datetime():
            return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ", _precision(cell))
        case date():
            return cell.isoformat()
        case time():
            return cell.isoformat(_precision(cell))
        case timedelta():
            seconds = round(cell.total_seconds())
            return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return str(cell)


def _precision(moment: datetime | time) -> str:
    return "microseconds" if moment.microsecond else "seconds"


def plain(number: float) -> str:
    """A number with all its digits and no exponent: what `repr` says, written out."""
    said = repr(number)
    if "e" not in said:
        return said.removesuffix(".0") if abs(number) < 1e15 else said
    from decimal import Decimal

    return format(Decimal(said), "f")
