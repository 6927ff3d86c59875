"""A header of several lines as one: each column has what stands above it, from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence

from core.ingest.layout.grid import Grid


def flatten(grid: Grid, header: Sequence[int], width: int) -> tuple[str, ...]:
    """The header's lines as one: each column has what stands above it, from top to bottom, once.

    A cell holds for the empty ones after it where a line further down tells them apart (a merged cell, carried on).
    """
    if not header:
        return ("",) * width
    if len(header) == 1:
        cells = grid.cells(header[0])
        kinds = grid.kinds(header[0])
        return tuple(cells[c] if c < len(cells) and c < len(kinds) and kinds[c] else "" for c in range(width))
    lines = [[" ".join(grid.cell(i, c).split()) for c in range(width)] for i in header]
    last = [any(line[c] for line in lines[k + 1 :]) for k in range(len(lines)) for c in range(width)]
    labels: list[list[str]] = [[] for _ in range(width)]
    for k, line in enumerate(lines):
        carried = ""
        for c, text in enumerate(line):
            below = last[k * width + c]
            if text:
                carried = text
            elif not below or (k and _begins(lines, k, c)):
                carried = ""
            if carried and carried not in labels[c]:
                labels[c].append(carried)
    return tuple(" ".join(parts) for parts in labels)


def _begins(lines: Sequence[Sequence[str]], k: int, c: int) -> bool:
    """Whether a group of a line above begins in this column: what stands left of it does not hold here."""
    return any(line[c] for line in lines[:k])
