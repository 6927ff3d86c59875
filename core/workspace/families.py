"""What a person does to families: parts one, unites tables, removes or replaces a file of it, says which columns are
one. What is said is remembered for the next load.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.catalogue.families import keep_apart, keep_together, part_column, unite_columns
from core.errors import BadFamily, FileMissing, UnknownName
from core.ingest.families.forms import label_key
from core.ingest.families.plan import replanned, united
from core.ingest.families.planned import Plan, Planned
from core.ingest.names import name_tables
from core.ingest.parts import file_of, part_from
from core.model import Family, Table
from core.workspace.edit_table import TableEditor
from core.workspace.load import finish
from core.workspace.table_loader import Loader, raised


class FamilyHands(TableEditor):
    """The hands that change families; whoever holds the workspace's write lock uses them."""

    def unite(self, names: Sequence[str], column: str = "") -> Table:
        """Make one table of several, whatever their files look like; `column` is the label of what varies.

        Raises UnknownName, BadFamily where there are fewer than two; all is then as it was.
        """
        some = [self._table(name) for name in dict.fromkeys(names)]
        if len(some) < 2:
            raise BadFamily("Only several tables can be united.", "Name two tables or more.")
        plan = united(some, self.context.catalogue.tables(), " ".join(column.split()))
        made = self._load_family(plan)
        keep_together(self.context.catalogue, made.sources, column)
        return made

    def part(self, name: str) -> tuple[Table, ...]:
        """Load each file of a family as a table of its own, now and later.

        Raises UnknownName, BadFamily, and FileMissing where a file is gone: all is then as it was.
        """
        table, family = self._family(name)
        if gone := [m.source for m in family.members if file_of(m.source) is None]:
            raise FileMissing(gone[0])
        with self._reader() as reader:
            parts = [part_from(m.source, reader.parts_in) for m in family.members]
        keep_apart(self.context.catalogue, table.sources)
        others = [t for t in self.context.catalogue.tables() if t.name != name]
        made = []
        with Loader(self.context) as loader:
            for part, label, own in name_tables(parts, [*others, replace(table, label="", source="", family=None)]):
                new = Table(own, label, part.source, 0, ())
                made.append(loader.load(part, new, loader.chosen_types(part.source), self.context.tell))
        self.context.sync.forget([name])
        finish(self.context.sync, self.context.tell, self.context.documents)
        return tuple(made)

    def remove_member(self, name: str, source: str) -> Table | None:
        """Take one file's rows out of a family; None where it was the last, and the table is gone.

        Raises UnknownName, BadFamily.
        """
        table, family = self._family(name, source)
        left = [Planned(m.source, m.label, m.values, titles=m.titles) for m in family.members if m.source != source]
        if not left:
            self.context.sync.forget([name])
            self.context.sync.catch_up()
            return None
        return self._load_family(replanned(table, left))

    def replace_member(self, name: str, source: str, path: Path) -> Table:
        """Load another file in the place of one of a family; what varies stays as it was for that one.

        Raises UnknownName, BadFamily, FileError; all is then as it was.
        """
        table, family = self._family(name, source)
        parts = self._tables_in(path, source)
        if len(parts) != 1:
            raise BadFamily(f"The file holds {len(parts)} tables.", "Choose a file with one table.")
        if any(m.source == parts[0].source != source for m in family.members):
            raise BadFamily("This file is in the family already.", "Choose another file.")
        members = [
            Planned(parts[0].source, m.label, m.values, parts[0])
            if m.source == source
            else Planned(m.source, m.label, m.values, titles=m.titles)
            for m in family.members
        ]
        return self._in_place_of(source, parts[0], lambda: self._load_family(replanned(table, members)))

    def part_column(self, name: str, label: str) -> Table:
        """Have a column that some files call by this label be one of its own. Raises UnknownName, BadFamily."""
        table, family = self._family(name)
        known = {label_key(own) for m in family.members for _, own in m.labels}
        if label_key(label) not in known:
            raise UnknownName(label, tuple(sorted(known))[:5], kind="column")
        part_column(self.context.catalogue, name, label_key(label))
        return self._again(table)

    def unite_columns(self, name: str, columns: Sequence[str]) -> Table:
        """Have these columns of a family be one. Raises UnknownName, BadFamily where a file has two of them."""
        table, family = self._family(name)
        found = [c for c in table.columns if c.name in columns or c.label in columns]
        for wanted in columns:
            if not any(wanted in (c.name, c.label) for c in found):
                raise UnknownName(wanted, tuple(c.name for c in table.columns)[:5], kind="column")
        if any(sum(c.name not in m.lacks for c in found) > 1 for m in family.members):
            raise BadFamily("One of the files has several of these columns.", "Columns of one file stay apart.")
        unite_columns(self.context.catalogue, name, {label_key(c.label) for c in found})
        return self._again(table)

    def _again(self, table: Table) -> Table:
        """The family made anew from the rows it has."""
        members = table.family.members if table.family else ()
        return self._load_family(
            replanned(table, [Planned(m.source, m.label, m.values, titles=m.titles) for m in members])
        )

    def _family(self, name: str, source: str = "") -> tuple[Table, Family]:
        table = self._table(name)
        if table.family is None:
            raise BadFamily(f"“{table.label}” is a single file.", "Choose a table that was made of several files.")
        if source and table.family.member(source) is None:
            raise UnknownName(source, tuple(m.source for m in table.family.members)[:5], kind="file")
        return table, table.family

    def _load_family(self, plan: Plan) -> Table:
        with Loader(self.context) as loader:
            made, _ = loader.load_family(plan, self.context.tell, raised)
        finish(self.context.sync, self.context.tell, self.context.documents)
        return made
