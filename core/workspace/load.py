"""Loading files into a workspace: each whole or not at all, then what joins what, then the graph.

Per file: noted as staged, written to the engine, its values indexed, ready last. An interruption at any point leaves
whole tables and notes of what is left to do (`core.workspace.sync`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from core.catalogue.store import Catalogue
from core.catalogue.type_overrides import TypeOverrides
from core.config import Settings
from core.documents.loading import keep, parted, recognised, settled
from core.documents.store import Documents
from core.errors import Cancelled, FileError, FileMissing
from core.ingest.duckdb_session import DuckDbSession
from core.ingest.load import load_file
from core.ingest.looking import looked_into
from core.ingest.names import find_files, named, unwritable_name
from core.ingest.parts import Part, parts_in, source_of
from core.ingest.type_overrides import TypeOverride, known_types
from core.model import Problem, Progress, Table
from core.sql.base import SqlEngine
from core.workspace.sync import LONGEST_VALUE, MOST_VALUES, Sync

_FILES = 0.8
"""The share of a load's progress that the files take; joins, labels and graph take the rest."""


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load did. `problems` has the files that did not load, then what to know about those that did."""

    tables: tuple[Table, ...]
    problems: tuple[Problem, ...] = ()
    documents: tuple[str, ...] = ()
    """The names of data dictionaries and notes that were read."""


@dataclass(frozen=True, slots=True)
class LoadContext:
    """What loading works with: the stores, the settings, whom to tell of progress, and whether to stop."""

    catalogue: Catalogue
    engine: SqlEngine
    sync: Sync
    documents: Documents
    settings: Settings
    tell: Progress
    cancelled: Callable[[], bool]

    def check(self) -> None:
        """Raises Cancelled when the work shall end."""
        if self.cancelled():
            raise Cancelled


def load(paths: Sequence[str | Path], context: LoadContext) -> LoadReport:
    """Load what `paths` name; one that fails becomes a Problem. Raises Cancelled after finishing what was loaded."""
    loaded: list[Table] = []
    failed: list[Problem] = []
    try:
        context.tell("Looking into the files", 0.0)
        known = {t.name: t for t in context.catalogue.tables()}
        parts = _parts(paths, tuple(known.values()), failed, context)
        sizes = {path: path.stat().st_size / n for path, n in Counter(p.path for p in parts).items()}
        total = sum(sizes[p.path] for p in parts) or 1
        done = 0.0
        with _Loader(context) as loader, context.sync.opening() if parts else nullcontext():
            seen = _Seen(parts, tuple(known.values()), failed, context)
            for part, label, name in named(seen.tables(), known.values()):
                context.check()
                size = sizes[part.path] / seen.together

                def share(what: str, part: float, label: str = label, done: float = done, size: float = size) -> None:
                    context.tell(f"{label}: {what}", _FILES * (done + part * size) / total)

                new = known[name] if name in known else Table(name, label, part.source, 0, ())
                try:
                    chosen = known_types(TypeOverrides(context.catalogue).of(part.source))
                    loaded.append(loader.load(part, replace(new, label=label), chosen, share))
                except (FileError, OSError) as fault:
                    failed.append(_problem(part, fault))
                done += size
    finally:
        if loaded:
            finish(context.sync, context.tell)
    context.tell("Loaded", 1.0)
    return LoadReport(tuple(loaded), (*failed, *(p for t in loaded for p in t.problems)))


def load_all(paths: Sequence[str | Path], context: LoadContext) -> LoadReport:
    """The same, with data dictionaries and notes among the files kept as documents."""
    notes, rest = parted(paths)
    report = load(rest, context) if rest else LoadReport(())
    notes += recognised(report.tables, context.catalogue.tables(), report.problems)
    kept = keep(notes, context.documents, context.tell, context.cancelled)
    return LoadReport(report.tables, settled(report.problems, kept), kept.names)


def finish(sync: Sync, tell: Progress) -> None:
    """Joins, labels and graph of what was loaded."""
    sync.match(lambda what, part: tell(what, _FILES + 0.1 * part))
    tell("Labels and graph", _FILES + 0.1)
    sync.catch_up()


def load_again(
    part: Part, table: Table, type_overrides: Mapping[str, TypeOverride], asked: str, context: LoadContext
) -> Table:
    """Load one table anew from `part`, its columns read as `type_overrides` say, now and later.

    In the column `asked` some cell must fit.

    Raises FileError (BadType among them) and Cancelled; all is then as it was.
    """

    def share(what: str, done: float) -> None:
        context.tell(f"{table.label}: {what}", _FILES * done)

    try:
        with _Loader(context) as loader:
            made = loader.load(part, table, type_overrides, share, asked)
    except OSError as fault:
        problem = _problem(part, fault)
        raise FileError(part, problem.message, problem.hint) from fault
    TypeOverrides(context.catalogue).keep(part.source, type_overrides)
    finish(context.sync, context.tell)
    return made


def _parts(
    paths: Sequence[str | Path], known: Sequence[Table], failed: list[Problem], context: LoadContext
) -> list[Part]:
    """The tables of all files that `paths` name; a file that cannot be looked into becomes a Problem."""
    parts: list[Part] = []
    for path in sorted(set(_found(paths, failed))):
        context.check()
        if unkept := unwritable_name(path):
            failed.append(unkept)
            continue
        try:
            found = parts_in(path)
        except (FileError, OSError) as fault:
            failed.append(_problem(Part(path), fault))
            continue
        parts += found
        sources = tuple(part.source for part in found)
        for table in known:
            # What lies inside one of the parts is told once that is looked into.
            if table.source.startswith(source_of(path) + "#") and not any(
                table.source == s or table.source.startswith(s + "#") for s in sources
            ):
                failed.append(_gone(table))
    return parts


def _gone(table: Table) -> Problem:
    message = f"“{table.label}” is no longer in the file; the table loaded from it before stays."
    return Problem(table.source, "part_gone", message, "Remove the table if you do not need it.")


class _Seen:
    """The tables that lie in parts of files, one part looked into after another."""

    def __init__(
        self, parts: Sequence[Part], known: Sequence[Table], failed: list[Problem], context: LoadContext
    ) -> None:
        self._parts = parts
        self._known = known
        self._failed = failed
        self._context = context
        self.together = 1
        """How many tables lie in the part of the last one."""

    def tables(self) -> Iterator[Part]:
        for part in self._parts:
            self._context.check()
            try:
                found = looked_into(part)
            except (FileError, OSError) as fault:
                self._failed.append(_problem(part, fault))
                continue
            sources = {p.source for p in found}
            for table in self._known:
                inside = table.source.startswith(part.source + "#") and not part.member and not part.sheet
                if table.source not in sources and (inside or table.source == part.source):
                    self._failed.append(_gone(table))
            self.together = len(found)
            yield from found


def _problem(part: Part, fault: FileError | OSError) -> Problem:
    if isinstance(fault, FileError):
        return Problem(str(part), fault.code, fault.message, fault.hint)
    hint = "Check the file, the rights to it and the room on the disk."
    return Problem(str(part), "file", f"The file cannot be read: {fault}.", hint)


def _found(paths: Sequence[str | Path], failed: list[Problem]) -> Iterator[Path]:
    for path in paths:
        try:
            yield from find_files([path])
        except FileMissing as fault:
            failed.append(Problem(str(path), fault.code, fault.message, fault.hint))


def _description(old: Table, new: Table) -> str:
    """What was said of the table before, unless that was its old title; else its title in the file."""
    was = old.layout.title if old.layout else ""
    title = new.layout.title if new.layout else ""
    return title if not old.description or old.description == was else old.description


class _Loader:
    """Loads tables one after another into the same stores."""

    def __init__(self, context: LoadContext) -> None:
        self._context = context
        self._shown = set(context.catalogue.names())
        self._session = DuckDbSession(context.settings)

    def __enter__(self) -> _Loader:
        return self

    def __exit__(self, *exc: object) -> None:
        self._session.__exit__(*exc)

    def load(
        self, part: Part, new: Table, type_overrides: Mapping[str, TypeOverride], tell: Progress, asked: str = ""
    ) -> Table:
        """Load `part` as the table that `new` names and describes."""
        catalogue, engine, sync = self._context.catalogue, self._context.engine, self._context.sync
        self._shown.add(new.name)
        catalogue.stage(Table(new.name, new.label, part.source, 0, ()))
        try:
            table = load_file(
                part,
                engine,
                label=new.label,
                name=new.name,
                settings=self._context.settings,
                progress=tell,
                cancelled=self._context.cancelled,
                type_overrides=type_overrides,
                asked=asked,
                session=self._session,
                values=(MOST_VALUES, LONGEST_VALUE),
            )
        except BaseException:
            # Nothing was written, or the table is broken: both are told from what the engine holds now.
            sync.undo(new.name)
            raise
        table = replace(table, description=_description(new, table))
        catalogue.stage(table)
        sync.add_pending(("values", "labels", "joins"), [table.name])
        sync.touch()
        engine.show_only(self._shown)
        sync.put_values(table, lambda column: self._session.values(column.name))
        self._session.tidy(table.rows)
        catalogue.ready(table.name)
        return table
