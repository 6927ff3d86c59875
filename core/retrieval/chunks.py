"""Documents as sentences and chunks: by headings first, then in windows of sentences or to a size with an overlap.

A table in a document stays whole, its rows taken for sentences; one that is longer than `LONGEST_TABLE` is cut between
rows, its first row repeated. The recursive form (headings, paragraphs, sentences) and the overlap are those of seed
001; the window of three sentences that slides by one is that of seed 003.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from core.documents.match import Found
from core.retrieval.sentences import sentences

Kind = Literal["passage", "card"]
WINDOW = 3
"""Sentences of a sliding window."""
LONGEST_TABLE = 2_400
"""Characters of a table that is one chunk."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a row of a table, where it stands; `line` 0: the document has no lines."""

    document: str
    place: str
    text: str
    line: int = 0
    row: bool = False
    head: bool = False
    """The first row of a table of several: it names the cells of the others."""

    @property
    def source(self) -> str:
        """The document with the page, heading or row, and the line."""
        return ", ".join(filter(None, (self.document, self.place, f"line {self.line}" if self.line else "")))


@dataclass(frozen=True, slots=True)
class Chunk:
    """Sentences that follow on each other: those from `start` to `stop` (excluded) of its document."""

    start: int
    stop: int
    text: str
    """What is embedded: the heading, then the sentences; of a part of a table its first row besides."""


@dataclass(frozen=True, slots=True)
class Chunked:
    """A document cut up. `kind` "card": it describes a table, and its sentences the columns."""

    name: str
    sentences: tuple[Sentence, ...]
    chunks: tuple[Chunk, ...]
    kind: Kind = "passage"


@dataclass(frozen=True, slots=True)
class Chunking:
    """How a section becomes chunks: in sliding windows of so many sentences, or (`size`) to so many characters."""

    window: int = WINDOW
    size: int = 0
    overlap: int = 0
    """With `size`: characters of the chunk before that are repeated, in whole sentences."""


WINDOWS = Chunking()


def chunked(name: str, passages: Sequence[Found], how: Chunking = WINDOWS) -> Chunked:
    """A document's passages as sentences and chunks."""
    told: list[Sentence] = []
    chunks: list[Chunk] = []
    for (place, table), section in groupby(passages, _section):
        first = len(told)
        for p in section:
            told += _sentences(p)
        if table and len(told) > first + 1:
            told[first] = replace(told[first], head=True)
        inside = told[first:]
        cut = _table(inside) if table else _sized(inside, how) if how.size else _windows(inside, how.window)
        heading = "" if table and inside[0].place.startswith("row ") else place
        for start, stop, extra in cut:
            parts = (heading, *extra, *(s.text for s in inside[start:stop]))
            chunks.append(Chunk(first + start, first + stop, "\n".join(filter(None, parts))))
    return Chunked(name, tuple(told), tuple(chunks))


def _section(passage: Found) -> tuple[str, bool]:
    """What passages of one section have in common: the heading, and whether they are rows."""
    of_file = bool(passage.cells) and passage.place.startswith("row ")
    return "" if of_file else passage.place, bool(passage.cells)


def _sentences(p: Found) -> Iterator[Sentence]:
    if p.cells:
        yield Sentence(p.document, p.place, p.text, p.line, row=True)
        return
    for at, text in sentences(p.text):
        yield Sentence(p.document, p.place, text, p.line_at(at))


def _windows(told: Sequence[Sentence], width: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    for start in range(max(1, len(told) - width + 1)):
        yield start, min(start + width, len(told)), ()


def _sized(told: Sequence[Sentence], how: Chunking) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    start = 0
    while start < len(told):
        stop, size = start + 1, len(told[start].text)
        while stop < len(told) and size + len(told[stop].text) + 1 <= how.size:
            size += len(told[stop].text) + 1
            stop += 1
        yield start, stop, ()
        if stop == len(told):
            return
        back, kept = stop, 0
        while back - 1 > start and kept + len(told[back - 1].text) <= how.overlap:
            back -= 1
            kept += len(told[back].text)
        start = back


def _table(rows: Sequence[Sentence]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    start, size = 0, 0
    for n, row in enumerate(rows):
        if n > start and size + len(row.text) > LONGEST_TABLE:
            yield start, n, (rows[0].text,) if start else ()
            start, size = n, len(rows[0].text)
        size += len(row.text)
    yield start, len(rows), (rows[0].text,) if start else ()
