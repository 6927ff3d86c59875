"""Which tables lie inside a text or a sheet: the table finder's part in telling what a file holds."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from core.errors import NotATable
from core.ingest import sheets
from core.ingest.detect import Dialect, Format, detect, is_prose
from core.ingest.encoding import open_text
from core.ingest.header import Top, find_top
from core.ingest.layout.by_hand import LayoutOverride
from core.ingest.layout.cells import kind
from core.ingest.layout.grid import Record
from core.ingest.layout.long import LongLook, look_at_long
from core.ingest.layout.look import Look, look, look_at
from core.ingest.parts import Part, kind_of, parts_in, unpacked
from core.ingest.read import SMALL
from core.model import Problem
from core.text.words import counted

Check = Callable[[], None]
LONGEST_WHOLE = 64 << 20
"""Bytes of a text that is read whole by Python where its tables must be cut out of its midst."""
MOST_LINES = 250_000
"""Of a text that is read whole by Python: each takes 200 bytes, however short it is."""
_COVER = 60
"""Lines of a cover at most."""
LONGEST_SHEET = 20_000
"""Rows of a sheet that are held whole, so that the table finder sees them."""


def looked_into(
    part: Part, check: Check = lambda: None, small: int = SMALL, override: LayoutOverride | None = None
) -> list[Part]:
    """The tables that lie in a part: itself, or one for each table that the table finder sees in a text or sheet.

    What was read is kept with them, so that loading them next need not read the file again. A person's `override` goes
    before what the finder sees. Raises FileError, OSError, BadLayout.
    """
    with (
        tempfile.TemporaryDirectory(prefix="joinery-", ignore_cleanup_errors=True) as scratch,
        unpacked(part, check) as path,
    ):
        seen: Look | None = None
        long: LongLook | None = None
        if part.sheet:
            seen = look_at_sheet(path, part, override)
        elif kind_of(path) == "text":
            text = open_text(path, Path(scratch))
            dialect = detect(path, text.path)
            size = text.path.stat().st_size
            is_long = size > small or has_more_lines(text.path, MOST_LINES)
            long = look_at_long(path, text.path, dialect) if is_long else None
            if long is None or ((long.several or override) and size <= LONGEST_WHOLE):
                seen = look(path, text.path, dialect, text.problems, override)
            if seen is None and text.path != part.path:
                long = None  # the copy is gone before it is read
        if seen is None:
            return [replace(part, long=long)]
    return [replace(part, block=title, look=seen) for title in seen.titles] or [replace(part, look=seen)]


def has_more_lines(text: Path, most: int) -> bool:
    """Whether a text has more lines than that, however they end."""
    seen = 0
    with text.open("rb") as file:
        while chunk := file.read(1 << 20):
            seen += max(chunk.count(b"\n"), chunk.count(b"\r"))
            if seen > most:
                return True
    return False


def tables_in(path: Path) -> list[Part]:
    """The tables that a file holds, in its order. Raises FileError, OSError."""
    return [found for part in parts_in(path) for found in looked_into(part)]


def look_at_sheet(path: Path, part: Part, override: LayoutOverride | None = None) -> Look | None:
    """A look at a sheet of a workbook; None where it is too long to be held whole."""
    with sheets.opened(path, part.sheet) as sheet:
        first, last = sheet.lines
        records = [Record(n, n, [text] if text else []) for n, text in enumerate(sheet.above, start=1)]
        if sheet.header:
            records.append(Record(first + 1, last, list(sheet.header)))
        for line, cells in enumerate(sheet.rows, start=last + 1):
            records.append(Record(line, line, cells))
            if len(records) > LONGEST_SHEET:
                return None
        problems = (uncalculated(sheet.uncalculated),) if sheet.uncalculated else ()
    cut = [(r.last, r.cells) for r in records if r.cells]
    if (
        cut
        and max(len(r) for _, r in cut[: sheets.TOP]) == 1
        and is_prose("\n".join(r[0] for _, r in cut[: sheets.TOP]))
    ):
        raise NotATable(path, "running text", "Load data dictionaries and notes as documents.")
    above = tuple(filter(None, sheet.above))
    if _is_cover(records):
        raise NotATable(path, "a cover or a list of contents", "Nothing is lost: the other sheets are loaded.")
    top = Top(last, sheet.header, True, above) if sheet.header else find_top(cut[: sheets.TOP])
    return look_at(path, records, Dialect(Format(","), top), problems=problems, override=override)


def _is_cover(records: list[Record]) -> bool:
    """A few lines of words, most of one cell, with blank lines between: the first sheet of an office's workbook."""
    cut = [[c for c in r.cells if c.strip()] for r in records]
    filled = [cells for cells in cut if cells]
    if not 2 <= len(filled) <= _COVER or any(kind(c) == "n" for cells in filled for c in cells):
        return False
    last = max(n for n, cells in enumerate(cut) if cells)
    blank = any(not cells for cells in cut[: last + 1]) or records[last].last > last + 1
    return blank and 4 * sum(len(cells) > 1 for cells in filled) <= len(filled)


def uncalculated(cells: int) -> Problem:
    message = counted(
        cells,
        "cell holds a formula without a result and is empty.",
        "cells hold formulas without results; they are empty.",
    )
    return Problem("", "no_results", message, "Open the workbook in a spreadsheet, save it there and load it again.")
