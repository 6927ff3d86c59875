"""Where a block of lines begins: what stands above its header, how deep the header is, and which line has units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from core.ingest.header import looks_like_header
from core.ingest.layout.grid import Columns, Grid, columns_of
from core.ingest.layout.key_lines import key_lines
from core.ingest.layout.words import is_note_line, is_unit, says

DEEPEST = 8
"""Lines that a header has at most."""
LONG = 60
"""Signs in a cell that is rather a sentence than a label."""
_COUNTED = re.compile(r"\(?(\d{1,3})\)?")
_STORED = re.compile(r"\d{1,3}[sdn]")
"""How wide a column is and what it holds, in a line below the header of the U.S. Geological Survey's files."""
_DASHES = re.compile(r"[-–—]+")
_AMOUNT = re.compile(r".*(?:[$€£¥]\s?\d|\d[.,]\d)")
"""No label looks like that."""


@dataclass(frozen=True, slots=True)
class Head:
    """A block's lines by what they are, as indices of the grid."""

    lead: list[int] = field(default_factory=list)
    header: list[int] = field(default_factory=list)
    units: list[int] = field(default_factory=list)
    numbering: list[int] = field(default_factory=list)
    """A line that counts the columns: (1), (2), (3)…"""
    body: list[int] = field(default_factory=list)
    sure: bool = False
    """Figures or dates stand under words: it is a header, not a guess."""


def head_of(grid: Grid, lines: Sequence[int]) -> Head:
    """Part a block's lines into what stands above the table, its header and the rest."""
    lead = _lead(grid, lines)
    rest = list(lines[len(lead) :])
    if not rest:
        return Head(lead=list(lines))
    columns = columns_of(grid, rest[len(rest) // 3 :] if len(rest) > 6 else rest[1:] or rest)
    if not columns.typed and 2 < len(rest) <= DEEPEST:
        columns = columns_of(grid, rest[-1:])
    if keys := key_lines(grid, rest, columns):
        return Head([*lead, *keys.others], [keys.header], keys.units, [], rest[len(keys.lines) :], True)
    depth = _labels(grid, rest, columns)
    sure = depth is not None
    if depth is None:
        depth = 1 if len(rest) > 1 and looks_like_header([_row(grid, r, columns) for r in rest[:200]]) else 0
        return Head(list(lead), rest[:depth], [], [], rest[depth:], False)
    above, header, below = _span(grid, rest[:depth], columns, rest[depth:])
    body = [*below, *rest[depth:]]
    units = [i for i in header[1:] if _is_units(grid, i, columns)]
    if len(header) > 1 and _is_common_unit(grid, header, columns):
        units.append(header.pop())
    if len(header) - len(units) == 1 and columns.used - {columns.left} <= set(grid.filled(header[0])):
        header = header[:1]  # of a header of several lines the units are a part
    while header and body and len(body) > 1 and _is_units(grid, body[0], columns):
        units.append(body.pop(0))
    numbering = [body.pop(0)] if header and len(body) > 1 and _is_numbering(grid, body[0], body[1], columns) else []
    return Head([*lead, *above], header, units, numbering, body, sure and bool(header))


def _row(grid: Grid, i: int, columns: Columns) -> list[str]:
    """A record's cells from the first column in use to the last."""
    last = max(columns.used, default=0)
    return [grid.cell(i, c).strip() for c in range(columns.left, last + 1)]


def _lead(grid: Grid, lines: Sequence[int]) -> list[int]:
    """The first lines that fill one cell, or few at the left edge of a wide block: titles and notes."""
    counts = sorted(len(grid.filled(i)) for i in lines[:400])
    wide = [n for n in counts if n > 1]
    width = wide[len(wide) // 2] if wide else 1
    left = min((f[0] for i in lines[:400] if len(f := grid.filled(i)) > 1), default=0)
    found: list[int] = []
    for at, i in enumerate(lines[:-1]):
        filled = grid.filled(i)
        if len(filled) > 1 and not _is_side_note(grid, i, filled, width, left):
            break
        if len(filled) == 1 and filled[0] > left and len(grid.cells(i)) > 1 and width == 2:
            below = grid.kinds(lines[at + 1])
            if len(below) > filled[0] and below[filled[0]] in ("n", "m"):
                break  # `,Value` over rows of two cells is a header
        found.append(i)
    return found


def _is_side_note(grid: Grid, i: int, filled: tuple[int, ...], width: int, left: int) -> bool:
    """`Period:,2020` above a table of five columns; a sentence cut at its commas."""
    if width >= 5 and len(filled) == 2 and max(filled) <= left + 1:
        return True
    first = grid.cell(i, filled[0]).strip()
    if len(first) > LONG and len(filled) <= max(1, width // 3) and not any(k == "n" for k in grid.kinds(i)):
        return True
    return is_note_line(grid, i) and len(filled) <= max(1, width // 2)


def _labels(grid: Grid, lines: Sequence[int], columns: Columns) -> int | None:
    """How many of the first lines hold no data, judged by the columns of numbers and dates; None if there are none."""
    typed = columns.typed
    if not typed:
        return None
    for depth, i in enumerate(lines):
        kinds = grid.kinds(i)
        here = [(c, kinds[c]) for c in typed if c < len(kinds) and kinds[c] and kinds[c] != "x"]
        if not here:
            if len(grid.filled(i)) > 1 and depth and _is_row_of_words(grid, lines[:depth], i, columns):
                return depth
            continue
        if any(k == "n" and _AMOUNT.match(grid.cell(i, c)) for c, k in enumerate(kinds)):
            return depth
        values = [c for c, k in here if _is_value(k, columns.kinds[c])]
        if 2 * len(values) >= len(here) and values and not _is_scale(grid, lines, depth, columns):
            return depth
    return 0


def _is_value(letter: str, wanted: str) -> bool:
    if wanted == "n":
        return letter in "nmy"
    return letter == wanted or letter == "m" or (wanted == "d" and letter == "y")


def _is_row_of_words(grid: Grid, above: Sequence[int], i: int, columns: Columns) -> bool:
    """A line without figures under a header that is whole already: a row whose figures are missing."""
    whole = any(columns.used <= set(grid.filled(a)) for a in above)
    return whole and not _is_units(grid, i, columns)


def _is_scale(grid: Grid, lines: Sequence[int], depth: int, columns: Columns) -> bool:
    """Years, or numbers in even steps, as labels of the columns: the line below is not alike, or tells them apart."""
    if depth + 1 >= len(lines):
        return False
    mine, below = _scale(grid, lines[depth], columns), _scale(grid, lines[depth + 1], columns)
    return mine and (not below or _spans(grid, lines[depth], lines[depth + 1]))


def _spans(grid: Grid, i: int, below: int) -> bool:
    """A year over its quarters or months: each cell of a line stands over the first of several below."""
    kinds, under = grid.kinds(i), set(grid.filled(below))
    over = [c for c in grid.filled(i) if kinds[c] != "t" or c in under]  # `Offence` names the column of labels
    return bool(over) and set(over) < under and 2 * len(over) <= len(under) and all(kinds[c] == "y" for c in over)


def _scale(grid: Grid, i: int, columns: Columns) -> bool:
    kinds = grid.kinds(i)
    at = [c for c in columns.typed if c < len(kinds) and kinds[c]]
    words = [c for c in at if kinds[c] == "t"]
    if len(at) - len(words) >= 2:
        at = [c for c in at if c not in words]  # `Code,2019,2020`, where the codes are numbers
    texts = [grid.cell(i, c).strip() for c in at]
    letters = {kinds[c] for c in at}
    if any(kinds[c] == columns.kinds[c] == "d" for c in at):
        return False  # a row with a day of its own, and an amount that looks like a year
    if letters and letters <= {"y", "d"}:
        numeric = sum(columns.kinds[c] == "n" for c in at)
        return (len(at) >= 2 or not kinds[0] or kinds[0] == "t") and numeric >= max(1, len(at) - 1)
    if (
        letters == {"n"}
        and len(texts) >= 3
        and len(at) < len([k for k in kinds if k])
        and all(t.isdecimal() and len(t) < 19 for t in texts)
    ):
        steps = {int(b) - int(a) for a, b in pairwise(texts)}
        return len(steps) == 1 and steps != {0}
    return False


def _span(
    grid: Grid, labels: Sequence[int], columns: Columns, rows: Sequence[int]
) -> tuple[list[int], list[int], list[int]]:
    """The lines without data, parted into those above the header, the header, and group headings below it."""
    cand, below = list(labels), list[int]()
    while len(cand) > 1 and _is_heading(grid, cand, columns, rows):
        below.insert(0, cand.pop())
    whole = [n for n, i in enumerate(cand) if _is_whole(grid, i, columns)]
    if len(whole) > 1 and (len(whole) > 2 or len(columns.typed) < 2):
        # Line after line has words in all columns: the first is the header, the others are rows.
        cand, below = cand[: whole[0] + 1], [*cand[whole[0] + 1 :], *below]
    first = next((n for n in range(1, len(cand)) if whole and whole[0] < n and _is_filled_in(grid, cand[n])), None)
    if first is not None and not _is_units(grid, cand[first], columns):
        cand, below = cand[:first], [*cand[first:], *below]
    header: list[int] = []
    covered: set[int] = set()
    while cand and len(header) < DEEPEST:
        i = cand[-1]
        if header and not _belongs(grid, i, header, covered, columns):
            break
        if (
            not header
            and len(grid.filled(i)) > 1
            and is_note_line(grid, i)
            and len(grid.filled(i)) <= columns.width // 2
        ):
            break
        header.insert(0, cand.pop())
        covered |= set(grid.filled(i))
    return cand, header, below


def _is_whole(grid: Grid, i: int, columns: Columns) -> bool:
    """A line that fills all columns, each with words of its own, and no units."""
    texts = [grid.cell(i, c).strip() for c in grid.filled(i)]
    return columns.used <= set(grid.filled(i)) and len(set(texts)) == len(texts) and not _is_units(grid, i, columns)


def _is_filled_in(grid: Grid, i: int) -> bool:
    """A row's cells and no labels: a sign that stands for nothing, or a sentence."""
    cells = [(k, grid.cell(i, c).strip()) for c, k in enumerate(grid.kinds(i)) if c and k]
    if all(_DASHES.fullmatch(text) for _, text in cells):
        return False  # a line drawn under the header
    return any(k == "m" or len(text) > 2 * LONG or _DASHES.fullmatch(text) for k, text in cells)


def _is_heading(grid: Grid, cand: Sequence[int], columns: Columns, rows: Sequence[int]) -> bool:
    """The last line before the data fills the first column alone: a group's heading, if others like it follow or the
    header above names that column."""
    filled = grid.filled(cand[-1])
    if len(filled) != 1 or filled[0] > columns.left:
        return False
    if not any(len(grid.filled(i)) > 1 for i in cand[:-1]):
        return False
    named = any(columns.left in grid.filled(i) for i in cand[:-1] if len(grid.filled(i)) > 1)
    alike = any(grid.filled(r) == filled and grid.kinds(r)[filled[0]] == "t" for r in rows[1:400])
    return named or alike


def _belongs(grid: Grid, i: int, header: Sequence[int], covered: set[int], columns: Columns) -> bool:
    """Whether a line above header lines is one itself."""
    filled = set(grid.filled(i))
    used = columns.used or covered
    if len(filled) == 1:
        # A lone cell over a header that is whole is a title.
        return not filled <= covered and not used <= covered and min(filled) != columns.left
    if any(len(grid.cell(i, c).strip()) > 2 * LONG for c in filled) or is_note_line(grid, i):
        return False
    lacking = used - covered
    if max(filled) <= columns.left + 1 and columns.width > 2 and not filled & lacking:
        return False
    texts = [grid.cell(i, c).strip() for c in sorted(filled)]
    both_whole = used <= covered and used <= filled
    return not (both_whole and len(set(texts)) == len(texts))


def _is_units(grid: Grid, i: int, columns: Columns) -> bool:
    """A line of units: most of its cells, beside the first one, are such."""
    kinds = grid.kinds(i)
    cells = [grid.cell(i, c) for c, k in enumerate(kinds) if k and c > columns.left]
    if not cells or any(kinds[c] == "n" for c in columns.typed if c < len(kinds) and not is_unit(grid.cell(i, c))):
        return False
    first = grid.cell(i, columns.left).strip()
    units = sum(map(is_unit, cells))
    if len(cells) == 1 and first and not first.casefold().startswith("unit"):
        return False
    return units * 10 >= 6 * len(cells) and units > 0


def _is_common_unit(grid: Grid, header: Sequence[int], columns: Columns) -> bool:
    """The last line below a whole header is a unit over the figures, written once: `Persons in thousands`."""
    filled = grid.filled(header[-1])
    above = {c for i in header[:-1] for c in grid.filled(i)}
    if len(filled) != 1 or filled[0] <= columns.left or not columns.used - {columns.left} <= above:
        return False
    words = grid.cell(header[-1], filled[0]).split()
    return len(words) <= 6 and columns.width - filled[0] > 2 and any(says("unit", w) for w in words)


def _is_numbering(grid: Grid, i: int, below: int, columns: Columns) -> bool:
    """The columns' numbers, from 1 (or from 2 beside a letter) upwards, and the line below is not alike; or their
    widths."""
    texts = [c.strip() for c in grid.cells(i) if c.strip()]
    if len(texts) > 2 and all(map(_STORED.fullmatch, texts)):
        return True
    hits = [_COUNTED.fullmatch(t) for t in texts]
    if len(texts) < max(4, len(columns.used) - 1) or not all(hits[1:]):
        return False
    numbers = [int(h[1]) for h in hits if h]
    steps = all(b - a == 1 for a, b in pairwise(numbers))
    alike = all(_COUNTED.fullmatch(c.strip()) for c in grid.cells(below) if c.strip())
    return steps and numbers[0] in (0, 1, 2) and not alike
