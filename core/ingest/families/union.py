"""The rows of a family's files as one DuckDB table: each file's columns put under the union's, what varies beside them.

Files are read one after another and appended; a member whose file is not to be read again gives the rows that the
engine holds of it. Nothing depends on how many members there are but the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import FileChanged
from core.ingest.digests import digest, stamp
from core.ingest.families.dates import unite_dates
from core.ingest.families.forms import Facet, facets_of
from core.ingest.families.kept_totals import KeptTotals
from core.ingest.families.keys import unite_keys
from core.ingest.families.money import unite_money
from core.ingest.families.planned import Plan, Planned, Rows
from core.ingest.families.spellings import folded, unite_spellings
from core.ingest.families.thousands import unite_thousands
from core.ingest.families.united_columns import UnitedColumns
from core.ingest.fill import fill
from core.ingest.formats import NOTES, Found, read_part
from core.ingest.noted_days import places_of_words
from core.ingest.parts import Part
from core.ingest.read import Reading
from core.ingest.repeated_rows import without_repeated
from core.model import Column, Family, Member, Problem, Table, Value
from core.profiles.provenance import rows_in
from core.text.words import counted

if TYPE_CHECKING:
    import duckdb

    from core.ingest.duckdb_session import ReadPart

_LOOKED_AT = 300
"""Rows of a file that say what its columns hold."""
_NAMED = 5
"""Spellings named in a remark."""
_NOTES = 500
"""Lines beside the rows that say what marks mean."""


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
        self._columns = UnitedColumns(plan, self._add_column)
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
        stat, before = part.path.stat(), stamp(part.path)
        found = self._read_part(self._con, part, self._scratch, self._check, small)
        found = without_repeated(self._con, str(part), found)
        sha256 = digest(part.path)
        if stamp(part.path) != before:
            raise FileChanged(part)
        width = found.reading.width
        labels = [*found.labels, *[""] * (width - len(found.labels))]
        facets = list(planned.facets)
        if [f.label for f in facets] != labels:
            facets = list(self._facets(labels))
        while len(facets) > 1 and not facets[-1].label.strip() and not facets[-1].kind:
            facets.pop()
        if not (found.layout and found.layout.totals):
            facets = self._without_blank(facets)
        places = self._columns.placed(planned, facets)
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
            sha256=sha256,
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
        self._columns.taken_over(family, [c for c in family.columns if c.name not in family.family.varies], wanted)
        for i, column in enumerate(self._columns.all):
            held = next((c.profile.common for c in family.columns if c.label == column.known), ())
            self._spelt[i] = {folded(value): value for value, _ in held}
        for member in family.family.members:
            if (planned := wanted.get(member.source)) is not None:
                self._members[member.source] = replace(member, label=planned.label)

    def keep(self, table: Table, rows: Rows) -> None:
        """Append what the engine holds of a table, but for the files that are read anew or left out."""
        family = table.family
        here = frozenset(table.sources)
        wanted = {s: p for s, p in self._planned.items() if p.part is None and s in here}
        own = [c for c in table.columns if not family or c.name not in family.varies]
        words = places_of_words(own)  # they go back to where they stood: the other files may have such too
        own = [c for c in own if c.position not in words.values()]
        if not wanted or not own:
            return
        places = self._columns.taken_over(table, own, wanted)
        width = len(self._columns.all)
        seen: Counter[str] = Counter()

        def texts() -> Iterator[list[str | None]]:
            for row in rows(table):
                source = str(row[-1]) if family else table.source
                if (planned := wanted.get(source)) is not None:
                    seen[source] += 1
                    cells: list[str | None] = [""] * width
                    for place, at in places[source]:
                        cells[place] = _text(row[words[at]] if row[at] is None and at in words else row[at])
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
        con, width = self._con, len(self._columns.all)
        self._leave_out_totals()
        self._unite_writing()
        self._unite_spellings()
        varying = [f"x{i}" for i in range(len(self._plan.varies))]
        con.execute("DROP TABLE IF EXISTS raw")
        con.execute("ALTER TABLE gathered RENAME TO raw")
        for i, x in enumerate(varying):
            con.execute(f"ALTER TABLE raw RENAME COLUMN {x} TO c{width + i}")
        rows = int(con.execute("SELECT count(*) FROM raw").fetchall()[0][0])
        labels = [*(self._columns.label(c) for c in self._columns.all), *self._plan.varies]
        for i in range(len(varying)):
            labels[width + i] = self._free_label(labels, width + i)
        reading, titled = Reading(rows, len(labels)), any(m.titles for m in self._members.values())
        return Found(tuple(labels), reading, comma=self.comma, told=self._told(), titled=titled)

    def _told(self) -> tuple[str, ...]:
        """What the files say beside their rows, each text once."""
        lines = (n.text for m in self._members.values() for n in m.notes if n.role in NOTES)
        return tuple(islice(dict.fromkeys(lines), _NOTES))

    def _leave_out_totals(self) -> None:
        """Take out the rows that sum up all others in most files, and in every later file of the family."""
        known = {
            (i, label) for i, c in enumerate(self._columns.all) for name, label in self._known_totals if c.known == name
        }
        self._totals.settle(self._con, len(self._columns.all), known)
        for place, files in self._totals.found.items():
            message = f"“{place[1]}” is the sum of the other rows in {counted(files, 'file')}; it was left out."
            self.problems.append(Problem(self._plan.source, "total_rows", message, "Look at the files."))
        if self._totals.apart:
            left = dict(self._con.execute("SELECT s, count(*) FROM gathered GROUP BY s").fetchall())
            here = self._gathered
            self._members |= {s: replace(self._members[s], rows=int(left.get(s, 0))) for s in here}

    def _unite_writing(self) -> None:
        """Write days and numbers alike that the files write in several ways, and say so."""
        for i, column in enumerate(self._columns.all):
            if column.slot.facet.kind == "date" and unite_dates(self._con, f"c{i}"):
                label = self._columns.label(column)
                message = f"“{label}”: the files write days in several ways; all were made year-month-day."
                self.problems.append(Problem(self._plan.source, "dates", message, "Look at a few rows.", label))
            elif column.slot.facet.kind == "number" and unite_money(self._con, f"c{i}"):
                label = self._columns.label(column)
                message = f"“{label}”: some files write money with its sign and others without; all were given it."
                self.problems.append(Problem(self._plan.source, "money", message, "Look at a few rows.", label))
            elif column.slot.facet.kind == "number" and unite_thousands(self._con, f"c{i}"):
                label = self._columns.label(column)
                message = f"“{label}”: some files part thousands by a sign and others do not; the sign was taken out."
                self.problems.append(Problem(self._plan.source, "thousands", message, "Look at a few rows.", label))
            elif column.slot.facet.kind in ("number", "text") and (example := unite_keys(self._con, f"c{i}")):
                label = self._columns.label(column)
                message = f"“{label}”: the files write keys in several ways; all were written alike ({example})."
                self.problems.append(Problem(self._plan.source, "keys", message, "Look at a few rows.", label))

    def _unite_spellings(self) -> None:
        """Write values alike that differ by capitals alone, and say so."""
        for i, column in enumerate(self._columns.all):
            if column.slot.facet.kind not in ("text", "truth"):
                continue
            label = self._columns.label(column)
            if changed := unite_spellings(self._con, f"c{i}", self._spelt.get(i, {})):
                named = ", ".join(f"“{was}” as “{now}”" for was, now in changed[:_NAMED])
                named += ", …" if len(changed) > _NAMED else ""
                self.problems.append(
                    Problem(
                        self._plan.source,
                        "spellings",
                        f"“{label}”: values that differ by {self._how(changed)} were made one: {named}.",
                        "If they are not the same, load the files as tables of their own.",
                        label,
                    )
                )

    @staticmethod
    def _how(changed: Sequence[tuple[str, str]]) -> str:
        if all(was.lower() == now.lower() for was, now in changed):
            return "capitals alone"
        same = all(folded(was) == folded(now) for was, now in changed)
        return "capitals, blanks or “&” for “and” alone" if same else "how far they are written out"

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
        names = [c.name for c in columns[: len(self._columns.all)]]
        varies = tuple(c.name for c in columns[len(names) : len(names) + len(self._plan.varies)])
        members = []
        for planned in self._plan.members:
            if (member := self._members.get(planned.source)) is None:
                continue
            called = [(n, c.files.get(planned.source), c) for n, c in zip(names, self._columns.all, strict=True)]
            labels = tuple((n, own) for n, own, c in called if own is not None and own != self._columns.label(c))
            lacks = tuple(n for n, own, _ in called if own is None and n in here)
            apart = self._totals.of(planned.source, len(names))
            members.append(replace(member, labels=labels, lacks=lacks, totals=apart or member.totals))
        totals = tuple((names[place], label) for place, label in self._totals.apart)
        return Family(tuple(members), varies, self._plan.places, file_column, totals)

    def drift(self) -> Iterator[Problem]:
        """What the files call differently, and which columns only some of them have."""
        return self._columns.drift(self._members)

    def members(self) -> Mapping[str, Member]:
        return self._members

    # --- inside

    def _free_label(self, labels: list[str], at: int) -> str:
        """The label of what varies; where the files have such a column, one that says where it comes from."""
        said = labels[at]
        taken = {x.casefold() for x in labels[:at]}
        where = self._plan.places[at - len(self._columns.all)].split()[0]
        tries = (said, f"{where} {said}", *(f"{where} {said} {n}" for n in range(2, 9)))
        return next((t for t in tries if t.casefold() not in taken), said)

    def _facets(self, labels: Sequence[str]) -> Iterable[Facet]:
        columns = ", ".join(f"c{i}" for i in range(len(labels)))
        rows = self._con.execute(f"SELECT {columns} FROM raw LIMIT {_LOOKED_AT}").fetchall()
        return facets_of(labels, [["" if v is None else str(v) for v in r] for r in rows])

    def _without_blank(self, facets: list[Facet]) -> list[Facet]:
        """The columns of `raw` without those that have neither a header nor a value in any row, which are taken out."""
        blank = [i for i, f in enumerate(facets) if not f.label.strip() and not f.kind]
        if not blank:
            return facets
        filled = ", ".join(f"coalesce(bool_or(trim(c{i}) <> ''), false)" for i in blank)
        found = self._con.execute(f"SELECT {filled} FROM raw").fetchall()[0]
        empty = {i for i, held in zip(blank, found, strict=True) if not held}
        kept = [i for i in range(len(facets)) if i not in empty]
        if not empty or not kept:
            return facets
        named = ", ".join(f"c{i} AS c{n}" for n, i in enumerate(kept))
        self._con.execute(f"CREATE OR REPLACE TABLE raw AS SELECT {named} FROM raw")
        return [facets[i] for i in kept]

    def _add_column(self, place: int) -> None:
        self._con.execute(f"ALTER TABLE gathered ADD COLUMN c{place} VARCHAR")

    def _append(self, into: Sequence[str], taken: Sequence[str], planned: Planned) -> None:
        varying = [f"x{i}" for i in range(len(planned.values))]
        self._con.execute(
            f"INSERT INTO gathered ({', '.join((*into, *varying, 's'))}) "
            f"SELECT {', '.join(taken)}{''.join(', nullif(?, ' + repr('') + ')' for _ in varying)}, ? FROM raw",
            [*planned.values, planned.source],
        )


def _text(value: Value) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else repr(value)
