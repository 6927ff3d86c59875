"""Documents as passages: a paragraph, or a row of a table, with the heading or page it stands under."""

from __future__ import annotations

import csv
import io
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any

from core.documents.headings import headings, heads, without_number
from core.documents.html import blocks
from core.errors import BrokenFile, EmptyFile, FileMissing, JoineryError, LockedFile, TooBig
from core.ingest.detect import LONGEST_CELL
from core.ingest.encoding import open_text

MOST_BYTES = 50_000_000
MOST_PASSAGES = 20_000
LONGEST = 800
"""Characters of a passage; a longer paragraph is cut between sentences."""
_LONGEST_HEADING = 200
"""Characters."""
_LONGEST_REASON = 200
"""Characters of what a parser says."""
_MOST_CELLS = 500
"""Of a row of a table; one that tells what columns mean has a few."""
_KEPT_OF_CELL = 20_000
"""Characters."""
_HEADING = re.compile(r"#{1,6}\s+(.*)")
_ROW = re.compile(r"\|.*\|")
_RULE = re.compile(r"[\s|:=+-]+")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_DEFINES = re.compile(
    r"[`\"'“*_]*+(?:\w[^:=.,;]{0,40}?\s*(?::\s|=|\s[–—-]\s)\s*\S|(?:\w+\s+)?[`\"'“]?(?:-?\d+|[A-Z]{1,3})[`\"'”]?\s+means\s"
    r"|\w[\w -]{0,60}\.(?:csv|tsv|txt|xlsx?)[`\"'”*_]*+\s*(?::|=|[–—-])\s*\S)"
)
"""A line that begins so is a passage of its own: "pay_method: how it was paid", "B = bank transfer", "age -1 means",
"fares.csv: a row for each"."""
_ITEM = re.compile(r"([-*•]|\d+[.)])\s+")
_SET_IN = re.compile(r"\s+(\S{1,12})(?:\s{2,}|\t)\s*(\S+(?: \S+)*)\s*|(\S{1,12})\t+(\S+(?: \S+)*)\s*")
"""A code and its meaning, apart, and set in or with a tab between: `    A   on the road`."""


@dataclass(frozen=True, slots=True)
class Passage:
    """`place` is a heading, a page or a row's number, empty when there is none; `cells` those of a table's row.

    `line` is the line of the file, or of the page, on which the text begins, from 1; 0 where there are no lines.
    `breaks` are the offsets in `text` at which further lines begin.
    """

    place: str
    text: str
    cells: tuple[str, ...] = ()
    line: int = 0
    breaks: tuple[int, ...] = ()


def read_document(path: Path) -> tuple[Passage, ...]:
    """The passages in order. The file's ending says how to read it (see `KINDS`).

    Raises FileMissing, EmptyFile, BrokenFile, LockedFile, TooBig, NotATable and BadEncoding (no text).
    """
    if not path.is_file():
        raise FileMissing(path)
    if path.stat().st_size > MOST_BYTES:
        raise TooBig(path, f"a document may have {MOST_BYTES // 1_000_000} MB")
    found: list[Passage] = []
    for passage in KINDS[path.suffix.lower()](path):
        found += _cut(passage)
        if len(found) > MOST_PASSAGES:
            raise TooBig(path, f"it has more than {MOST_PASSAGES:,} passages")
    if not found:
        raise EmptyFile(path)
    return tuple(found)


def _cut(passage: Passage) -> Iterator[Passage]:
    text, place = " ".join(passage.text.split()), passage.place[:_LONGEST_HEADING]
    if passage.cells or len(text) <= LONGEST:
        if any(c.isalnum() for c in text):
            yield replace(passage, place=place, text=text[: 4 * LONGEST], cells=_bounded(passage.cells))
        return
    passage = replace(passage, place=place)
    piece, at = "", 0
    for sentence in _SENTENCE.split(text):
        for part in (sentence[i : i + LONGEST] for i in range(0, len(sentence), LONGEST)):
            if piece and len(piece) + len(part) + 1 > LONGEST:
                yield _piece(passage, text, piece, at)
                at, piece = text.find(part, at + len(piece)), ""
            piece = f"{piece} {part}".strip()
    if piece:
        yield _piece(passage, text, piece, at)


def _bounded(cells: tuple[str, ...]) -> tuple[str, ...]:
    """The first cells of a row, none beyond measure."""
    return tuple(cell[:_KEPT_OF_CELL] for cell in cells[:_MOST_CELLS])


def _piece(passage: Passage, text: str, piece: str, at: int) -> Passage:
    """A part of a long passage, with the lines that it stands on."""
    if not passage.line:
        return Passage(passage.place, piece)
    before = sum(b <= at for b in passage.breaks)
    breaks = tuple(b - at for b in passage.breaks[before:] if b < at + len(piece))
    return Passage(passage.place, piece, line=passage.line + before, breaks=breaks)


def _joined(place: str, block: Sequence[str], line: int) -> Passage:
    """Lines that follow on each other as one passage; `line` is that of the first."""
    lines = [" ".join(text.split()) for text in block]
    breaks = tuple(n + i for i, n in enumerate(accumulate(map(len, lines[:-1])), 1))
    return Passage(place, " ".join(lines), line=line, breaks=breaks)


def _plain(path: Path) -> str:
    with tempfile.TemporaryDirectory(prefix="joinery-", ignore_cleanup_errors=True) as scratch:
        return open_text(path, Path(scratch)).path.read_text(encoding="utf-8-sig", errors="replace")


def _marked(path: Path) -> Iterator[Passage]:
    """Markdown and plain text: headings, list items, table rows, paragraphs between empty lines."""
    place, block = "", list[str]()
    lines = _plain(path).splitlines()
    plain = path.suffix.lower() == ".txt" and not any(map(_HEADING.fullmatch, lines))
    width = max(map(len, lines), default=0)
    for n, line in enumerate([*lines, ""], 1):
        text = line.strip()
        heading, row, item = _HEADING.fullmatch(text), _ROW.fullmatch(text), _ITEM.match(text)
        apart = None if item else _SET_IN.fullmatch(line)
        if block and (not text or heading or row or item or apart or _DEFINES.match(text)):
            above = 0
            if plain and len(block) > 1:
                above = headings(block, width)
            elif plain and not text and heads(block[0], _paragraph(lines[n:])):
                above = 1
            place = without_number(block[above - 1]) if above else place
            if block[above:]:
                yield _joined(place, block[above:], n - len(block) + above)
            block = []
        if heading:
            place = heading[1][:_LONGEST_HEADING].rstrip().rstrip("#").rstrip()
        elif row:
            cells = tuple(c.strip(" `*") for c in text.strip("|").split("|"))
            if not _RULE.fullmatch(text):
                yield Passage(place, " | ".join(c for c in cells if c), cells, n)
        elif apart and not _RULE.fullmatch(text):
            cells = (apart[1] or apart[3], apart[2] or apart[4])
            yield Passage(place, " ".join(cells), cells, n)
        elif text and not _RULE.fullmatch(text):
            block.append(text[item.end() :] if item else text)


def _paragraph(lines: Sequence[str]) -> Sequence[str]:
    """The first lines up to an empty one, without empty ones before."""
    full = [n for n, line in enumerate(lines) if line.strip()][:1]
    return list(takewhile(str.strip, lines[full[0] :])) if full else ()


def _table(path: Path) -> Iterator[Passage]:
    """A table of text: every row, its cells named by the header where the text says so."""
    text = _plain(path)
    csv.field_size_limit(LONGEST_CELL)  # of the whole process: never what another reader left
    try:
        dialect: Any = csv.Sniffer().sniff(text[:20_000], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    with _parsed(path, "table"):
        for n, row in enumerate(csv.reader(io.StringIO(text), dialect), start=1):
            cells = tuple(c.strip() for c in row)
            if any(cells):
                yield Passage(f"row {n}", " | ".join(c for c in cells if c), cells)


def _pdf(path: Path) -> Iterator[Passage]:
    from pypdf import PdfReader
    from pypdf.errors import FileNotDecryptedError

    with _parsed(path, "PDF document", FileNotDecryptedError):
        for n, page in enumerate(PdfReader(path).pages, start=1):
            block: list[str] = []
            lines = (page.extract_text() or "").splitlines()
            width, place = max(map(len, lines), default=0), f"page {n}"
            for at, line in enumerate([*lines, ""], 1):
                if line.strip():
                    block.append(line.strip())
                if block and (not line.strip() or line.rstrip().endswith((".", ":", ";"))):
                    above = headings(block, width)
                    place = f"page {n}, {without_number(block[above - 1])}" if above else place
                    yield _joined(place, block[above:], at - len(block[above:]) + (1 if line.strip() else 0))
                    block = []


def _word(path: Path) -> Iterator[Passage]:
    import docx
    from docx.table import Table

    with _parsed(path, "Word document"):
        place = ""
        for block in docx.Document(str(path)).iter_inner_content():
            if isinstance(block, Table):
                for row in block.rows:
                    cells = tuple(" ".join(c.text.split()) for c in row.cells)
                    yield Passage(place, " | ".join(c for c in cells if c), cells)
            elif block.style is not None and str(block.style.name).startswith("Heading"):
                place = block.text.strip()
            else:
                yield Passage(place, block.text)


def _page(path: Path) -> Iterator[Passage]:
    text = _plain(path)
    with _parsed(path, "web page"):
        for place, said, cells, line in blocks(text):
            yield Passage(place, said, cells, line)


@contextmanager
def _parsed(path: Path, what: str, locked: type[Exception] | tuple[()] = ()) -> Iterator[None]:
    """Parsers that are not ours meet a damaged file by exceptions of any kind. Raises BrokenFile, LockedFile."""
    try:
        yield
    except locked as fault:
        raise LockedFile(path, what) from fault
    except (JoineryError, OSError, MemoryError):
        raise
    except Exception as fault:
        raise BrokenFile(path, what, str(fault)[:_LONGEST_REASON]) from fault


KINDS: Mapping[str, Callable[[Path], Iterator[Passage]]] = {
    ".md": _marked,
    ".markdown": _marked,
    ".txt": _marked,
    ".pdf": _pdf,
    ".docx": _word,
    ".html": _page,
    ".htm": _page,
    ".csv": _table,
    ".tsv": _table,
}
"""How a document is read, by the ending of its name."""
