"""Rows that are the sum of rows above them, told by their figures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.ingest.layout.cells import figure
from core.ingest.layout.drafts import Draft
from core.ingest.layout.grid import Grid
from core.ingest.layout.words import says

_LEAST = 3
"""Rows that a sum has at least where no word says that it is one."""
_MANY = 8
"""Rows of a table whose first or last one is tried as the sum of all others."""
_BEYOND = 1_000
"""How many times larger than what rounding can make of it such a sum is."""
_DECIMALS = re.compile(r"[.,](\d+)\D*$")

Figures = list[float | None]


class Run:
    """Rows added up, column by column."""

    def __init__(self, width: int) -> None:
        self.rows = 0
        self.sums = [0.0] * width
        self.filled = [0] * width
        self.beyond_zero = [0] * width

    def add(self, figures: Figures) -> None:
        self.rows += 1
        for k, value in enumerate(figures):
            if value is not None:
                self.sums[k] += value
                self.filled[k] += 1
                self.beyond_zero[k] += bool(value)


def sums(grid: Grid, draft: Draft, numeric: Sequence[int], worded: set[int]) -> set[int]:
    """The rows whose figures are the sum of the rows since the last such row or the group's heading, of the sums before
    them, or of all rows above. Rows that say `of which` are left out of sums.

    Of the rows in `worded`, half of the columns must add up, rounding allowed for; of others nearly all, and two at
    least.
    """
    rows = draft.rows
    steps = [step(grid, rows, c) for c in numeric]
    shown = {i: [figure(grid.cell(i, c)) for c in numeric] for i in rows}
    starts = _starts(draft)
    found: set[int] = set()
    run, above, whole = (Run(len(numeric)) for _ in range(3))
    for i in rows:
        figures = shown[i]
        if i in starts:
            run = Run(len(numeric))
        said = i in worded
        least = 2 if said else _LEAST
        if (
            (run.rows >= least and adds_up(run, figures, steps, said))
            or (above.rows >= 2 and adds_up(above, figures, steps, said))
            or (whole.rows > run.rows and adds_up(whole, figures, steps, said))
        ):
            found.add(i)
            above.add(figures)
            run = Run(len(numeric))
        elif not says("part", grid.cell(i, draft.columns.left)):
            run.add(figures)
            whole.add(figures)
    return found or _ends(rows, shown, steps)


def _ends(rows: Sequence[int], shown: Mapping[int, Figures], steps: Sequence[float]) -> set[int]:
    """The first row, or the last, where it is the sum of all others: a country above its states.

    The figures must be so large beside their rounding that they cannot be the sum by chance; then one column is enough.
    """
    if len(rows) < _MANY:
        return set()
    every = Run(len(steps))
    for i in rows:
        every.add(shown[i])
    for at in (rows[0], rows[-1]):
        good = bad = 0
        for k, wanted in enumerate(shown[at]):
            filled = every.filled[k] - 1
            if wanted is None or 2 * filled < every.rows - 1 or every.beyond_zero[k] - bool(wanted) < _LEAST:
                continue
            slack = 2 * steps[k] * (filled + 1)
            if abs(wanted) >= _BEYOND * slack and abs(every.sums[k] - 2 * wanted) <= slack:
                good += 1
            else:
                bad += 1
        if good > bad:
            return {at}
    return set()


def last_of_all(grid: Grid, rows: Sequence[int], numeric: Sequence[int]) -> set[int]:
    """The last row, or the first, of a table of any length where it is the sum of all others."""
    shown = {i: [figure(grid.cell(i, c)) for c in numeric] for i in rows}
    return _ends(rows, shown, [step(grid, rows, c) for c in numeric])


def _starts(draft: Draft) -> set[int]:
    """The first row of each group."""
    heads = set(draft.headings)
    found, new = set(), False
    for i in sorted({*draft.rows, *heads}):
        if i in heads:
            new = True
        elif new:
            found.add(i)
            new = False
    return found


def step(grid: Grid, rows: Sequence[int], column: int) -> float:
    """Half of the last decimal place that the column shows."""
    places = 0
    for i in rows[:100]:
        if hit := _DECIMALS.search(grid.cell(i, column).strip()):
            places = max(places, len(hit[1]) if len(hit[1]) != 3 else 0)
    return 0.5 * 10.0**-places


def adds_up(run: Run, figures: Figures, steps: Sequence[float], said: bool) -> bool:
    """Whether figures are what a run of rows adds up to: half of the columns, where something else says that they are a
    sum; else nearly all, and two at least without any rounding."""
    good = bad = exact = 0
    for k, wanted in enumerate(figures):
        if wanted is None or not run.filled[k] or (not wanted and not run.beyond_zero[k]):
            continue  # nothing of nothing says nothing
        off = abs(run.sums[k] - wanted)
        if off <= max(steps[k] * (run.filled[k] + 1) if said or steps[k] < 0.5 else 0.0, 1e-9 * abs(wanted)):
            good += 1
            exact += (
                off <= max(1e-9 * abs(wanted), 1e-6 * steps[k])
                and run.beyond_zero[k] >= 2
                and abs(wanted) >= 10 * steps[k]
            )
        elif not (run.filled[k] < run.rows and 0 <= run.sums[k] < wanted):  # a part that is not shown may be the rest
            bad += 1
    return (good > 0 and good >= bad) if said else (good >= 2 and exact >= 2 and good >= 4 * bad)
