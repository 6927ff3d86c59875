"""Where the nodes of a network are drawn. The same network is laid out the same way every time."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from pages._shapes import BOXES, Dot, Network

_EDGE = 92.0
_MOST_EXACT = 120
_WIDE = 1.5
_RING = 16
_BOX_EDGE = 150.0
"""Pixels between two boxes that a join ties, where columns are left out."""
_LETTER, _LINE, _PAD = 9.5, 22.0, 26.0
"""A box's size by its label: pixels per letter, per line, and around."""
_GAP = 14.0
_TIE = 24.0
"""So far apart stand the joins of different boxes, where there is room."""
_PASSES = 300
_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.28, 0.72, 0.2, 0.8)
"""Where on the way from box to box a join may stand, the best first."""

Spots = dict[str, tuple[float, float]]


@lru_cache(maxsize=32)
def places(drawn: Network) -> dict[str, tuple[float, float]]:
    """Where each node is drawn, in pixels: every group laid out by itself (Kamada and Kawai 1989), then in rows.

    The same network is laid out the same way every time.
    """
    import networkx as nx

    if _only_boxes(drawn):
        return _boxes(nx, drawn)
    graph = nx.Graph()
    graph.add_nodes_from(d.id for d in drawn.dots)
    graph.add_edges_from((line.a, line.b) for line in drawn.lines)
    parts = sorted((sorted(c) for c in nx.connected_components(graph)), key=lambda c: (-len(c), c))
    laid = [_alone(nx, graph.subgraph(part)) for part in parts]
    return _in_rows(laid, [_size(spots) for spots in laid])


def _in_rows(laid: list[Spots], sizes: list[tuple[float, float]]) -> Spots:
    """Groups side by side, in rows of about one and a half times the height of all."""
    row = max([(_WIDE * sum(w * h for w, h in sizes)) ** 0.5, *(w for w, _ in sizes)])
    found: Spots = {}
    x = y = tallest = 0.0
    for spots, (wide, tall) in zip(laid, sizes, strict=True):
        if x and x + wide > row:
            x, y, tallest = 0.0, y + tallest, 0.0
        found |= {n: (round(x + px, 1), round(y + py, 1)) for n, (px, py) in spots.items()}
        x, tallest = x + wide, max(tallest, tall)
    return found


def _only_boxes(drawn: Network) -> bool:
    """Tables or groups, and between them nothing but joins of two."""
    boxes = {d.id for d in drawn.dots if d.kind in BOXES}
    ties: dict[str, set[str]] = {d.id: set() for d in drawn.dots if d.id not in boxes}
    for line in drawn.lines:
        for here, there in ((line.a, line.b), (line.b, line.a)):
            if here in ties:
                ties[here].add(there)
    return bool(boxes) and all(1 <= len(t) <= 2 and t <= boxes for t in ties.values())


def _boxes(nx: Any, drawn: Network) -> Spots:
    """Boxes by the joins between them (Kamada and Kawai 1989), pushed apart where they overlap; joins half way."""
    room = {d.id: _room(d) for d in drawn.dots if d.kind in BOXES}
    ends: dict[str, list[str]] = {}
    graph = nx.Graph()
    graph.add_nodes_from(room)
    for line in drawn.lines:
        if line.a in room and line.b in room:
            graph.add_edge(line.a, line.b)
        else:
            box, tie = (line.a, line.b) if line.a in room else (line.b, line.a)
            ends.setdefault(tie, []).append(box)
    graph.add_edges_from(sorted(e) for e in ends.values() if len(e) == 2)
    parts = sorted((sorted(c) for c in nx.connected_components(graph)), key=lambda c: (-len(c), c))
    laid, sizes = [], []
    for part in parts:
        spots = _apart(_spread(nx, graph.subgraph(part)), room)
        left, top = (min(spots[n][i] - room[n][i] / 2 for n in part) for i in (0, 1))
        spots = {n: (x - left, y - top) for n, (x, y) in spots.items()}
        laid.append(spots)
        wide, tall = (max(spots[n][i] + room[n][i] / 2 for n in part) + 2 * _GAP for i in (0, 1))
        sizes.append((wide, tall))
    return _halfway(_in_rows(laid, sizes), ends, room)


def _room(box: Dot) -> tuple[float, float]:
    lines = box.label.split("\n")
    return _LETTER * max(map(len, lines)) + _PAD, _LINE * len(lines) + _PAD / 2


def _spread(nx: Any, group: Any) -> Spots:
    """One group's boxes, wider than tall, those that are joined `_BOX_EDGE` pixels apart on average."""
    start = nx.circular_layout(sorted(group))
    exact = len(group) <= _MOST_EXACT
    spots = nx.kamada_kawai_layout(group, pos=start) if exact else nx.spring_layout(group, pos=start, seed=1)
    lengths = [sum((spots[a][i] - spots[b][i]) ** 2 for i in (0, 1)) ** 0.5 for a, b in group.edges]
    scale = _BOX_EDGE * len(lengths) / sum(lengths) if lengths else 1.0
    wide, tall = (max(p[i] for p in spots.values()) - min(p[i] for p in spots.values()) for i in (0, 1))
    if tall > wide:
        spots = {n: (p[1], p[0]) for n, p in spots.items()}
    return {n: (float(spots[n][0]) * scale, float(spots[n][1]) * scale) for n in sorted(spots)}


def _apart(spots: Spots, room: dict[str, tuple[float, float]]) -> Spots:
    """The boxes moved as little as is needed for none to cover another."""
    import numpy as np

    names = list(spots)
    at = np.array([spots[n] for n in names])
    size = np.array([room[n] for n in names])
    apart = (size[:, None] + size[None]) / 2 + _GAP
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
    return {n: (float(x), float(y)) for n, (x, y) in zip(names, at, strict=True)}


def _covered(spot: tuple[float, float], spots: Spots, room: dict[str, tuple[float, float]]) -> bool:
    """Whether a box lies under the spot."""
    return any(
        abs(spots[n][0] - spot[0]) < wide / 2 + 6.0 and abs(spots[n][1] - spot[1]) < tall / 2 + 6.0
        for n, (wide, tall) in room.items()
    )


def _halfway(spots: Spots, ends: dict[str, list[str]], room: dict[str, tuple[float, float]]) -> Spots:
    """The same with each join between its boxes, several of one pair side by side; a self join above its box."""
    taken: list[tuple[float, float]] = []
    pairs: dict[tuple[str, ...], list[str]] = {}
    for tie, boxes in ends.items():
        pairs.setdefault(tuple(sorted(boxes)), []).append(tie)
    for ties_of, ties in pairs.items():
        first, last = ties_of[0], ties_of[-1]
        (ax, ay), (bx, by) = spots[first], spots[last]
        far = math.dist((ax, ay), (bx, by))
        across = ((ay - by) / far, (bx - ax) / far) if far else (1.0, 0.0)
        lift = 0.0 if first != last else room[first][1] / 2 + _GAP
        for n, tie in enumerate(ties):
            aside = (n - (len(ties) - 1) / 2) * 26.0
            free = [
                (
                    round(ax + (bx - ax) * part + across[0] * aside, 1),
                    round(ay + (by - ay) * part + across[1] * aside - lift, 1),
                )
                for part in (_ALONG if first != last else (0.5,))
            ]
            clear = [p for p in free if not _covered(p, spots, room)] or free[:1]
            spots[tie] = max(clear, key=lambda p: min([_TIE, *(math.dist(p, t) for t in taken)]))
            taken.append(spots[tie])
    return spots


def _size(spots: dict[str, tuple[float, float]]) -> tuple[float, float]:
    """A group's width and height with the room around it."""
    return max(x for x, _ in spots.values()) + 2 * _EDGE, max(y for _, y in spots.values()) + _EDGE


def _alone(nx: Any, group: Any) -> dict[str, tuple[float, float]]:
    """One group's layout, its edges `_EDGE` pixels long on average, its corner at 0, 0.

    Columns that join nothing stand in circles around their table.
    """
    leaves = [n for n in sorted(group) if n.startswith("column:") and group.degree(n) == 1]
    core = group.subgraph(sorted(set(group) - set(leaves)))
    start = nx.circular_layout(sorted(core))
    exact = len(core) <= _MOST_EXACT
    spots = nx.kamada_kawai_layout(core, pos=start) if exact else nx.spring_layout(core, pos=start, seed=1)
    lengths = [sum((spots[a][i] - spots[b][i]) ** 2 for i in (0, 1)) ** 0.5 for a, b in core.edges]
    scale = (_EDGE * (2 if leaves else 1) * len(lengths) / sum(lengths)) if lengths else 1.0
    around: dict[str, list[str]] = {}
    for leaf in leaves:
        around.setdefault(next(iter(group[leaf])), []).append(leaf)
    for table, columns in around.items():
        for n, column in enumerate(columns):
            ring, seat = divmod(n, _RING)
            turn = 2 * math.pi * (seat + 0.5 + ring / 2) / min(_RING, len(columns) - ring * _RING)
            far = _EDGE * (1 + 0.6 * ring) / scale
            step = (math.cos(turn) * far, math.sin(turn) * far)
            spots[column] = (spots[table][0] + step[0], spots[table][1] + step[1])
    left, top = (min(p[i] for p in spots.values()) for i in (0, 1))
    return {n: (float(p[0] - left) * scale, float(p[1] - top) * scale) for n, p in spots.items()}
