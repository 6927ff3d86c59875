"""One change to a SQLite file of the workspace: kept whole or not at all; what the disk refuses bears its name."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import WorkspaceBusy, WorkspaceDamaged, WorkspaceUnwritable


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
        if _code(fault) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise WorkspaceBusy(str(path.parent)) from fault
        raise WorkspaceUnwritable(path.parent, fault) from fault


@contextmanager
def damage(path: Path, remedy: str = "Move the file away.") -> Iterator[None]:
    """Name what the reader of a damaged file meets at `path`, in SQLite or in what is kept there as JSON.

    Raises WorkspaceDamaged, and what `disk_faults` raises.
    """
    try:
        yield
    except (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, RecursionError) as fault:
        if isinstance(fault, sqlite3.OperationalError) and _code(fault) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise WorkspaceBusy(str(path.parent)) from fault
        raise disk_fault(fault) or WorkspaceDamaged(f"{path} is damaged: {fault}.", remedy) from fault


_OF_THE_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO}
_OF_THE_FILE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}


def disk_fault(error: BaseException) -> WorkspaceUnwritable | None:
    """What a full or protected disk raised somewhere in a library, by its name; None: it is something else."""
    if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
        return WorkspaceUnwritable(Path(error.filename).parent if error.filename else "", error.strerror)
    if isinstance(error, sqlite3.OperationalError) and _code(error) in _OF_THE_FILE:
        return WorkspaceUnwritable("", error)
    return None


def _code(error: sqlite3.Error) -> int:
    """SQLite's own number, without the finer one; 0 for what Python itself says."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
