"""Tables loaded one after another into the same stores: single files, and families of files of one form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from core.catalogue.families import choices
from core.catalogue.file_origins import origin_of
from core.catalogue.store import Catalogue
from core.catalogue.type_overrides import TypeOverrides
from core.config import Settings
from core.documents.store import Documents
from core.errors import Cancelled, FileError, JoineryError, StoreError, WorkspaceError, WorkspaceUnwritable
from core.ingest.confined import ConfinedReader
from core.ingest.digests import Digests
from core.ingest.duckdb_session import DuckDbSession
from core.ingest.families.forms import Form
from core.ingest.families.plan import Wanted, planned, replanned
from core.ingest.families.planned import Plan, Planned
from core.ingest.parts import Part
from core.ingest.type_overrides import Order, TypeOverride, known_types
from core.model import Problem, Progress, Table, Value
from core.sql.base import SqlEngine
from core.workspace.layouts import with_borders
from core.workspace.sync import LONG, LONGEST_VALUE, MOST_VALUES, Sync, quoted
from core.workspace.waiting_rows import WaitingRows

if TYPE_CHECKING:
    from core.ingest.families.load import Failed

CUT = "cut"
"""The code of the remark on a table that lacks rows of what it is a copy of."""
_BATCH = 50_000
"""Rows that are taken over from the engine at a time."""


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

    def reading(self, name: str, share: float) -> None:
        """Tell that a document is read. Raises Cancelled when the work shall end."""
        self.check()
        self.tell(f"{name}: reading", share)

    def check(self) -> None:
        """Raises Cancelled when the work shall end."""
        if self.cancelled():
            raise Cancelled


def file_problem(part: Part, fault: FileError | OSError | WorkspaceUnwritable) -> Problem:
    if isinstance(fault, JoineryError):
        return Problem(str(part), fault.code, fault.message, fault.hint)
    hint = "Check the file, the rights to it and the room on the disk."
    return Problem(str(part), "file", f"The file cannot be read: {fault}.", hint)


def _description(old: Table, new: Table) -> str:
    """What was said of the table before, unless that was its old title; else its title in the file."""
    was = old.layout.title if old.layout else ""
    title = new.layout.title if new.layout else ""
    return title if not old.description or old.description == was else old.description


class Loader:
    """Loads tables one after another; the caller holds the workspace's write lock."""

    def __init__(self, context: LoadContext, reader: ConfinedReader | None = None) -> None:
        self._context = context
        self._reader = reader or ConfinedReader(context.settings, context.check)
        self._shown = set(context.catalogue.names())
        self._session = DuckDbSession(context.settings, self._reader.read_part)
        self._digests = Digests()
        self._waiting = WaitingRows(context.engine)

    def __enter__(self) -> Loader:
        return self

    def __exit__(self, *exc: object) -> None:
        self._digests.close()
        self._reader.__exit__()
        self._session.__exit__(*exc)

    def chosen_types(self, source: str) -> dict[str, TypeOverride]:
        """The types that a person chose for the columns of this source."""
        return known_types(TypeOverrides(self._context.catalogue).of(source))

    def load(
        self,
        part: Part,
        new: Table,
        type_overrides: Mapping[str, TypeOverride],
        tell: Progress,
        asked: str = "",
        order: Order | None = None,
    ) -> Table:
        """Load `part` as the table that `new` names and describes."""
        from core.ingest.load import load_file

        catalogue = self._context.catalogue
        self._shown.add(new.name)
        part = with_borders(catalogue, part, self._reader.looked_into)
        with self._replacing(new.name):
            catalogue.stage(Table(new.name, new.label, part.source, 0, ()))
            checksum = self._digests.begin(part.path) if part.path.is_file() else None
            table = load_file(
                part,
                self._waiting,
                label=new.label,
                name=new.name,
                settings=self._context.settings,
                progress=tell,
                cancelled=self._context.cancelled,
                type_overrides=type_overrides,
                asked=asked,
                session=self._session,
                values=(MOST_VALUES, LONGEST_VALUE),
                order=order,
            )
            origin = origin_of(catalogue, part.source)
            sha256 = checksum.result() if checksum else ""
            self._reader.unchanged(part)
            table = replace(
                table,
                description=_description(new, table),
                sha256=sha256,
                problems=(*table.problems, *([Problem("", CUT, origin.lacks)] if origin.lacks else [])),
                **origin.as_dict,
            )
            self._finish(table)
        return table

    def planned(
        self, parts: Sequence[Part], forms: Mapping[str, Form | None]
    ) -> tuple[tuple[Part, ...], tuple[Plan, ...]]:
        """The parts that are tables of their own, and the families that the others make or join.

        `forms` are theirs by source. A file that no longer fits the family that it was in leaves it.
        """
        chosen = choices(self._context.catalogue)
        wanted = Wanted(chosen.kept_apart, [group for group, _ in chosen.together], chosen.column)
        tables = [t for t in self._context.catalogue.tables() if not (t.derived_from or t.of_database)]
        found = planned(parts, tables, lambda part: forms.get(part.source), wanted)
        plans = list(found.families)
        alone = {p.source for p in found.alone}
        for table in tables:
            stays = [m for m in table.family.members if m.source not in alone] if table.family else []
            if table.family and 0 < len(stays) < len(table.sources) and not any(table in p.kept for p in plans):
                plans.append(replanned(table, [Planned(m.source, m.label, m.values) for m in stays]))
        return found.alone, tuple(plans)

    def load_family(
        self,
        plan: Plan,
        tell: Progress,
        failed: Failed,
        type_overrides: Mapping[str, TypeOverride] | None = None,
        asked: str = "",
    ) -> tuple[Table, bool]:
        """Load the files of a plan as one table; the table, and whether the load was stopped before its end.

        `failed` hears of each file that cannot be read, and may raise. Raises FileError, OSError, Cancelled.
        """
        from core.ingest.families.load import load_family

        chosen = choices(self._context.catalogue)
        apart, same = chosen.columns_apart.get(plan.name, frozenset()), chosen.columns_same.get(plan.name, ())
        members = tuple(
            replace(m, part=with_borders(self._context.catalogue, m.part, self._reader.looked_into)) if m.part else m
            for m in plan.members
        )
        plan = replace(plan, apart=apart, same=same, members=members)
        self._shown.add(plan.name)
        wanted = self.chosen_types(family_key(plan.name)) if type_overrides is None else type_overrides
        for source in (t.source for t in plan.kept if t.family is None):
            wanted = {**self.chosen_types(source), **wanted}
        with self._replacing(plan.name):
            self._context.catalogue.stage(Table(plan.name, plan.label, plan.source, 0, ()))
            if not asked and (amended := self._amended(plan, tell, wanted)) is not None:
                return amended, False
            table, stopped = load_family(
                plan,
                self._waiting,
                self._session,
                lambda table: rows_of(self._context.engine, table),
                settings=self._context.settings,
                failed=failed,
                tell=tell,
                cancelled=self._context.cancelled,
                type_overrides=wanted,
                asked=asked,
                values=(MOST_VALUES, LONGEST_VALUE),
            )
            table = self._fetched(table)
            self._finish(table)
        return table, stopped

    def _amended(self, plan: Plan, tell: Progress, type_overrides: Mapping[str, TypeOverride]) -> Table | None:
        """Change a few files of a family and leave the rows of the others where they are; None where that cannot be,
        and nothing is changed."""
        from core.ingest.families.amend import amendment, write

        catalogue, engine, sync = self._context.catalogue, self._context.engine, self._context.sync
        made = amendment(
            plan,
            engine,
            self._session,
            settings=self._context.settings,
            tell=tell,
            check=self._context.check,
            type_overrides=type_overrides,
        )
        if made is None:
            return None
        table = self._fetched(made.table)
        if sync.pending("values"):  # the index may lack what was there before
            with suppress(StoreError, WorkspaceError):
                sync.fill_values()
        catalogue.stage(table)  # before the rows are written: whatever happens then, one of the two entries fits them
        sync.add_pending(("values", "labels", "joins"), [table.name])
        sync.touch()
        write(made, engine, self._session)
        sync.amend_values(table, made.counts)
        self._session.tidy(table.rows)
        sync.make_ready(table)
        self._shown &= {*catalogue.names()}
        return table

    def _fetched(self, table: Table) -> Table:
        """A family whose members say where they were fetched."""
        if table.family is None:
            return table
        origins = ((m, origin_of(self._context.catalogue, m.source)) for m in table.family.members)
        members = tuple(replace(m, **o.as_dict) if o.address else m for m, o in origins)
        return replace(table, family=replace(table.family, members=members))

    @contextmanager
    def _replacing(self, name: str) -> Iterator[None]:
        """What fails within leaves the table as it was, or takes away one that is broken."""
        try:
            yield
        except BaseException:
            self._waiting.discard()
            self._context.sync.undo(name)
            raise

    def _finish(self, table: Table) -> None:
        """Let people see a table whose rows wait: they are put in place with its version, in one moment."""
        catalogue, sync = self._context.catalogue, self._context.sync
        catalogue.stage(table)
        sync.add_pending(("values", "labels", "joins"), [table.name])
        sync.touch()
        self._waiting.arrive(table)
        sync.make_ready(table)
        self._context.engine.show_only(self._shown)
        sync.put_values(table, lambda column: self._session.values(column.name))
        self._session.tidy(table.rows)
        self._shown &= {*catalogue.names()}
        if any(t.derived_from == table.name for t in catalogue.tables()):
            sync.derive()


def family_key(name: str) -> str:
    """Under what the types chosen for a family's columns are kept, in the place of a file."""
    return f"family {name}"


def raised(part: Part, fault: FileError | OSError) -> NoReturn:
    """For whom a family is worth nothing without that file. Raises FileError."""
    problem = file_problem(part, fault)
    raise fault if isinstance(fault, FileError) else FileError(part, problem.message, problem.hint)


def rows_of(engine: SqlEngine, table: Table) -> Iterator[tuple[Value, ...]]:
    """All rows of a table in the order in which they were written, of a family with the file column last."""
    beside = (table.family.file_column,) if table.family else ()
    cells = ", ".join(quoted(engine, c) for c in (*(c.name for c in table.columns), *beside))
    query, seen = f"SELECT {cells} FROM {quoted(engine, table.name)}", 0
    while seen < table.rows:
        rows = engine.read(f"{query} LIMIT {_BATCH} OFFSET {seen}", limit=_BATCH, seconds=LONG).rows
        if not rows:
            return
        yield from rows
        seen += len(rows)
