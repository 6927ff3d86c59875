"""Each kind of file as the DuckDB table `raw` with its columns' labels: one function a kind, one outcome."""

from __future__ import annotations

import glob
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import BrokenFile, EmptyFile, NotATable, PartGone, RowsLost, TooBig, TooWide
from core.ingest import archive, sheets
from core.ingest.blocks import Blocks, side_by_side
from core.ingest.detect import detect
from core.ingest.encoding import Text, open_text
from core.ingest.fill import MOST_COLUMNS, count, fill
from core.ingest.header import Top, find_top
from core.ingest.layout.long import look_at_long
from core.ingest.layout.look import Look, look
from core.ingest.layout.problems import layout_problems, problems_of_layout, too_long_to_cut
from core.ingest.layout.tables import rows_of
from core.ingest.looking import LONGEST_WHOLE, look_at_sheet, uncalculated
from core.ingest.parts import Part, kind_of, unpacked
from core.ingest.read import Reading, fill_rows, read, table_records, without_blank, without_numbers_alone
from core.ingest.row_lines import at_rows
from core.model import Layout, Problem
from core.sql.names import quote
from core.text.words import counted

if TYPE_CHECKING:
    import duckdb

Check = Callable[[], None]
NOTES = ("note", "source", "comment")
"""Roles of lines that may say what a mark means."""
LONGEST_LABEL = 1_000
"""Characters of a column's label; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class Found:
    """What now stands in `raw`, and what to know about how it came there."""

    labels: tuple[str, ...]
    reading: Reading
    problems: tuple[Problem, ...] = ()
    comma: bool = False
    """The file's delimiter is a semicolon, as where the comma marks decimals."""
    loose: bool = False
    """Columns with neither a label nor a value are left out wherever they stand, not at the end alone."""
    layout: Layout | None = None
    """What the table finder cut; its units and totals are by the places of columns in `raw`."""
    lines: tuple[int, ...] = ()
    """Of each row as `raw` was filled the line on which it begins; empty: not known."""
    told: tuple[str, ...] = ()
    """What several files say beside their rows, where these are of several."""
    titled: bool = False
    """Of several files: titles stand above their tables."""

    @property
    def published(self) -> bool:
        """There is more beside the rows than a header."""
        return self.layout is not None or self.titled

    @property
    def notes(self) -> tuple[str, ...]:
        """What the file says beside its rows."""
        return tuple(n.text for n in self.layout.notes) if self.layout else self.told

    @property
    def footnotes(self) -> tuple[str, ...]:
        """The same without titles and units."""
        return tuple(n.text for n in self.layout.notes if n.role in NOTES) if self.layout else self.told


def read_part(con: duckdb.DuckDBPyConnection, part: Part, scratch: Path, check: Check, small: int) -> Found:
    """Fill `raw` with the part. Raises FileError."""
    if part.look is not None:
        found = _read_look(con, part, part.look, check)
        return _with_remarks(replace(found, loose=found.loose or bool(part.sheet)), part)
    with unpacked(part, check, scratch) as path:
        kind = kind_of(path)
        if part.sheet:
            found = _read_sheet(con, path, part, check)
        elif kind == "workbook":
            raise NotATable(part.path, "a workbook", "Say which of its sheets is meant.")
        elif kind == "parquet":
            found = _read_parquet(con, path)
        elif kind == "json lines":
            found = _read_json_lines(con, path, scratch, check)
        else:
            found = _read_text(con, path, part, scratch, check, small)
    return _with_remarks(found, part)


def _with_remarks(found: Found, part: Part) -> Found:
    """What was found, labels cut that are too long for one, with its remarks naming the part."""
    labels = tuple(x if len(x) <= LONGEST_LABEL else x[: LONGEST_LABEL - 1] + "…" for x in found.labels)
    problems = [replace(p, file=str(part)) for p in found.problems]
    if long := [x for x in found.labels if len(x) > LONGEST_LABEL]:
        message = (
            f"{counted(len(long), 'label of a column has', 'labels of columns have')} more than {LONGEST_LABEL:,} "
            f"characters, up to {max(map(len, long)):,}; each was cut at {LONGEST_LABEL:,}."
        )
        problems.append(Problem(str(part), "long_header", message, "Look whether the first line is the header."))
    return replace(found, labels=labels, problems=tuple(problems))


def _read_text(
    con: duckdb.DuckDBPyConnection, path: Path, part: Part, scratch: Path, check: Check, small: int
) -> Found:
    if part.long is not None:
        text, seen = Text(path, "utf-8"), part.long
    else:
        text = open_text(path, scratch)
        check()
        dialect = detect(path, text.path)
        check()
        size = text.path.stat().st_size
        long = look_at_long(path, text.path, dialect) if size > small else None
        if (long is None or (long.several and size <= LONGEST_WHOLE)) and (
            whole := look(path, text.path, dialect, text.problems)
        ):
            return _read_look(con, part, whole, check)
        seen = long or look_at_long(path, text.path, dialect)
    top, rows = seen.dialect.top, text.path
    if seen.end is not None:
        rows = _first_bytes(text.path, scratch / "rows.csv", seen.end)
    reading = read(con, path, rows, seen.dialect, check, small)
    layout_notes = problems_of_layout(seen.layout) if seen.layout else ()
    problems = (
        *text.problems,
        *([too_long_to_cut(seen.at)] if seen.several else ()),
        *layout_notes,
        *_problems(replace(top, above=()) if layout_notes else top, reading),
        *reading.problems,
    )
    return Found(top.labels, reading, problems, comma=seen.dialect.format.delimiter == ";", layout=seen.layout)


def _first_bytes(path: Path, copy: Path, end: int) -> Path:
    """A copy of a file's first bytes."""
    with path.open("rb") as source, copy.open("wb") as out:
        while end > 0 and (chunk := source.read(min(end, 1 << 22))):
            out.write(chunk)
            end -= len(chunk)
    return copy


def _read_look(con: duckdb.DuckDBPyConnection, part: Part, seen: Look, check: Check) -> Found:
    """A table of a text that was looked at: what the finder cut out, or all below the header."""
    comma = seen.dialect.format.delimiter == ";"
    if not seen.tables and not part.block:
        top = seen.dialect.top
        if len(top.labels) > MOST_COLUMNS:
            raise TooWide(part.path, len(top.labels), MOST_COLUMNS)
        there = [(line, r) for line, r in table_records(seen.below(), seen.dialect) if r]
        reading = without_blank(con, fill_rows(con, part.path, (r for _, r in there), len(top.labels), check))
        reading = without_numbers_alone(con, reading)
        reading = replace(reading, stray_quotes=seen.stray_quotes)
        problems = (*seen.problems, *at_rows(_problems(top, reading), there, len(top.labels)))
        return Found(top.labels, reading, problems, comma=comma, lines=tuple(line for line, _ in there))
    table = seen.table(part.block) if part.block or len(seen.tables) == 1 else None
    if table is None:
        raise PartGone(str(part), seen.titles)
    labels = table.labels
    rows = rows_of(seen.grid, table.draft)
    reading = without_numbers_alone(con, without_blank(con, fill_rows(con, part.path, rows, len(labels), check)))
    reading = replace(reading, stray_quotes=seen.stray_quotes, short=0)
    order = sorted(table.draft.rows) if table.draft.headings else table.draft.rows
    there = [(seen.grid.records[i].first, seen.grid.cells(i)) for i in order]
    of_rows = at_rows(_problems(Top(0, labels, table.has_header), reading), there, len(labels))
    problems = (*seen.problems, *layout_problems(table), *of_rows)
    lines = tuple(line for line, _ in there)
    return Found(labels, reading, problems, comma=comma, loose=True, layout=table.layout, lines=lines)


def _read_sheet(con: duckdb.DuckDBPyConnection, path: Path, part: Part, check: Check) -> Found:
    """A sheet of a workbook. Where merged cells do not show the header, it is found as in a text."""
    if (seen := look_at_sheet(path, part)) is not None:
        return replace(_read_look(con, part, seen, check), loose=True)
    with sheets.opened(path, part.sheet) as sheet:
        top = Top(0, sheet.header, True, tuple(filter(None, sheet.above)))
        rows: Iterator[list[str]] = sheet.rows
        if not sheet.header:
            sample = list(islice(rows, sheets.TOP))
            rows = chain(sample, rows)
            top = find_top([(line, cells) for line, cells in enumerate(sample, start=1) if cells])
            rows = islice(rows, top.first, None)
        width = len(top.labels)
        blocks = Blocks()
        rows = (r for r in blocks.watch(rows) if r and not (top.comments and r[0].startswith("#")))
        widths = fill(con, path, rows, width, check)
    reading = Reading(widths.total(), max(width, *widths) if widths else width)
    lacking = [uncalculated(sheet.uncalculated)] if sheet.uncalculated else []
    said = (
        *_problems(top, reading),
        *lacking,
        *blocks.problems(),
        *side_by_side(con, top.labels, reading.width),
    )
    return Found(top.labels, reading, said, loose=True)


def _read_json_lines(con: duckdb.DuckDBPyConnection, path: Path, scratch: Path, check: Check) -> Found:
    """An object a line; its keys are the columns, in the order in which they turn up. Nested values stay JSON."""
    text = open_text(path, scratch)
    places: dict[str, int] = {}

    def rows() -> Iterator[list[str]]:
        with text.path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                try:
                    item = json.loads(line)
                except (ValueError, RecursionError):
                    item = None
                if not isinstance(item, dict):
                    raise NotATable(path, f"JSON lines, but line {number:,} is no JSON object", "Mend that line.")
                item = {key.encode("utf-8", "replace").decode(): value for key, value in item.items()}
                for key in item:
                    places.setdefault(key, len(places))
                if len(places) > MOST_COLUMNS:
                    raise TooWide(path, len(places), MOST_COLUMNS)
                cells = [""] * len(places)
                for key, value in item.items():
                    cells[places[key]] = _json_cell(value)
                yield cells

    widths = fill(con, path, rows(), 0, check)
    if not places:
        raise EmptyFile(path)
    return Found(tuple(places), without_blank(con, Reading(widths.total(), len(places))), text.problems)


def _json_cell(value: object) -> str:
    match value:
        case None:
            return ""
        case str():
            return value.replace("\0", "").encode("utf-8", "replace").decode()
        case bool():
            return "true" if value else "false"
        case float():
            return sheets.plain(value) if value == value and abs(value) != float("inf") else ""
        case int():
            return str(value)
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()


def _read_parquet(con: duckdb.DuckDBPyConnection, path: Path) -> Found:
    """A Parquet file; lists and structures become JSON."""
    import duckdb

    source = glob.escape(str(path))  # a file called `*.parquet` is that file alone
    try:
        columns = con.execute("DESCRIBE FROM read_parquet(?)", [source]).fetchall()
        if len(columns) > MOST_COLUMNS:
            raise TooWide(path, len(columns), MOST_COLUMNS)
        _keep_in_bounds(con, path, source, [(n, t) for n, t, *_ in columns])
        cells = ", ".join(f"nullif({_cell(n, t)}, '') AS c{i}" for i, (n, t, *_) in enumerate(columns))
        con.execute(f"CREATE OR REPLACE TABLE raw AS SELECT {cells} FROM read_parquet(?)", [source])
        found = con.execute("SELECT sum(num_rows) FROM parquet_file_metadata(?)", [source]).fetchall()
    except duckdb.OutOfMemoryException:
        raise
    except duckdb.Error as error:
        raise BrokenFile(path, "Parquet file", str(error).splitlines()[0][:200]) from error
    expected, rows = int(found[0][0] or 0), count(con)
    if rows != expected:
        raise RowsLost(path, expected, rows)
    return Found(tuple(str(n) for n, *_ in columns), without_blank(con, Reading(rows, len(columns))))


def _keep_in_bounds(
    con: duckdb.DuckDBPyConnection, path: Path, source: str, columns: Sequence[tuple[str, str]]
) -> None:
    """A Parquet file holds a value that stands in a billion rows, or in a list, once. Raises TooBig, as for an archive
    that swells."""
    packed = path.stat().st_size
    rows = int(
        con.execute("SELECT coalesce(sum(num_rows), 0) FROM parquet_file_metadata(?)", [source]).fetchall()[0][0]
    )
    length = {"VARCHAR": "strlen", "BLOB": "octet_length"}
    lengths = " + ".join(f"coalesce({length[kind]}({quote(n)}), 0)" for n, kind in columns if kind in length)
    query = "SELECT coalesce(sum(num_values), 0) FROM parquet_metadata(?)"  # of lists each value
    whole = max(rows * len(columns), int(con.execute(query, [source]).fetchall()[0][0]))
    nested = [n for n, kind in columns if _is_nested(kind)]
    lengths = " + ".join(filter(None, [lengths, *(f"coalesce(strlen(to_json({quote(n)})), 0)" for n in nested)]))
    if lengths and not archive.swells(packed, whole):
        query = f"SELECT coalesce(sum({lengths}), 0) FROM read_parquet(?)"
        whole += int(con.execute(query, [source]).fetchall()[0][0])
    if archive.swells(packed, whole):
        raise TooBig(path, f"{packed:,} bytes would become more than {whole:,}")


def _is_nested(kind: str) -> bool:
    return kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION"))


def _cell(name: str, kind: str) -> str:
    """SQL for a Parquet column's text."""
    quoted = quote(name)
    if _is_nested(kind):
        return f"CAST(to_json({quoted}) AS VARCHAR)"
    if kind == "TIMESTAMP WITH TIME ZONE":
        return f"CAST(make_timestamp(epoch_us({quoted})) AS VARCHAR) || 'Z'"
    return f"CAST({quoted} AS VARCHAR)"


def _problems(top: Top, reading: Reading) -> Iterator[Problem]:
    """What a person should know about how the rows were read."""
    if top.above:
        lines = "; ".join(top.above)[:200]
        yield Problem(
            "",
            "preamble",
            counted(len(top.above), "line above the table was", "lines above the table were") + f" left out: {lines}",
            "Check the header.",
        )
    if top.comments:
        yield Problem("", "remarks", "Lines that begin with # were taken for remarks and left out.")
    if not top.has_header:
        yield Problem(
            "",
            "no_header",
            "The file seems to have no header; its columns are called column1, column2…",
            "Add a first line with the columns' names and load it again.",
        )
    if reading.blank:
        yield Problem(
            "",
            "blank_rows",
            counted(
                reading.blank,
                "row without a single filled cell was left out.",
                "rows without a single filled cell were left out.",
            ),
        )
    if reading.numbers_alone:
        yield Problem(
            "",
            "numbers_alone",
            counted(reading.numbers_alone, "row holds", "rows hold")
            + " nothing but a number, as pages are numbered, and "
            + ("was left out." if reading.numbers_alone == 1 else "were left out."),
            "If they are rows, write something into their first column.",
        )
    if reading.stray_quotes:
        yield Problem(
            "",
            "stray_quote",
            counted(reading.stray_quotes, "row holds", "rows hold")
            + " a quote that is never closed; each line was read as a row of its own.",
            "Check these rows.",
        )
    if reading.short:
        yield Problem(
            "",
            "short_rows",
            counted(reading.short, "row has", "rows have") + " too few cells; what lacks is empty.",
            "Check these rows.",
        )
    if reading.long:
        yield Problem(
            "",
            "long_rows",
            counted(reading.long, "row has", "rows have") + " more cells than the header; columns were added for them.",
            "Look for an unquoted delimiter in these rows.",
        )
