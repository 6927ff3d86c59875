"""How SQLite files are opened where nothing can be written: a protected folder, a disk that only reads."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from core.errors import WorkspaceDamaged


def reading_uri(path: Path) -> str:
    """The URI by which SQLite reads the file and never writes it.

    A file in write-ahead mode wants files beside it, also for reading. Where the folder is protected they cannot be
    made; then the file is read as one that nobody changes, unless a log beside it holds what the file still lacks.
    """
    log = path.with_name(f"{path.name}-wal")
    fixed = not os.access(path.parent, os.W_OK) and not (log.is_file() and log.stat().st_size)
    return f"{path.resolve().as_uri()}?{'immutable=1' if fixed else 'mode=ro'}"


def protected(path: Path) -> bool:
    """Whether nothing can be written where the file lies."""
    return path.parent.is_dir() and not os.access(path.parent, os.W_OK)


def in_memory(path: Path) -> sqlite3.Connection:
    """A copy of the file in memory, empty if there is none: for what must be written and need not be kept."""
    copy = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    if path.is_file():
        with closing(sqlite3.connect(reading_uri(path), uri=True)) as kept:
            kept.backup(copy)
    return copy


def refuse_own_code(db: sqlite3.Connection, path: Path) -> None:
    """Triggers and views, of which no file of ours has any, may run without end, or change what is written.

    Raises WorkspaceDamaged."""
    if db.execute("SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')").fetchone() != (0,):
        raise WorkspaceDamaged(f"{path} holds triggers or views, which no such file has.", "Move the file away.")
