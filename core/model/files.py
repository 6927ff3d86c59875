"""How a file was cut into tables, line by line, and what was wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LineRole = Literal[
    "title", "header", "units", "group", "data", "subtotal", "total", "note", "source", "comment", "blank"
]
"""What a line of a file is to a table. "note" takes in footnotes, legends and whatever else stands beside the rows."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a person should know about a file: what happened and what to do."""

    file: str
    code: str
    message: str
    hint: str = ""
    column: str = ""
    """The name of the column it is about, if it is about one."""
    line: int = 0
    """The line of the file it is about, counted from 1; 0: none, or the whole file."""


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines of a file, counted from 1, both ends included, that are of one kind."""

    first: int
    last: int
    role: LineRole


@dataclass(frozen=True, slots=True)
class FileNote:
    """What a file says beside its rows: a title, a note, a source, with its line."""

    line: int
    text: str
    role: LineRole


@dataclass(frozen=True, slots=True)
class TotalRow:
    """A row that sums up others, and is none of the table's. `cells` are as in the file, in the columns' order.

    A `line` of 0 is not known."""

    line: int
    label: str
    cells: tuple[str, ...]
    group: str = ""
    """The group's heading above it, where the table has such."""
    part: bool = False
    """It sums up some of the rows only: a subtotal."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table lies in its file: which lines are what, and what was left out of its rows."""

    lines: tuple[LineRange, ...]
    """The table's lines by role, in order; lines of the file that belong to other tables are not among them."""
    notes: tuple[FileNote, ...] = ()
    """Titles, notes, sources, units and comments, in the file's order."""
    totals: tuple[TotalRow, ...] = ()
    units: tuple[tuple[str, str], ...] = ()
    """(column's name, unit), from a line of units."""
    group: str = ""
    """The name of the column that was made of the group headings; empty: there are none."""
    columns: tuple[int, int] | None = None
    """The first and last column in the file, counted from 1, of a table that stands beside another."""
    by_hand: bool = False
    """A person set its borders."""

    @property
    def title(self) -> str:
        """The lines above the table, as one text."""
        return " · ".join(n.text for n in self.notes if n.role == "title")

    @property
    def left_out(self) -> int:
        """How many lines are neither header, rows, group headings nor blank."""
        kept = ("header", "data", "group", "blank")
        return sum(r.last - r.first + 1 for r in self.lines if r.role not in kept)

    def role(self, line: int) -> LineRole | None:
        """What a line of the file is to this table."""
        return next((r.role for r in self.lines if r.first <= line <= r.last), None)
