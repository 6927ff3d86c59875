"""A table while it is put together: which records are what, as indices of the grid."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.ingest.layout.grid import Columns


@dataclass(slots=True)
class Draft:
    """One table's records by what they are. `columns` is what its rows hold."""

    columns: Columns
    title: list[int] = field(default_factory=list)
    header: list[int] = field(default_factory=list)
    units: list[int] = field(default_factory=list)
    numbering: list[int] = field(default_factory=list)
    body: list[int] = field(default_factory=list)
    """All lines from the first row to the last, blank ones aside, before they are told apart."""
    after_gap: set[int] = field(default_factory=set)
    """Those of `body` with a blank line before them."""
    rows: list[int] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    """Group headings, in order, among `body`."""
    totals: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    """Those of `totals` that are the sum of the rows below them, and so head a group."""
    repeated: list[int] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)
    """Notes and sources below the table, or between its rows."""
    carried: int = 0
    """In so many columns in front a label holds for the rows below it in which that is blank, as of merged cells."""
    comments: list[int] = field(default_factory=list)
    beside: bool = False
    """It stands beside another table: only the columns from `left` to `right` are its own."""
    sure: bool = True
    """Its header is told by figures or dates under words."""
    left: int = 0
    right: int = 0
    """The first and last column in the file that may be its own."""
