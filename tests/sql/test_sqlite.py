"""What is SQLite's own: each layer of its safety by itself, the limits of its tables, and sudden death."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import adbc_driver_manager
import pyarrow as pa
import pytest

from core.errors import (
    EmptyFile,
    FileError,
    FileMissing,
    JoineryError,
    QueryRefused,
    QueryTimeout,
    StoreRefused,
    TooWide,
    WorkspaceDamaged,
)
from core.sql import sandbox, staging
from core.sql.guard import parse
from core.sql.names import Names
from core.sql.resolve import resolve
from core.sql.sandbox import Access, Layer, bound_sizes, connect_read_only, named_faults, stop_in_time, take
from core.sql.sqlite import SqliteEngine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed file with the tables `open` (shown) and `hidden`."""
    engine = SqliteEngine(tmp_path / "data.sqlite")
    engine.write("open", pa.table({"a": [1, 2, 3]}).to_reader())
    engine.write("hidden", pa.table({"word": ["hush"]}).to_reader())
    engine.close()
    return tmp_path / "data.sqlite"


ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r"
LONG = "SELECT length(hex(printf('%.*c', 1500000, 'x')))"

ATTACKS: dict[str, tuple[str, Layer]] = {
    "temporary table": ("CREATE TEMP TABLE x AS SELECT * FROM hidden", sandbox.allow_reading),
    "pragma": ("PRAGMA user_version", sandbox.allow_reading),
    "schema": ("SELECT name FROM sqlite_master", sandbox.allow_reading),
    "other table": ("SELECT word FROM hidden", sandbox.allow_reading),
    "count of another": ("SELECT count(*) FROM hidden", sandbox.allow_reading),
    "table function": ("SELECT name FROM pragma_table_info('hidden')", sandbox.allow_reading),
    "function": ("SELECT sqlite_source_id()", sandbox.allow_reading),
    "another's name": ("WITH hidden AS (SELECT 1) SELECT word FROM main.hidden", sandbox.allow_reading),
    "endless": (ENDLESS, sandbox.stop_in_time),
    "long value": (LONG, sandbox.bound_sizes),
    "second database": ("ATTACH ':memory:' AS second", sandbox.bound_sizes),
    "many branches": (" UNION ALL ".join(["SELECT 1"] * 451), sandbox.bound_sizes),
    "deep expression": ("SELECT " + "+".join(["1"] * 600), sandbox.bound_sizes),
}


def run(path: Path, sql: str, layers: tuple[Layer, ...]) -> object:
    """The first row of `sql` under these layers alone, without the guard before them."""
    access = Access(frozenset({"open"}), frozenset({"hidden"} if "WITH hidden" in sql else ()), time.monotonic() + 0.2)
    connection = connect_read_only(path)
    try:
        for layer in layers:
            layer(connection, access)
        with named_faults(0.2):
            return connection.execute(sql).fetchone()
    finally:
        connection.close()


@pytest.mark.parametrize("attack", ATTACKS)
def test_each_attack_is_stopped_by_its_layer_alone(path: Path, attack: str) -> None:
    sql, layer = ATTACKS[attack]
    with pytest.raises(JoineryError):
        run(path, sql, (layer,))


@pytest.mark.parametrize("attack", ATTACKS)
def test_each_attack_gets_through_the_other_layers(path: Path, attack: str) -> None:
    """So no layer is there in vain. What two layers stop, like ATTACH, is given the rest without both."""
    sql, layer = ATTACKS[attack]
    others = tuple(x for x in sandbox.LAYERS if x is not layer)
    if attack == "second database":
        others = (stop_in_time,)
    if attack == "endless":
        sql = sql.replace("FROM r)", "FROM r WHERE n < 400000)")  # long past the deadline, yet it ends
        others = (bound_sizes, sandbox.allow_reading)
    run(path, sql, others)


@pytest.mark.parametrize("attack", ATTACKS)
def test_each_attack_is_refused_by_the_whole(path: Path, attack: str) -> None:
    engine = SqliteEngine(path, read_only=True)
    engine.show_only(["open"])
    with pytest.raises(JoineryError):
        engine.read(ATTACKS[attack][0], seconds=0.2)
    engine.close()


def test_the_connection_itself_cannot_write(path: Path) -> None:
    connection = connect_read_only(path)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM open")
    connection.close()
    plain = sqlite3.connect(path)
    assert plain.execute("DELETE FROM open").rowcount == 3  # rolled back by closing
    plain.close()


def test_the_guard_alone_stops_text_in_double_quotes(path: Path) -> None:
    sql = 'SELECT "no such column" FROM open'
    with pytest.raises(JoineryError):
        resolve(parse(sql, "sqlite"), Names({"open": ["a"]}))
    if sys.version_info < (3, 12):
        assert run(path, sql, sandbox.LAYERS) == ("no such column",)


def test_the_deadline_stops_in_time(path: Path) -> None:
    begun = time.monotonic()
    with pytest.raises(QueryTimeout):
        run(path, ENDLESS, (stop_in_time,))
    assert time.monotonic() - begun >= 0.2


def test_taking_stops_at_rows_and_at_text(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(":memory:")
    three = "SELECT column1 FROM (VALUES ('aaaa'), ('bbbb'), ('cccc'))"
    assert take(connection.execute(three), 2).rows == (("aaaa",), ("bbbb",))
    assert take(connection.execute(three), 2).truncated
    assert not take(connection.execute(three), 3).truncated
    monkeypatch.setattr(sandbox, "MOST_TEXT", 7)
    read = take(connection.execute(three), 3)
    assert (len(read.rows), read.truncated) == (2, True)
    connection.close()


def test_odd_cells_become_plain_ones(path: Path) -> None:
    engine = SqliteEngine(path, read_only=True)
    read = engine.read("SELECT x'00ff', 1e999, -1e999, CAST(x'ff41' AS TEXT), NULL")
    assert read.rows == (("<2 bytes>", None, None, "�A", None),)
    engine.close()


def test_a_changed_list_of_tables_holds_for_open_connections(path: Path) -> None:
    """A statement allowed once must not stay allowed."""
    engine = SqliteEngine(path, read_only=True)
    engine.show_only(["hidden"])
    assert engine.read("SELECT word FROM hidden").rows == (("hush",),)
    with (
        engine._reader(Access(frozenset({"open"}))) as connection,
        pytest.raises(sqlite3.DatabaseError, match="prohibited"),
    ):
        connection.execute("SELECT word FROM hidden")
    engine.close()


def test_two_thousand_columns_fit_and_no_more(tmp_path: Path) -> None:
    engine = SqliteEngine(tmp_path / "data.sqlite")
    assert engine.write("wide", pa.table({f"c{i}": [i] for i in range(2_000)}).to_reader()) == 1
    engine.show_only(["wide"])
    assert engine.read("SELECT * FROM wide").rows == (tuple(range(2_000)),)
    with pytest.raises(TooWide):
        engine.write("wider", pa.table({f"c{i}": [i] for i in range(2_001)}).to_reader())
    engine.close()


def test_what_cannot_be_a_table_is_refused_by_name(tmp_path: Path) -> None:
    engine = SqliteEngine(tmp_path / "data.sqlite")
    with pytest.raises(EmptyFile):
        engine.write("t", pa.table({}).to_reader())
    with pytest.raises(FileError, match="duplicate column"):
        engine.write("t", pa.table({"a": [1], "A": [2]}).to_reader())
    with pytest.raises(FileError, match="reserved"):
        engine.write("sqlite_t", pa.table({"a": [1]}).to_reader())
    assert engine.write("t", pa.table({"a": [1]}).to_reader()) == 1
    assert [p.name for p in tmp_path.glob("*staging*")] == []
    engine.close()


def test_declared_types(path: Path, tmp_path: Path) -> None:
    engine = SqliteEngine(tmp_path / "data.sqlite")
    batch = pa.table({"i": pa.array([1], pa.int16()), "f": pa.array([1], pa.float32()), "s": ["x"], "b": [True]})
    engine.write("t", batch.to_reader())
    engine.close()
    with sqlite3.connect(path) as connection:
        declared = connection.execute("SELECT name, type FROM pragma_table_info('t')").fetchall()
    connection.close()
    assert declared == [("i", "INTEGER"), ("f", "REAL"), ("s", "TEXT"), ("b", "TEXT")]


def test_reading_only(path: Path, tmp_path: Path) -> None:
    engine = SqliteEngine(path, read_only=True)
    with pytest.raises(StoreRefused):
        engine.write("t", pa.table({"a": [1]}).to_reader())
    with pytest.raises(StoreRefused):
        engine.drop("open")
    engine.close()
    with pytest.raises(FileMissing):
        SqliteEngine(tmp_path / "none.sqlite", read_only=True)


def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    other = tmp_path / "data.sqlite"
    other.write_text("name,age\nAda,36\n" * 100, encoding="utf-8")
    with pytest.raises(WorkspaceDamaged):
        SqliteEngine(other)


DYING = """
import os, sys
from pathlib import Path
import pyarrow as pa
from core.sql.sqlite import SqliteEngine

path, moment = Path(sys.argv[1]), sys.argv[2]
engine = SqliteEngine(path)

def batches():
    for i in range(4):
        if moment == "batch" and i == 2:
            os._exit(9)
        yield pa.record_batch({"b": [i] * 5000})

if moment != "batch":
    engine._writer.set_trace_callback(lambda sql: os._exit(9) if sql.startswith(moment) else None)
engine.write("open", pa.RecordBatchReader.from_batches(pa.schema([("b", pa.int64())]), batches()))
os._exit(9 if moment == "end" else 0)
"""


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("COMMIT", "old"),
        ("DETACH", "new"),
        *(pytest.param(*p, marks=pytest.mark.slow) for p in [("batch", "old"), ("INSERT", "old"), ("end", "new")]),
    ],
)
def test_sudden_death_leaves_the_old_table_or_the_new_one(path: Path, moment: str, expected: str) -> None:
    died = subprocess.run(
        [sys.executable, "-c", DYING, str(path), moment], cwd=Path(__file__).parents[2], capture_output=True, text=True
    )
    assert died.returncode == 9, died.stderr
    engine = SqliteEngine(path)
    engine.show_only(["open"])
    if expected == "old":
        assert engine.read("SELECT a FROM open ORDER BY a").rows == ((1,), (2,), (3,))
    else:
        assert engine.read("SELECT count(*), sum(b) FROM open").rows == ((20_000, 30_000),)
    assert sorted(p.name for p in path.parent.glob("*staging*")) == []
    engine.close()


def test_the_guard_alone_stops_what_only_looks_like_a_query() -> None:
    calls: dict[str, Callable[[], object]] = {
        sql: (lambda sql=sql: parse(sql, "sqlite"))  # type: ignore[misc]
        for sql in ("WITH x AS (DELETE FROM open RETURNING *) SELECT * FROM x", "SELECT 1; SELECT 2", "VACUUM INTO 'x'")
    }
    for call in calls.values():
        with pytest.raises(QueryRefused):
            call()


def test_what_the_driver_meets_is_told_in_words_for_people() -> None:
    raw = "INTERNAL: failed to execute: database or disk is full\nquery was: COMMIT"
    with pytest.raises(FileError) as told, staging._faults("t"):
        raise adbc_driver_manager.InternalError(raw, status_code=adbc_driver_manager.AdbcStatusCode.INTERNAL)
    assert (told.value.message, told.value.hint) == (
        "The rows could not be written: database or disk is full.",
        "Make room on the disk and load it again.",
    )
