"""A real PostgreSQL as the engine: what only it can show; `tests/contract/test_attached.py` has the rest."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from core.errors import Cancelled, QueryFailed, QueryRefused, QueryTimeout, StoreRefused, StoreUnreachable, UnknownName
from core.sql.remote.address import address
from core.sql.remote.engine import RemoteEngine
from tests.contract.databases import COLUMNS, ROWS, PostgreSql
from tests.postgresql.conftest import run

pytestmark = pytest.mark.postgresql


@pytest.fixture
def engine(uri: str, schema: str) -> Iterator[RemoteEngine]:
    theirs = PostgreSql(uri, schema)
    theirs.put("Trips", COLUMNS, ROWS)
    theirs.put("hidden", {"word": "text"}, [])
    place, password = address(uri)
    made = RemoteEngine(place, password, {"trips": (schema, "Trips"), "hidden": (schema, "hidden")})
    made.show_only(["trips"])
    yield made
    made.close()


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
