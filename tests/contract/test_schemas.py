"""Several schemas of one database, and several catalogues of a Trino, attached to one workspace and joined there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import StoreError, UnknownName
from core.sql.remote.address import address
from core.workspace import open_workspace
from tests.contract.databases import KINDS, SERVERS, Database, Trino, database
from tests.contract.test_attached import asked

FERRIES = [(i, f"Ferry {i}") for i in range(1, 41)]
TRIPS = [(i, i % 40 + 1, i % 11) for i in range(1, 401)]


@pytest.fixture
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Database, Database]]:
    """Two schemas of one server."""
    for db in database(str(request.param), request.config, tmp_path):
        other = SERVERS[str(request.param)](db.url)
        try:
            yield db, other
        finally:
            other.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache", embeddings="spelling")


def fill(ferries: Database, trips: Database) -> None:
    ferries.put("ferries", {"ferry_id": "integer", "ferry_name": "text"}, FERRIES)
    trips.put("trips", {"trip_id": "integer", "ferry_id": "integer", "cars": "integer"}, TRIPS)
    for n, db in enumerate((ferries, trips)):
        db.put("notes", {"note": "text"}, [(f"note {n}",)])


@pytest.mark.parametrize("two", KINDS[2:], indirect=True)
def test_tables_of_several_schemas_are_joined_and_told_apart(
    two: tuple[Database, Database], settings: Settings
) -> None:
    ferries, trips = two
    fill(ferries, trips)
    with open_workspace(settings) as ws:
        ws.database.attach(ferries.url, schemas=[ferries.schema, trips.schema], writable=True)
        notes = {f"{db.schema}/notes" for db in two}
        assert {t.name for t in ws.tables.all()} == {"ferries", "trips", *notes}
        assert {ws.tables.preview(name).rows for name in notes} == {(("note 0",),), (("note 1",),)}
        answer = asked(ws, "How many trips were there for each ferry name?")
        assert dict(answer.rows) == {name: 10 for _, name in FERRIES}


@pytest.mark.trino
def test_catalogues_of_a_trino_are_joined_by_it(request: pytest.FixtureRequest, settings: Settings) -> None:
    url = str(request.config.getoption("--trino"))
    first, second = Trino(url), Trino(url.replace("/memory", "/second"))
    both = url.replace("/memory", "/memory,second")
    try:
        fill(first, second)
        with open_workspace(settings) as ws:
            with pytest.raises(UnknownName):
                ws.database.attach(both, schemas=[first.schema])
            names = [f"memory/{first.schema}", f"second/{second.schema}"]
            made = ws.database.attach(both, schemas=names, writable=True)
            assert {t.rows for t in made.tables if t.name in ("ferries", "trips")} == {40, 400}
            assert len(made.writable) == 4
            answer = asked(ws, "How many trips were there for each ferry name?")
            assert dict(answer.rows) == {name: 10 for _, name in FERRIES}
            _, own = ws.questions.own_sql(answer.sql or "")
            assert f'"second"."{second.schema}"."trips"' in own
            assert f'"memory"."{first.schema}"."ferries"' in own
            assert len(ws.database.again(writable=True).tables) == 4
        with (
            open_workspace(Settings(workspace=settings.workspace / "no", cache=settings.cache)) as ws,
            pytest.raises(StoreError, match="nowhere"),
        ):
            ws.database.offered(url.replace("/memory", "/memory,nowhere"))
    finally:
        first.close()
        second.close()


def test_an_address_names_catalogues_only_where_there_are_such() -> None:
    pytest.importorskip("trino")
    pytest.importorskip("psycopg")
    trino, _ = address("trino://me@db:8080/sales, crm")
    assert trino.catalogues == ("sales", "crm")
    assert trino.url("").database == "sales"
    assert address("trino://me@db:8080/sales")[0].catalogues == ()
    assert address("postgresql://me@db/sales,crm")[0].catalogues == ()
