"""Where the boxes of a network stand, and how the lines run. The same network is laid out the same way every time."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pages._graph.shapes import Box, Network

HEAD, ROW, FOOT = 34.0, 24.0, 22.0
"""Pixels: a box's title, each of its rows, what is said under them. A box with a note and no rows is `TWO` tall."""
TWO = 50.0
PILL = 26.0
_MOST_EXACT = 120
_LETTER, _SMALL = 8.3, 7.4
"""Pixels a letter takes, in titles and in rows."""
_PAD = 26.0
_LEAST, _WIDEST = 84.0, 300.0
_GAP, _TIGHT, _WAY = (40.0, 26.0), (26.0, 22.0), 76.0
"""Room between two boxes, across and down; of very many; across, where lines run from column to column."""
_VERY_MANY = 36
_FILLED = (0.62, 0.56)
"""The share of the picture that boxes with their room cover, about: of few, and of `_MANY` and more."""
_MANY = 16
_WIDE = (1.5, 1.85)
"""The picture's width by its height, of few boxes and of many."""
_STRIP = 440.0
"""Pixels across of the picture for a narrow screen, about: as wide as can be read there; it grows downwards."""
_SLIM = (14.0, 30.0)
"""Room between two boxes there."""
_ROUNDS, _PASSES = 8, 60
"""So often the boxes are drawn together, and then pushed apart."""
_NEAR = 44.0
"""With less room between two boxes a line joins them on one side."""
_BEND = 26.0
"""So far apart run the lines of one pair of boxes."""

Spots = dict[str, tuple[float, float]]
Size = tuple[float, float]


@dataclass(frozen=True)
class Plan:
    """`boxes`: left, top, width, height of each; `paths`: per line its SVG path and where its ends' marks stand."""

    width: float
    height: float
    boxes: dict[str, tuple[float, float, float, float]]
    paths: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]


@lru_cache(maxsize=32)
def plan(drawn: Network, tall: bool = False) -> Plan:
    """The whole picture, in pixels from its top left corner; `tall`: for a narrow screen.

    Boxes that hang together are laid out by their lines (Kamada and Kawai 1989), turned to lie wide, drawn together
    and pushed apart where they overlap; the parts stand in rows. On a narrow screen they stand in rows themselves, in
    the order in which that drawing, turned upright, has them from top to bottom.
    """
    import networkx as nx

    size = {b.id: measure(b) for b in drawn.boxes}
    graph = nx.Graph()
    graph.add_nodes_from(size)
    graph.add_edges_from((line.a, line.b) for line in drawn.lines if line.a != line.b)
    gap = _TIGHT if len(drawn.boxes) >= _VERY_MANY else _GAP
    if any(line.row_a or line.row_b for line in drawn.lines):
        gap = (_WAY, gap[1])
    if tall:
        gap = _SLIM
    parts = sorted((sorted(c) for c in nx.connected_components(graph)), key=lambda c: (-len(c), c))
    laid, sizes = [], []
    for part in parts:
        group = graph.subgraph(part)
        spots = _stacked(nx, group, size) if tall else _spread(nx, group, size, gap)
        left, top = (min(spots[n][i] - size[n][i] / 2 for n in part) for i in (0, 1))
        spots = {n: (x - left, y - top) for n, (x, y) in spots.items()}
        laid.append(spots)
        sizes.append(tuple(max(spots[n][i] + size[n][i] / 2 for n in part) + gap[i] for i in (0, 1)))
    middles = _in_rows(laid, sizes, _STRIP if tall else None)
    boxes = {n: (round(x - size[n][0] / 2, 1), round(y - size[n][1] / 2, 1), *size[n]) for n, (x, y) in middles.items()}
    width, height = (max((b[i] + b[i + 2] for b in boxes.values()), default=0.0) for i in (0, 1))
    return Plan(width, height, boxes, _paths(drawn, boxes))


def measure(box: Box) -> Size:
    """A box's width and height, by what is written in it."""
    letters = _LETTER * len(box.title) + (_SMALL * len(box.note) + 10 if box.rows or box.more else 0)
    if not box.rows and not box.more:
        letters = max(letters, _SMALL * len(box.note))
    rows = [_SMALL * (len(r.label) + len(r.note)) + 18 for r in box.rows]
    wide = min(_WIDEST, max([_LEAST, letters + _PAD, *(r + _PAD for r in rows)]))
    if box.kind == "shared":
        return wide, PILL
    if box.rows or box.more:
        return wide, HEAD + ROW * len(box.rows) + (FOOT if box.more else 6.0)
    return wide, TWO if box.note else HEAD


def _spread(nx: Any, group: Any, size: dict[str, Size], gap: Size) -> Spots:
    """One part's boxes, wider than tall, about as close together as their sizes allow."""
    import numpy as np

    names = sorted(group)
    if len(names) == 1:
        return {names[0]: (0.0, 0.0)}
    extent = np.array([size[n] for n in names])
    at = _by_lines(nx, group, names)
    full = _FILLED[0] + (_FILLED[1] - _FILLED[0]) * min(1.0, len(names) / _MANY)
    room = float(((extent + gap).prod(axis=1)).sum()) / full
    shape = _WIDE[len(names) >= _MANY]
    at *= (room / max(float(np.ptp(at, axis=0).prod()), 1e-9)) ** 0.5 if np.ptp(at, axis=0).min() > 1e-3 else 300.0
    for _ in range(_ROUNDS):
        at = _apart(at, extent, gap)
        wide, tall = (float((at + extent / 2).max(axis=0)[i] - (at - extent / 2).min(axis=0)[i]) for i in (0, 1))
        if wide * tall <= 1.05 * room and wide / tall >= 0.8 * shape:
            break
        closer = max(0.8, min(1.0, (room / (wide * tall)) ** 0.5))
        flatter = min(1.3, max(1 / 1.3, (shape * tall / wide) ** 0.5))
        at *= np.array([closer * flatter, closer / flatter])
    if gap[0] == _WAY:
        place = {n: i for i, n in enumerate(names)}
        at = _beside(at, extent, gap, [(place[a], place[b]) for a, b in sorted(group.edges)])
    at = _apart(at, extent, gap)
    return {n: (round(float(x), 3), round(float(y), 3)) for n, (x, y) in zip(names, at, strict=True)}


def _by_lines(nx: Any, group: Any, names: Sequence[str]) -> Any:
    """Where the boxes' middles lie by their lines alone, around the origin, the longer axis across."""
    import numpy as np

    start = nx.circular_layout(names)
    exact = len(group) <= _MOST_EXACT
    spots = nx.kamada_kawai_layout(group, pos=start) if exact else nx.spring_layout(group, pos=start, seed=1)
    at = np.array([spots[n] for n in names])
    at -= at.mean(axis=0)
    return at @ np.linalg.svd(at, full_matrices=False)[2].T


def _stacked(nx: Any, group: Any, size: dict[str, Size]) -> Spots:
    """One part's boxes in rows as wide as a narrow screen, from one end of it to the other."""
    names = sorted(group)
    if len(names) == 1:
        return {names[0]: (0.0, 0.0)}
    aside = {n: (float(y), float(x)) for n, (x, y) in zip(names, _by_lines(nx, group, names), strict=True)}
    rows: list[list[str]] = []
    left = 0.0
    for name in sorted(names, key=lambda n: (round(aside[n][1], 3), n)):
        wide = size[name][0] + _SLIM[0]
        if not rows or wide > left:
            rows.append([])
            left = _STRIP + _SLIM[0]
        rows[-1].append(name)
        left -= wide
    found: Spots = {}
    y = 0.0
    for row in rows:
        tall = max(size[n][1] for n in row)
        room = _STRIP - sum(size[n][0] for n in row)
        x = 0.0 if len(row) > 1 else room / 2
        for name in sorted(row, key=lambda n: (round(aside[n][0], 3), n)):
            found[name] = (x + size[name][0] / 2, y + tall / 2)
            x += size[name][0] + room / max(1, len(row) - 1)
        y += tall + _SLIM[1]
    return found


def _beside(at: Any, extent: Any, gap: Size, ties: Sequence[tuple[int, int]]) -> Any:
    """The same, with boxes that a line ties drawn aside where that leaves it room to run from one to the other."""
    for _ in range(_ROUNDS):
        moved = False
        for a, b in ties:
            lap = (extent[a, 0] + extent[b, 0]) / 2 + _NEAR + 4 - abs(at[a, 0] - at[b, 0])
            if 0 < lap < 0.75 * min(extent[a, 0], extent[b, 0]) + _NEAR:
                step = lap / 2 * (1 if at[a, 0] >= at[b, 0] else -1)
                at[a, 0] += step
                at[b, 0] -= step
                moved = True
        if not moved:
            break
        at = _apart(at, extent, gap)
    return at


def _apart(at: Any, extent: Any, gap: Size) -> Any:
    """The boxes' middles moved as little as is needed for none to cover another or come too near."""
    import numpy as np

    at = at.copy()
    apart = (extent[:, None] + extent[None]) / 2 + np.array(gap)
    for _ in range(_PASSES):
        over = (apart - np.abs(at[:, None] - at[None])).min(axis=2)
        pairs = np.argwhere(np.triu(over > 0.5, 1))
        if not len(pairs):
            break
        for a, b in pairs:
            lap = apart[a, b] - np.abs(at[a] - at[b])
            k = int(lap.argmin())
            if lap[k] > 0:
                step = (lap[k] / 2 + 0.1) * (1 if at[a, k] >= at[b, k] else -1)
                at[a, k] += step
                at[b, k] -= step
    return at


def _in_rows(laid: Sequence[Spots], sizes: Sequence[tuple[float, ...]], across: float | None = None) -> Spots:
    """The parts side by side, in rows, all together wider than tall, or so wide."""
    wide = _WIDE[sum(map(len, laid)) >= _MANY]
    usual = 0.8 * sum(w for w, _ in sizes) / max(1, len(sizes))
    row = across or (wide * sum(w * h for w, h in sizes)) ** 0.5 + usual
    row = max([row, *(w for w, _ in sizes)])
    found: Spots = {}
    x = y = tallest = 0.0
    for spots, (width, height) in zip(laid, sizes, strict=True):
        if x and x + width > row + 1:
            x, y, tallest = 0.0, y + tallest, 0.0
        found |= {n: (x + px, y + py) for n, (px, py) in spots.items()}
        x, tallest = x + width, max(tallest, height)
    return found


def _paths(
    drawn: Network, boxes: dict[str, tuple[float, float, float, float]]
) -> tuple[tuple[str, tuple[tuple[float, float], ...]], ...]:
    """Every line's way: from row to row where columns are drawn, else from box to box, one pair's side by side."""
    rows = {(b.id, r.id): n for b in drawn.boxes for n, r in enumerate(b.rows)}
    pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
    for n, line in enumerate(drawn.lines):
        pairs[min(line.a, line.b), max(line.a, line.b)].append(n)
    found = []
    for n, line in enumerate(drawn.lines):
        together = pairs[min(line.a, line.b), max(line.a, line.b)]
        aside = (together.index(n) - (len(together) - 1) / 2) * _BEND * (1 if line.a <= line.b else -1)
        ends = (boxes[line.a], rows.get((line.a, line.row_a))), (boxes[line.b], rows.get((line.b, line.row_b)))
        if line.a == line.b:
            found.append(_loop(*ends[0], ends[1][1], together.index(n)))
        elif ends[0][1] is None and ends[1][1] is None:
            found.append(_straight(ends[0][0], ends[1][0], aside))
        else:
            found.append(_curve(*ends[0], *ends[1]))
    return tuple(found)


_Place = tuple[float, float, float, float]


def _straight(a: _Place, b: _Place, aside: float) -> tuple[str, tuple[tuple[float, float], ...]]:
    (ax, ay), (bx, by) = ((p[0] + p[2] / 2, p[1] + p[3] / 2) for p in (a, b))
    far = math.dist((ax, ay), (bx, by)) or 1.0
    across = ((ay - by) / far * 2 * aside, (bx - ax) / far * 2 * aside)
    mx, my = (ax + bx) / 2 + across[0], (ay + by) / 2 + across[1]
    return f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}", ()


def _curve(a: _Place, row_a: int | None, b: _Place, row_b: int | None) -> tuple[str, tuple[tuple[float, float], ...]]:
    """From the side of one row to the side of another, leaving and arriving level."""
    heights = [p[1] + (p[3] / 2 if r is None else HEAD + ROW * (r + 0.5)) for p, r in ((a, row_a), (b, row_b))]
    if a[0] + a[2] + _NEAR <= b[0]:
        ends = (a[0] + a[2], 1), (b[0], -1)
    elif b[0] + b[2] + _NEAR <= a[0]:
        ends = (a[0], -1), (b[0] + b[2], 1)
    elif abs(a[0] - b[0]) <= abs(a[0] + a[2] - b[0] - b[2]):
        ends = (a[0], -1), (b[0], -1)
    else:
        ends = (a[0] + a[2], 1), (b[0] + b[2], 1)
    (ax, out), (bx, into) = ends
    bow = max(30.0, min(120.0, abs(bx - ax) / 2))
    turns = ax + out * bow, bx + into * bow
    if out == into:
        turns = ((max if out > 0 else min)(ax, bx) + out * 52.0,) * 2
    path = f"M{ax:.1f} {heights[0]:.1f}C{turns[0]:.1f} {heights[0]:.1f} {turns[1]:.1f} {heights[1]:.1f} "
    path += f"{bx:.1f} {heights[1]:.1f}"
    marks = ((round(ax + out * 9, 1), round(heights[0] - 5, 1)), (round(bx + into * 9, 1), round(heights[1] - 5, 1)))
    return path, marks


def _loop(box: _Place, row_a: int | None, row_b: int | None, n: int) -> tuple[str, tuple[tuple[float, float], ...]]:
    """A join of a table to itself, at its right side."""
    x = box[0] + box[2]
    top, bottom = (
        box[1] + (box[3] * share if r is None else HEAD + ROW * (r + 0.5)) for share, r in ((0.3, row_a), (0.7, row_b))
    )
    if abs(top - bottom) < 8:
        top, bottom = top - 6, bottom + 6
    out = x + 34 + 14 * n
    path = f"M{x:.1f} {top:.1f}C{out:.1f} {top:.1f} {out:.1f} {bottom:.1f} {x:.1f} {bottom:.1f}"
    return path, ((x + 9, top - 5), (x + 9, bottom + 12))
