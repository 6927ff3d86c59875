"""What a drawn network is made of: boxes, with columns as their rows, and the lines between them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A column in a table's box. `id` is `column:…`, or `join:…` of a perfect match."""

    id: str
    label: str
    note: str = ""
    hit: bool = False
    """It was searched for."""


@dataclass(frozen=True)
class Box:
    """A table, a group of tables, or a column that several tables share. `id` is `table:…`, `cluster:…` or `join:…`,
    and what a click gives back."""

    id: str
    title: str
    kind: str
    note: str = ""
    rows: tuple[Row, ...] = ()
    more: str = ""
    """What is said under the rows: how many columns are not drawn."""
    hit: bool = False


@dataclass(frozen=True)
class Line:
    """From one box, or a row of it, to another. `id` is `join:…`; empty where there is nothing to click."""

    a: str
    b: str
    id: str = ""
    row_a: str = ""
    row_b: str = ""
    state: str = ""
    """A join's state; empty between a table and a column it shares."""
    perfect: bool = False
    label: str = ""
    ends: tuple[str, str] = ("", "")
    """How many rows of either side meet one of the other: "1" or "n"."""


@dataclass(frozen=True)
class Network:
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
