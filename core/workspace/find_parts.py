"""Which tables lie in the files that a load names, looked into one after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from core.errors import BadLayout, FileError, FileMissing
from core.ingest.confined import ConfinedReader
from core.ingest.families.forms import Form
from core.ingest.names import find_files, unwritable_name
from core.ingest.parts import Part, source_of
from core.model import Problem
from core.workspace.layouts import override_of
from core.workspace.table_loader import LoadContext, file_problem

MOST_SHEETS = 200
"""Sheets of one workbook that are read."""
KEPT_BYTES = 64 << 20
"""Bytes of files whose text is kept from looking into them to loading them; others are read again."""


class FoundParts:
    """The tables in the files of a load. What cannot be looked into, and what is gone from a file, is in `problems`."""

    def __init__(
        self, paths: Sequence[str | Path], context: LoadContext, reader: ConfinedReader, of: Sequence[Part] = ()
    ) -> None:
        self.problems: list[Problem] = []
        self.parts: list[Part] = []
        self.forms: dict[str, Form | None] = {}
        """By the parts' sources: what is needed to see which are of one form."""
        self._context = context
        self._labels = {source: table.label for table in context.catalogue.tables() for source in table.sources}
        """Of what is loaded: the tables' labels by the sources of their rows."""
        self._reader = reader
        held = 0
        for part in self._tables(chain(of, self._files(paths))):
            self.forms[part.source] = reader.form_of(part)
            held += part.path.stat().st_size
            self.parts.append(part if held <= KEPT_BYTES else replace(part, look=None))

    def _files(self, paths: Sequence[str | Path]) -> Iterator[Part]:
        for path in sorted(set(self._paths(paths))):
            self._context.check()
            if unkept := unwritable_name(path):
                self.problems.append(unkept)
                continue
            try:
                found = self._reader.parts_in(path)
            except (FileError, OSError) as fault:
                self.problems.append(file_problem(Part(path), fault))
                continue
            sources = tuple(part.source for part in found)
            found = self._first_sheets(path, found)
            # What lies inside one of the parts is told once that is looked into.
            inside = source_of(path) + "#"
            self._note_gone(
                source
                for source in self._known_sources()
                if source.startswith(inside) and not any(source == s or source.startswith(s + "#") for s in sources)
            )
            yield from found

    def _first_sheets(self, path: Path, found: list[Part]) -> list[Part]:
        """The parts of a file without those of a workbook's sheets that are too many; that is told."""
        kept: list[Part] = []
        sheets: Counter[str] = Counter()
        for part in found:
            sheets[part.member] += bool(part.sheet)
            if sheets[part.member] <= MOST_SHEETS:
                kept.append(part)
        for member, many in sheets.items():
            if many > MOST_SHEETS:
                message = f"The workbook has {many:,} sheets: the first {MOST_SHEETS:,} were read."
                hint = "Save the others as a workbook of their own."
                self.problems.append(Problem(str(Part(path, member)), "many_sheets", message, hint))
        return kept

    def _tables(self, parts: Iterable[Part]) -> Iterator[Part]:
        for part in parts:
            self._context.check()
            try:
                found = self._looked_into(part)
            except (FileError, OSError) as fault:
                self.problems.append(file_problem(part, fault))
                continue
            sources = {p.source for p in found}
            own = part.source
            inside = own + "#" if not part.member and not part.sheet else ""
            self._note_gone(
                source
                for source in self._known_sources()
                if source not in sources and ((inside and source.startswith(inside)) or source == own)
            )
            yield from found

    def _looked_into(self, part: Part) -> list[Part]:
        """The tables in a part; where a person's borders do not fit the file any more, those that the finder sees."""
        try:
            return self._reader.looked_into(part, override_of(self._context.catalogue, part))
        except BadLayout:
            return self._reader.looked_into(part)

    def _paths(self, paths: Sequence[str | Path]) -> Iterator[Path]:
        for path in paths:
            try:
                yield from find_files([path])
            except FileMissing as fault:
                self.problems.append(Problem(str(path), fault.code, fault.message, fault.hint))

    def _known_sources(self) -> Iterable[str]:
        return self._labels

    def _note_gone(self, sources: Iterator[str]) -> None:
        for source in sources:
            message = f"“{self._labels[source]}” is no longer in the file; the table loaded from it before stays."
            self.problems.append(Problem(source, "part_gone", message, "Remove the table if you do not need it."))
