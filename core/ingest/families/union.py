"""The rows of a family's files as one DuckDB table: each file's columns put under the union's, what varies beside them.

Files are read one after another and appended; a member whose file is not to be read again gives the rows that the
engine holds of it. Nothing depends on how many members there are but the time.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from core.ingest.digests import digest
from core.ingest.families.drift import Slot, matched, own_year
from core.ingest.families.forms import Facet, facet_of, facets_of, label_key
from core.ingest.families.kept_totals import KeptTotals
from core.ingest.families.spellings import unite_spellings
from core.ingest.fill import fill
from core.ingest.formats import Found, read_part
from core.ingest.parts import Part
from core.ingest.read import Reading
from core.model import Column, Family, Member, Problem, Table, Value
from core.profiles.provenance import rows_in
from core.text.words import counted

if TYPE_CHECKING:
    import duckdb

    from core.ingest.duckdb_session import ReadPart

_LOOKED_AT = 300
"""Rows of a file that say what its columns hold."""
_NAMED = 5
"""Labels named in a remark."""
DRIFT = ("column_renamed", "column_missing")
"""The codes of the remarks on how files differ in their columns."""
FILE_COLUMN = "source_file"
VALUE = "value"
"""The label of the column that each file calls by what it is of."""

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
        folders = {os.path.dirname(m.source.partition("#")[0]) for m in self.members}  # noqa: PTH120 - of thousands
        return PurePath(os.path.commonpath(folders)).as_posix()


@dataclass(slots=True)
class _Column:
    """A column of the union while it grows."""

    slot: Slot
    labels: Counter[str] = field(default_factory=Counter)
    files: dict[str, str] = field(default_factory=dict)
    """Of each member that has it, what it is called there."""
    known: str = ""
    """Its label where it was loaded before: that stays."""


class Union:
    """Gathers the members' rows in the table `gathered`: `c0`… for columns, `x0`… for what varies, `s` for the file."""

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        plan: Plan,
        scratch: Path,
        check: Callable[[], None],
        read: ReadPart | None = None,
    ) -> None:
        self._read_part = read or read_part
        self._con = con
        self._plan = plan
        self._scratch = scratch
        self._check = check
        self._columns: list[_Column] = []
        self._members: dict[str, Member] = {}
        self._gathered: set[str] = set()
        """The files whose rows are in the table."""
        self._planned = {m.source: m for m in plan.members}
        self._totals = KeptTotals()
        self._spelt: dict[int, dict[str, str]] = {}
        """Of columns whose rows stay where they are, how their values are spelt."""
        self.problems: list[Problem] = []
        self.comma = False
        varying = ", ".join(f"x{i} VARCHAR" for i in range(len(plan.varies)))
        con.execute(f"CREATE OR REPLACE TABLE gathered ({varying}, s VARCHAR)")

    def read(self, planned: Planned, part: Part, small: int) -> None:
        """Append a file. Raises FileError; nothing of the file is then in the union."""
        stat = part.path.stat()
        found = self._read_part(self._con, part, self._scratch, self._check, small)
        width = found.reading.width
        labels = [*found.labels, *[""] * (width - len(found.labels))]
        facets = list(planned.facets)
        if [f.label for f in facets] != labels:
            facets = list(self._facets(labels))
        while len(facets) > 1 and not facets[-1].label.strip() and not facets[-1].kind:
            facets.pop()
        places = self._placed(planned, facets)
        self._totals.read(self._con, planned.source, found.layout, len(found.labels), places)
        self._append([f"c{p}" for p in places], [f"c{i}" for i in range(len(facets))], planned)
        self.comma = self.comma or found.comma
        self.problems += found.problems
        self._gathered.add(planned.source)
        self._members[planned.source] = Member(
            source=planned.source,
            label=planned.label,
            values=planned.values,
            rows=found.reading.rows,
            size=stat.st_size,
            changed_ns=stat.st_mtime_ns,
            loaded_at=datetime.now(UTC).isoformat(timespec="seconds"),
            sha256=digest(part.path),
            titles=planned.titles,
            lines=rows_in(found.layout),
            notes=found.layout.notes if found.layout else (),
        )

    def know(self, family: Table) -> None:
        """Take over a family's columns, and those of its members that stay; their rows are left where they are."""
        here = frozenset(family.sources)
        wanted = {s: p for s, p in self._planned.items() if p.part is None and s in here}
        if family.family is None or not wanted:
            return
        self._taken_over(family, [c for c in family.columns if c.name not in family.family.varies], wanted)
        for i, column in enumerate(self._columns):
            held = next((c.profile.common for c in family.columns if c.label == column.known), ())
            self._spelt[i] = {value.lower(): value for value, _ in held}
        for member in family.family.members:
            if (planned := wanted.get(member.source)) is not None:
                self._members[member.source] = replace(member, label=planned.label)

    def keep(self, table: Table, rows: Rows) -> None:
        """Append what the engine holds of a table, but for the files that are read anew or left out."""
        family = table.family
        here = frozenset(table.sources)
        wanted = {s: p for s, p in self._planned.items() if p.part is None and s in here}
        own = [c for c in table.columns if not family or c.name not in family.varies]
        if not wanted or not own:
            return
        places = self._taken_over(table, own, wanted)
        width = len(self._columns)
        seen: Counter[str] = Counter()

        def texts() -> Iterator[list[str | None]]:
            for row in rows(table):
                source = str(row[-1]) if family else table.source
                if (planned := wanted.get(source)) is not None:
                    seen[source] += 1
                    cells: list[str | None] = [""] * width
                    for place, at in places[source]:
                        cells[place] = _text(row[at])
                    yield [*cells, *planned.values, source]

        extra = len(self._plan.varies) + 1
        fill(self._con, Path(table.source), texts(), width + extra, self._check)
        into = [*(f"c{i}" for i in range(width)), *(f"x{i}" for i in range(extra - 1)), "s"]
        taken = ", ".join(f"c{i}" for i in range(width + extra))
        self._con.execute(f"INSERT INTO gathered ({', '.join(into)}) SELECT {taken} FROM raw")
        for source, planned in wanted.items():
            before = family.member(source) if family else None
            whole = Member(
                source,
                planned.label,
                (),
                table.rows,
                table.size,
                table.changed_ns,
                table.loaded_at,
                table.sha256,
                titles=planned.titles,
                lines=rows_in(table.layout),
                notes=table.layout.notes if table.layout else (),
                address=table.address,
                licence=table.licence,
            )
            self._gathered.add(source)
            layout = table.layout.totals if table.layout else ()
            self._totals.keep(source, before.totals if before else layout, places[source])
            self._members[source] = replace(
                before or whole, label=planned.label, values=planned.values, rows=seen[source]
            )

    def finish(self) -> Found:
        """Put everything in the table `raw`: `c0`… for columns and then what varies, `s` for the file."""
        con, width = self._con, len(self._columns)
        self._leave_out_totals()
        self._unite_spellings()
        varying = [f"x{i}" for i in range(len(self._plan.varies))]
        con.execute("DROP TABLE IF EXISTS raw")
        con.execute("ALTER TABLE gathered RENAME TO raw")
        for i, x in enumerate(varying):
            con.execute(f"ALTER TABLE raw RENAME COLUMN {x} TO c{width + i}")
        rows = int(con.execute("SELECT count(*) FROM raw").fetchall()[0][0])
        labels = [*(self._label(c) for c in self._columns), *self._plan.varies]
        for i in range(len(varying)):
            labels[width + i] = self._free_label(labels, width + i)
        return Found(tuple(labels), Reading(rows, len(labels)), (), comma=self.comma, loose=False)

    def _leave_out_totals(self) -> None:
        """Take out the rows that sum up all others in most files, and in every later file of the family."""
        known = {
            (i, label) for i, c in enumerate(self._columns) for name, label in self._known_totals if c.known == name
        }
        self._totals.settle(self._con, len(self._columns), known)
        for place, files in self._totals.found.items():
            message = f"“{place[1]}” is the sum of the other rows in {counted(files, 'file')}; it was left out."
            self.problems.append(Problem(self._plan.source, "total_rows", message, "Look at the files."))
        if self._totals.apart:
            left = dict(self._con.execute("SELECT s, count(*) FROM gathered GROUP BY s").fetchall())
            here = self._gathered
            self._members |= {s: replace(self._members[s], rows=int(left.get(s, 0))) for s in here}

    def _unite_spellings(self) -> None:
        """Write values alike that differ by capitals alone, and say so."""
        for i, column in enumerate(self._columns):
            if column.slot.facet.kind not in ("text", "truth"):
                continue
            if changed := unite_spellings(self._con, f"c{i}", self._spelt.get(i, {})):
                named = ", ".join(f"“{was}” as “{now}”" for was, now in changed[:_NAMED])
                named += ", …" if len(changed) > _NAMED else ""
                self.problems.append(
                    Problem(
                        self._plan.source,
                        "spellings",
                        f"“{self._label(column)}”: values that differ by capitals alone were made one: {named}.",
                        "If they are not the same, load the files as tables of their own.",
                    )
                )

    @property
    def _known_totals(self) -> list[tuple[str, str]]:
        """What was left out before: (column's label, label of the row)."""
        return [
            (c.label, label)
            for t in self._plan.kept
            if t.family
            for name, label in t.family.totals
            if (c := t.column(name)) is not None
        ]

    def family(self, columns: Sequence[Column], file_column: str) -> Family:
        """The members with what they call the columns, once these have their names."""
        here = {c.name for c in columns}
        names = [c.name for c in columns[: len(self._columns)]]
        varies = tuple(c.name for c in columns[len(self._columns) :])
        members = []
        for planned in self._plan.members:
            if (member := self._members.get(planned.source)) is None:
                continue
            called = [(n, c.files.get(planned.source), c) for n, c in zip(names, self._columns, strict=True)]
            labels = tuple((n, own) for n, own, c in called if own is not None and own != self._label(c))
            lacks = tuple(n for n, own, _ in called if own is None and n in here)
            apart = self._totals.of(planned.source, len(names))
            members.append(replace(member, labels=labels, lacks=lacks, totals=apart or member.totals))
        totals = tuple((names[place], label) for place, label in self._totals.apart)
        return Family(tuple(members), varies, self._plan.places, file_column, totals)

    def drift(self) -> Iterator[Problem]:
        """What the files call differently, and which columns only some of them have."""
        many = len(self._members)
        for column in self._columns:
            label, others = self._label(column), Counter(column.files.values())
            keys = {k for k in others if k.strip() and label_key(k) != label_key(label)}
            if keys and not self._plan.header_cell:
                named = ", ".join(f"“{k}” ({counted(others[k], 'file')})" for k in sorted(keys)[:_NAMED])
                yield Problem(
                    self._plan.source,
                    DRIFT[0],
                    f"“{label}” is called {named} in some files; it was taken for the same column.",
                    "If it is not the same, keep these columns apart.",
                    label,
                )
            elif len(column.files) < many:
                other = self._turns_into(column)
                rest = f"the others have “{other}”, which may be the same" if other else "it is empty for the others"
                yield Problem(
                    self._plan.source,
                    DRIFT[1],
                    f"“{label}” is in {len(column.files)} of {counted(many, 'file')}; {rest}.",
                    "If another column is the same one, put the two together.",
                    label,
                )

    def _turns_into(self, column: _Column) -> str:
        """The one column that just the files have which lack this one, and that holds the like; "" if there is none."""
        lacking = self._members.keys() - column.files.keys()
        mine = column.slot.facet
        found = [
            self._label(c)
            for c in self._columns
            if c.files.keys() == lacking and mine.kind and c.slot.facet.kind == mine.kind and _alike(mine, c.slot.facet)
        ]
        return found[0] if len(found) == 1 else ""

    def members(self) -> Mapping[str, Member]:
        return self._members

    # --- inside

    def _free_label(self, labels: list[str], at: int) -> str:
        """The label of what varies; where the files have such a column, one that says where it comes from."""
        said = labels[at]
        taken = {x.casefold() for x in labels[:at]}
        where = self._plan.places[at - len(self._columns)].split()[0]
        tries = (said, f"{where} {said}", *(f"{where} {said} {n}" for n in range(2, 9)))
        return next((t for t in tries if t.casefold() not in taken), said)

    def _facets(self, labels: Sequence[str]) -> Iterable[Facet]:
        columns = ", ".join(f"c{i}" for i in range(len(labels)))
        rows = self._con.execute(f"SELECT {columns} FROM raw LIMIT {_LOOKED_AT}").fetchall()
        return facets_of(labels, [["" if v is None else str(v) for v in r] for r in rows])

    def _placed(self, planned: Planned, facets: Sequence[Facet]) -> list[int]:
        """The columns of the union for a file's columns, new ones made where there is none."""
        plain = [*own_year(facets, planned.year)]
        pairs = matched([c.slot for c in self._columns], plain, self._plan.apart)
        if self._plan.header_cell and self._columns:
            pairs = self._by_place(plain, pairs)
        places = []
        for i, facet in enumerate(plain):
            if i in pairs:
                column = self._columns[pairs[i]]
                column.slot = Slot(_wider(column.slot.facet, facet), column.slot.keys | self._keys(facet.key))
            else:
                column = self._new(Slot(facet, self._keys(facet.key)))
                pairs[i] = len(self._columns) - 1
            column.labels[facet.label] += 1
            column.files[planned.source] = facets[i].label
            places.append(pairs[i])
        return places

    def _by_place(self, facets: Sequence[Facet], pairs: dict[int, int]) -> dict[int, int]:
        """The one column with another header in each file is the one that has no partner yet."""
        rest = [i for i in range(len(facets)) if i not in pairs]
        free = [n for n in range(len(self._columns)) if n not in pairs.values()]
        return pairs | {rest[0]: free[0]} if len(rest) == len(free) == 1 else pairs

    def _new(self, slot: Slot, known: str = "") -> _Column:
        column = _Column(slot, known=known)
        self._con.execute(f"ALTER TABLE gathered ADD COLUMN c{len(self._columns)} VARCHAR")
        self._columns.append(column)
        return column

    def _taken_over(
        self, table: Table, own: Sequence[Column], wanted: Mapping[str, Planned]
    ) -> dict[str, list[tuple[int, int]]]:
        """For each file the columns of the union with the places of its cells in a row of the loaded table."""
        family = table.family
        pairs = {} if family else matched([c.slot for c in self._columns], [facet_of(c) for c in own])
        members = {m.source: m for m in family.members} if family else {}
        places: dict[str, list[tuple[int, int]]] = {source: [] for source in wanted}
        for i, column in enumerate(own):
            facet, key = facet_of(column), label_key(column.label)
            for source in wanted:
                member = members.get(source)
                if member and column.name in member.lacks:
                    continue
                called = dict(member.labels).get(column.name, column.label) if member else column.label
                mine = label_key(called)
                split = mine != key and mine in self._plan.apart
                taken = {p for p, _ in places[source]}
                place = pairs.get(i) if not split else None
                if place is None or place in taken:
                    place = self._place_of(mine if split else key, taken)
                if place is None:
                    known = called if split else column.label
                    seen = facet if known == facet.label else replace(facet, label=known)
                    self._new(Slot(seen, self._keys(mine if split else key)), known)
                    place = len(self._columns) - 1
                there = self._columns[place]
                if there.slot.facet is not facet or not there.slot.keys >= self._keys(mine):
                    there.slot = Slot(_wider(there.slot.facet, facet), there.slot.keys | self._keys(mine))
                there.labels[there.known or called] += 1
                there.files[source] = called
                places[source].append((place, column.position))
        return places

    def _place_of(self, key: str, taken: Collection[int]) -> int | None:
        keys = self._keys(key)
        return next((n for n, c in enumerate(self._columns) if n not in taken and keys & c.slot.keys), None)

    def _keys(self, key: str) -> frozenset[str]:
        """All that a column of this label is called, by a person's word."""
        return frozenset({key}).union(*(group for group in self._plan.same if key in group))

    def _append(self, into: Sequence[str], taken: Sequence[str], planned: Planned) -> None:
        varying = [f"x{i}" for i in range(len(planned.values))]
        self._con.execute(
            f"INSERT INTO gathered ({', '.join((*into, *varying, 's'))}) "
            f"SELECT {', '.join(taken)}{''.join(', nullif(?, ' + repr('') + ')' for _ in varying)}, ? FROM raw",
            [*planned.values, planned.source],
        )

    def _label(self, column: _Column) -> str:
        """What most files call it; of equally many the longest, which says most."""
        if self._plan.header_cell and len(set(column.files.values())) > 2 and len(column.labels) > 2:
            return VALUE
        if column.known:
            return column.known
        most = max(column.labels.values(), default=0)
        return max((x for x, n in column.labels.items() if n == most), key=lambda x: (len(x), x), default="")


def _alike(one: Facet, other: Facet) -> bool:
    """Numbers of one range, or words of which some are the same."""
    if one.kind == "number":
        return one.low <= other.high and other.low <= one.high
    return bool(one.values & other.values)


def _wider(one: Facet, other: Facet) -> Facet:
    """What both columns hold; the kind is that of the one that says it."""
    ends = [f for f in (one, other) if f.kind == "number"]
    low = min((f.low for f in ends), default=0.0)
    high = max((f.high for f in ends), default=0.0)
    values = one.values if len(one.values) > _LOOKED_AT else one.values | other.values
    return Facet(one.label, one.kind or other.kind, values, low, high)


def _text(value: Value) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else repr(value)
