"""From UTF-8 text to a DuckDB table `raw` of text columns `c0`, `c1`… that holds every record.

Two ways, one result: DuckDB's own reader for big plain files, Python's csv module for all others. Whichever is
used, the rows are counted a second way; DuckDB's reading is thrown away when it fails or the counts differ. Other
kinds of files have functions of their own that fill `raw` (`core.ingest.formats`).
"""

from __future__ import annotations

import csv
import glob
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import TooLong, TooWide
from core.ingest.blocks import Blocks
from core.ingest.detect import LONGEST_CELL, Dialect, is_rule, unframe
from core.ingest.fill import MOST_COLUMNS, count, fill, too_wide
from core.ingest.misfit_cells import Apart
from core.ingest.stray_quotes import mended
from core.model import Problem

if TYPE_CHECKING:
    import duckdb

_WIDE = 5
"""Columns of a table in which a row with one number alone is no row."""
_FEW = 20
"""Such rows are at most one in so many."""
SMALL = 4 << 20
"""Bytes up to which Python reads as fast as DuckDB starts."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read into `raw`."""

    rows: int
    width: int
    short: int = 0
    """Records with fewer cells than the header; what lacks is null."""
    long: int = 0
    """Records with more cells than the header; columns were added for them."""
    stray_quotes: int = 0
    """Rows with a quote that is never closed."""
    apart: int = 0
    """Rows of uneven length that stand in the table `odd` as well."""
    blank: int = 0
    """Records without a single filled cell; they are left out, and `rows` does not count them."""
    numbers_alone: int = 0
    """Records that hold nothing but a whole number, as pages are numbered; they are left out like blank ones."""
    problems: tuple[Problem, ...] = ()
    """What else to know about the rows."""
    sparse: int | None = None
    """Records with fewer than two filled cells; None: they were not counted."""


def read(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    text: Path,
    dialect: Dialect,
    check: Callable[[], None],
    small: int = SMALL,
) -> Reading:
    """Fill the table `raw`. `check` is called between batches and may raise.

    Raises TooWide, TooLong, RowsLost.
    """
    if len(dialect.top.labels) > MOST_COLUMNS:
        raise TooWide(path, len(dialect.top.labels), MOST_COLUMNS)
    plain = dialect.format.plain and not dialect.framed and not dialect.top.comments
    found = _read_duckdb(con, text, dialect, check) if plain and text.stat().st_size > small else None
    return without_numbers_alone(con, without_blank(con, found or _read_python(con, path, text, dialect, check)))


def without_blank(con: duckdb.DuckDBPyConnection, found: Reading) -> Reading:
    """Take away rows in which nothing is filled (spreadsheets leave them behind)."""
    if found.sparse == 0:
        return found
    nothing = f"coalesce({', '.join(f'c{i}' for i in range(found.width))}) IS NULL"
    blank = count(con, nothing)
    if not blank:
        return found
    con.execute(f"DELETE FROM raw WHERE {nothing}")
    return replace(found, rows=found.rows - blank, blank=blank)


def without_numbers_alone(con: duckdb.DuckDBPyConnection, found: Reading) -> Reading:
    """Take away rows of a wide table that hold a single whole number and stand for no record: numbers of pages, left
    where a printed list was taken apart. They are few, and the number is not in the first column, as keys are."""
    if found.width < _WIDE or found.sparse == 0:
        return found
    others = [f"c{i}" for i in range(1, found.width)]
    alone = (
        f"c0 IS NULL AND {' + '.join(f'(CASE WHEN {c} IS NULL THEN 0 ELSE 1 END)' for c in others)} = 1 "
        f"AND regexp_full_match(coalesce({', '.join(others)}), '[0-9]{{1,6}}')"
    )
    rows = count(con, alone)
    if not rows or rows * _FEW > found.rows:
        return found
    con.execute(f"DELETE FROM raw WHERE {alone}")
    return replace(found, rows=found.rows - rows, numbers_alone=rows)


def _read_duckdb(
    con: duckdb.DuckDBPyConnection, text: Path, dialect: Dialect, check: Callable[[], None]
) -> Reading | None:
    """By DuckDB's reader, strictly; None if it stumbles or does not find the rows that there are."""
    import duckdb

    check()
    width = len(dialect.top.labels)
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(width))
    delimiter = dialect.format.delimiter.replace("'", "''")
    with ThreadPoolExecutor(1, thread_name_prefix="joinery-counting") as pool:
        expected = pool.submit(count_rows, text, dialect.top.first)
        try:
            con.execute(
                "CREATE OR REPLACE TABLE raw AS FROM read_csv(?, auto_detect = false, header = false, "
                f"strict_mode = true, null_padding = false, delim = '{delimiter}', quote = '\"', escape = '\"', "
                f"skip = {dialect.top.first}, columns = {{{columns}}})",
                [glob.escape(str(text))],  # a file called `[s]*.csv` is that file alone
            )
        except duckdb.OutOfMemoryException:
            raise
        except duckdb.Error:
            return None
        rows = count(con)
        return Reading(rows, width) if rows == expected.result() else None


def count_rows(text: Path, skip: int) -> int | None:
    """Records after `skip` lines, counted without a CSV parser: line ends outside quotes, blank lines aside.

    None where that way of counting does not hold (lines that end in CR alone).
    """
    import numpy as np

    rows, open_quotes, tail = 0, 0, b""
    with text.open("rb") as file:
        for _ in range(skip):
            if b"\r" in file.readline().removesuffix(b"\r\n"):
                return None
        while True:
            chunk = file.read(1 << 22)
            if not chunk:
                break
            cut = chunk.rfind(b"\n") + 1
            if not cut:
                tail += chunk
                continue
            block, tail = tail + chunk[:cut], chunk[cut:]
            returns = b"\r" in block
            if returns and block.count(b"\r") != block.count(b"\r\n"):
                return None
            data = np.frombuffer(block, dtype=np.uint8)
            ends = data == 10
            quoted = b'"' in block or open_quotes
            if not quoted and not returns and not ends[0] and not (ends[1:] & ends[:-1]).any():
                rows += int(np.count_nonzero(ends))
                continue
            if quoted:
                parity = (np.cumsum(data == 34, dtype=np.int64) + open_quotes) & 1
                open_quotes = int(parity[-1])
                ends &= parity == 0
            at = np.flatnonzero(ends)
            if not len(at):
                continue
            starts = np.concatenate(([0], at[:-1] + 1))
            blank = (at == starts) | ((at == starts + 1) & (data[starts] == 13))
            rows += int(len(at) - blank.sum())
    return None if b"\r" in tail.rstrip(b"\r") or tail.endswith(b"\r") else rows + bool(tail)


def _read_python(
    con: duckdb.DuckDBPyConnection, path: Path, text: Path, dialect: Dialect, check: Callable[[], None]
) -> Reading:
    """By Python's csv module."""
    stray_quotes: list[None] = []
    blocks = Blocks()
    rows = blocks.watch(table_rows(_numbered_from(text, dialect, lambda: stray_quotes.append(None)), dialect))
    try:
        reading = fill_rows(con, path, rows, len(dialect.top.labels), check)
    except csv.Error as error:
        raise TooLong(path, "cell", LONGEST_CELL) from error
    return replace(reading, stray_quotes=len(stray_quotes), problems=tuple(blocks.problems()))


def fill_rows(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    rows: Iterable[list[str]],
    width: int,
    check: Callable[[], None],
) -> Reading:
    """Fill the table `raw`, `width` columns wide at least, with these rows; empty lists are left out."""
    apart = Apart()
    sparse = 0

    def counted() -> Iterator[list[str]]:
        nonlocal sparse
        for row in filter(None, rows):
            sparse += len(row) - row.count("") < 2
            yield row

    widths = fill(con, path, apart.watch(counted()), width, check)
    width_of_all = max(width, *widths) if widths else width
    return Reading(
        widths.total(),
        width_of_all,
        short=sum(n for w, n in widths.items() if w < width),
        long=sum(n for w, n in widths.items() if w > width),
        apart=apart.put(con, width_of_all),
        sparse=sparse,
    )


def table_rows(records: Iterable[tuple[int, int, list[str]]], dialect: Dialect) -> Iterator[list[str]]:
    """The table's records, a blank line as an empty one; remarks and frames left out."""
    return (record for _, record in table_records(records, dialect))


def table_records(records: Iterable[tuple[int, int, list[str]]], dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """The same, each with its first line."""
    for line, _, record in records:
        if not record:
            yield line, record
        elif dialect.top.comments and record[0].startswith("#"):
            continue
        elif not dialect.framed:
            yield line, record
        elif not is_rule(record):
            yield line, unframe(record)


def _numbered_from(
    text: Path, dialect: Dialect, stray_quotes: Callable[[], None]
) -> Iterator[tuple[int, int, list[str]]]:
    """The records below the header."""
    with text.open(encoding="utf-8-sig", newline="") as file:
        for _ in range(dialect.top.first):
            file.readline()
        for many, record in mended(file, dialect.format, len(dialect.top.labels), stray_quotes):
            yield 0, many, record


def numbered(text: Path, dialect: Dialect, stray_quotes: Callable[[], None]) -> Iterator[tuple[int, int, list[str]]]:
    """All records of a text with their first and last line, counted from 1. Raises csv.Error."""
    line = 0
    with text.open(encoding="utf-8-sig", newline="") as file:
        for many, record in mended(file, dialect.format, len(dialect.top.labels), stray_quotes):
            yield line + 1, line + many, record
            line += many


def narrow(path: Path, rows: Iterator[tuple[int, int, list[str]]]) -> Iterator[tuple[int, int, list[str]]]:
    """The same; raises TooWide at a row that no table holds, before anything is made of it, and TooLong."""
    try:
        for first, last, cells in rows:
            if wide := too_wide(cells):
                raise TooWide(path, wide, MOST_COLUMNS)
            yield first, last, cells
    except csv.Error as error:
        raise TooLong(path, "cell", LONGEST_CELL) from error
