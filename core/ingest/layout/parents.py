"""Rows that are the sum of the rows below them, as `Europe` above its countries: they head a group and are a total.

Where labels are set in, the blanks before them say what belongs to what, and the figures must agree. Where they are
not, figures alone say it, for most rows of the table and in several columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ingest.layout.cells import figure
from core.ingest.layout.grid import Columns, Grid
from core.ingest.layout.sums import Figures, Run, adds_up, step

_LEAST = 2
"""Rows below a row that is their sum, and parents of a table that is not set in."""
_LONGEST = 80
"""Rows below a parent, where nothing is set in."""
_MOST = 1_000
_COVERED = 0.8
"""The share of the rows that stand below parents, where nothing is set in."""


def parents(grid: Grid, rows: Sequence[int], columns: Columns) -> list[int]:
    """The rows that are the sum of those below them; none in a table where that may be chance."""
    label = label_column(grid, rows, columns)
    numeric = sorted(c for c, k in enumerate(columns.kinds) if k == "n" and c >= label)
    if not numeric or not 2 * _LEAST <= len(rows) <= _MOST or columns.kinds[label] not in ("t", "d"):
        return []
    depths = [indent(grid, i, label) for i in rows]
    steps = [step(grid, rows, c) for c in numeric]
    shown = {i: [figure(grid.cell(i, c)) for c in numeric] for i in rows}
    if len(set(depths)) > 1:
        return _set_in(rows, depths, shown, steps)
    return _by_figures(rows, shown, steps)


def label_column(grid: Grid, rows: Sequence[int], columns: Columns) -> int:
    """The column of the rows' names: the first, or the one behind it where the first has whole numbers that are codes,
    each once."""
    left = columns.left
    if left + 1 >= len(columns.kinds) or columns.kinds[left] != "n" or columns.kinds[left + 1] not in ("t", "d"):
        return left
    codes = [said for i in rows if (said := grid.cell(i, left).strip())]
    return left + 1 if codes and all(c.isdecimal() for c in codes) and len(set(codes)) == len(codes) else left


def indent(grid: Grid, i: int, column: int) -> int:
    """The blanks before the text of a record's cell; 0 where it is empty."""
    text = grid.cell(i, column)
    return len(text) - len(text.lstrip()) if text.strip() else 0


def below(grid: Grid, draft_rows: Sequence[int], found: Sequence[int], left: int) -> dict[int, int]:
    """Row → the parent below which it stands. Where labels are set in, a row no further right than a parent ends it."""
    heads, owner = set(found), dict[int, int]()
    order = sorted({*draft_rows, *found})
    deep = len({indent(grid, i, left) for i in order}) > 1
    open_: list[int] = []
    for i in order:
        while deep and open_ and indent(grid, open_[-1], left) >= indent(grid, i, left):
            open_.pop()
        if i in heads:
            open_ = [*open_, i] if deep else [i]
        elif open_:
            owner[i] = open_[-1]
    return owner


def _set_in(
    rows: Sequence[int], depths: Sequence[int], shown: Mapping[int, Figures], steps: Sequence[float]
) -> list[int]:
    found = []
    for n, i in enumerate(rows):
        end = next((k for k in range(n + 1, len(rows)) if depths[k] <= depths[n]), len(rows))
        inner = range(n + 1, end)
        if len(inner) < _LEAST:
            continue
        first = min(depths[k] for k in inner)
        run = Run(len(steps))
        for k in inner:
            if depths[k] == first:
                run.add(shown[rows[k]])
        if run.rows >= _LEAST and adds_up(run, shown[i], steps, said=True):
            found.append(i)
    return found


def _by_figures(rows: Sequence[int], shown: Mapping[int, Figures], steps: Sequence[float]) -> list[int]:
    found, covered, n = [], 0, 0
    while n < len(rows):
        run = Run(len(steps))
        for k in range(n + 1, min(len(rows), n + 1 + _LONGEST)):
            run.add(shown[rows[k]])
            if run.rows >= _LEAST and adds_up(run, shown[rows[n]], steps, said=False):
                found.append(rows[n])
                covered += run.rows + 1
                n = k
                break
        n += 1
    return found if len(found) >= _LEAST and covered >= _COVERED * len(rows) else []
