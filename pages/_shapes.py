"""The nodes and lines of a drawn network."""

from __future__ import annotations

from dataclasses import dataclass

BOXES = frozenset({"table", "cluster", "alone"})
"""The kinds of nodes that are boxes with their label inside."""


@dataclass(frozen=True)
class Dot:
    """One node. `id` is `table:…`, `column:…`, `join:…` or `cluster:…`, and what a click gives back."""

    id: str
    label: str
    kind: str


@dataclass(frozen=True)
class Line:
    a: str
    b: str
    state: str = ""
    """A join's state, or empty between a table and its column."""


@dataclass(frozen=True)
class Network:
    dots: tuple[Dot, ...]
    lines: tuple[Line, ...]
