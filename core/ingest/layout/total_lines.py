"""The rows that sum up others: by a total's word, by their figures, or by saying how many rows there are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from core.ingest.layout.cells import figure
from core.ingest.layout.drafts import Draft
from core.ingest.layout.grid import Columns, Grid
from core.ingest.layout.sums import last_of_all, sums
from core.ingest.layout.words import is_bare_total, is_total, says, total_labels

_MANY = 2_000
"""In tables of more rows totals are looked for at their end alone."""
_FEW = 200
"""In a plain file of more rows none is looked for without its word."""
_TWO = 2
_ONE_UP = 0.6
"""Of which share of the rows a number is one more than the one before, at least."""
_ALL = re.compile(r"(?:all|alle|tous|toutes|todos|todas|tutti|tutte)\b", re.IGNORECASE)


def total_lines(grid: Grid, draft: Draft, report: bool) -> list[int]:
    """The rows that sum up others, by their word or by their figures."""
    rows, columns = draft.rows, draft.columns
    numeric = sorted(c for c, k in enumerate(columns.kinds) if k == "n" and not _numbering(grid, draft, c))
    if not rows or len(rows) < 2:
        return []
    end = rows[-3:] if len(rows) > _MANY else rows
    labelled = total_labels(grid, end, columns)
    worded = [i for i in labelled if _has_figure(grid, i, numeric)]
    counts = _counts(grid, draft, labelled)
    look = numeric and len(rows) <= (_MANY if worded or report else _FEW)
    ends = {i for i in (rows[0], rows[-1]) if _ALL.match(grid.cell(i, columns.left).strip())}
    by_sum = sums(grid, draft, numeric, {*worded, *ends}) if look else set[int]()
    if worded and not look:  # of a long table the last row alone
        by_sum = last_of_all(grid, rows, numeric) & {*worded}
    sure = by_sum if not report else by_sum | _at_ends(grid, draft, worded)
    worded = [i for i in worded if i in sure]
    left = columns.left
    labels = [grid.cell(i, left).strip().casefold() for i in rows] if len(rows) <= _MANY else []
    proved = [i for i in worded if i in by_sum]
    if labels and len(set(labels)) < 0.5 * len(labels) and 2 * len(proved) < len(worded):
        # The label is one of few kinds that come again and again: a column that says what is counted.
        said = [grid.cell(i, columns.left).strip().casefold() for i in worded]
        worded = [i for i, label in zip(worded, said, strict=True) if i in by_sum or labels.count(label) == 1]
    found = set(worded) | by_sum | counts
    return sorted(found) if 2 * len(found) <= len(rows) else []


def _numbering(grid: Grid, draft: Draft, column: int) -> bool:
    """The first column numbers the rows, `1, 2, 3`: in a list of codes `3,Total` adds nothing up."""
    if column != draft.columns.left or len(draft.rows) > _MANY:
        return False
    numbers = [figure(grid.cell(i, column)) for i in draft.rows]
    steps = sum(a is not None and b == a + 1 for a, b in pairwise(numbers))
    return _ONE_UP * (len(numbers) - 1) <= steps


def _counts(grid: Grid, draft: Draft, labelled: Sequence[int]) -> set[int]:
    """The last row where it says how many rows there are, in whichever column: `Total | | 170`; or stands alone below a
    blank line with a figure or two."""
    last = draft.rows[-1]
    filled = grid.filled(last)
    odd = len(filled) == _TWO and filled[0] < draft.columns.width and draft.columns.kinds[filled[0]] in ("d", "n")
    if odd and grid.kinds(last)[filled[0]] == "t" and figure(grid.cell(last, filled[1])) == len(draft.rows) - 1:
        return {last}  # `No. done | 41`, in a column of days
    if last not in labelled or not _begins_with_total(grid, last, draft.columns):
        return set()
    label, *rest = grid.filled(last)
    numbers = [n for c in rest if (n := figure(grid.cell(last, c))) is not None]
    alone = last in draft.after_gap and 1 <= len(rest) <= _TWO and is_bare_total(grid.cell(last, label))
    return {last} if len(numbers) == len(rest) > 0 and (alone or len(draft.rows) - 1 in numbers) else set()


def _begins_with_total(grid: Grid, i: int, columns: Columns) -> bool:
    filled = grid.filled(i)
    return 2 * len(filled) <= columns.usual and is_total(grid.cell(i, filled[0]))


def _at_ends(grid: Grid, draft: Draft, worded: Sequence[int]) -> set[int]:
    """The rows called totals that stand where totals do: first or last of the table or a group, beside a blank line or
    another total; or whose label is the word alone."""
    lines = [i for i in draft.body if i not in draft.notes]
    places = {i: n for n, i in enumerate(lines)}
    breaks = {*draft.headings, *draft.repeated}
    found: set[int] = set()
    for i in reversed(worded):
        n = places[i]
        before, after = lines[n - 1] if n else None, lines[n + 1] if n + 1 < len(lines) else None
        ends = after is None or after in breaks or after in found or after in draft.after_gap
        label = grid.cell(i, grid.filled(i)[0])
        begins = (before is None or before in draft.headings or i in draft.after_gap) and bool(says("total", label))
        if ends or begins or is_bare_total(label):
            found.add(i)
    return found


def _has_figure(grid: Grid, i: int, numeric: Sequence[int]) -> bool:
    kinds = grid.kinds(i)
    return any(c < len(kinds) and kinds[c] in ("n", "y") for c in numeric)
