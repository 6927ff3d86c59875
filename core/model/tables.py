"""Tables, their columns, and the files of one form that are one table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.model.files import FileNote, Layout, Problem, TotalRow

Value = str | int | float | None
"""One cell, as the SQL engine returns it. Dates and booleans are text."""

ColumnType = Literal["integer", "real", "text", "boolean", "date", "datetime", "time"]

NUMERIC: frozenset[ColumnType] = frozenset({"integer", "real"})
TEMPORAL: frozenset[ColumnType] = frozenset({"date", "datetime", "time"})


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign that stands beside figures of a column, or in their place, with how often."""

    sign: str
    """As written: `p`, `[c]`, `..`, `<5`."""
    meaning: str
    """In words: suppressed, provisional, not available…"""
    cells: int
    """In how many; 0: it stands behind the column's label."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a whole column's values say. Counts are of cells; `sketch` and `distinct` are over normalised values.

    Normalised means: stripped, case-folded, numbers in one spelling (`7`, `7.0` and `"7"` agree).
    """

    rows: int
    nulls: int
    distinct: int
    minimum: Value = None
    maximum: Value = None
    mean_length: float = 0.0
    """Mean length of a value's text, in characters."""
    common: tuple[tuple[str, int], ...] = ()
    """The most frequent values as text with their counts, most frequent first; at most 12."""
    missing: tuple[tuple[str, int], ...] = ()
    """Missing-value tokens (`*`, `N/A`) read as null, with counts."""
    marks: tuple[Mark, ...] = ()
    """What stood beside figures or in their place, most frequent first."""
    unfit: tuple[tuple[int, str], ...] = ()
    """Cells left out because they do not fit: (row, counted from 1, text); the first thousand where a person chose the
    type."""
    unfit_cells: int = 0
    """How many cells do not fit the type that a person chose."""
    spellings: tuple[tuple[str, str], ...] = ()
    """Lesser spellings of words (another case, blanks at the ends), each with the commonest one."""
    sketch: tuple[int, ...] = ()
    """Bottom-k of the 64-bit hashes of the distinct normalised values, ascending (KMV; Beyer et al. 2007)."""
    sketch_hash: str = ""
    """What made the hashes: "md5", which databases have, its first 64 bits; empty: `core.ingest.sketch`."""
    sketch_complete: bool = True
    """True when `sketch` holds every distinct value, so that set operations on it are exact."""

    @property
    def filled(self) -> int:
        """Cells that hold a value."""
        return self.rows - self.nulls

    @property
    def marked(self) -> Mapping[str, int]:
        """How many cells have marks of each meaning, most frequent first."""
        counts: dict[str, int] = {}
        for mark in self.marks:
            counts[mark.meaning] = counts.get(mark.meaning, 0) + mark.cells
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    @property
    def unique(self) -> bool:
        """No value occurs twice (nulls aside) and there is at least one."""
        return 0 < self.distinct == self.filled


_NOTED = re.compile(r"(?:\s*\[(?:notes? [0-9a-z]{1,2}|[0-9]{1,2})(?:[, ]+[0-9]{1,2})*\])+$", re.IGNORECASE)
"""Signs in brackets that refer to notes."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of one table."""

    table: str
    name: str
    label: str
    type: ColumnType
    position: int
    profile: Profile
    unit: str = ""
    """What stood beside every number and was taken off: `%`, `$`, `€`… A percentage stays as written: 12 for `12 %`."""
    converted: str = ""
    """How the values differ from the file's text, by an example; empty if they do not."""
    description: str = ""
    """What a document beside the files says of it."""
    examples: tuple[tuple[str, str], ...] = ()
    """A few texts of the file with what they became, where that differs."""
    type_override: str = ""
    """The type that a person chose (core.ingest.type_overrides); empty: it was read as the file suggests."""
    codes: tuple[tuple[str, str], ...] = ()
    """What a document beside the files says that values mean: (value, meaning)."""
    code_sources: tuple[tuple[str, str], ...] = ()
    """Which document says so, and where in it: (value, "dictionary.csv, row 3"). A person's meanings have none."""
    blank: str = ""
    """What a document beside the files says that an empty cell means: `still with us`."""
    private: str = ""
    """What of secrets or personal identifiers it holds, in words: its values are sent to no model. Empty: nothing."""
    opened: bool = False
    """A person lets its values be sent, whatever they look like."""

    @property
    def id(self) -> str:
        return f"{self.table}.{self.name}"

    @property
    def plain_label(self) -> str:
        """The label without the mark of a footnote behind it: `Area [note 3]`, and what notes explain."""
        sign = next((m.sign for m in self.profile.marks if not m.cells), "")
        bare = self.label.rstrip().removesuffix(sign).rstrip() if sign else self.label
        return _NOTED.sub("", bare) or bare if bare.endswith("]") else bare

    @property
    def codes_spelled(self) -> bool:
        """Its codes are spellings of what they mean, as some of its cells hold that."""
        spelt = dict(self.profile.spellings)
        return bool(self.codes) and all(v in spelt or v in spelt.values() for v, _ in self.codes)

    @property
    def codes_standard(self) -> bool:
        """Its codes are those of a standard, which people read as they are: `SE`, `EUR`."""
        return bool(self.code_sources) and all(source.startswith(STANDARD) for _, source in self.code_sources)

    def meaning(self, value: object) -> str:
        """What a value is told to mean, or ""."""
        said = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
        return dict(self.codes).get(said, "")


STANDARD = "ISO "
"""How the source of a code's meaning begins that no document of a folder tells."""


@dataclass(frozen=True, slots=True)
class Member:
    """One file (or sheet) of a family: files of one form that are one table."""

    source: str
    """The path it came from, as `Table.source`; also what the rows' file column holds."""
    label: str
    values: tuple[str, ...]
    """What varies, as `Family.varies` names it."""
    rows: int
    size: int = 0
    changed_ns: int = 0
    loaded_at: str = ""
    sha256: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    """(column's name, what this file calls it) where that is another label."""
    lacks: tuple[str, ...] = ()
    """Names of the family's columns that this file has not."""
    titles: tuple[str, ...] = ()
    """The lines above the table."""
    lines: tuple[tuple[int, int], ...] = ()
    """The lines of the file that are its rows, where they were told from others."""
    notes: tuple[FileNote, ...] = ()
    """What the file says beside its rows."""
    totals: tuple[TotalRow, ...] = ()
    """Its rows that sum up others; their cells are in the order of the family's columns."""
    address: str = ""
    """Where on the net the file was fetched; empty: it was not."""
    licence: str = ""
    portal: str = ""
    issued: str = ""
    etag: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    """Of what files a table was made, and what tells them apart."""

    members: tuple[Member, ...]
    varies: tuple[str, ...]
    """The names of the columns that say what varies: year, state…"""
    places: tuple[str, ...]
    """Where each was read: file name, folder, title, header."""
    file_column: str
    """The column of the rows that holds the member's source; it is not among the table's columns."""
    totals: tuple[tuple[str, str], ...] = ()
    """(column's name, what stands in it) of the rows that sum up a file's others; they are left out."""

    def member(self, source: str) -> Member | None:
        return next((m for m in self.members if m.source == source), None)


@dataclass(frozen=True, slots=True)
class Table:
    """One loaded table. `source` is the path it came from (`path#sheet`, `path#member`, `path#title` where a file holds
    several), `size` that file's bytes; of a family the folder that its files lie in, and all their bytes."""

    name: str
    label: str
    source: str
    rows: int
    columns: tuple[Column, ...]
    description: str = ""
    size: int = 0
    loaded_at: str = ""
    """UTC, ISO 8601."""
    problems: tuple[Problem, ...] = ()
    changed_ns: int = 0
    """When the file was last changed before it was loaded, in nanoseconds since 1970; 0: not known."""
    layout: Layout | None = None
    """Where it lies in its file; None: the whole file is its header and its rows."""
    family: Family | None = None
    """The files it was made of, where these are several of one form."""
    sha256: str = ""
    """Of its file's bytes, in hexadecimal; of a family see its members."""
    address: str = ""
    """Where on the net the file was fetched, or which database's table it is a copy of; empty: neither."""
    licence: str = ""
    """Under which the publisher gives it, as the portal names it."""
    portal: str = ""
    """The address of the portal on which the file was found."""
    issued: str = ""
    """When the publisher last changed it, as the server or the portal says: ISO 8601."""
    etag: str = ""
    """The server's name for this version of the file."""
    derived_from: str = ""
    """The table that it is another view of (core.ingest.crosstab); empty: it was loaded from a file."""
    when: str = ""
    """The column of dates that a person says counts; empty: the first one."""
    row: str = ""
    """What one row is, in a person's word: vehicle. Empty: the label says it (core.ask.names)."""
    load_id: str = ""
    """Another one for each load. Clocks say the same for two loads within a second, and go back."""

    @property
    def version(self) -> str:
        """What was found out about the rows of one version does not hold for another."""
        return self.load_id or self.loaded_at

    @property
    def of_database(self) -> bool:
        """Its rows were copied out of a database, which `address` names, with schema and table."""
        return bool(self.address) and not self.address.startswith(("http://", "https://"))

    @property
    def sources(self) -> tuple[str, ...]:
        """The paths that its rows came from."""
        return tuple(m.source for m in self.family.members) if self.family else (self.source,)

    @property
    def published(self) -> bool:
        """It has a title above it, or is a long view or files of one form: its rows are cells of statistics."""
        return bool(self.derived_from or self.family or (self.layout and self.layout.title))

    def column(self, name: str) -> Column | None:
        return next((c for c in self.columns if c.name == name), None)
