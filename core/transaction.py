"""One change to a SQLite file of the workspace: kept whole or not at all; what the disk refuses bears its name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import WorkspaceBusy, WorkspaceUnwritable


@contextmanager
def transaction(db: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """The connection, to write with; `path` is its file. Undone when the block raises, or when the end of it cannot
    be written: then the connection serves on.

    Raises WorkspaceUnwritable for a full or protected disk, WorkspaceBusy while another process writes.
    """
    with disk_faults(path):
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


@contextmanager
def disk_faults(path: Path) -> Iterator[None]:
    """Name what SQLite meets on the disk at `path`. Raises WorkspaceUnwritable, WorkspaceBusy."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise WorkspaceBusy(str(path.parent)) from fault
        raise WorkspaceUnwritable(path.parent, fault) from fault
