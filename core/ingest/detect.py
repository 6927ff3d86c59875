"""How a text is cut into a table: delimiter, quote, where the table begins, whether it has a header.

A candidate dialect is judged by how evenly it cuts the sample's records (after van den Burg et al. 2019, "Wrangling
messy CSV files"). A dialect that cuts every record alike beats one that does not, whatever the delimiter.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import EmptyFile, NotATable, TooWide
from core.ingest.fill import MOST_COLUMNS, too_wide
from core.ingest.header import Top, find_top

SAMPLE = 1 << 18
LONGEST_TOP = 1 << 21
"""Characters that are read where the sample has not even two lines: the names of two thousand columns, all long."""
LONGEST_CELL = 16 << 20
"""Characters in a cell; longer ones come of a quote that is never closed."""
_DELIMITERS = (",", ";", "\t", "|", "^", "~", "\x1f", "\x01")
_FIRST = 40
"""Lines that are looked at for what else a text may be."""
_PARAGRAPH = 20
"""Words of a paragraph at least."""
_SENTENCE = re.compile(r"[a-z)][.!?](?:\s+[A-Za-z]|\s*$)")
_UNEVEN = 0.3
"""Below this a text is not cut into anything like a table."""
_TAG = re.compile(r"<(!doctype|html|\?xml|head|body|table|svg|rss)\b", re.IGNORECASE)
_SEEMS: tuple[tuple[re.Pattern[str], int, str], ...] = (
    (re.compile(r"^(?:from|to|subject|date|cc|reply-to|message-id|received): \S", re.I | re.M), 3, "an e-mail"),
    (re.compile(r"^ *(?:create table|insert into|drop table|alter table)\b", re.I | re.M), 2, "an SQL script"),
    (re.compile(r"\A\s*(?:\\documentclass|%!PS|-----BEGIN )"), 1, "a document or a key"),
    (re.compile(r"^(?:import \S+|from \S+ import |def \w+\(|#include <|function \w+\()", re.M), 3, "a program"),
)
"""What a text seems to be, with the number of such line beginnings required among its first lines."""
_SEP = re.compile(r'"?sep=(.)"?[ \t]*(?:\r\n|\r|\n)', re.IGNORECASE)
_RULE = re.compile(r":?-{2,}:?")
_CODE = re.compile(r"(?:\s*(?:[-*•]\s+)?|.*?[:;,]\s*)[^\s=:;,]{1,12}(?:\s*(?:=|:\s|->|→)|\s[-–—]\s)\s*[^\W\d_]{2}")
_SET_IN = re.compile(r"\s+[^\s=:]{1,8}(?:\s{2,}|\t)[^\W\d_]{2}\S*(?: \S+)*\s*")
"""A code set in below its heading, and words: `    A   on the road`."""
_BULLET = re.compile(r"\s*[-*•]\s+[\w`\"'“*(]")
_ITEM = re.compile(r"\s*[-*•]\s+[^\s=:;,]{1,12}(?:\s*(?:=|:\s|->|→)|\s[-–—]\s)\s*[^\W\d_]{2}")
_WITH_TAB = re.compile(r"([^\s=:]{1,12})\t+[^\W\d_]{2}[^\t]*")
_HEADER = frozenset("code id key no nr name abbr abbreviation symbol value".split())
"""Below such a header stand the rows of a table, and no list."""


@dataclass(frozen=True, slots=True)
class Format:
    """How records are cut: what the csv module calls a dialect."""

    delimiter: str
    quote: str = '"'
    escape: str = ""
    skip_blank: bool = False
    """Blanks after a delimiter do not belong to the value."""

    @property
    def preferred(self) -> bool:
        """Only looked at for good reason: taken when it cuts no worse."""
        return self.skip_blank or self.quote == "'"

    @property
    def plain(self) -> bool:
        """As RFC 4180 has it, apart from the delimiter."""
        return self.quote == '"' and not self.escape and not self.skip_blank


@dataclass(frozen=True, slots=True)
class Dialect:
    """All that is needed to read the table."""

    format: Format
    top: Top
    framed: bool = False
    """Every line begins and ends with the delimiter, and rules of dashes stand between (a Markdown table)."""
    whole: bool = True
    """The sample was the whole file."""


def detect(path: Path, text: Path) -> Dialect:
    """The dialect of `text` (UTF-8). `path` is the file that people know, for messages.

    Raises EmptyFile, NotATable, TooWide.
    """
    with text.open(encoding="utf-8-sig", newline="") as file:
        sample = file.read(SAMPLE)
        if sample.count("\n") < 2:
            sample += file.read(LONGEST_TOP - len(sample))
        whole = not file.read(1)
    if not sample.strip():
        raise EmptyFile(path)
    _refuse_others(path, sample)
    skip = 0
    delimiters: Sequence[str] = _DELIMITERS
    if hint := _SEP.match(sample):
        delimiters, skip, sample = (hint[1],), 1, sample[hint.end() :]
        if not sample.strip():
            raise EmptyFile(path)
    chosen = choose(sample, delimiters, whole)
    form, cut = chosen.form, chosen.records
    plain = path.suffix.lower() == ".txt"
    uneven = chosen.score[1] < _UNEVEN
    if plain and (
        _is_paragraphs(sample) or (uneven and (is_prose(sample) or _is_list(sample))) or _is_itemised(sample)
    ):
        raise NotATable(path, "running text", "Load data dictionaries and notes as documents.")
    framed = _is_framed(form, cut)
    if framed:
        cut = [(n, unframe(r)) for n, r in cut if not is_rule(r)]
    if wide := max((too_wide(record) for _, record in cut), default=0):
        raise TooWide(path, wide, MOST_COLUMNS, at_least=not whole and "\n" not in sample)
    return Dialect(form, find_top(cut, skip), framed, whole)


def records(lines: Iterable[str], form: Format, strict: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Each record with the number of lines read once it ended; a blank line is an empty record.

    Raises csv.Error for a cell beyond LONGEST_CELL, and, if `strict`, for quotes that do not come out even; otherwise
    they belong to the cell.
    """
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(
        lines,
        delimiter=form.delimiter,
        quotechar=form.quote or None,
        quoting=csv.QUOTE_MINIMAL if form.quote else csv.QUOTE_NONE,
        escapechar=form.escape or None,
        doublequote=True,
        skipinitialspace=form.skip_blank,
        strict=strict,
    )
    for record in reader:
        yield reader.line_num, record


def choose(sample: str, delimiters: Sequence[str], whole: bool) -> _Cut:
    """The sample cut by the format that does it most evenly; of equal ones by the first."""
    best = max(
        (_cut(sample, form, whole) for d in delimiters if d in sample for form in _forms(sample, d)),
        key=_rank,
        default=None,
    )
    if len(delimiters) > 1 and not (best and best.score[0]):
        # Blanks and colons also stand inside cells: only where cells are quoted and all is even are they delimiters.
        rare = [_cut(sample, Format(d), whole) for d in (" ", ":") if _quoted(sample, d, '"') * 3 > sample.count("\n")]
        best = max((c for c in rare if c.score[0]), key=_rank, default=best)
    return best or _cut(sample, Format(delimiters[0]), whole)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A sample cut one way."""

    form: Format
    records: list[tuple[int, list[str]]]
    score: tuple[bool, float]


def _rank(cut: _Cut) -> tuple[bool, float, bool]:
    return (*cut.score, cut.form.preferred)


def _cut(sample: str, form: Format, whole: bool) -> _Cut:
    cut = list(records(io.StringIO(sample, newline=""), form))
    if not whole and len(cut) > 1:
        cut.pop()
    return _Cut(form, cut, _evenness(cut))


def _forms(sample: str, delimiter: str) -> Iterator[Format]:
    """The plain format, and those for which the sample gives cause."""
    yield Format(delimiter)
    d = re.escape(delimiter)
    spaced = delimiter + " " in sample and not re.search(rf"{d}(?![ \r\n]|\Z)", sample)
    if spaced or re.search(rf'^(?:[^"\n]*{d})? +"[^"\n]*"(?={d}|\r?$)', sample, re.MULTILINE):
        yield Format(delimiter, skip_blank=True)
    if '\\"' in sample:
        yield Format(delimiter, escape="\\")
    if _quoted(sample, d, "'") > max(1, _quoted(sample, d, '"')):
        yield Format(delimiter, quote="'", escape="\\" if "\\'" in sample else "")


def _quoted(sample: str, delimiter: str, quote: str) -> int:
    """How many cells stand in these quotes; `delimiter` is a regular expression."""
    cell = rf"(?:^|{delimiter}){quote}(?:[^{quote}\n]|\\{quote}|{quote}{quote})*{quote}(?={delimiter}|\r?$)"
    return len(re.findall(cell, sample, re.MULTILINE))


def _evenness(cut: list[tuple[int, list[str]]]) -> tuple[bool, float]:
    """(every record has the same two or more cells, a score that grows with evenness and width)."""
    remarks = bool(cut) and any(r and r[0].startswith("#") for _, r in cut[:1])
    widths = Counter(len(r) for _, r in cut if r and not (remarks and r[0].startswith("#") and len(r) == 1))
    if not widths:
        return False, 0.0
    total = widths.total()
    width, times = max(widths.items(), key=lambda item: (item[1] * (item[0] - 1), item[0]))
    if width < 2:
        return False, 0.0
    share = times / total
    breaks = sum("\n" in cell for _, r in cut for cell in r) / total
    score = (share * share * (1 - 1 / width)) / (1 + breaks)
    return len(widths) == 1 and total > 1, score


def _refuse_others(path: Path, sample: str) -> None:
    """HTML, XML and JSON under a table's name."""
    start = sample.lstrip("\ufeff \t\r\n")
    for pattern, least, found in _SEEMS:
        if len(pattern.findall("\n".join(start.splitlines()[:_FIRST]))) >= least:
            raise NotATable(path, found)
    if _TAG.match(start) or (start.startswith("<!--") and _TAG.search(start)):
        raise NotATable(path, "a web page or XML")
    if start[0] in "[{":
        try:
            json.loads(start.splitlines()[0] if len(start) > 2_000 else start)
        except RecursionError:
            pass  # no table begins with a thousand brackets
        except ValueError:
            if not re.match(r'\[\s*\{\s*"|\{\s*"[^"]*"\s*:', start):
                return
        raise NotATable(path, "JSON")


def is_prose(sample: str) -> bool:
    """Lines with the length of sentences."""
    lines = [line.split() for line in sample.splitlines() if line.strip()]
    return sum(map(len, lines)) > 5 * len(lines)


def _is_paragraphs(sample: str) -> bool:
    """Whole paragraphs on lines of their own: of the lines with a comma most are long and have several sentences."""
    lines = [line for line in sample.splitlines() if "," in line or ";" in line or "\t" in line]
    long = sum(len(line.split()) >= _PARAGRAPH and len(_SENTENCE.findall(line)) > 1 for line in lines)
    return 0 < len(lines) < 2 * long


def _is_list(sample: str) -> bool:
    """Most lines are items of a list, or give a code its meaning: `FI = Fire`; or several headings have such lines, cut
    by a tab, below."""
    lines = [line for line in sample.splitlines() if line.strip()]
    told = sum(bool(_CODE.match(line) or _SET_IN.fullmatch(line) or _BULLET.match(line)) for line in lines)
    if len(lines) > 2 and 2 * told > len(lines):
        return True
    tabbed = [_WITH_TAB.fullmatch(line) for line in lines]
    first = [m[1].casefold() for m, above in zip(tabbed[1:], lines, strict=False) if m and "\t" not in above]
    return len(first) > 1 and 2 * sum(map(bool, tabbed)) > len(lines) and not _HEADER & set(first)


def _is_itemised(sample: str) -> bool:
    """Most lines are items that give a code its meaning, however even their commas: `- C0: control, no lime`."""
    lines = [line for line in sample.splitlines() if line.strip()]
    return len(lines) > 2 and 2 * sum(bool(_ITEM.match(line)) for line in lines) > len(lines)


def _is_framed(form: Format, cut: list[tuple[int, list[str]]]) -> bool:
    filled = [r for _, r in cut if r]
    return form.delimiter == "|" and len(filled) > 1 and all(len(r) > 2 and not r[0] and not r[-1] for r in filled)


def unframe(record: list[str]) -> list[str]:
    """The cells between the outer bars, blanks stripped."""
    return [cell.strip() for cell in record[1:-1]]


def is_rule(record: list[str]) -> bool:
    """A line of dashes under a header: `|----|:---|`."""
    inner = [cell.strip() for cell in record[1:-1]]
    return bool(inner) and all(_RULE.fullmatch(cell) for cell in inner)
