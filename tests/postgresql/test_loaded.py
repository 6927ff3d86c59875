"""Files whose rows go into a schema of the workspace's own: asked there, replaced one at a time, nothing half."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from core.config import Settings
from core.errors import FileError, StoreRefused, StoreUnreachable, WorkspaceError
from core.model import Answer
from core.sql.remote.address import address
from core.sql.remote.loaded import MADE, OWN, LoadedPostgresql
from core.workspace import Workspace, open_workspace
from core.workspace.registry import Place, Workspaces
from tests.postgresql.conftest import run
from tests.postgresql.server import PASSWORD

pytestmark = pytest.mark.postgresql
BIKES = Path(__file__).parents[1] / "ask" / "data" / "bikes"
LONG = "how many of them were there on the first day of the year, of all that had been counted before – é"
TRIPS = f'trip,ferry,day,"{LONG}"\n' + "".join(f"{i},{i % 2 + 1},2024-01-{i + 10},{i * 1.5}\n" for i in range(4))
FERRIES = 'ferry,name\n1,"Ada ""A"""\n2,Brig\n'


def one(uri: str, query: str) -> Any:
    """Past the product, as another program would."""
    import psycopg

    with psycopg.connect(uri, autocommit=True) as connection:
        return connection.execute(query).fetchone()


def tables_in(uri: str, schema: str) -> list[str]:
    query = f"SELECT array_agg(tablename::text ORDER BY tablename) FROM pg_tables WHERE schemaname = '{schema}'"
    return list(one(uri, query)[0])


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
            run(uri, f'DROP SCHEMA IF EXISTS "{into.schema}" CASCADE')


def rows(ws: Workspace, sql: str) -> tuple[tuple[object, ...], ...]:
    return ws.questions.sql(sql).rows


def test_files_are_typed_joined_and_asked_in_a_schema_of_their_own(ws: Workspace, uri: str, files: Path) -> None:
    schema = ws.database.schema
    assert schema.startswith("joinery_ws_")
    kinds = one(
        uri,
        "SELECT array_agg(table_name || '.' || data_type ORDER BY table_name, ordinal_position) FROM "
        f"information_schema.columns WHERE table_schema = '{schema}' AND table_name IN ('trips', 'ferries')",
    )[0]
    assert kinds == [
        "ferries.bigint",
        "ferries.text",
        "trips.bigint",
        "trips.bigint",
        "trips.text",
        "trips.double precision",
    ]
    assert {j.id: j.state for j in ws.joins.all()} == {"trips.ferry=ferries.ferry": "confirmed"}
    *_, answer = ws.questions.ask("How many trips are there for each ferry name?")
    assert isinstance(answer, Answer)
    assert sorted(answer.rows) == [('Ada "A"', 2), ("Brig", 2)]
    name, own = ws.questions.own_sql(answer.sql or "")
    assert name.startswith("PostgreSQL")
    assert f'"{schema}"."trips"' in own
    assert rows(ws, f'SELECT sum("{LONG}") AS "{LONG}", min(day) FROM trips') == ((9.0, "2024-01-10"),)


def test_a_file_is_replaced_and_removed_by_itself(ws: Workspace, uri: str, files: Path) -> None:
    run(uri, f'CREATE VIEW "{ws.database.schema}".theirs AS SELECT * FROM "{ws.database.schema}".trips')
    (files / "trips.csv").write_text(TRIPS + "9,2,2024-03-01,\n")
    assert ws.tables.load([files / "trips.csv"]).problems == ()
    assert rows(ws, "SELECT count(*), max(trip) FROM trips") == ((5, 9),)
    (files / "trips.csv").write_text("trip,ferry,cars\n1,1,7\n")
    (problem,) = ws.tables.load([files / "trips.csv"]).problems
    assert "depends on the table" in problem.message
    assert rows(ws, "SELECT count(*), max(trip) FROM trips") == ((5, 9),)
    run(uri, f'DROP VIEW "{ws.database.schema}".theirs')
    assert ws.tables.load([files / "trips.csv"]).problems == ()
    assert rows(ws, "SELECT * FROM trips") == ((1, 1, 7),)
    ws.tables.remove(["trips"])
    assert tables_in(uri, ws.database.schema) == ["ferries", OWN]
    assert rows(ws, "SELECT count(*) FROM ferries") == ((2,),)


def test_letting_go_takes_away_what_was_loaded_and_nothing_else(ws: Workspace, uri: str, files: Path) -> None:
    schema = ws.database.schema
    run(uri, f'CREATE TABLE "{schema}".theirs (a INT)')
    ws.database.detach()
    assert tables_in(uri, schema) == ["theirs"]
    assert (ws.tables.all(), ws.database.schema) == ((), "")
    ws.tables.load([files / "ferries.csv"])
    assert (rows(ws, "SELECT count(*) FROM ferries"), ws.database.name) == (((2,),), "SQLite")


def test_the_long_form_of_a_wide_table_is_a_view(ws: Workspace, tmp_path: Path) -> None:
    wide = tmp_path / "wide.csv"
    wide.write_text("port,2001,2002,2003,2004\nOst,1,2,3,4\nWest,5,6,,8\n")
    ws.tables.load([wide])
    assert rows(ws, "SELECT port, year, value FROM wide_long ORDER BY 1, 2 LIMIT 5") == (
        *(("Ost", 2000 + i, i) for i in range(1, 5)),
        ("West", 2001, 5),
    )
    wide.write_text("port,2001,2002,2003,2004,2005\nOst,1,2,3,4,9\n")
    ws.tables.load([wide])
    assert rows(ws, "SELECT max(year), sum(value) FROM wide_long") == ((2005, 19),)


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


def test_it_is_there_again_after_opening_and_the_password_is_in_no_file(
    ws: Workspace, uri: str, settings: Settings, files: Path
) -> None:
    ws.close()
    held = [p for p in settings.workspace.rglob("*") if p.is_file() and PASSWORD.encode() in p.read_bytes()]
    assert held == []
    refused = pytest.raises(StoreRefused, match="does not accept this user and password")
    with open_workspace(settings) as again, refused:
        rows(again, "SELECT 1 FROM trips")
    with open_workspace(replace(settings, database_password=PASSWORD)) as again:
        assert rows(again, "SELECT count(*) FROM trips") == ((4,),)
        assert again.tables.load([files / "ferries.csv"]).problems == ()
        again.database.load_into(uri)
        with pytest.raises(StoreRefused, match="has its tables in"):
            again.database.load_into(uri.replace("/postgres", "/template1"))
        with pytest.raises(StoreRefused, match="holds files"):
            again.database.attach(uri, writable=True)
    with pytest.raises(WorkspaceError, match="a copy would share them"):
        Workspaces(settings.workspace).copy(Place("ws", settings.workspace, True), "copy")


BREAKS = {
    "no room": ("RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'", "has no room for the rows"),
    "connection lost": ("PERFORM pg_terminate_backend(pg_backend_pid())", "does not answer"),
}


@pytest.mark.parametrize("kind", BREAKS)
def test_what_breaks_off_in_the_middle_leaves_what_was_there(
    ws: Workspace, uri: str, settings: Settings, files: Path, kind: str
) -> None:
    schema, (breaks, said) = ws.database.schema, BREAKS[kind]
    run(
        uri,
        f'CREATE FUNCTION "{schema}".broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN '
        f"IF NEW.trip = 3 THEN {breaks}; END IF; RETURN NEW; END $$",
        f'CREATE TRIGGER broken BEFORE INSERT ON "{schema}".trips FOR EACH ROW EXECUTE FUNCTION "{schema}".broken()',
    )
    (files / "trips.csv").write_text(TRIPS.replace("2024-01", "2025-01"))
    if kind == "no room":
        (problem,) = ws.tables.load([files / "trips.csv"]).problems
        assert said in problem.message
    else:
        with pytest.raises(StoreUnreachable, match=said):
            ws.tables.load([files / "trips.csv"])
    assert list(settings.workspace.glob("load.staging-*")) == []
    assert rows(ws, "SELECT count(*), min(day) FROM trips") == ((4, "2024-01-10"),)
    trips = ws.tables.get("trips")
    assert trips is not None
    assert trips.columns[2].profile.minimum == "2024-01-10"
    run(uri, f'DROP TRIGGER broken ON "{schema}".trips')
    assert ws.tables.load([files / "trips.csv"]).problems == ()
    assert rows(ws, "SELECT count(*), min(day) FROM trips") == ((4, "2025-01-10"),)


def test_a_table_that_others_made_is_never_overwritten(ws: Workspace, uri: str, files: Path) -> None:
    schema = ws.database.schema
    run(uri, f'CREATE TABLE "{schema}".ports AS SELECT 7 AS mine')
    (files / "ports.csv").write_text("port,name\n1,Ost\n")
    (problem,) = ws.tables.load([files / "ports.csv"]).problems
    assert "that Joinery did not make" in problem.message
    assert one(uri, f'SELECT mine FROM "{schema}".ports') == (7,)
    assert [t.name for t in ws.tables.all()] == ["ferries", "trips"]
    run(uri, f'DROP TABLE "{schema}".ferries', f'CREATE TABLE "{schema}".ferries AS SELECT 8 AS mine')
    (problem,) = ws.tables.load([files / "ferries.csv"]).problems
    assert "that Joinery did not make" in problem.message
    assert one(uri, f'SELECT mine FROM "{schema}".ferries') == (8,)
    assert [t.name for t in ws.tables.all()] == ["trips"]


def test_who_may_make_nothing_is_told_so_and_may_be_given_a_schema(
    uri: str, schema: str, settings: Settings, files: Path
) -> None:
    run(uri, f"CREATE ROLE clerk LOGIN PASSWORD '{PASSWORD}'")
    clerk = uri.replace("joinery:", "clerk:")
    try:
        with open_workspace(settings) as ws:
            with pytest.raises(StoreRefused, match="may not make tables"):
                ws.database.load_into(clerk)
            assert ws.database.schema == ""
            run(uri, f'GRANT CREATE, USAGE ON SCHEMA "{schema}" TO clerk')
            ws.database.load_into(clerk, schema)
            assert ws.tables.load([files]).problems == ()
            assert rows(ws, "SELECT count(*) FROM trips") == ((4,),)
        other = replace(settings, workspace=settings.workspace.with_name("other"))
        with open_workspace(other) as ws, pytest.raises(StoreRefused, match="rows of another workspace"):
            ws.database.load_into(clerk, schema)
    finally:
        run(uri, "DROP OWNED BY clerk", "DROP ROLE clerk")


def test_what_the_server_cannot_hold_is_named_and_nothing_is_written(uri: str, schema: str, tmp_path: Path) -> None:
    place, password = address(uri)
    engine = LoadedPostgresql(place, password, schema, "me", tmp_path)
    engine.make()
    try:
        with pytest.raises(FileError, match="does not take a value"):
            engine.write("t", pa.table({"a": ["b\0c"]}).to_reader())
        with pytest.raises(FileError, match="too wide"):
            engine.write("t", pa.table({f"c{i}": [0.5] for i in range(1_100)}).to_reader())
        assert engine.held() == ()
        text = random.Random(0).randbytes(4_500).hex()  # not to be packed into few bytes
        engine.write("t", pa.table({"a": [float("nan"), None, 0.1], "b": [text, "", None]}).to_reader())
        engine.index({"t": [("a",), ("b",)]})
        engine.show_only(["t"])
        assert engine.read("SELECT a, length(b) FROM t ORDER BY a").rows == ((None, 9_000), (None, 0), (0.1, None))
        assert one(uri, f"SELECT count(*) FROM pg_indexes WHERE schemaname = '{schema}' AND tablename = 't'") == (1,)
        engine.index({})
        assert one(uri, f"SELECT count(*) FROM pg_indexes WHERE schemaname = '{schema}' AND tablename = 't'") == (0,)
        described = one(uri, f"SELECT obj_description('\"{schema}\".t'::regclass)")
        assert described == (MADE,)
    finally:
        engine.close()


def test_only_servers_are_loaded_into(settings: Settings, tmp_path: Path) -> None:
    import sqlite3

    sqlite3.connect(tmp_path / "a.sqlite").execute("VACUUM").connection.close()
    with open_workspace(settings) as ws, pytest.raises(StoreRefused, match="not loaded into SQLite"):
        ws.database.load_into(f"sqlite:///{tmp_path}/a.sqlite")


def test_tables_of_another_database_are_copied_into_it(ws: Workspace, uri: str, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.sqlite"
    with closing(sqlite3.connect(theirs)) as db, db:
        db.execute("CREATE TABLE pools (pool_id INTEGER PRIMARY KEY, pool_name TEXT)")
        db.execute("CREATE TABLE visits (visit INTEGER, pool INTEGER REFERENCES pools (pool_id))")
        db.executemany("INSERT INTO pools VALUES (?, ?)", [(n, f"Pool {n}") for n in range(1, 31)])
        db.executemany("INSERT INTO visits VALUES (?, ?)", [(n, n % 30 + 1) for n in range(90)])
    ws.copies.bring(f"sqlite:///{theirs}", ["*"])
    assert ws.database.schema
    assert ws.questions.sql("SELECT count(*) FROM visits v JOIN pools p ON v.pool = p.pool_id").rows == ((90,),)
    joins = {j.id: j.why for j in ws.joins.all()}
    assert joins["visits.pool=pools.pool_id"] == "The database declares it as a foreign key."
