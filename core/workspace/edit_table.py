"""What a person changes about a loaded table: a column's type, the table's label, its file. The name in SQL stays, so
joins, verdicts, glossary, chats and verified answers go on to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.catalogue.type_overrides import TypeOverrides
from core.errors import BadLayout, BadReplacement, BadTableLabel, FileError, UnknownName
from core.ingest.confined import ConfinedReader
from core.ingest.families.plan import replanned
from core.ingest.families.planned import Planned
from core.ingest.layout.by_hand import LayoutOverride
from core.ingest.parts import Part, file_of, known_part, part_from, source_of
from core.ingest.type_overrides import TypeOverride, known_types
from core.model import Table
from core.model.sources import divided
from core.workspace.layouts import (
    carry_over,
    file_part,
    keep_for_family,
    keep_override,
    kept_for,
    override_of,
    put_back,
)
from core.workspace.load import finish, load, load_again
from core.workspace.table_loader import LoadContext, Loader, family_key, raised

LONGEST_LABEL = 80


@dataclass(frozen=True, slots=True)
class TableEditor:
    """The hands that change tables; whoever holds the workspace's write lock uses them."""

    context: LoadContext

    def set_type(self, table: str, column: str, type_override: TypeOverride | None) -> Table:
        """Load the table's file anew with the column read as `type_override` says; None: as the file suggests.

        Raises UnknownName, BadType where no cell fits, FileMissing when the file is gone, FileError, Cancelled; all is
        then as it was.
        """
        old = self._table(table)
        if old.column(column) is None:
            raise UnknownName(column, tuple(c.name for c in old.columns)[:5], kind="column")
        type_overrides = known_types(
            TypeOverrides(self.context.catalogue).of(family_key(table) if old.family else old.source)
        )
        type_overrides.pop(column, None)
        if type_override:
            type_overrides[column] = type_override
        if old.family:
            return self._family_as(old, type_overrides, column)
        with self._reader() as reader:
            part = part_from(old.source, reader.parts_in)
        return self._load(part, old, type_overrides, column)

    def rename(self, table: str, label: str) -> Table:
        """Give a table the label that people see. Raises UnknownName, BadTableLabel."""
        old = self._table(table)
        new = " ".join(label.split())
        if not new or len(new) > LONGEST_LABEL:
            raise BadTableLabel(f"A table's name has 1 to {LONGEST_LABEL} signs.", "Write another name.")
        others = (t for t in self.context.catalogue.tables() if t.name != table)
        if any(new.casefold() in (t.label.casefold(), t.name.casefold()) for t in others):
            raise BadTableLabel(f"Another table is called “{new}”.", "Write another name.")
        if new != old.label:
            self.context.sync.touch()
            self.context.catalogue.relabel(table, new)
            self.context.sync.add_pending(["labels"], [table])
            self.context.sync.catch_up()
        return self._table(table)

    def replace(self, table: str, path: Path) -> Table:
        """Load another file as this table; label, description, chosen types and verdicts stay.

        Of a file with several tables the one is taken that is called like the old one, or like the label.
        Raises UnknownName, BadReplacement, FileError, Cancelled; all is then as it was.
        """
        old = self._table(table)
        if old.family:
            raise BadReplacement(f"“{old.label}” was made of several files.", "Choose the file that is to be replaced.")
        part = self._part(old, path)
        holder = next(
            (t for t in self.context.catalogue.tables() if part.source in t.sources and t.name != table), None
        )
        if holder is not None:
            raise BadReplacement(f"This file is loaded as “{holder.label}” already.", "Choose another file.")
        chosen = known_types(TypeOverrides(self.context.catalogue).of(old.source))
        return self._in_place_of(old.source, part, lambda: self._load(part, old, chosen, ""))

    def _in_place_of(self, source: str, part: Part, work: Callable[[], Table]) -> Table:
        """Do this with a person's borders of a file held for its next edition; if it fails, they are not kept."""
        catalogue = self.context.catalogue
        before = kept_for(catalogue, [part])
        try:
            with self._reader() as reader:
                old = known_part(source, reader.parts_in)
            if old is not None:
                carry_over(catalogue, old, part)
            return work()
        except BaseException:
            put_back(catalogue, before)
            raise

    def _family_as(self, old: Table, type_overrides: Mapping[str, TypeOverride], asked: str) -> Table:
        """Load all files of a family anew, its columns read as `type_overrides` say, now and later."""
        family = old.family
        members = family.members if family else ()
        with self._reader() as reader:
            parts = [
                Planned(m.source, m.label, m.values, part_from(m.source, reader.parts_in), titles=m.titles)
                for m in members
            ]
        with Loader(self.context) as loader:
            made, _ = loader.load_family(replanned(old, parts), self.context.tell, raised, type_overrides, asked)
        TypeOverrides(self.context.catalogue).keep(family_key(old.name), type_overrides)
        finish(self.context.sync, self.context.tell)
        return made

    def set_layout(self, table: str, override: LayoutOverride | None, source: str = "") -> tuple[Table, ...]:
        """Load the text or sheet in which a table lies anew, cut as a person says; None: as the finder sees it.

        What it holds then takes the place of what was loaded from it: tables that are no longer in it go. `source` says
        which file of a family is meant; what is found in the others by its text holds for them as well. Raises
        UnknownName, BadLayout, FileMissing when the file is gone, FileError, Cancelled; all is then as it was.
        """
        catalogue = self.context.catalogue
        with self._reader() as reader:
            part = file_part(part_from(source_in(self._table(table), source), reader.parts_in))
            others = self._others(self._table(table), part, reader)
            sources = {p.source for p in reader.looked_into(part, override)}
        before = kept_for(catalogue, (part, *others))
        if others:
            keep_for_family(catalogue, part, others, override)
        else:
            keep_override(catalogue, part, override)
        try:
            report = load((), self.context, of=[part, *others])
        except BaseException:
            put_back(catalogue, before)
            raise
        if not sources <= {s for t in report.tables for s in t.sources}:
            put_back(catalogue, before)
            fault = next((p for p in report.problems if p.code != "part_gone"), None)
            said = (fault.message, fault.hint) if fault else ("The file could not be read.", "")
            raise FileError(part, *said)
        gone = [
            t.name
            for t in catalogue.tables()
            if t.source not in sources and (t.source == part.source or t.source.startswith(part.source + "#"))
        ]
        if gone and not (part.member and not part.sheet and part.path.suffix == ".zip"):
            self.context.sync.forget(gone)
            self.context.sync.catch_up()
        return report.tables

    def _others(self, table: Table, part: Part, reader: ConfinedReader) -> list[Part]:
        """The other texts or sheets of a family that are still there."""
        members = table.family.members if table.family else ()
        found = [file_part(part_from(m.source, reader.parts_in)) for m in members if file_of(m.source)]
        return [p for p in dict.fromkeys(found) if p.source != part.source]

    def _part(self, old: Table, path: Path) -> Part:
        parts = self._tables_in(path, old.source)
        if len(parts) == 1:
            return parts[0]
        tail = divided(old.source)[1]
        named = [p for p in parts if tail and p.source == f"{source_of(path)}#{tail}"]
        named = named or [p for p in parts if p.own[-1].casefold() in (old.label.casefold(), old.name.casefold())]
        if len(named) != 1:
            raise BadReplacement(
                f"The file holds {len(parts)} tables, and none of them is called “{old.label}”.",
                "Choose a file with one table, or load all of its tables.",
            )
        return named[0]

    def _tables_in(self, path: Path, before: str) -> list[Part]:
        """The tables of a file that takes the place of another, cut as a person said of that one."""
        with self._reader() as reader:
            old = known_part(before, reader.parts_in)
            override = override_of(self.context.catalogue, old) if old else None
            found: list[Part] = []
            for part in reader.parts_in(path):
                try:
                    found += reader.looked_into(part, override_of(self.context.catalogue, part) or override)
                except BadLayout:
                    found += reader.looked_into(part)
        return found

    def _reader(self) -> ConfinedReader:
        """Who looks into files: archives and workbooks in a process that can be ended."""
        return ConfinedReader(self.context.settings, self.context.check)

    def _load(self, part: Part, old: Table, type_overrides: Mapping[str, TypeOverride], asked: str) -> Table:
        return load_again(part, old, type_overrides, asked, self.context)

    def _table(self, name: str) -> Table:
        found = self.context.catalogue.table(name)
        if found is None:
            raise UnknownName(name, tuple(self.context.catalogue.names())[:5], kind="table")
        return found


def source_in(table: Table, source: str) -> str:
    """The source that is meant of a table's; of a family the first where none is named. Raises UnknownName."""
    if not source or source in table.sources:
        return source or table.sources[0]
    raise UnknownName(source, table.sources[:5], kind="file")


def changed_files(tables: Iterable[Table]) -> tuple[Path, ...]:
    """The files that have another size or time than when they were loaded, each once, sorted. Files gone are not."""
    found: set[Path] = set()
    for table in (m for t in tables for m in (t.family.members if t.family else (t,))):
        path = file_of(table.source)
        if path is None:
            continue
        is_now = path.stat()
        later = is_now.st_mtime_ns != table.changed_ns if table.changed_ns else False
        if later or (table.size and is_now.st_size != table.size):
            found.add(path)
    return tuple(sorted(found))
