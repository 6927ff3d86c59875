"""What every database that is attached does, run on each kind; servers are told on the command line."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import Cancelled, QueryError, QueryRefused, QueryTimeout, StoreError, StoreRefused, UnknownName
from core.ingest.attached import profiled
from core.ingest.attached_whole import cells, small
from core.ingest.sketch import md5_texts
from core.model import Answer, Column
from core.sql.remote.address import address
from core.sql.remote.base import Attached
from core.sql.remote.opening import opened
from core.sql.sqlite import SqliteEngine
from core.workspace import Workspace, open_workspace
from tests.contract.databases import COLUMNS, KINDS, ROWS, Database, Sqlite, database

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
SELECT port, count(*) FROM trips GROUP BY port ORDER BY 2 DESC LIMIT 3
SELECT port, late, count(*) FROM trips GROUP BY port, late ORDER BY 3 DESC LIMIT 3
SELECT port FROM trips GROUP BY port ORDER BY count(late) LIMIT 2
SELECT id FROM trips WHERE (late, cars) IN (SELECT late, max(cars) FROM trips GROUP BY late) ORDER BY id
SELECT id FROM trips WHERE day >= '2024-01-31' ORDER BY id
SELECT id FROM trips WHERE day LIKE '2023-12%' ORDER BY id
SELECT id FROM trips WHERE day < '2024' ORDER BY id
SELECT strftime('%Y', day), count(*) FROM trips GROUP BY 1 ORDER BY 1
SELECT strftime('%Y-%m', "left"), strftime('%H', "left"), strftime('%w', day) FROM trips ORDER BY id
SELECT date(day, '+1 day'), date(day, 'start of month'), date("left") FROM trips ORDER BY id
SELECT julianday(day) - julianday('2023-12-01') FROM trips ORDER BY id
SELECT substr(day, 1, 4), substr(port, -2), length(port), instr(port, 's') FROM trips ORDER BY id
SELECT port || '-' || id, replace(port, 't', 'T'), trim(port, 'O') FROM trips ORDER BY id
SELECT ltrim(port, 'Os]^'), rtrim(ltrim(port, ' #''"O'), '%.-_t'), trim(port, 'Ost') FROM trips ORDER BY id
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


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def db(kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """For tests that leave its tables as they are."""
    for made in database(kind, request.config, tmp_path_factory.mktemp("db")):
        put_trips(made)
        yield made


@pytest.fixture
def own(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database for one test, empty."""
    yield from database(kind, request.config, tmp_path)


def put_trips(db: Database) -> None:
    db.put("Trips", COLUMNS, ROWS)
    db.put("hidden", {"word": "text"}, [("hush",)])


@pytest.fixture(scope="module")
def engine(db: Database) -> Iterator[Attached]:
    yield from opened_trips(db)


def opened_trips(db: Database) -> Iterator[Attached]:
    name = db.stored("Trips")
    made = engine_of(db, {name if isinstance(db, Sqlite) else "trips": name, "hidden": "hidden"})
    made.show_only(["trips", name])
    yield made
    made.close()


def engine_of(db: Database, tables: dict[str, str]) -> Attached:
    place, password = address(db.url)
    return opened(place, password, {name: (db.schema, table) for name, table in tables.items()})


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqliteEngine]:
    (tmp_path / "plain").mkdir()
    plain = Sqlite(tmp_path / "plain")
    plain.put("trips", COLUMNS, ROWS)
    engine = SqliteEngine(tmp_path / "plain" / "their own.sqlite", read_only=True)
    engine.show_only(["trips"])
    yield engine
    engine.close()


# --- the engine


def test_queries_give_the_rows_that_they_give_in_sqlite(sqlite: SqliteEngine, engine: Attached) -> None:
    for n, query in enumerate(QUERIES):
        ours, theirs = sqlite.read(query), engine.read(query)
        assert theirs.rows == tuple(tuple(_near(v) for v in row) for row in ours.rows), query
        if n % 5 == 0:
            engine.check(query)


def _near(cell: object) -> object:
    return pytest.approx(cell) if isinstance(cell, float) else cell


def test_the_limit_says_when_there_was_more(engine: Attached) -> None:
    found = engine.read("SELECT id FROM trips ORDER BY id", limit=2)
    assert (found.rows, found.truncated) == (((1,), (2,)), True)
    assert engine.read("SELECT id FROM trips", limit=6).truncated is False


def test_only_shown_tables_can_be_named(engine: Attached) -> None:
    assert [name.lower() for name in engine.tables()] == ["trips"]
    assert sorted(name.lower() for name in engine.held()) == ["hidden", "trips"]
    for table in ("hidden", "sqlite_master", "pg_authid", "information_schema"):
        with pytest.raises(UnknownName):
            engine.read(f"SELECT * FROM {table}")


def test_what_is_attached_can_be_listed_and_wrong_schemas_are_named(engine: Attached, db: Database) -> None:
    there = list(engine.there([db.schema]))
    assert sorted(there) == sorted((db.schema, t) for t in (db.stored("Trips"), "hidden"))
    with pytest.raises(UnknownName):
        list(engine.there(["no such"]))


def test_nothing_is_written_whatever_passes(engine: Attached, db: Database) -> None:
    for query in (f"DELETE FROM {db.place('hidden')}", f"INSERT INTO {db.place('hidden')} VALUES ('x')"):
        with pytest.raises(QueryRefused):
            engine.read(query)
    with pytest.raises((QueryError, StoreError)):
        engine.ask(f"INSERT INTO {engine.place('hidden')} (word) VALUES ('x')", [], 1, 5.0)
    assert engine.ask(f"SELECT COUNT(*) FROM {engine.place('hidden')}", [("n", "integer")], 1, 5.0).rows == ((1,),)


SLOW = "SELECT COUNT(*) FROM trips {}".format(" ".join(f"JOIN trips t{n} ON t{n}.id + {n} > 0" for n in range(13)))
"""Billions of rows."""


def test_a_slow_query_is_ended(engine: Attached) -> None:
    with pytest.raises(QueryTimeout):
        engine.read(SLOW, seconds=0.5)
    assert engine.read("SELECT 1 AS one").rows == ((1,),)


def test_a_stopped_question_is_ended(engine: Attached) -> None:
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(Cancelled):
        engine.stopping(stop).read(SLOW, seconds=2.0)


def test_a_stopped_profile_is_ended(engine: Attached) -> None:
    stop = threading.Event()
    stop.set()
    place = engine.place(next(iter(engine.tables())))
    slow = f"SELECT COUNT(*) FROM {place} AS t0 " + " ".join(f"CROSS JOIN {place} AS t{n}" for n in range(1, 14))
    with pytest.raises(Cancelled):
        engine.stopping(stop).ask(slow, [("n", "integer")], 1, 10.0)


def test_a_table_that_is_gone_or_changed_is_said(own: Database) -> None:
    put_trips(own)
    for engine in opened_trips(own):
        gone_or_changed(engine, own)


def gone_or_changed(engine: Attached, db: Database) -> None:
    name = next(iter(engine.tables()))
    before = engine.version(name)
    engine.read("SELECT cars FROM trips")
    db.rename("Trips", "Cars", "Lorries")
    with pytest.raises(QueryError):
        engine.read("SELECT cars FROM trips")
    again = engine_of(db, {n: t for n, (_, t) in engine.places.items()})
    assert before != again.version(name) != ""
    again.close()
    db.run(f"DROP TABLE {db.place('Trips')}")
    again = engine_of(db, {n: t for n, (_, t) in engine.places.items()})
    assert (again.version(name), again.held()) == ("", ("hidden",))
    again.close()


def test_a_server_that_ends_the_question_is_said_and_the_next_is_answered(engine: Attached, db: Database) -> None:
    if engine.address.target.is_file:
        pytest.skip("a file has no server")
    done = threading.Event()

    def cut() -> None:
        while not done.wait(0.5):
            db.cut()

    thread = threading.Thread(target=cut)
    thread.start()
    try:
        with pytest.raises((StoreError, QueryError)) as caught:
            engine.read(SLOW, seconds=30.0)
    finally:
        done.set()
        thread.join()
    assert not isinstance(caught.value, QueryTimeout)
    assert caught.value.hint
    assert engine.read("SELECT COUNT(*) FROM trips").rows == ((6,),)


def test_who_may_write_is_known(engine: Attached, db: Database) -> None:
    if engine.address.target.is_file:
        assert engine.writable() == ()  # it is opened for reading only
        return
    assert sorted(engine.writable()) == ["hidden", "trips"]
    place, password = address(db.reader())
    reader = opened(place, password, dict(engine.places))
    assert (sorted(reader.held()), reader.writable()) == (["hidden", "trips"], ())
    reader.close()


# --- what is found out


def test_a_column_is_profiled_by_the_database(engine: Attached) -> None:
    seen = profiled(engine, next(iter(engine.tables())))
    found = {c.name.lower(): c for c in seen.columns}
    assert seen.rows == 6
    cars, port, tons, day, left = (found[n] for n in ("cars", "port", "tons", "day", "left"))
    assert [c.type for c in (cars, port, tons, day, left)] == ["integer", "text", "real", "date", "datetime"]
    assert (cars.profile.nulls, cars.profile.distinct, cars.profile.minimum, cars.profile.maximum) == (1, 4, -7, 10)
    assert cars.profile.common[0] == ("10", 2)
    assert (port.profile.distinct, port.profile.minimum, port.profile.maximum) == (4, "7", "ost")
    assert (tons.profile.minimum, tons.profile.maximum) == (-2.5, 1000.0)
    assert (day.profile.minimum, day.profile.maximum) == ("2023-12-01", "2024-03-01")
    assert (left.profile.minimum, left.profile.maximum) == ("2023-12-01 00:00:00", "2024-03-01 06:30:00")
    assert hashes(port) == sketch("ost", "süd", "7", "_a%b")
    assert hashes(cars) == sketch("10", "7", "0", "-7")
    assert hashes(tons)[:9] == sketch("2.5", "-2.5", "0.125", "3", "1000")


def test_a_small_table_is_read_whole_where_that_takes_one_query_and_says_the_same(engine: Attached) -> None:
    name = next(iter(engine.tables()))
    assert (name in small(engine, [name])) is not engine.address.target.is_file
    held = cells(engine, name)
    assert held is not None
    here, there = profiled(engine, name, held), profiled(engine, name)
    assert here.rows == there.rows
    for one, other in zip(here.columns, there.columns, strict=True):
        same = [replace(c, profile=replace(c.profile, common=(), mean_length=0.0)) for c in (one, other)]
        assert same[0] == same[1]
        if one.type != "real":  # 3 and 3.0
            assert one.profile == other.profile


def test_a_table_beyond_the_bound_is_not_read_whole(engine: Attached, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.ingest.attached_whole.ROWS", 5)
    name = next(iter(engine.tables()))
    assert small(engine, [name]) == frozenset()
    assert cells(engine, name) is None


def hashes(column: Column) -> list[int]:
    return list(column.profile.sketch)


def sketch(*texts: str) -> list[int]:
    return sorted(int(n) for n in md5_texts(texts))


def test_many_values_travel_as_hashes_that_can_be_compared(own: Database) -> None:
    own.put("codes", {"code": "text", "n": "integer"}, [(f"Code {i}", i) for i in range(3_000)])
    engine = engine_of(own, {"codes": "codes"})
    code, n = profiled(engine, "codes").columns
    engine.close()
    for column, texts in ((code, [f"code {i}" for i in range(3_000)]), (n, [str(i) for i in range(3_000)])):
        profile = column.profile
        assert (profile.distinct, profile.nulls, profile.sketch_complete) == (3_000, 0, False)
        assert list(profile.sketch) == sketch(*texts)[:1_024]


# --- the workspace


@pytest.fixture(scope="module", params=KINDS)
def harbour(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Ferries and their trips, attached: one key is declared where that can be, the others are not."""
    folder = tmp_path_factory.mktemp("harbour")
    for db in database(str(request.param), request.config, folder):
        fill(db)
        settings = Settings(workspace=folder / "ws", cache=folder / "cache", embeddings="spelling")
        with open_workspace(settings) as ws:
            ws.database.attach(db.url, schemas=[db.schema], writable=True)
            yield ws


def fill(db: Database) -> None:
    ferries = [(i, f"Ferry {i}", i % 7) for i in range(1, 41)]
    db.put("ferries", {"ferry_id": "integer", "name": "text", "crew": "integer"}, ferries, db.primary("ferry_id"))
    db.put("ports", {"port_code": "text", "port_name": "text"}, [(f"P{i}", f"Port {i}") for i in range(5)])
    trips = [(i, i % 40 + 1, day(i % 90), i % 11, f"P{i % 5}") for i in range(1, 401)]
    kinds = {"trip_id": "integer", "vessel": "integer", "Day": "date", "cars": "integer", "port_code": "text"}
    db.put("trips", kinds, trips, db.reference("vessel", "ferries", "ferry_id"))


def day(n: int) -> str:
    return str(datetime.date(2024, 1, 1) + datetime.timedelta(n))


def asked(ws: Workspace, question: str) -> Answer:
    *_, last = ws.questions.ask(question)
    assert isinstance(last, Answer)
    return last


@pytest.mark.slow
def test_joins_are_found_from_values_and_declared_keys_are_confirmed(harbour: Workspace) -> None:
    assert [(t.name, t.rows) for t in harbour.tables.all()] == [("ferries", 40), ("ports", 5), ("trips", 400)]
    joins = {j.id: (j.state, j.why) for j in harbour.joins.all()}
    assert joins["trips.port_code=ports.port_code"][0] == "confirmed"
    assert "100 %" in joins["trips.port_code=ports.port_code"][1]
    assert joins["trips.vessel=ferries.ferry_id"][0] in ("confirmed", "probable")
    if harbour.stores.choices.database and harbour.stores.choices.database.declared:
        assert joins["trips.vessel=ferries.ferry_id"] == ("confirmed", "The database declares it as a foreign key.")


@pytest.mark.slow
def test_questions_are_answered_by_the_database(harbour: Workspace) -> None:
    answer = asked(harbour, "How many trips were there for each port name?")
    assert sorted(answer.rows) == [(f"Port {i}", 80) for i in range(5)]
    assert asked(harbour, "How many trips were in February 2024?").rows == ((126,),)


@pytest.mark.slow
def test_a_value_is_found_by_its_words(harbour: Workspace) -> None:
    answer = asked(harbour, "How many trips did Ferry 7 make?")
    assert answer.rows == ((10,),)
    assert "'Ferry 7'" in (answer.sql or "")


@pytest.mark.slow
def test_files_cannot_be_put_beside_it(harbour: Workspace, tmp_path: Path) -> None:
    (tmp_path / "more.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(StoreRefused, match="asks the tables of a database"):
        harbour.tables.load([tmp_path / "more.csv"])


def test_an_address_that_leads_nowhere_is_said(db: Database) -> None:
    wrong = db.nowhere()

    def ask() -> None:
        engine = opened(*address(wrong), {"t": (db.schema, "t")})
        engine.held()

    with pytest.raises(StoreError) as caught:
        ask()
    assert caught.value.hint
