"""Tables that are in a database already, asked where they are: chosen, profiled by the database, joined.

A workspace asks one database, or files of its own. What the database declares as keys is confirmed; other joins are
found as ever. The password goes to no file.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING, cast

from core.config.database import DATABASE, DatabaseChoice, Declared
from core.config.secrets import database_password
from core.errors import StoreRefused, UnknownName
from core.model import Progress, Table
from core.workspace.attached_tables import counts
from core.workspace.load import finish
from core.workspace.open_stores import OpenStores

if TYPE_CHECKING:
    from core.sql.remote.base import Attached as Engine
    from core.sql.remote.loaded import LoadedPostgresql
    from core.sql.remote.loaded_trino import LoadedTrino
    from core.workspace.attached_tables import Seen

Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Attached:
    """What was attached."""

    database: str
    """What people call it."""
    tables: tuple[Table, ...]
    writable: tuple[str, ...]
    """Tables that the user may change; Joinery does not."""
    password: str
    """Where the password was found beside the address, in words; "" for nowhere."""

    @property
    def password_told(self) -> str:
        """What becomes of the password."""
        return _told(self.password)


@dataclass(frozen=True, slots=True)
class Into:
    """Where files are loaded into."""

    database: str
    """What people call it."""
    schema: str
    password: str
    """As in `Attached`."""

    @property
    def password_told(self) -> str:
        """What becomes of the password."""
        return _told(self.password)


def _told(source: str) -> str:
    if source:
        return f"The password is found in {source}."
    return "The password is not kept: give it as JOINERY_DATABASE_PASSWORD, in a file, or in the keyring."


class Attaching:
    """What may be done about a workspace's database."""

    def __init__(self, stores: OpenStores) -> None:
        self._stores = stores

    @property
    def database(self) -> str:
        """The address of the database whose tables are attached, without a password; "" where files are loaded."""
        with suppress(StoreRefused):
            choice = self._stores.choices.database
            return choice.url if choice is not None and not choice.loaded else ""
        return ""

    @property
    def name(self) -> str:
        """What people call the engine that holds the rows."""
        return self._stores.adapters.engine_name

    def offered(self, url: str, schemas: Sequence[str] = ()) -> tuple[Place, ...]:
        """Schema and name of every table that may be attached, of these schemas or of all. Raises StoreError."""
        engine = self.engine(url, {})
        try:
            return tuple(engine.there(schemas))
        finally:
            engine.close()

    def attach(
        self,
        url: str,
        *,
        schemas: Sequence[str] = (),
        tables: Sequence[str] = (),
        writable: bool = False,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Attached:
        """Ask these tables (names or patterns, of these schemas; none: all) from now on; attached before, anew.

        `writable`: the person agrees to a user who may change the data. Raises StoreError, UnknownName, WorkspaceBusy,
        and Cancelled; the workspace is then as it was, but for tables of it that were done.
        """
        tell = progress or (lambda what, share: None)
        stores = self._stores
        with stores.changing():
            if stores.adapters.takes_files and (stores.choices.asks_database or stores.catalogue.names()):
                raise StoreRefused(
                    "This workspace holds files; a workspace asks either files or one database.",
                    "Attach in another one: --workspace DIR.",
                )
            tell("Looking at the database", 0.0)
            looking = self.engine(url, {})
            try:
                places = chosen_places(looking.there(schemas), tables)
            finally:
                looking.close()
            named = named_places(places)
            engine = self.engine(url, named)
            try:
                may_write = engine.writable()
                if may_write and not writable:
                    some = ", ".join(may_write[:3])
                    raise StoreRefused(
                        f"This user may change {len(may_write)} of the {len(named)} tables: {some}.",
                        "Use one who may only read, or agree with --writable: Joinery opens read-only transactions.",
                    )
                looked = list(self._looked(engine, tell, stop))
                found = [one.table for one in looked]
                declared = tuple(_declared(engine, named))
            finally:
                engine.close()
            choice = DatabaseChoice(engine.address.text, tuple((n, s, t) for n, (s, t) in named.items()), declared)
            self._put(choice, looked, engine.password)
            tell("Joins", 0.8)
            stores.sync.at_hand = {one.table.name: one.cells for one in looked if one.cells is not None}
            try:
                finish(stores.sync, tell)
            finally:
                stores.sync.at_hand = {}
            user = engine.address.user
            source = database_password(stores.settings, user).source
            return Attached(engine.name, tuple(found), may_write, source)

    @property
    def schema(self) -> str:
        """The schema of the workspace's own that files are loaded into; "" where that is no database."""
        choice = self._stores.choices.any_database
        return choice.loaded if choice is not None else ""

    def load_into(self, url: str, schema: str = "") -> Into:
        """Have the rows of files put into a schema of the workspace's own in that database, now and later; the schema
        is made, by the name that is given or by one of the workspace's. Named again, it stays as it is.

        Raises StoreError: the workspace holds tables already, the database is not there or lets this user make no
        schema, the schema is another workspace's.
        """
        from core.sql.remote.address import address
        from core.sql.remote.noted import schema_name
        from core.sql.remote.opening import opened_own

        stores = self._stores
        with stores.changing():
            place, password = address(url)
            known = stores.choices.any_database
            same = known is not None and known.url == place.text and known.loaded
            if not same and (known is not None or stores.catalogue.names()):
                raise StoreRefused(
                    f"This workspace has its tables in {known.url if known else 'a file of its own'} already.",
                    "Load into that database in another workspace: --workspace DIR.",
                )
            owner = stores.adapters.workspace_id()
            wanted = schema or same or schema_name(stores.folder.resolve().name, owner)
            if same and wanted != same:
                raise StoreRefused(
                    f"This workspace has its tables in the schema {same} already.", "Leave out --schema."
                )
            kept = database_password(stores.settings, place.user)
            engine = opened_own(place, password or kept.value, wanted, owner, stores.folder)
            try:
                engine.make()
            finally:
                engine.close()
            stores.choices.keep_database(DatabaseChoice(place.text, loaded=wanted))
            stores.adapters.use_database(password)
            return Into(engine.name, wanted, kept.source)

    def again(
        self,
        *,
        writable: bool = False,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Attached:
        """Look at the attached tables anew: what is gone is forgotten, what changed is profiled again. Raises what
        `attach` does."""
        choice = self._stores.choices.database
        if choice is None:
            raise StoreRefused("This workspace asks no database.", "python -m core attach URL")
        if choice.loaded:
            raise StoreRefused("The tables are this workspace's own: nothing is attached.", "Load the files again.")
        wanted = {(s, t) for _, s, t in choice.tables}
        there = self.offered(choice.url, sorted({s for s, _ in wanted}))
        names = [f"{s}.{t}" for s, t in there if (s, t) in wanted]
        schemas = sorted({s for s, _ in wanted})
        return self.attach(choice.url, schemas=schemas, tables=names, writable=writable, progress=progress, stop=stop)

    def detach(self) -> None:
        """Forget the database and its tables. Those that were loaded into it are removed there, and their schema.

        Raises WorkspaceBusy, StoreError where they cannot be removed."""
        stores = self._stores
        with stores.changing():
            names = stores.catalogue.names()
            if self.schema:
                cast("LoadedPostgresql | LoadedTrino", stores.adapters.engine.get()).leave()
            stores.choices.keep_database(None)
            stores.adapters.use_database("")
            stores.sync.forget(names)
            stores.sync.catch_up()

    def _looked(self, engine: Engine, tell: Progress, stop: threading.Event | None) -> Iterator[Seen]:
        from core.workspace.attached_tables import seen

        names = engine.held()
        if not names:
            raise StoreRefused("There is no table to attach.", "Name other schemas.")
        watched = engine.stopping(stop) if stop is not None else engine
        return seen(watched, names, tell, self._stores.stopper(stop))

    def _put(self, choice: DatabaseChoice, found: Sequence[Seen], password: str) -> None:
        """The tables in the place of those that were there."""
        stores = self._stores
        stores.choices.keep_database(choice)
        stores.adapters.use_database(password)
        if gone := sorted(set(stores.catalogue.names()) - {one.table.name for one in found}):
            stores.sync.forget(gone)
        for one in found:
            table = one.table
            stores.catalogue.stage(table)
            stores.sync.add_pending(("values", "labels", "joins"), [table.name])
            stores.sync.touch()
            if one.cells is not None:
                stores.sync.put_values(table, partial(counts, one.cells))
            stores.catalogue.ready(table.name)

    def engine(self, url: str, places: dict[str, Place], passwords: Mapping[str, str] | None = None) -> Engine:
        """The database at an address, with tables by their names; `passwords` are those known by address. Raises
        StoreError."""
        from core.sql.remote.address import address
        from core.sql.remote.opening import opened

        place, password = address(url)
        choice = DatabaseChoice.read(self._stores.catalogue.meta(DATABASE))
        if choice is not None and choice.url == place.text:
            password = password or self._stores.adapters.database_password
        password = password or (passwords or {}).get(place.text, "")
        password = password or database_password(self._stores.settings, place.user).value
        return opened(place, password, places)


def chosen_places(there: Iterable[Place], wanted: Sequence[str]) -> tuple[Place, ...]:
    """Those that a name or pattern names, with or without its schema. Raises UnknownName for one that names none."""
    every = tuple(there)
    if not wanted:
        return every
    found: dict[Place, None] = {}
    for name in wanted:
        hits = [p for p in every if fnmatchcase(p[1], name) or fnmatchcase(f"{p[0]}.{p[1]}", name)]
        if not hits:
            from core.sql.names import close_names

            raise UnknownName(name, close_names(name, [t for _, t in every]), "table")
        found |= dict.fromkeys(hits)
    return tuple(found)


def named_places(places: Sequence[Place]) -> dict[str, Place]:
    """What queries call each: its own name, with its schema where two bear it (in any case of letters)."""
    often: dict[str, int] = {}
    for _, table in places:
        often[table.casefold()] = often.get(table.casefold(), 0) + 1
    return {(t if often[t.casefold()] == 1 else f"{s}/{t}"): (s, t) for s, t in sorted(places)}


def _declared(engine: Engine, named: dict[str, Place]) -> Iterable[Declared]:
    names = {place: name for name, place in named.items()}
    for key in engine.references():
        yield names[key.child], key.columns, names[key.parent], key.targets
