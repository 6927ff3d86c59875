"""Files whose rows go into a schema of the workspace's own in a catalogue of Trino: asked there, nothing half."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from sqlalchemy.exc import DBAPIError

from core.config import Settings
from core.errors import Cancelled, FileError, StoreRefused
from core.model import Answer
from core.sql.remote.address import address
from core.sql.remote.loaded_trino import OWN, LoadedTrino
from core.sql.remote.sending import MOST_TEXT, statements
from core.workspace import Workspace, open_workspace
from core.workspace.registry import Place, Workspaces

LONG = "how many of them were there on the first day of the year, of all that had been counted before – é"
TRIPS = f'trip,ferry,day,"{LONG}"\n' + "".join(f"{i},{i % 2 + 1},2024-01-{i + 10},{i * 1.5}\n" for i in range(4))
FERRIES = 'ferry,name\n1,"Ada ""A\'s"""\n2,Brig\n'

server = pytest.mark.trino


@pytest.fixture
def uri(request: pytest.FixtureRequest) -> str:
    return str(request.config.getoption("--trino"))


def run(uri: str, *queries: str) -> list[Any]:
    """Past the product, as another program would; what the last one gives."""
    from sqlalchemy import NullPool, create_engine

    engine = create_engine(uri, poolclass=NullPool)
    found: list[Any] = []
    with engine.connect() as connection:
        for query in queries:
            result = connection.execution_options(no_parameters=True).exec_driver_sql(query)
            found = list(result.fetchall()) if result.returns_rows else []
    return found


def tables_in(uri: str, schema: str) -> list[str]:
    query = f"SELECT table_name FROM information_schema.tables WHERE table_schema = '{schema}' ORDER BY 1"
    return [name.rpartition("_")[0] if name != OWN else name for (name,) in run(uri, query)]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache", embeddings="spelling")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "trips.csv").write_text(TRIPS)
    (folder / "ferries.csv").write_text(FERRIES)
    return folder


@pytest.fixture
def ws(uri: str, settings: Settings, files: Path) -> Iterator[Workspace]:
    """Two files in a schema of their own, which is gone afterwards."""
    with open_workspace(settings) as made:
        into = made.database.load_into(uri)
        try:
            assert made.tables.load([files]).problems == ()
            yield made
        finally:
            for (name,) in run(uri, f"SHOW TABLES FROM {into.schema}") if _there(uri, into.schema) else ():
                run(uri, f'DROP TABLE {into.schema}."{name}"')
            run(uri, f"DROP SCHEMA IF EXISTS {into.schema}")


def _there(uri: str, schema: str) -> bool:
    return bool(run(uri, f"SELECT 1 FROM information_schema.schemata WHERE schema_name = '{schema}'"))


def rows(ws: Workspace, sql: str) -> tuple[tuple[object, ...], ...]:
    return ws.questions.sql(sql).rows


@server
def test_files_are_typed_joined_and_asked_there_and_replaced_one_at_a_time(
    ws: Workspace, uri: str, files: Path, tmp_path: Path
) -> None:
    schema = ws.database.schema
    assert schema.startswith("joinery_ws_")
    assert {j.id: j.state for j in ws.joins.all()} == {"trips.ferry=ferries.ferry": "confirmed"}
    *_, answer = ws.questions.ask("How many trips are there for each ferry name?")
    assert isinstance(answer, Answer)
    assert sorted(answer.rows) == [('Ada "A\'s"', 2), ("Brig", 2)]
    name, own = ws.questions.own_sql(answer.sql or "")
    assert name.startswith("Trino")
    assert f'"{schema}"."trips_' in own
    assert rows(ws, f'SELECT sum("{LONG}") AS "{LONG}", min(day) FROM trips') == ((9.0, "2024-01-10"),)

    (files / "trips.csv").write_text("trip,ferry,cars\n1,1,7\n")
    assert ws.tables.load([files / "trips.csv"]).problems == ()
    assert rows(ws, "SELECT * FROM trips") == ((1, 1, 7),)
    wide = tmp_path / "wide.csv"
    wide.write_text("port,2001,2002,2003,2004\nOst,1,2,3,4\nWest,5,6,,8\n")
    ws.tables.load([wide])
    assert rows(ws, "SELECT max(year), sum(value) FROM wide_long") == ((2004, 29),)
    ws.tables.remove(["trips", "wide"])
    assert [t.name for t in ws.tables.all()] == ["ferries"]
    assert len(tables_in(uri, schema)) == 2  # one of the ferries, and what is noted
    run(uri, f"CREATE TABLE {schema}.theirs AS SELECT 1 AS a")
    ws.database.detach()
    assert run(uri, f"SHOW TABLES FROM {schema}") == [("theirs",)]
    ws.tables.load([files / "ferries.csv"])
    assert (rows(ws, "SELECT count(*) FROM ferries"), ws.database.name) == (((2,),), "SQLite")


@server
def test_files_of_one_form_are_added_to_and_taken_out_one_at_a_time(ws: Workspace, tmp_path: Path) -> None:
    for year in (2021, 2022, 2023):
        lines = "".join(f"{i},{year - 2000 + i}\n" for i in range(3))
        (tmp_path / f"sales_{year}.csv").write_text(f"shop,amount\n{lines}")
    ws.tables.load(sorted(tmp_path.glob("sales_202[12].csv")))
    (family,) = [t for t in ws.tables.all() if t.family]
    count = f"SELECT count(*), sum(amount) FROM {family.name}"
    assert rows(ws, count) == ((6, 135),)
    ws.tables.load([tmp_path / "sales_2023.csv"])
    assert rows(ws, count) == ((9, 207),)
    assert family.family is not None
    ws.tables.remove_member(family.name, family.family.members[0].source)
    assert rows(ws, count) == ((6, 141),)


@server
def test_a_load_that_is_stopped_leaves_what_was_there_and_is_done_again(
    ws: Workspace, uri: str, settings: Settings, files: Path
) -> None:
    before = tables_in(uri, ws.database.schema)
    (files / "trips.csv").write_text(TRIPS + "9,2,2024-03-01,\n")
    stop = threading.Event()

    def tell(what: str, share: float) -> None:
        if "trips" in what:
            stop.set()

    with pytest.raises(Cancelled):
        ws.tables.load([files / "trips.csv"], progress=tell, stop=stop)
    assert rows(ws, "SELECT count(*), max(trip) FROM trips") == ((4, 3),)
    assert tables_in(uri, ws.database.schema) == before
    assert ws.tables.load([files / "trips.csv"]).problems == ()
    assert rows(ws, "SELECT count(*), max(trip) FROM trips") == ((5, 9),)
    assert tables_in(uri, ws.database.schema) == before
    ws.close()
    with open_workspace(settings) as again:
        assert rows(again, "SELECT count(*) FROM trips") == ((5,),)
        with pytest.raises(StoreRefused, match="has its tables in"):
            again.database.load_into(uri.replace("/memory", "/second"))
    with pytest.raises(Exception, match="a copy would share them"):
        Workspaces(settings.workspace).copy(Place("ws", settings.workspace, True), "copy")


@server
def test_what_was_left_by_a_load_that_was_broken_off_is_swept_away(uri: str, tmp_path: Path) -> None:
    place, password = address(uri)

    def opened(owner: str) -> LoadedTrino:
        return LoadedTrino(place, password, "test_swept", owner, tmp_path)

    engine = opened("ab12cd34")
    engine.make()
    try:
        engine.write("t", pa.table({"a": [float("nan"), float("inf"), 0.1], "Ä É": ["İ'", "\0", "😀"]}).to_reader())
        engine.stage("t", pa.table({"a": [1]}).to_reader())  # and the machine goes off
        run(uri, "CREATE TABLE test_swept.theirs_ab12cd3400000000x AS SELECT 1 AS a")
        assert len(tables_in(uri, "test_swept")) == 4
        again = opened("ab12cd34")
        again.write("u", pa.table({"a": [1]}).to_reader())
        assert len(tables_in(uri, "test_swept")) == 4  # theirs, ours of two names, and what is noted
        again.show_only(["t", "u"])
        assert again.read('SELECT a, "Ä É" FROM t ORDER BY a').rows == ((None, "İ'"), (0.1, "😀"), (None, "\0"))
        with pytest.raises(StoreRefused, match="rows of another workspace"):
            opened("other").make()
        with pytest.raises(StoreRefused, match="rows of another workspace"):
            opened("other").write("t", pa.table({"a": [1]}).to_reader())
        engine.show_only(["t"])
        assert engine.read("SELECT count(*) FROM t").rows == ((3,),)
        again.write("t", pa.table({"a": [7.0]}).to_reader())
        assert engine.read("SELECT sum(a) FROM t").rows == ((7.0,),)  # it looks again where its table is gone
    finally:
        engine.leave()
        run(uri, "DROP TABLE test_swept.theirs_ab12cd3400000000x", "DROP SCHEMA test_swept")


@server
def test_who_may_not_and_catalogues_that_cannot_are_told_so(uri: str, settings: Settings) -> None:
    with open_workspace(settings) as ws:
        with pytest.raises(StoreRefused, match="may not make tables"):
            ws.database.load_into(uri.replace("//joinery@", "//reader@"))
        with pytest.raises(StoreRefused, match=r"does not take files' rows: .*not support") as told:
            ws.database.load_into(uri.replace("/memory", "/system"))
        assert "trino://" in told.value.hint
        with pytest.raises(StoreRefused, match="into one catalogue"):
            ws.database.load_into(uri.replace("/memory", "/memory,second"))
        with pytest.raises(StoreRefused, match="nowhere"):
            ws.database.load_into(uri.replace("/memory", "/nowhere"))
        assert ws.database.schema == ""


@server
def test_a_server_without_room_is_said_and_nothing_is_left(uri: str, settings: Settings, tmp_path: Path) -> None:
    schema = "test_full"
    place, password = address(uri)
    engine = LoadedTrino(place, password, schema, "ab12cd34", tmp_path)
    engine.make()
    try:
        engine.write("t", pa.table({"a": [1, 2]}).to_reader())
        fill = "AS SELECT rpad('x', 100000, 'x') AS a FROM UNNEST(sequence(1, 300))"  # 30 MB, and 256 there are
        with pytest.raises(DBAPIError, match="limit"):
            run(uri, f"CREATE SCHEMA {schema}_fill", *(f"CREATE TABLE {schema}_fill.t{n} {fill}" for n in range(20)))
        batches = pa.table({"a": ["x" * 200_000] * 800}).to_reader(max_chunksize=2)
        with pytest.raises(FileError, match="no room for the rows"):
            engine.write("t", batches)
        engine.show_only(["t"])
        assert engine.read("SELECT sum(a) FROM t").rows == ((3,),)
        assert len(tables_in(uri, schema)) == 2
    finally:
        for (name,) in run(uri, f"SHOW TABLES FROM {schema}_fill"):
            run(uri, f"DROP TABLE {schema}_fill.{name}")
        run(uri, f"DROP SCHEMA {schema}_fill")
        engine.leave()


def test_statements_are_bounded_and_a_row_beyond_that_is_refused_by_name() -> None:
    texts = ["é" * 100_000, "'" * 50_000, "b" * 300_000, "c"] * 3
    batches = pa.table({"a": range(12), "t": texts}).to_reader()
    made = list(statements("trips", '"s"."t"', ['"a" BIGINT', '"t t" VARCHAR'], batches))
    assert sum(s.count("],[") + 1 for s in made) == 12
    assert len(made) == 5
    assert max(map(len, made)) < 1_000_000
    assert "ROW(c0 BIGINT, c1 VARCHAR)" in made[0]
    long = pa.table({"a": ["x" * MOST_TEXT]}).to_reader()
    with pytest.raises(FileError, match="longer than Trino takes") as told:
        list(statements("trips", '"s"."t"', ['"a" VARCHAR'], long))
    assert told.value.hint


@server
def test_tables_of_another_database_are_copied_into_it(ws: Workspace, uri: str, settings: Settings) -> None:
    run(uri, "CREATE SCHEMA second.theirs", "CREATE TABLE second.theirs.pools AS SELECT 1 AS ferry, 'Ost' AS pool")
    try:
        ws.copies.bring(uri.replace("/memory", "/second"), ["pools"], schemas=["theirs"])
        assert rows(ws, "SELECT name, pool FROM ferries JOIN pools USING (ferry)") == (('Ada "A\'s"', "Ost"),)
    finally:
        run(uri, "DROP TABLE second.theirs.pools", "DROP SCHEMA second.theirs")
    other = replace(settings, workspace=settings.workspace.with_name("other"))
    with open_workspace(other) as theirs, pytest.raises(StoreRefused, match="rows of another workspace"):
        theirs.database.load_into(uri, ws.database.schema)
