"""Tables beside each other: a blank column between, and signs that each has rows of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ingest.layout.drafts import Draft
from core.ingest.layout.grid import Grid, Record, columns_of

_MOST = 20
"""Tables beside each other."""


def side_by_side(grid: Grid, draft: Draft, width: int) -> list[tuple[Grid, Draft]]:
    """The tables of which a draft consists, from left to right, each with the file as it sees it; mostly the draft."""
    groups = _groups(grid, draft, width)
    if not 2 <= len(groups) <= _MOST or not _apart(grid, draft, groups):
        return [(grid, draft)]
    header, title = list(draft.header), list(draft.title)
    if len(header) > 1 and all(sum(a <= c <= b for c in grid.filled(header[0])) == 1 for a, b in groups):
        title.append(header.pop(0))
    made: list[tuple[Grid, Draft]] = []
    for left, right in groups:
        view = window(grid, left, right)
        body = [i for i in draft.body if not view.blank(i)]
        made.append(
            (
                view,
                replace(
                    draft,
                    columns=columns_of(view, body),
                    title=list(title),
                    header=list(header),
                    units=list(draft.units),
                    numbering=list(draft.numbering),
                    body=body,
                    after_gap=set(draft.after_gap),
                    rows=[],
                    headings=[],
                    totals=[],
                    repeated=[],
                    notes=list(draft.notes) if not made else [],
                    beside=True,
                    left=left,
                    right=right,
                ),
            )
        )
    return made


def window(grid: Grid, left: int, right: int) -> Grid:
    """The grid with nothing but these columns; they keep their places."""
    empty = [""] * left
    return Grid([Record(r.first, r.last, [*empty[: len(r.cells)], *r.cells[left : right + 1]]) for r in grid.records])


def _groups(grid: Grid, draft: Draft, width: int) -> list[tuple[int, int]]:
    """Runs of two and more columns in use, parted by columns in which nothing stands."""
    header = {c for i in draft.header for c in grid.filled(i)}
    maybe = [c for c in range(width) if c not in header and (c >= draft.columns.width or not draft.columns.kinds[c])]
    for i in draft.body if maybe else ():
        cells = grid.cells(i)
        maybe = [c for c in maybe if c >= len(cells) or not cells[c] or cells[c].isspace()]
        if not maybe:
            break
    used = [c not in maybe for c in range(width)]
    if all(used):
        return _repeats(grid, draft, width)
    groups: list[tuple[int, int]] = []
    start = None
    for c, here in enumerate([*used, False]):
        if here and start is None:
            start = c
        elif not here and start is not None:
            groups.append((start, c - 1))
            start = None
    return groups if all(b > a for a, b in groups) else [(0, width - 1)]


def _repeats(grid: Grid, draft: Draft, width: int) -> list[tuple[int, int]]:
    """The columns in groups where the header says the same words again and again: `Year, Rate, Year, Rate`."""
    whole = [(0, width - 1)]
    if not draft.header:
        return whole
    labels = [grid.cell(draft.header[-1], c).strip().casefold() for c in range(width)]
    for size in range(2, width // 2 + 1):
        if width % size == 0 and labels == labels[:size] * (width // size) and len({*labels} - {""}) == size:
            groups = [(a, a + size - 1) for a in range(0, width, size)]
            ends = {max((i for i in draft.body if grid.cell(i, a).strip()), default=-1) for a, _ in groups}
            above = [grid.filled(i) for i in (*draft.title[-1:], *draft.header[:-1])]
            titled = any(f == tuple(a for a, _ in groups) for f in above)
            return groups if len(ends) > 1 or titled else whole
    return whole


def _apart(grid: Grid, draft: Draft, groups: Sequence[tuple[int, int]]) -> bool:
    """They share labels, or end in different lines and begin with a column of words; each has a header of its own."""
    if not draft.header or not draft.body:
        return False
    last = draft.header[-1]
    named = [{grid.cell(last, c).strip().casefold() for c in range(a, b + 1)} - {""} for a, b in groups]
    if not all(len(n) > 1 for n in named):
        return False
    ends = [max((i for i in draft.body if any(a <= c <= b for c in grid.filled(i))), default=-1) for a, b in groups]
    shared = all(named[0] & other for other in named[1:])
    worded = all(a < draft.columns.width and draft.columns.kinds[a] in ("t", "d", "y") for a, _ in groups[1:])
    return shared or (worded and len(set(ends)) > 1)
