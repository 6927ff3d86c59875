"""A change to a SQLite file: whole or not at all, with the disk's faults named."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.catalogue.transaction import disk_fault, transaction
from core.errors import WorkspaceBusy, WorkspaceUnwritable


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as db:
        db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)")
    return tmp_path / "state.sqlite"


@pytest.fixture
def db(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as opened:
        yield opened


def texts(db: sqlite3.Connection) -> list[str]:
    return [text for (text,) in db.execute("SELECT text FROM t ORDER BY id")]


def test_what_is_written_is_kept(db: sqlite3.Connection, path: Path) -> None:
    with transaction(db, path) as writing:
        writing.execute("INSERT INTO t (text) VALUES ('a')")
    assert texts(db) == ["a"]


def test_a_block_that_raises_leaves_nothing(db: sqlite3.Connection, path: Path) -> None:
    with pytest.raises(sqlite3.IntegrityError), transaction(db, path) as writing:
        writing.executemany("INSERT INTO t (id, text) VALUES (?, ?)", [(1, "a"), (1, "b")])
    assert texts(db) == []


def test_a_full_disk_is_named_and_the_next_change_works(db: sqlite3.Connection, path: Path) -> None:
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(WorkspaceUnwritable) as fault, transaction(db, path) as writing:
        writing.execute("INSERT INTO t (text) VALUES (?)", ("x" * 100_000,))
    assert fault.value.message == f"The folder {path.parent} cannot be written: database or disk is full."
    db.execute("PRAGMA max_page_count = 1000")
    with transaction(db, path) as writing:
        writing.execute("INSERT INTO t (text) VALUES ('b')")
    assert texts(db) == ["b"]


def test_an_end_that_cannot_be_written_is_undone(db: sqlite3.Connection, path: Path) -> None:
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("CREATE TABLE part (whole INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(sqlite3.IntegrityError), transaction(db, path) as writing:
        writing.execute("INSERT INTO part VALUES (7)")
    assert not db.in_transaction
    assert db.execute("SELECT COUNT(*) FROM part").fetchone() == (0,)


def test_another_writer_is_named(db: sqlite3.Connection, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(WorkspaceBusy), transaction(db, path):
            pass


def test_a_protected_file_is_named(path: Path) -> None:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
        with pytest.raises(WorkspaceUnwritable), transaction(db, path) as writing:
            writing.execute("INSERT INTO t (text) VALUES ('a')")
        assert not db.in_transaction


def test_the_disk_is_told_from_other_faults(tmp_path: Path) -> None:
    full = disk_fault(OSError(errno.ENOSPC, "No space left on device"))
    protected = disk_fault(PermissionError(errno.EACCES, "Permission denied", str(tmp_path / "a.csv")))
    assert full is not None
    assert full.message == "The workspace cannot be written: No space left on device."
    assert protected is not None
    assert protected.message == f"The folder {tmp_path} cannot be written: Permission denied."
    assert disk_fault(ConnectionResetError(errno.ECONNRESET, "reset")) is None
    assert disk_fault(sqlite3.OperationalError("no such table: t")) is None
    assert disk_fault(KeyError("t")) is None
