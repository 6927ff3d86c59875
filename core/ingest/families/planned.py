"""What a family is to be made of: its members, what varies between them, and what a person said of its columns."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from core.ingest.families.forms import Facet
from core.ingest.parts import Part
from core.model import Table, Value
from core.model.sources import divided

FILE_COLUMN = "source_file"
Rows = Callable[[Table], Iterator[Sequence[Value]]]
"""A loaded table's rows, cells in the order of its columns and then, of a family, the file column."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A member to be: read from `part`, or kept as the engine holds it."""

    source: str
    label: str
    values: tuple[str, ...]
    part: Part | None = None
    year: str = ""
    """The year in its name, which is no part of its columns' labels."""
    titles: tuple[str, ...] = ()
    facets: tuple[Facet, ...] = field(default=(), repr=False)
    """What its columns were seen to hold, where it is to be read."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A family to be loaded. `kept` are the tables whose rows are taken over, but for those of files read anew."""

    name: str
    label: str
    varies: tuple[str, ...]
    """What varies, as labels."""
    places: tuple[str, ...]
    members: tuple[Planned, ...]
    kept: tuple[Table, ...] = ()
    header_cell: bool = False
    """Headers differ in one cell, which says what varies."""
    apart: frozenset[str] = frozenset()
    """Labels, as they are compared, of columns that a person keeps by themselves."""
    same: tuple[frozenset[str], ...] = ()
    """Labels of columns that are one by a person's word."""
    description: str = ""

    def part_of(self, source: str) -> Part | None:
        """What is to be read of that file; None where its rows are kept."""
        return next((m.part for m in self.members if m.source == source), None)

    @property
    def source(self) -> str:
        """The folder in which all of its files lie."""
        folders = {os.path.dirname(divided(m.source)[0]) for m in self.members}  # noqa: PTH120 - of thousands
        return PurePath(os.path.commonpath(folders)).as_posix()
