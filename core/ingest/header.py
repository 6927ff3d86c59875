"""Where in a file the table begins, and whether its first record is a header."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from core.ingest.types import MISSING

_TYPED = re.compile(
    r"(?P<number>[-+]?[$€£]?\s?\d{1,3}(?:[,.' ]\d{3})*(?:[.,]\d+)?\s?[%€]?|[-+]?\d+(?:[.,]\d*)?(?:[eE][-+]?\d+)?)"
    r"|(?P<date>\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d{2}.*)?|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)"
    r"|(?P<truth>(?i:true|false|yes|no))"
    r"|(?P<address>\S+@\S+\.\S+|https?://\S+)"
)
_NOTHING = frozenset({"", *MISSING})
_YEAR = re.compile(r"(?:1[6-9]|20|21)\d\d")
_PRIOR = 1.0
"""Most files have a header; what is seen must outweigh that."""
_FEW = 10
"""Fewest records in which a repeated word counts as evidence."""
_OFTEN = 4
"""How often each word of a column is seen on average that sorts its rows into a few kinds."""
_LONGEST = 2_000
"""Signs of a cell beyond which it is words: an address may be long, and patterns for one take their time."""
_SHORT = 64
"""Characters of cells whose kind is remembered: the same ones are looked at several times over."""
_DEEP = 200
"""How many records below the first are looked at."""


@dataclass(frozen=True, slots=True)
class Top:
    """Where the table begins. Line numbers count from 0."""

    first: int
    """How many lines lie above the first row of data."""
    labels: tuple[str, ...]
    """The header, verbatim; `column1`… if the file has none."""
    has_header: bool
    above: tuple[str, ...] = ()
    """What stood above the table and is no part of it, a text per record."""
    comments: bool = False
    """Lines that begin with `#` are remarks."""


def find_top(cut: Sequence[tuple[int, list[str]]], skip: int = 0) -> Top:
    """The top of the table, from its records with their line ends; `skip` lines were taken away before."""
    filled = [(end, r) for end, r in cut if r]
    remarks = _remarks(filled)
    filled = [(end, r) for end, r in filled if not (remarks and r[0].startswith("#"))]
    if not filled:
        return Top(skip, ("column1",), False)
    width = _width([r for _, r in filled])
    start = 0
    while start < len(filled) - 1 and _above(filled[start][1], width):
        start += 1
    if start == len(filled) - 1 and len(filled) > 2 and _above(filled[start][1], width):
        start = 0
    rows = [r for _, r in filled[start : start + _DEEP]]
    spanned = _is_spanned(rows)
    if not spanned and not looks_like_header(rows):
        # A sparse row above data without a header may itself be data: only narrower records are left out.
        start = next((i for i in range(start + 1) if len(filled[i][1]) == width), start)
        lines = filled[start - 1][0] if start else 0
        labels = tuple(f"column{i}" for i in range(1, max(width, len(filled[start][1])) + 1))
        return Top(skip + lines, labels, False, _texts(filled[:start]), remarks)
    end, record = filled[start]
    above = _texts(filled[:start])
    if spanned:
        end, record = filled[start + 1][0], _joined(rows[0], rows[1])
    elif len(rows) > 2 and rows[1] == record:
        end, above = filled[start + 1][0], (*above, *_texts(filled[start + 1 : start + 2]))
    return Top(skip + end, _labels(record, [r for _, r in filled[start + 1 :]], width), True, above, remarks)


def _texts(filled: Sequence[tuple[int, list[str]]]) -> tuple[str, ...]:
    return tuple(" ".join(c.strip() for c in r if c.strip()) for _, r in filled)


def _is_spanned(rows: Sequence[list[str]]) -> bool:
    """Two lines make the header: groups with gaps or repeats above, a word for each column below, data under that."""
    if len(rows) < 4 or len(rows[0]) != len(rows[1]) or not all(c.strip() and not kind_of_cell(c) for c in rows[1]):
        return False
    groups = [c.strip() for c in rows[0] if c.strip()]
    if not groups or (len(groups) == len(rows[0]) and len(set(groups)) == len(groups)):
        return False
    typed = sum(all(kind_of_cell(r[i]) for r in rows[2:] if i < len(r) and r[i].strip()) for i in range(len(rows[1])))
    return typed >= 2 and looks_like_header(rows[1:]) and not any(set(r) & set(groups) for r in rows[2:])


def _joined(groups: Sequence[str], labels: Sequence[str]) -> list[str]:
    """`2023` over `sales` and a gap: "2023 sales", and the group holds for the gap as well."""
    joined, group = [], ""
    for above, label in zip(groups, labels, strict=True):
        group = above.strip() or group
        joined.append(f"{group} {label}".strip())
    return joined


def _remarks(filled: list[tuple[int, list[str]]]) -> bool:
    """The file begins with `#` lines that are narrower than the rest."""
    if not filled or not filled[0][1][0].startswith("#"):
        return False
    others = [r for _, r in filled if not r[0].startswith("#")]
    return bool(others) and len(filled[0][1]) < _width(others)


def _width(rows: Sequence[list[str]]) -> int:
    """The commonest number of cells; of equally common ones the first seen."""
    return Counter(len(r) for r in rows).most_common(1)[0][0]


def _above(record: list[str], width: int) -> bool:
    """A title or note above the table: far fewer cells than the table has columns."""
    filled = sum(bool(c.strip()) for c in record)
    if width == 1:
        return False
    if len(record) < width:
        return filled <= max(1, width // 2)
    return width >= 3 and filled <= 1


def looks_like_header(rows: Sequence[list[str]]) -> bool:
    """Is the first of these records a header? Each column votes by how its first cell differs from the others."""
    first, rest = rows[0], rows[1:]
    if not any(c.strip() for c in first):
        return True
    if not rest:
        return not any(kind_of_cell(c) in ("number", "date") for c in first)
    spread = _spread(first, rest[0])
    vote = _PRIOR if all(c.strip() for c in first) or len(rest) < _FEW else 0.0
    for i, cell in enumerate(first):
        below = [r[i] for r in rest if i < len(r) and not _is_nothing(r[i])]
        if not below or _is_nothing(cell):
            continue
        kind, commonest = kind_of_cell(cell), Counter(map(kind_of_cell, below)).most_common(1)[0]
        typed = commonest[0] != "" and commonest[1] >= 0.8 * len(below)
        if typed and kind == "":
            vote += 2 if not any(ch.isdigit() for ch in cell) else 1
        elif typed and kind != commonest[0]:
            vote += 1
        elif typed and not spread:
            vote -= 2
        elif not typed and kind in ("number", "date") and not spread and not _is_code_row(first):
            vote -= 0.5
        elif not typed and not kind:
            vote += _shape_vote(cell, below)
    labels = [c.strip() for c in first if c.strip()]
    return vote > 0 or (vote == 0 and len(set(labels)) == len(labels))


def _is_nothing(cell: str) -> bool:
    return cell.strip().lower() in _NOTHING


def kind_of_cell(cell: str) -> str:
    """What a cell is plainly: number, date, truth, address; empty for words."""
    if len(cell) > _LONGEST:
        return ""
    return _kind_of_short(cell) if len(cell) <= _SHORT else _kind_of(cell)


def _kind_of(cell: str) -> str:
    hit = _TYPED.fullmatch(cell.strip())
    return (hit.lastgroup or "") if hit else ""


_kind_of_short = lru_cache(maxsize=1 << 16)(_kind_of)


def _spread(first: Sequence[str], second: Sequence[str]) -> bool:
    """The numbers in the first record are labels of a table spread out by year, month or class.

    That is: different years, three and more days one after another, or whole numbers in even steps, and the record
    below is not alike.
    """
    return any(test(first) and not test(second) for test in (_are_years, _are_days, _are_steps))


def _are_days(record: Sequence[str]) -> bool:
    """Days as a register of attendance has them, behind a word."""
    days = [c.strip() for c in record if kind_of_cell(c) == "date"]
    words = any(c.strip() and kind_of_cell(c) == "" for c in record)
    return words and len(days) >= 3 and len(set(days)) == len(days) and not _numbers(record)


def _are_years(record: Sequence[str]) -> bool:
    numbers = _numbers(record)
    return len(numbers) >= 2 and all(map(_YEAR.fullmatch, numbers)) and len(set(numbers)) == len(numbers)


def _are_steps(record: Sequence[str]) -> bool:
    numbers = _numbers(record)
    if not 3 <= len(numbers) < len(record) or not all(n.isdecimal() and len(n) < 19 for n in numbers):
        return False
    steps = {int(b) - int(a) for a, b in pairwise(numbers)}
    return len(steps) == 1 and steps != {0}


def _numbers(record: Sequence[str]) -> list[str]:
    return [c.strip() for c in record if kind_of_cell(c) == "number"]


def _is_code_row(first: Sequence[str]) -> bool:
    """A first word, then different whole numbers: labels that are codes."""
    numbers = [c for c in first[1:] if c.strip().isdigit()]
    return kind_of_cell(first[0]) == "" and len(numbers) == len(first) - 1 == len(set(numbers))


def _shape_vote(cell: str, below: Sequence[str]) -> float:
    """Words over words: seen again below speaks against a header; codes of one shape over a word for one, and so does a
    word that is never seen again over a few words that all are."""
    if cell in below:
        return -0.5 if len(below) < _FEW else -1.0
    counts = Counter(below)
    if len(below) >= max(_FEW, _OFTEN * len(counts)) and min(counts.values()) > 1:
        return 1.0
    shape = _shape(below[0])
    if len(below) >= 3 and all(_shape(c) == shape for c in below):
        return 0.5 if _shape(cell) != shape else -0.5
    return 0.0


def _shape(cell: str) -> str:
    """`R12` and `R7` are of one shape, `TEST3` and `TEST12` as well."""
    return re.sub(r"\d+", "9", re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]", "A", cell)))


def _labels(record: list[str], rest: Sequence[list[str]], width: int) -> tuple[str, ...]:
    """The header's cells, one for each column of the table at least."""
    if len(record) == width - 1 and rest and any(r[-1].strip() for r in rest if len(r) == width):
        # The row names of R's write.table stand in a column without a label.
        return ("", *record)
    return (*record, *("" for _ in range(width - len(record))))
