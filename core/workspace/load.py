"""Loading files into a workspace: each whole or not at all, then what joins what, then the graph.

Per file: noted as staged, written to the engine, its values indexed, ready last. An interruption at any point leaves
whole tables and notes of what is left to do (`core.workspace.sync`). Files of one form become one table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from core.catalogue.type_overrides import TypeOverrides
from core.documents.confined import ConfinedDocuments
from core.documents.loading import keep, parted, recognised, settled
from core.documents.notes import keep_notes
from core.documents.store import Documents
from core.errors import Cancelled, FileError, StoreError, WorkspaceUnwritable
from core.ingest.confined import ConfinedReader
from core.ingest.names import named
from core.ingest.parts import Part
from core.ingest.type_overrides import TypeOverride, order_in
from core.model import Problem, Progress, Table
from core.processes.files import mistakes
from core.workspace.find_parts import FoundParts
from core.workspace.layouts import located
from core.workspace.sync import Sync
from core.workspace.table_loader import LoadContext, Loader, file_problem

AMBIGUOUS = "ambiguous_dates"
_FILES = 0.8
"""The share of a load's progress that the files take; joins, labels and graph take the rest."""


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load did. `problems` has the files that did not load, then what to know about those that did."""

    tables: tuple[Table, ...]
    problems: tuple[Problem, ...] = ()
    documents: tuple[str, ...] = ()
    """The names of data dictionaries and notes that were read."""


def load(paths: Sequence[str | Path], context: LoadContext, of: Sequence[Part] = ()) -> LoadReport:
    """Load what `paths` name, and the parts `of` files; one that fails becomes a Problem.

    Raises Cancelled after finishing what was loaded.
    """
    loaded: list[Table] = []
    failed: list[Problem] = []
    alone_as: dict[str, Part] = {}
    stack = ExitStack()
    try:
        context.tell("Looking into the files", 0.0)
        reader = ConfinedReader(context.settings, context.check)
        stack.enter_context(reader)
        stack.enter_context(context.sync.opening())  # while a process starts that looks into the files
        found = FoundParts(paths, context, reader, of)
        failed += found.problems
        sizes = {path: path.stat().st_size / n for path, n in Counter(p.path for p in found.parts).items()}
        total = sum(sizes[p.path] for p in found.parts) or 1
        done = 0.0

        def share(label: str, size: float) -> Progress:
            begun = done
            return lambda what, part: context.tell(f"{label}: {what}", _FILES * (begun + part * size) / total)

        with Loader(context, reader) as loader:
            alone, families = loader.planned(found.parts, found.forms)
            for plan in families:
                size = sum(sizes[m.part.path] for m in plan.members if m.part)
                try:
                    with mistakes(plan.source):
                        table, stopped = loader.load_family(
                            plan, share(plan.label, size), lambda part, fault: failed.append(file_problem(part, fault))
                        )
                except (FileError, OSError, WorkspaceUnwritable) as fault:
                    failed.append(file_problem(Part(Path(plan.source)), fault))
                    continue
                loaded.append(table)
                if stopped:
                    raise Cancelled
                done += size
            known = {t.name: t for t in context.catalogue.tables()}
            for part, label, name in named(alone, known.values()):
                context.check()
                new = known[name] if name in known else Table(name, label, part.source, 0, ())
                try:
                    chosen = loader.chosen_types(part.source)
                    tell_share = share(label, sizes[part.path])
                    with mistakes(part):
                        loaded.append(loader.load(part, replace(new, label=label), chosen, tell_share))
                    alone_as[name] = part
                except (FileError, OSError, WorkspaceUnwritable) as fault:
                    failed.append(file_problem(part, fault))
                done += sizes[part.path]
            for n, table in enumerate(loaded):
                if table.name in alone_as and any(p.code == AMBIGUOUS for p in table.problems):
                    loaded[n] = _as_files_beside(table, alone_as[table.name], loader, context)
    finally:
        stack.close()
        if loaded:
            try:
                finish(context.sync, context.tell, context.documents)
            except (FileError, StoreError, WorkspaceUnwritable) as fault:  # it stays pending; what was loaded is told
                said = f"Not all joins and indexes of what was loaded could be made. {fault.message}"
                failed.append(Problem("", fault.code, said, fault.hint))
            failed += context.sync.not_in_step()
    context.tell("Loaded", 1.0)
    return LoadReport(tuple(loaded), (*failed, *(p for t in loaded for p in t.problems)))


def _as_files_beside(table: Table, part: Part, loader: Loader, context: LoadContext) -> Table:
    """The table loaded anew where the other files of its folder say which of day and month comes first in its dates."""
    folder = part.path.parent
    others = (t for t in context.catalogue.tables() if t.name != table.name and Path(t.source).parent == folder)
    if (order := order_in(others)) is None:
        return table
    try:
        return loader.load(part, table, loader.chosen_types(part.source), lambda what, share: None, order=order)
    except (FileError, OSError, WorkspaceUnwritable):
        return table  # it stands as it was


def load_all(paths: Sequence[str | Path], context: LoadContext) -> LoadReport:
    """The same, with data dictionaries and notes among the files kept as documents."""
    notes, rest = parted(paths)
    report = load(rest, context) if rest else LoadReport(())
    with ConfinedDocuments(context.check) as documents:
        notes += recognised(report.tables, context.catalogue.tables(), report.problems, documents.read)
        kept = keep(notes, context.documents, documents.read, context.tell, context.check)
    return LoadReport(report.tables, settled(report.problems, kept), kept.names)


def finish(sync: Sync, tell: Progress, documents: Documents | None = None) -> None:
    """Long views, joins, labels and graph of what was loaded; what the files say beside their rows as documents."""
    sync.derive()
    sync.match(lambda what, part: tell(what, _FILES + 0.1 * part))
    tell("Labels and graph", _FILES + 0.1)
    sync.catch_up()
    if documents is not None:
        with suppress(StoreError):  # they are kept at the tables, too
            keep_notes(documents, sync.tables())


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
        with ConfinedReader(context.settings, context.check) as reader, Loader(context, reader) as loader:
            part = located(context.catalogue, part, reader.looked_into)
            made = loader.load(part, table, type_overrides, share, asked)
    except OSError as fault:
        problem = file_problem(part, fault)
        raise FileError(part, problem.message, problem.hint) from fault
    TypeOverrides(context.catalogue).keep(part.source, type_overrides)
    finish(context.sync, context.tell, context.documents)
    return made
