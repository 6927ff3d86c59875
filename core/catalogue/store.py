"""The catalogue: what is loaded, how it joins, and what a person said about it. One SQLite file, `state.sqlite`.

A table has at most two rows here: the one people see (ready = 1) and the one being loaded (ready = 0). `ready`
puts the second in the first's place in one transaction, so a failed replacement leaves the old entry as it was.

The rows lie in another file. Which of the two entries is true, the version of the rows says (`versions`): a reader
between the change of the one file and of the other, or after a crash there, sees the entry that belongs to the rows.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from core.catalogue import serialise
from core.catalogue.transaction import disk_faults, transaction
from core.errors import UnknownName, WorkspaceDamaged, WorkspaceMissing
from core.model import Join, JoinState, Table
from core.storage.sqlite_files import reading_uri, refuse_own_code

VERSION = "1"
_VERSION_KEY = "catalogue_version"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tables (name TEXT, ready INTEGER, body TEXT NOT NULL, PRIMARY KEY (name, ready));
CREATE TABLE IF NOT EXISTS joins (id TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS reviews (id TEXT PRIMARY KEY, state TEXT NOT NULL, body TEXT NOT NULL);
"""


class Catalogue:
    """Tables, joins, reviews and named values, kept on disk and cached in memory. Any thread may call any method.

    Raises WorkspaceDamaged when the file is not a catalogue, is of another version, or is missing while `read_only`.
    """

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self._lock = threading.RLock()
        self._tables: dict[str, Table] | None = None
        self._joins: tuple[Join, ...] | None = None
        self._parsed: dict[str, Join] = {}
        self._staged: dict[str, Table] | None = None
        self._seen = self._staged_at = -1
        self.versions: Callable[[str], str] = lambda name: ""
        """Which version of a table's rows is there; "" where that is not known."""
        if read_only and not path.is_file():
            raise WorkspaceMissing(path.parent)
        uri = reading_uri(path) if read_only else f"{path.resolve().as_uri()}?mode=rwc"
        with disk_faults(path):
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, timeout=10)
        try:
            self._open()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            self._db.close()
            raise WorkspaceDamaged(f"{path} is not a catalogue: {error}.", "Name another workspace folder.") from error
        except WorkspaceDamaged:
            self._db.close()
            raise

    def _open(self) -> None:
        self._db.execute("PRAGMA synchronous = FULL")  # before the rows follow, which are another file
        found = self._version()
        if found is None and not self.read_only:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")  # one wait for the disk
            self._db.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (_VERSION_KEY, VERSION))
            found = self._version()
        if found != VERSION:
            raise WorkspaceDamaged(
                f"The workspace's catalogue is of version {found or 'none'}; this program reads version {VERSION}.",
                "Open it with the program that made it, or load the files into a new workspace.",
            )
        refuse_own_code(self._db, self.path)

    def _version(self) -> str | None:
        known = self._db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'").fetchone()
        return self.meta(_VERSION_KEY) if known else None

    # --- tables

    def tables(self) -> tuple[Table, ...]:
        """The tables that are ready, by name."""
        return tuple(self._read_tables().values())

    def names(self) -> tuple[str, ...]:
        """The names of the ready tables, without reading the tables."""
        with self._reading():
            ready = [n for (n,) in self._db.execute("SELECT name FROM tables WHERE ready = 1 ORDER BY name")]
            arrived = self._arrived()
        return tuple(sorted({*ready, *arrived})) if arrived else tuple(ready)

    def table(self, name: str) -> Table | None:
        """The ready table of this name."""
        return self._read_tables().get(name)

    def stage(self, table: Table) -> None:
        """Note a table that is being loaded; it is not seen before `ready`. An entry already ready stays."""
        with self._writing(staged=True) as db:
            db.execute("INSERT OR REPLACE INTO tables VALUES (?, 0, ?)", (table.name, serialise.dump_table(table)))

    def staged(self, name: str) -> Table | None:
        """The table being loaded under this name."""
        with self._reading():
            row = self._db.execute("SELECT body FROM tables WHERE name = ? AND ready = 0", (name,)).fetchone()
            return serialise.parse_table(row[0]) if row else None

    def ready(self, name: str, instead_of: Iterable[str] = ()) -> None:
        """Put the staged table in the place of what was ready under its name, and of other tables that it takes in.

        Raises UnknownName if none is staged.
        """
        gone = [n for n in instead_of if n != name]
        with self._lock:
            known = self._tables
            with self._writing(tables=True) as db:
                row = db.execute("SELECT body FROM tables WHERE name = ? AND ready = 0", (name,)).fetchone()
                if row is None:
                    raise UnknownName(name, kind="staged table")
                db.execute("DELETE FROM tables WHERE name = ? AND ready = 1", (name,))
                db.execute("UPDATE tables SET ready = 1 WHERE name = ?", (name,))
                db.executemany("DELETE FROM tables WHERE name = ? AND ready = 1", [(n,) for n in gone])
            if known is not None:  # those that are as they were need not be read again, in a load of a thousand files
                kept = {n: t for n, t in known.items() if n not in gone} | {name: serialise.parse_table(row[0])}
                self._tables = dict(sorted(kept.items()))

    def unready(self) -> tuple[str, ...]:
        """Names of tables whose loading did not end. Such a table may also be ready, from an earlier load."""
        with self._reading():
            return tuple(n for (n,) in self._db.execute("SELECT name FROM tables WHERE ready = 0 ORDER BY name"))

    def unstage(self, name: str) -> None:
        """Forget the staged table of this name; the ready one stays."""
        with self._writing(staged=True) as db:
            db.execute("DELETE FROM tables WHERE name = ? AND ready = 0", (name,))

    def remove(self, name: str) -> None:
        """Forget the table, staged and ready. Its joins are no longer returned; reviews wait for its return."""
        with self._writing(tables=True) as db:
            db.execute("DELETE FROM tables WHERE name = ?", (name,))

    def describe(self, name: str, text: str) -> None:
        """Set a ready table's description. Raises UnknownName."""
        self._amend(name, description=text)

    def relabel(self, name: str, label: str) -> None:
        """Set a ready table's label. Raises UnknownName."""
        self._amend(name, label=label)

    def _amend(self, name: str, **fields: str) -> None:
        with self._writing(tables=True) as db:
            row = db.execute("SELECT body FROM tables WHERE name = ? AND ready = 1", (name,)).fetchone()
            if row is None:
                raise UnknownName(name, kind="table")
            table = serialise.parse_table(row[0])
            body = serialise.dump_table(
                replace(
                    table,
                    label=fields.get("label", table.label),
                    description=fields.get("description", table.description),
                )
            )
            db.execute("UPDATE tables SET body = ? WHERE name = ? AND ready = 1", (body, name))

    # --- joins

    def joins(self) -> tuple[Join, ...]:
        """All joins between columns of ready tables, by id; a person's verdict stands in place of the machine's."""
        with self._reading():
            tables = self._read_tables()
            if self._joins is None:
                reviews = {
                    join.pairs: (join, state)
                    for join, state in (
                        (serialise.parse_join(body), state)
                        for state, body in self._db.execute("SELECT state, body FROM reviews ORDER BY id")
                    )
                }
                found: list[Join] = []
                bodies = [body for (body,) in self._db.execute("SELECT body FROM joins ORDER BY id")]
                self._parsed = {body: self._parsed.get(body) or serialise.parse_join(body) for body in bodies}
                for join in map(self._parsed.__getitem__, bodies):
                    _, verdict = reviews.pop(join.pairs, (None, None))
                    found.append(replace(join, state=verdict, reviewed=True, offered=False) if verdict else join)
                found += [replace(join, state=state, reviewed=True, offered=False) for join, state in reviews.values()]
                self._joins = tuple(sorted((j for j in found if _holds(j, tables)), key=lambda j: j.id))
            return self._joins

    def put_joins(self, joins: Sequence[Join]) -> None:
        """Replace all that the machine found, writing only what differs. Reviews stay."""
        with self._writing(joins=True) as db:
            old = dict(db.execute("SELECT id, body FROM joins"))
            new = {j.id: serialise.dump_join(j) for j in joins}
            db.executemany("DELETE FROM joins WHERE id = ?", [(i,) for i in old.keys() - new.keys()])
            changed = [(i, body) for i, body in new.items() if old.get(i) != body]
            db.executemany("INSERT OR REPLACE INTO joins VALUES (?, ?)", changed)

    def put_join(self, join: Join) -> None:
        """Keep one more join, or another word on a known one. Reviews stay."""
        with self._writing(joins=True) as db:
            db.execute("INSERT OR REPLACE INTO joins VALUES (?, ?)", (join.id, serialise.dump_join(join)))

    def drop_joins(self, ids: Iterable[str]) -> None:
        """Forget these of the joins that the machine found. Reviews stay."""
        with self._writing(joins=True) as db:
            db.executemany("DELETE FROM joins WHERE id = ?", [(i,) for i in ids])

    def review(self, join: Join, state: JoinState | None) -> None:
        """Store a person's verdict, whether or not the machine found the join; None takes the verdict back."""
        with self._writing(joins=True) as db:
            same = [
                key
                for key, body in db.execute("SELECT id, body FROM reviews")
                if serialise.parse_join(body).pairs == join.pairs
            ]
            db.executemany("DELETE FROM reviews WHERE id = ?", [(key,) for key in same])
            if state is not None:
                db.execute("INSERT INTO reviews VALUES (?, ?, ?)", (join.id, state, serialise.dump_join(join)))

    def waiting(self) -> tuple[Join, ...]:
        """The reviewed joins that name a table or column which is not there, by id, in the state a person gave them."""
        with self._reading():
            tables = self._read_tables()
            rows = self._db.execute("SELECT state, body FROM reviews ORDER BY id").fetchall()
            reviewed = [replace(serialise.parse_join(body), state=state, reviewed=True) for state, body in rows]
        return tuple(j for j in reviewed if not _holds(j, tables))

    # --- named values

    def meta(self, key: str) -> str | None:
        """A named value, or None."""
        with self._reading():
            row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Store a named value."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def close(self) -> None:
        """Close the file; the catalogue cannot be used afterwards."""
        with self._lock:
            self._db.close()

    # --- inside

    def _read_tables(self) -> dict[str, Table]:
        """The ready tables by name, parsed once; read again after a write here or by another process."""
        with self._reading():
            (now,) = self._db.execute("PRAGMA data_version").fetchone()
            if now != self._seen:
                self._seen, self._tables, self._joins = now, None, None
            if self._tables is None:
                rows = self._db.execute("SELECT name, body FROM tables WHERE ready = 1 ORDER BY name")
                self._tables = {name: serialise.parse_table(body) for name, body in rows}
            if arrived := self._arrived():
                self._joins = None
                return dict(sorted({**self._tables, **arrived}.items()))
            return self._tables

    def _arrived(self) -> dict[str, Table]:
        """The staged tables whose rows are in place already."""
        (now,) = self._db.execute("PRAGMA data_version").fetchone()
        if self._staged is None or now != self._staged_at:
            found = ((name, self.staged(name)) for name in self.unready())
            self._staged_at, self._staged = now, {name: table for name, table in found if table and table.columns}
        return {n: t for n, t in self._staged.items() if (there := self.versions(n)) and there == t.version}

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """What is read of the file may be damaged, also where SQLite sees nothing wrong. Raises WorkspaceDamaged."""
        with self._lock:
            try:
                yield
            except sqlite3.DatabaseError as error:
                code = getattr(error, "sqlite_errorcode", 0) & 0xFF
                if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "decode" in str(error):
                    raise self._damaged(error) from error
                raise
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> WorkspaceDamaged:
        hint = "Bring it back from a copy, or load the files into a new workspace."
        return WorkspaceDamaged(f"The workspace's catalogue {self.path} is damaged: {error}.", hint)

    @contextmanager
    def _writing(self, tables: bool = False, joins: bool = False, staged: bool = False) -> Iterator[sqlite3.Connection]:
        """One transaction; of what is cached, forget what it changes."""
        with self._lock:
            with transaction(self._db, self.path):
                yield self._db
            self._staged = None if staged or tables else self._staged
            self._tables = None if tables else self._tables
            self._joins = None if tables or joins else self._joins


def _holds(join: Join, tables: dict[str, Table]) -> bool:
    """Both sides are columns that exist."""
    sides = ((join.child_table, join.child), (join.parent_table, join.parent))
    return all((t := tables.get(name)) and all(t.column(c) for c in columns) for name, columns in sides)
