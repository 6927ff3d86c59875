"""Loading files into a workspace: each whole or not at all, then what joins what, then the graph.

Per file: noted as staged, written to the engine, its values indexed, ready last. An interruption at any point leaves
whole tables and notes of what is left to do (`core.workspace.sync`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from core.catalogue.store import Catalogue
from core.config import Settings
from core.documents.loading import keep, parted, recognised, settled
from core.documents.store import Documents
from core.errors import Cancelled, FileError, FileMissing
from core.ingest.duckdb_session import Bench
from core.ingest.load import load_file
from core.ingest.names import find_files, name_tables, unwritable_name
from core.ingest.parts import Part, parts_in, source_of
from core.ingest.type_overrides import WISHES, Wish
from core.model import Problem, Progress, Table
from core.sql.base import SqlEngine
from core.workspace.sync import LONGEST_VALUE, MOST_VALUES, Upkeep

_WISHES = "wishes:"
_KEPT = "as_text:"
"""Where earlier versions kept the columns that stay text."""
_FILES = 0.8
"""The share of a load's progress that the files take; joins, labels and graph take the rest."""


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load did. `problems` has the files that did not load, then what to know about those that did."""

    tables: tuple[Table, ...]
    problems: tuple[Problem, ...] = ()
    documents: tuple[str, ...] = ()
    """The names of data dictionaries and notes that were read."""


def load(
    paths: Sequence[str | Path],
    catalogue: Catalogue,
    engine: SqlEngine,
    upkeep: Upkeep,
    settings: Settings,
    tell: Progress,
    cancelled: Callable[[], bool],
) -> LoadReport:
    """Load what `paths` name; one that fails becomes a Problem. Raises Cancelled after finishing what was loaded."""
    loaded: list[Table] = []
    failed: list[Problem] = []
    try:
        tell("Looking into the files", 0.0)
        known = {t.name: t for t in catalogue.tables()}
        parts = _parts(paths, tuple(known.values()), failed, cancelled)
        sizes = {path: path.stat().st_size / n for path, n in Counter(p.path for p in parts).items()}
        total = sum(sizes[p.path] for p in parts) or 1
        done = 0.0
        with (
            _Loader(catalogue, engine, upkeep, settings, cancelled) as loader,
            upkeep.opening() if parts else nullcontext(),
        ):
            for part, label, name in name_tables(parts, known.values()):
                if cancelled():
                    raise Cancelled
                size = sizes[part.path]

                def share(what: str, part: float, label: str = label, done: float = done, size: float = size) -> None:
                    tell(f"{label}: {what}", _FILES * (done + part * size) / total)

                new = Table(name, label, part.source, 0, (), known[name].description if name in known else "")
                try:
                    loaded.append(loader.load(part, new, wishes_of(catalogue, part.source), share))
                except (FileError, OSError) as fault:
                    failed.append(_problem(part, fault))
                done += size
    finally:
        if loaded:
            finish(upkeep, tell)
    tell("Loaded", 1.0)
    return LoadReport(tuple(loaded), (*failed, *(p for t in loaded for p in t.problems)))


def load_all(
    paths: Sequence[str | Path],
    documents: Documents,
    catalogue: Catalogue,
    engine: SqlEngine,
    upkeep: Upkeep,
    settings: Settings,
    tell: Progress,
    cancelled: Callable[[], bool],
) -> LoadReport:
    """The same, with data dictionaries and notes among the files kept as documents."""
    notes, rest = parted(paths)
    report = load(rest, catalogue, engine, upkeep, settings, tell, cancelled) if rest else LoadReport(())
    notes += recognised(report.tables, catalogue.tables(), report.problems)
    kept = keep(notes, documents, tell, cancelled)
    return LoadReport(report.tables, settled(report.problems, kept), kept.names)


def finish(upkeep: Upkeep, tell: Progress) -> None:
    """Joins, labels and graph of what was loaded."""
    upkeep.match(lambda what, part: tell(what, _FILES + 0.1 * part))
    tell("Labels and graph", _FILES + 0.1)
    upkeep.catch_up()


def load_again(
    part: Part,
    table: Table,
    wishes: Mapping[str, Wish],
    asked: str,
    catalogue: Catalogue,
    engine: SqlEngine,
    upkeep: Upkeep,
    settings: Settings,
    tell: Progress,
    cancelled: Callable[[], bool],
) -> Table:
    """Load one table anew from `part`, its columns read as `wishes` say, now and later; in `asked` a cell must fit.

    Raises FileError (BadType among them) and Cancelled; all is then as it was.
    """

    def share(what: str, done: float) -> None:
        tell(f"{table.label}: {what}", _FILES * done)

    try:
        with _Loader(catalogue, engine, upkeep, settings, cancelled) as loader:
            made = loader.load(part, table, wishes, share, asked)
    except OSError as fault:
        problem = _problem(part, fault)
        raise FileError(part, problem.message, problem.hint) from fault
    catalogue.set_meta(_WISHES + part.source, json.dumps(dict(wishes), ensure_ascii=False, sort_keys=True))
    finish(upkeep, tell)
    return made


def wishes_of(catalogue: Catalogue, source: str) -> dict[str, Wish]:
    """The types that a person chose for columns of this file, by the columns' names."""
    if kept := catalogue.meta(_WISHES + source):
        return {column: wish for column, wish in json.loads(kept).items() if wish in WISHES}
    return dict.fromkeys(json.loads(catalogue.meta(_KEPT + source) or "[]"), "text")


def _parts(
    paths: Sequence[str | Path], known: Sequence[Table], failed: list[Problem], cancelled: Callable[[], bool]
) -> list[Part]:
    """The tables of all files that `paths` name; a file that cannot be looked into becomes a Problem."""
    parts: list[Part] = []
    for path in sorted(set(_found(paths, failed))):
        if cancelled():
            raise Cancelled
        if unkept := unwritable_name(path):
            failed.append(unkept)
            continue
        try:
            found = parts_in(path)
        except (FileError, OSError) as fault:
            failed.append(_problem(Part(path), fault))
            continue
        parts += found
        sources = {part.source for part in found}
        for table in known:
            if table.source.startswith(source_of(path) + "#") and table.source not in sources:
                message = f"“{table.label}” is no longer in the file; the table loaded from it before stays."
                failed.append(Problem(table.source, "part_gone", message, "Remove the table if you do not need it."))
    return parts


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


class _Loader:
    """Loads tables one after another into the same stores."""

    def __init__(
        self,
        catalogue: Catalogue,
        engine: SqlEngine,
        upkeep: Upkeep,
        settings: Settings,
        cancelled: Callable[[], bool],
    ) -> None:
        self._catalogue = catalogue
        self._engine = engine
        self._upkeep = upkeep
        self._settings = settings
        self._cancelled = cancelled
        self._shown = set(catalogue.names())
        self._bench = Bench(settings)

    def __enter__(self) -> _Loader:
        return self

    def __exit__(self, *exc: object) -> None:
        self._bench.__exit__(*exc)

    def load(self, part: Part, new: Table, wishes: Mapping[str, Wish], tell: Progress, asked: str = "") -> Table:
        """Load `part` as the table that `new` names and describes."""
        self._shown.add(new.name)
        self._catalogue.stage(Table(new.name, new.label, part.source, 0, ()))
        try:
            table = load_file(
                part,
                self._engine,
                label=new.label,
                name=new.name,
                settings=self._settings,
                progress=tell,
                cancelled=self._cancelled,
                wishes=wishes,
                asked=asked,
                bench=self._bench,
                values=(MOST_VALUES, LONGEST_VALUE),
            )
        except BaseException:
            # Nothing was written, or the table is broken: both are told from what the engine holds now.
            self._upkeep.undo(new.name)
            raise
        table = replace(table, description=new.description)
        self._catalogue.stage(table)
        self._upkeep.owe(("values", "labels", "joins"), [table.name])
        self._upkeep.touch()
        self._engine.show_only(self._shown)
        self._upkeep.put_values(table, lambda column: self._bench.values(column.name))
        self._bench.tidy(table.rows)
        self._catalogue.ready(table.name)
        return table
