"""Loading files into a workspace: each whole or not at all, then what joins what, then the graph.

Per file: noted as staged, written to the engine, its values indexed, ready last. An interruption at any point leaves
whole tables and notes of what is left to do (`core.upkeep`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.catalogue import Catalogue
from core.config import Settings
from core.errors import Cancelled, FileError, FileMissing
from core.ingest.load import load_file
from core.ingest.names import find_files, name_tables, source_of
from core.model import Problem, Progress, Table
from core.sql.base import SqlEngine
from core.upkeep import Upkeep

_FILES = 0.8
"""The share of a load's progress that the files take; joins, labels and graph take the rest."""


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load did. `problems` has the files that did not load, then what to know about those that did."""

    tables: tuple[Table, ...]
    problems: tuple[Problem, ...] = ()


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
        files = sorted(set(_found(paths, failed)))
        total = sum(f.stat().st_size for f in files) or 1
        done = 0
        known = catalogue.tables()
        shown = {t.name for t in known}
        for path, label, name in name_tables(files, known):
            if cancelled():
                raise Cancelled
            size = path.stat().st_size

            def share(what: str, part: float, label: str = label, done: int = done, size: int = size) -> None:
                tell(f"{label}: {what}", _FILES * (done + part * size) / total)

            try:
                shown.add(name)
                one = _one(path, label, name, shown, catalogue, engine, upkeep, settings, share, cancelled)
                loaded.append(one)
            except FileError as fault:
                failed.append(Problem(str(path), fault.code, fault.message, fault.hint))
            except OSError as fault:
                hint = "Check the file, the rights to it and the room on the disk."
                failed.append(Problem(str(path), "file", f"The file cannot be read: {fault}.", hint))
            done += size
    finally:
        if loaded:
            finish(upkeep, tell)
    tell("Loaded", 1.0)
    return LoadReport(tuple(loaded), (*failed, *(p for t in loaded for p in t.problems)))


def finish(upkeep: Upkeep, tell: Progress) -> None:
    """Joins, labels and graph of what was loaded."""
    upkeep.match(lambda what, part: tell(what, _FILES + 0.1 * part))
    tell("Labels and graph", _FILES + 0.1)
    upkeep.catch_up()


def _found(paths: Sequence[str | Path], failed: list[Problem]) -> Iterator[Path]:
    for path in paths:
        try:
            yield from find_files([path])
        except FileMissing as fault:
            failed.append(Problem(str(path), fault.code, fault.message, fault.hint))


def _one(
    path: Path,
    label: str,
    name: str,
    shown: set[str],
    catalogue: Catalogue,
    engine: SqlEngine,
    upkeep: Upkeep,
    settings: Settings,
    tell: Progress,
    cancelled: Callable[[], bool],
) -> Table:
    """Load one file. `shown` are the tables that may be read, this one among them."""
    catalogue.stage(Table(name, label, source_of(path), 0, ()))
    try:
        table = load_file(path, engine, label=label, name=name, settings=settings, progress=tell, cancelled=cancelled)
    except BaseException:
        # Nothing was written, or the table is broken: both are told from what the engine holds now.
        upkeep.undo(name)
        raise
    catalogue.stage(table)
    upkeep.owe(("values", "labels", "joins"), [name])
    upkeep.touch()
    engine.show_only(shown)
    upkeep.put_values(table)
    catalogue.ready(name)
    return table
