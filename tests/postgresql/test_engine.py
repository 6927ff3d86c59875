"""A real PostgreSQL as the engine: rows as SQLite gives them, reading only, and faults by name."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import Cancelled, QueryFailed, QueryRefused, QueryTimeout, StoreRefused, StoreUnreachable, UnknownName
from core.sql.remote.address import address
from core.sql.remote.engine import RemoteEngine
from core.sql.sqlite import SqliteEngine
from tests.postgresql.conftest import run

pytestmark = pytest.mark.postgresql

ROWS = [
    (1, 10, 2.5, "Ost", "2024-01-31", "2024-01-31 08:15:00", "true"),
    (2, 7, -2.5, "ost", "2024-02-29", "2024-02-29 23:59:59", "false"),
    (3, None, None, None, None, None, None),
    (4, 0, 0.125, "Süd", "2023-12-01", "2023-12-01 00:00:00", "true"),
    (5, -7, 3.0, "7", "2023-12-31", "2023-12-31 12:00:00", "false"),
    (6, 10, 1e3, "_a%b", "2024-03-01", "2024-03-01 06:30:00", "true"),
]
COLUMNS = {
    "id": ("INTEGER", "INTEGER"),
    "Cars": ("INTEGER", "INTEGER"),
    "tons": ("REAL", "DOUBLE PRECISION"),
    "port": ("TEXT", "TEXT"),
    "day": ("TEXT", "DATE"),
    "left": ("TEXT", "TIMESTAMPTZ"),
    "late": ("TEXT", "BOOLEAN"),
}
QUERIES = """
SELECT * FROM trips ORDER BY id
SELECT cars / 3, cars % 3, cars * 1.0 / 3, -cars, abs(cars) FROM trips ORDER BY id
SELECT cars / 0, tons / 0, 7 / 2, 7.0 / 2 FROM trips WHERE id = 1
SELECT port FROM trips ORDER BY port
SELECT port FROM trips ORDER BY port DESC LIMIT 3 OFFSET 1
SELECT min(port), max(port), count(port), count(DISTINCT port) FROM trips
SELECT id FROM trips WHERE port > 'P' ORDER BY id
SELECT id FROM trips WHERE port BETWEEN 'A' AND 'Z' ORDER BY id
SELECT id FROM trips WHERE port LIKE 'OST' ORDER BY id
SELECT id FROM trips WHERE port LIKE '%!%%' ESCAPE '!' ORDER BY id
SELECT id FROM trips WHERE port GLOB 'O*' ORDER BY id
SELECT id FROM trips WHERE port = 7 OR cars = '10' ORDER BY id
SELECT id FROM trips WHERE port IN (7, 'Ost') ORDER BY id
SELECT a.id, b.id FROM trips a JOIN trips b ON a.cars = b.port ORDER BY 1, 2
SELECT id FROM trips WHERE cars IN (SELECT port FROM trips) ORDER BY id
SELECT sum(cars) / count(*), avg(cars), total(cars), sum(tons), round(avg(tons), 2) FROM trips
SELECT round(2.5), round(-2.5), round(0.125, 2), round(tons) FROM trips ORDER BY id
SELECT sum(tons > 1), sum(late = 'true'), count(CASE WHEN late = 'true' THEN 1 END) FROM trips
SELECT id, tons > 1, port IS NULL, cars IS NOT NULL FROM trips ORDER BY id
SELECT late, count(*) FROM trips GROUP BY late ORDER BY late
SELECT id FROM trips WHERE day >= '2024-01-31' ORDER BY id
SELECT id FROM trips WHERE day LIKE '2023-12%' ORDER BY id
SELECT id FROM trips WHERE day < '2024' ORDER BY id
SELECT strftime('%Y', day), count(*) FROM trips GROUP BY 1 ORDER BY 1
SELECT strftime('%Y-%m', "left"), strftime('%H', "left"), strftime('%w', day) FROM trips ORDER BY id
SELECT date(day, '+1 day'), date(day, 'start of month'), date("left") FROM trips ORDER BY id
SELECT julianday(day) - julianday('2023-12-01') FROM trips ORDER BY id
SELECT substr(day, 1, 4), substr(port, -2), length(port), instr(port, 's') FROM trips ORDER BY id
SELECT port || '-' || id, replace(port, 't', 'T'), trim(port, 'O') FROM trips ORDER BY id
SELECT cast(port AS INTEGER), cast(tons AS INTEGER), cast(cars AS REAL), cast(day AS TEXT) FROM trips ORDER BY id
SELECT coalesce(port, 'no'), ifnull(cars, -1), nullif(cars, 10), iif(cars > 5, 'many', 'few') FROM trips ORDER BY id
SELECT port, max(cars) FROM trips WHERE id < 6
SELECT late, day, min(id) FROM trips GROUP BY late ORDER BY late
SELECT DISTINCT late FROM trips ORDER BY id
SELECT max(cars, id), min(tons, 1) FROM trips ORDER BY id
SELECT id, rank() OVER (ORDER BY cars DESC), sum(cars) OVER (ORDER BY id) FROM trips ORDER BY id
SELECT id, lag(cars) OVER (PARTITION BY late ORDER BY id) FROM trips ORDER BY id
SELECT day FROM trips UNION SELECT port FROM trips WHERE port > 'a' ORDER BY 1
SELECT id FROM trips EXCEPT SELECT id FROM trips WHERE cars > 5 ORDER BY id
WITH n AS (SELECT late, count(*) AS k FROM trips GROUP BY late) SELECT * FROM n WHERE k > 1 ORDER BY late
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT sum(n) FROM r
SELECT cars + 1 AS more FROM trips WHERE more > 3 ORDER BY more
SELECT id FROM trips t WHERE EXISTS (SELECT 1 FROM trips u WHERE u.cars = t.cars AND u.id <> t.id) ORDER BY id
SELECT (SELECT count(*) FROM trips u WHERE u.late = t.late) FROM trips t ORDER BY id
SELECT count(*) FILTER (WHERE cars > 5), sum(cars) FILTER (WHERE late = 'true') FROM trips
SELECT id FROM trips WHERE NOT cars ORDER BY id
SELECT count(*) FROM trips GROUP BY port COLLATE NOCASE HAVING count(*) > 1
""".strip().splitlines()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqliteEngine]:
    with sqlite3.connect(tmp_path / "data.sqlite") as db:
        db.execute(f"CREATE TABLE trips ({', '.join(f'{chr(34)}{n}{chr(34)} {t}' for n, (t, _) in COLUMNS.items())})")
        db.executemany("INSERT INTO trips VALUES (?, ?, ?, ?, ?, ?, ?)", ROWS)
    db.close()
    engine = SqliteEngine(tmp_path / "data.sqlite")
    engine.show_only(["trips"])
    yield engine
    engine.close()


@pytest.fixture
def engine(uri: str, schema: str) -> Iterator[RemoteEngine]:
    named = ", ".join(f'"{n}" {t}' for n, (_, t) in COLUMNS.items())
    rows = ", ".join(
        "(" + ", ".join("NULL" if v is None else f"'{v}'" if isinstance(v, str) else str(v) for v in row) + ")"
        for row in ROWS
    )
    run(
        uri,
        "SET TIME ZONE 'UTC'",
        f'CREATE TABLE "{schema}"."Trips" ({named})',
        f'INSERT INTO "{schema}"."Trips" VALUES {rows}',
        f'CREATE TABLE "{schema}".hidden (word TEXT)',
    )
    place, password = address(uri)
    made = RemoteEngine(place, password, {"trips": (schema, "Trips"), "hidden": (schema, "hidden")})
    made.show_only(["trips"])
    yield made
    made.close()


def test_queries_give_the_rows_that_they_give_in_sqlite(sqlite: SqliteEngine, engine: RemoteEngine) -> None:
    for query in QUERIES:
        ours, theirs = sqlite.read(query), engine.read(query)
        assert theirs.rows == tuple(tuple(_rounded(v) for v in row) for row in ours.rows), query
        engine.check(query)


def _rounded(cell: object) -> object:
    return pytest.approx(cell) if isinstance(cell, float) else cell


def test_the_limit_says_when_there_was_more(engine: RemoteEngine) -> None:
    found = engine.read("SELECT id FROM trips ORDER BY id", limit=2)
    assert (found.rows, found.truncated) == (((1,), (2,)), True)
    assert engine.read("SELECT id FROM trips", limit=6).truncated is False


def test_only_shown_tables_can_be_named(engine: RemoteEngine) -> None:
    assert list(engine.tables()) == ["trips"]
    assert engine.held() == ("hidden", "trips")
    for table in ("hidden", "pg_authid"):
        with pytest.raises(UnknownName):
            engine.read(f"SELECT * FROM {table}")


def test_the_database_refuses_to_write_whatever_passes(engine: RemoteEngine, schema: str) -> None:
    with pytest.raises(QueryRefused, match="change the data"), engine.connection(5.0) as connection:
        connection.execution_options(stream_results=False).exec_driver_sql(f'DELETE FROM "{schema}"."Trips"')
    assert engine.read("SELECT count(*) FROM trips").rows == ((6,),)


def test_a_slow_query_is_ended_on_the_server(engine: RemoteEngine, uri: str) -> None:
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n > 0) SELECT count(*) FROM r"
    with pytest.raises(QueryTimeout):
        engine.read(endless, seconds=0.3)
    assert engine.read("SELECT 1 AS one").rows == ((1,),)
    assert running(engine) == 0


def running(engine: RemoteEngine) -> int:
    """Queries of ours that the server works on, but for this one."""
    own = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'joinery' AND state = 'active'"
    return int(str(engine.run(own, [("n", "integer")], 1, 5.0).rows[0][0])) - 1


def test_a_stopped_question_is_ended_on_the_server(engine: RemoteEngine) -> None:
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n > 0) SELECT count(*) FROM r"
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(Cancelled):
        engine.stopping(stop).read(endless, seconds=30.0)
    assert running(engine) == 0


def test_a_table_that_is_gone_or_changed_is_said(engine: RemoteEngine, uri: str, schema: str) -> None:
    before = engine.version("trips")
    engine.read("SELECT cars FROM trips")
    run(uri, f'ALTER TABLE "{schema}"."Trips" RENAME COLUMN "Cars" TO "Lorries"')
    with pytest.raises(QueryFailed, match="not there any more, or has changed"):
        engine.read("SELECT cars FROM trips")
    engine.look_again()
    assert before != engine.version("trips") != ""
    with pytest.raises(UnknownName):
        engine.read("SELECT cars FROM trips")
    run(uri, f'DROP TABLE "{schema}"."Trips"')
    engine.look_again()
    assert (engine.version("trips"), engine.held()) == ("", ("hidden",))


def test_a_wrong_password_and_a_wrong_address_are_said(uri: str) -> None:
    place, _ = address(uri)
    engine = RemoteEngine(place, "wrong", {"t": ("public", "t")})
    with pytest.raises(StoreRefused, match="does not accept this user and password"):
        engine.read("SELECT 1")
    place, password = address("postgresql://someone:secret@127.0.0.1:1/db")
    assert "secret" not in place.text
    engine = RemoteEngine(place, password, {"t": ("public", "t")})
    with pytest.raises(StoreUnreachable, match="does not answer"):
        engine.read("SELECT 1")


def test_connections_that_the_server_ends_are_made_anew(engine: RemoteEngine, uri: str) -> None:
    assert engine.read("SELECT 1 AS one").rows == ((1,),)
    run(
        uri,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'joinery'",
    )
    assert engine.read("SELECT 1 AS one").rows == ((1,),)


def test_all_connections_in_use_is_said(engine: RemoteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine._engine.pool, "_timeout", 0.1)
    held = [engine.connection(5.0) for _ in range(8)]
    for one in held:
        one.__enter__()
    with pytest.raises(StoreUnreachable, match="All connections"):
        engine.read("SELECT 1")
    for one in held:
        one.__exit__(None, None, None)
