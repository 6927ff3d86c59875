"""Tables of each kind of database copied into a workspace of files, and asked together with these."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.config import Settings
from core.config.database import DatabaseChoice
from core.errors import Cancelled, StoreRefused, StoreUnreachable, UnknownName
from core.ingest.brought import Bounds
from core.model import Table
from core.profiles.provenance import short
from core.sql.remote.address import address
from core.sql.remote.opening import opened
from core.workspace import Workspace, open_workspace
from tests.contract.databases import COLUMNS, KINDS, ROWS, Database, Sqlite, database
from tests.contract.test_attached import asked, fill


@pytest.fixture
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    yield from database(str(request.param), request.config, tmp_path)


every = pytest.mark.parametrize("db", KINDS, indirect=True)
every_long = pytest.mark.parametrize("db", [pytest.param("sqlite", marks=pytest.mark.slow), *KINDS[1:]], indirect=True)
"""Two seconds and more, a server's own aside."""
one = pytest.mark.parametrize("db", ["sqlite"], indirect=True)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache", embeddings="spelling")


@pytest.fixture
def ws(settings: Settings, tmp_path: Path) -> Iterator[Workspace]:
    """Holds a file on the crews of ferries."""
    crews = "".join(f"{i},C{i % 9},{i % 7}\n" for i in range(1, 41))
    (tmp_path / "crews.csv").write_text(f"ferry_id,captain,crew\n{crews}", encoding="utf-8")
    with open_workspace(settings) as made:
        made.tables.load([tmp_path / "crews.csv"])
        yield made


def table(ws: Workspace, name: str) -> Table:
    found = ws.tables.get(name)
    assert found is not None
    return found


@every
def test_the_rows_are_those_of_the_database(db: Database, ws: Workspace) -> None:
    db.put("Trips", COLUMNS, ROWS)
    name = db.stored("Trips")
    report = ws.copies.bring(db.url, [name], schemas=[db.schema])
    assert [(t.name, t.rows) for t in report.tables] == [(name, 6)]
    columns = {c.name.lower(): c.type for c in report.tables[0].columns}
    assert columns["id"] == columns["cars"] == "integer"
    assert (columns["tons"], columns["day"], columns["left"], columns["late"]) == (
        "real",
        "date",
        "datetime",
        "boolean",
    )
    query = 'SELECT id, cars, tons, port, day, "left", late FROM trips ORDER BY id'
    own = [(*row[:5], row[5] and row[5].replace("T", " "), row[6]) for row in ws.questions.sql(query).rows]
    assert own == [(*row[:6], row[6]) for row in ROWS]


@every
def test_a_file_and_a_database_answer_one_question_and_declared_keys_are_confirmed(db: Database, ws: Workspace) -> None:
    fill(db)
    report = ws.copies.bring(db.url, ["ferries", "trips"], schemas=[db.schema])
    assert {t.name for t in report.tables} == {"ferries", "trips"}
    joins = {j.id: (j.state, j.why) for j in ws.joins.all()}
    if db.reference("vessel", "ferries", "ferry_id"):
        assert joins["trips.vessel=ferries.ferry_id"] == ("confirmed", "The database declares it as a foreign key.")
    answer = asked(ws, "How many trips were there for each captain?")
    assert {"crews", "trips"} <= set(answer.tables)
    assert dict(answer.rows) == {f"C{n}": sum(10 for i in range(1, 41) if i % 9 == n) for n in range(9)}


@every
def test_a_copy_says_where_it_is_from_and_holds_no_password(db: Database, ws: Workspace, settings: Settings) -> None:
    fill(db)
    made = ws.copies.bring(db.url, ["ports"], schemas=[db.schema]).tables[0]
    place, password = address(db.url)
    assert made.address == f"{place.text}#{db.schema}.ports"
    assert f"a copy of {db.schema}.ports of {place.text}" in short(made)
    ws.close()
    if password:
        files = [f for f in settings.workspace.rglob("*") if f.is_file()]
        assert not [f for f in files if password.encode() in f.read_bytes()]


@every_long
def test_a_table_beyond_the_bounds_is_refused_by_name_or_cut_and_told(db: Database, ws: Workspace) -> None:
    fill(db)
    report = ws.copies.bring(db.url, ["ports", "trips"], schemas=[db.schema], bounds=Bounds(rows=100))
    assert [t.name for t in report.tables] == ["ports"]
    assert [(p.file, p.message) for p in report.problems] == [
        (f"{db.schema}.trips", f"{db.schema}.trips holds more than 100 rows.")
    ]
    report = ws.copies.bring(db.url, ["trips"], schemas=[db.schema], bounds=Bounds(rows=100, first=True))
    said = f"Only 100 rows of {db.schema}.trips were brought in; there are more."
    assert [(t.rows, [p.message for p in t.problems]) for t in report.tables] == [(100, [said])]
    assert "Only 100 rows" in short(table(ws, "trips"))
    again = ws.copies.again(["trips"]).tables[0]
    assert (again.rows, [p.message for p in again.problems]) == (100, [said])
    wide = ws.copies.bring(db.url, ["trips"], schemas=[db.schema], bounds=Bounds(characters=200))
    assert [p.message for p in wide.problems] == [f"{db.schema}.trips holds more than 200 characters."]
    assert table(ws, "trips").rows == 100
    assert not list(ws.folder.rglob("*.part"))


@every_long
def test_copies_are_refreshed_and_removed_one_by_one(db: Database, ws: Workspace) -> None:
    fill(db)
    ws.copies.bring(db.url, ["ports", "ferries"], schemas=[db.schema])
    ws.tables.describe("ports", "Where they call.")
    cells = ", ".join(db.cell(c, "text") for c in ("P9", "Port 9"))
    db.run(f"INSERT INTO {db.place('ports')} VALUES ({cells})")
    report = ws.copies.again(["ports"])
    assert [(t.name, t.rows, t.description) for t in report.tables] == [("ports", 6, "Where they call.")]
    db.run(f"DROP TABLE {db.place('ports')}")
    report = ws.copies.again()
    assert [t.name for t in report.tables] == ["ferries"]
    assert [p.file for p in report.problems] == [f"{db.schema}.ports"]
    assert table(ws, "ports").rows == 6
    ws.tables.remove(["ports"])
    assert [t.name for t in ws.copies.all()] == ["ferries"]
    assert len(list((ws.folder / "brought").iterdir())) == 1
    with pytest.raises(UnknownName):
        ws.copies.again(["crews"])


@every
def test_many_rows_come_whole_and_in_pieces(db: Database) -> None:
    db.put("many", {"n": "integer", "word": "text"}, [(n, f"w{n % 7}") for n in range(2_500)])
    made = opened(*address(db.url), {"many": (db.schema, "many")})
    made.show_only(["many"])
    try:
        with closing(made.stream("many", 5_000, 60.0)) as pieces:
            rows = [row for some in pieces for row in some]
        assert sorted(rows) == [(n, f"w{n % 7}") for n in range(2_500)]
        with closing(made.stream("many", 5_000, 60.0)) as pieces:
            next(pieces)  # closed before its end: the engine serves on
        assert made.read("SELECT count(*) FROM many").rows == ((2_500,),)
    finally:
        made.close()


@pytest.mark.slow
@one
def test_a_database_that_is_gone_leaves_the_copies_and_their_keys(
    db: Database, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(db)

    def gone(self: object) -> tuple[()]:
        raise StoreUnreachable("It does not answer.", "Look.")

    ws.copies.bring(db.url, ["ferries", "trips"])
    with monkeypatch.context() as patch:
        patch.setattr("core.sql.remote.sqlite_file.SqliteFile.references", gone)
        assert len(ws.copies.again().tables) == 2
    states = {j.id: j.state for j in ws.joins.all()}
    assert states["trips.vessel=ferries.ferry_id"] == "confirmed"
    Path(address(db.url)[0].path).unlink()
    report = ws.copies.again()
    assert (report.tables, {p.file for p in report.problems}) == ((), {"ferries", "trips"})
    assert {t.name: t.rows for t in ws.copies.all()} == {"ferries": 40, "trips": 400}


@one
def test_nothing_named_is_refused_and_a_stopped_copy_leaves_nothing(db: Database, ws: Workspace) -> None:
    fill(db)
    with pytest.raises(StoreRefused, match="Which tables"):
        ws.copies.bring(db.url, [])
    with pytest.raises(UnknownName):
        ws.copies.bring(db.url, ["port"])
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        ws.copies.bring(db.url, ["ports"], stop=stop)
    assert [t.name for t in ws.tables.all()] == ["crews"]
    assert not list((ws.folder / "brought").iterdir())


@pytest.mark.slow
@one
def test_two_databases_and_files_lie_in_one_workspace_and_copies_of_one_form_stay_apart(
    db: Database, ws: Workspace, tmp_path: Path
) -> None:
    fill(db)
    (tmp_path / "other").mkdir()
    other = Sqlite(tmp_path / "other")
    fill(other)
    ws.copies.bring(db.url, ["ports"])
    ws.copies.bring(other.url, ["ports", "trips"])
    assert {t.name: t.label for t in ws.copies.all()} == {
        "ports": "ports",
        "main/ports": "main/ports",
        "trips": "trips",
    }
    assert len({t.address for t in ws.copies.all()}) == 3
    (tmp_path / "ports.csv").write_text("port_code,port_name\nP8,Port 8\n", encoding="utf-8")
    ws.tables.load([tmp_path / "ports.csv"])
    assert all(t.family is None for t in ws.tables.all())


@pytest.mark.slow
@one
def test_a_workspace_from_another_machine_asks_nobody_on_a_server(
    db: Database, ws: Workspace, settings: Settings
) -> None:
    fill(db)
    ws.copies.bring(db.url, ["ports"])
    kept = DatabaseChoice("postgresql://me@127.0.0.1:1/sales", (("ports", "public", "ports"),))
    ws.stores.choices.keep_copied(kept)
    ws.stores.choices.may_ask_again(kept)
    assert len(ws.stores.choices.copied) == 2
    ws.close()
    with open_workspace(replace(settings, cache=settings.cache / "another")) as there:
        there.copies.bring(db.url, ["trips"])  # what is said here vouches for nothing that came along
        with pytest.raises(StoreRefused, match="came along"):
            there.stores.choices.may_ask_again(kept)


@pytest.mark.slow
@one
def test_a_workspace_whose_tables_are_attached_takes_no_copies(db: Database, settings: Settings) -> None:
    fill(db)
    with open_workspace(settings) as attached:
        attached.database.attach(db.url)
        with pytest.raises(StoreRefused, match="asks the tables of a database"):
            attached.copies.bring(db.url, ["ports"])


@pytest.mark.slow
@one
def test_the_command_line(db: Database, ws: Workspace, capsys: pytest.CaptureFixture[str], settings: Settings) -> None:
    from core.__main__ import main

    fill(db)
    ws.close()
    at = ["--workspace", str(settings.workspace)]

    def run(*words: str) -> dict[str, object]:
        code = main(["bring", *words, *at])
        return {"code": code} | json.loads(capsys.readouterr().out)

    made = run(db.url, "--tables", "p*", "trips", "--rows", "100")
    assert [t["name"] for t in made["tables"]] == ["ports"]  # type: ignore[attr-defined,index]
    assert made["problems"][0]["message"] == "main.trips holds more than 100 rows."  # type: ignore[index]
    assert [t["rows"] for t in run("--again")["tables"]] == [5]  # type: ignore[attr-defined,index]
    assert run("--remove", "ports")["tables"] == []
    assert run("--remove", "crews")["code"] == 1
