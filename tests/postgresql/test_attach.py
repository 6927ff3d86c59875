"""A workspace that asks a real PostgreSQL: attached, asked, looked at again, let go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import StoreRefused, StoreUnreachable, UnknownName
from core.model import Answer
from core.sql.remote.address import address
from core.sql.remote.engine import RemoteEngine
from core.workspace import Workspace, open_workspace
from tests.postgresql.conftest import run

pytestmark = pytest.mark.postgresql


@pytest.fixture
def harbour(uri: str, schema: str) -> str:
    """Ferries and their trips: one key is declared, one is not."""
    ferries = ", ".join(f"({i}, 'Ferry {i}', {i % 7})" for i in range(1, 41))
    trips = ", ".join(f"({i}, {i % 40 + 1}, DATE '2024-01-01' + {i % 90}, {i % 11}, 'P{i % 5}')" for i in range(1, 401))
    ports = ", ".join(f"('P{i}', 'Port {i}')" for i in range(5))
    run(
        uri,
        f'CREATE TABLE "{schema}".ferries (ferry_id INT PRIMARY KEY, name TEXT, crew INT)',
        f'CREATE TABLE "{schema}".ports (port_code TEXT, port_name TEXT)',
        f'CREATE TABLE "{schema}".trips (trip_id INT, vessel INT REFERENCES "{schema}".ferries, "Day" DATE, cars INT, '
        "port_code TEXT)",
        f'INSERT INTO "{schema}".ferries VALUES {ferries}',
        f'INSERT INTO "{schema}".ports VALUES {ports}',
        f'INSERT INTO "{schema}".trips VALUES {trips}',
    )
    return schema


@pytest.fixture
def ws(uri: str, harbour: str, tmp_path: Path) -> Iterator[Workspace]:
    settings = Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache", embeddings="spelling")
    with open_workspace(settings) as made:
        made.database.attach(uri, schemas=[harbour], writable=True)
        yield made


def asked(ws: Workspace, question: str) -> Answer:
    *_, last = ws.questions.ask(question)
    assert isinstance(last, Answer)
    return last


def test_tables_are_profiled_joined_and_asked_where_they_are(ws: Workspace, harbour: str, uri: str) -> None:
    assert [(t.name, t.rows) for t in ws.tables.all()] == [("ferries", 40), ("ports", 5), ("trips", 400)]
    trips = ws.tables.get("trips")
    assert trips is not None
    day, cars = trips.column("Day"), trips.column("cars")
    assert day is not None
    assert cars is not None
    assert (day.type, day.profile.minimum, day.profile.maximum) == ("date", "2024-01-01", "2024-03-30")
    assert (cars.profile.distinct, cars.profile.minimum, cars.profile.maximum) == (11, 0, 10)
    joins = {j.id: (j.state, j.why) for j in ws.joins.all()}
    assert joins["trips.vessel=ferries.ferry_id"] == ("confirmed", "The database declares it as a foreign key.")
    assert joins["trips.port_code=ports.port_code"][0] == "confirmed"
    answer = asked(ws, "How many trips were there for each port name?")
    assert sorted(answer.rows) == [(f"Port {i}", 80) for i in range(5)]
    name, own = ws.questions.own_sql(answer.sql or "")
    assert name.startswith("PostgreSQL")
    assert f'"{harbour}"."trips"' in own
    assert asked(ws, "How many trips were in February 2024?").rows == ((126,),)


def test_a_declared_key_holds_after_another_search_and_a_person_may_reject_it(ws: Workspace) -> None:
    ws.joins.review("trips.port_code=ports.port_code", "rejected")
    states = {j.id: j.state for j in ws.joins.all(rejected=True)}
    assert states["trips.vessel=ferries.ferry_id"] == "confirmed"
    ws.joins.review("trips.vessel=ferries.ferry_id", "rejected")
    assert "trips.vessel=ferries.ferry_id" not in {j.id for j in ws.joins.all()}


def test_the_password_is_nowhere_in_the_workspace(ws: Workspace, uri: str) -> None:
    _, password = address(uri)
    ws.close()
    for path in ws.folder.rglob("*"):
        if path.is_file():
            assert password.encode() not in path.read_bytes(), path


def test_it_is_asked_again_by_the_settings_password(uri: str, harbour: str, tmp_path: Path, ws: Workspace) -> None:
    ws.close()
    _, password = address(uri)
    cache = tmp_path / "cache"
    with open_workspace(Settings(workspace=tmp_path / "ws", cache=cache, database_password=password)) as again:
        assert again.questions.sql("SELECT count(*) FROM ports").rows == ((5,),)
    with (
        open_workspace(Settings(workspace=tmp_path / "ws", cache=cache)) as without,
        pytest.raises(StoreRefused, match="does not accept this user and password"),
    ):
        without.questions.sql("SELECT count(*) FROM ports")
    with (
        open_workspace(
            Settings(workspace=tmp_path / "ws", cache=tmp_path / "another machine", database_password=password)
        ) as brought,
        pytest.raises(StoreRefused, match="came along"),
    ):
        brought.questions.sql("SELECT count(*) FROM ports")


def test_what_changed_is_profiled_again(ws: Workspace, uri: str, harbour: str) -> None:
    run(
        uri,
        f'ALTER TABLE "{harbour}".ports ADD COLUMN berths INT',
        f'UPDATE "{harbour}".ports SET berths = 3',
        f'DROP TABLE "{harbour}".trips',
    )
    ws.database.again(writable=True)
    assert [t.name for t in ws.tables.all()] == ["ferries", "ports"]
    assert ws.questions.sql("SELECT sum(berths) FROM ports").rows == ((15,),)


def test_files_and_databases_do_not_mix_and_are_refused_by_name(ws: Workspace, uri: str, tmp_path: Path) -> None:
    file = tmp_path / "more.csv"
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(StoreRefused, match="asks the tables of a database"):
        ws.tables.load([file])
    with open_workspace(Settings(workspace=tmp_path / "files", cache=tmp_path / "cache")) as other:
        other.tables.load([file])
        with pytest.raises(StoreRefused, match="holds files"):
            other.database.attach(uri, writable=True)
    ws.database.detach()
    assert ws.tables.all() == ()
    assert [t.name for t in ws.tables.load([file]).tables] == ["more"]


def test_a_user_who_may_write_is_refused_and_wrong_names_are_named(uri: str, harbour: str, tmp_path: Path) -> None:
    with open_workspace(Settings(workspace=tmp_path / "w", cache=tmp_path / "cache")) as ws:
        with pytest.raises(StoreRefused, match="may change 3 of the 3 tables"):
            ws.database.attach(uri, schemas=[harbour])
        with pytest.raises(UnknownName):
            ws.database.attach(uri, schemas=["no such"])
        with pytest.raises(UnknownName) as caught:
            ws.database.attach(uri, schemas=[harbour], tables=["tripz"], writable=True)
        assert caught.value.close == ("trips",)
        assert ws.tables.all() == ()


def test_a_user_who_may_only_read_is_welcome(uri: str, harbour: str, tmp_path: Path) -> None:
    reader = f"reader_{harbour[-8:]}"
    run(
        uri,
        f"CREATE ROLE {reader} LOGIN PASSWORD 'only-reads'",
        f'GRANT USAGE ON SCHEMA "{harbour}" TO {reader}',
        f'GRANT SELECT ON ALL TABLES IN SCHEMA "{harbour}" TO {reader}',
    )
    host = uri.rpartition("@")[2]
    with open_workspace(Settings(workspace=tmp_path / "w", cache=tmp_path / "cache")) as ws:
        found = ws.database.attach(f"postgresql://{reader}:only-reads@{host}", schemas=[harbour], tables=["p*"])
        assert ([t.name for t in found.tables], found.writable) == (["ports"], ())
    run(uri, f"DROP OWNED BY {reader}", f"DROP ROLE {reader}")


def test_a_server_that_is_gone_is_said_and_the_workspace_goes_on(
    ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy import create_engine

    engine = ws.stores.adapters.engine.get()
    assert isinstance(engine, RemoteEngine)
    live = engine._engine
    engine._engine = create_engine(live.url.set(port=1), connect_args={"connect_timeout": 2})
    with pytest.raises(StoreUnreachable, match="does not answer"):
        ws.questions.sql("SELECT count(*) FROM ports")
    assert len(ws.tables.all()) == 3
    assert ws.joins.all()
    engine._engine = live
    assert ws.questions.sql("SELECT count(*) FROM ports").rows == ((5,),)


def test_the_settings_page_names_the_engine_and_says_what_is_missing(ws: Workspace, uri: str, harbour: str) -> None:
    part = next(p for p in ws.settings.health() if p.name == "SQL engine")
    assert (part.using.split()[0], part.ok, part.message) == ("PostgreSQL", True, "3 tables, 445 rows.")
    run(uri, f'DROP TABLE "{harbour}".ports')
    ws.stores.adapters.use_database(address(uri)[1])
    part = next(p for p in ws.settings.health() if p.name == "SQL engine")
    assert (part.ok, part.message) == (False, "The rows of ports are missing.")


def test_the_command_line(uri: str, harbour: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from core.__main__ import main

    home = ["--workspace", str(tmp_path / "cli")]
    assert main(["attach", uri, "--schema", harbour, "--list", *home]) == 0
    listed = json.loads(capsys.readouterr().out)["tables"]
    assert listed == [{"schema": harbour, "table": t} for t in ("ferries", "ports", "trips")]
    assert main(["attach", uri, "--schema", harbour, "--writable", *home]) == 0
    said = json.loads(capsys.readouterr().out)
    assert ([t["name"] for t in said["tables"]], said["confirmed_joins"]) == (["ferries", "ports", "trips"], 2)
