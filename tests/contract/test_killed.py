"""A server that is killed in the middle of a question, of looking at its tables, of a copy, of a load; it comes back.

Each kind has a server of its own here, for the others go on. Trino's tables lie in the memory of its processes: after
the kill they are gone, and put there anew as whoever runs it would.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.config import Settings
from core.errors import JoineryError, StoreError, StoreUnreachable
from core.model import Answer
from core.sql.remote.engine import RemoteEngine
from core.workspace import Workspace, open_workspace
from tests.contract.databases import SERVERS, Database
from tests.contract.test_attached import fill
from tests.mariadb import server as mariadb
from tests.postgresql import server as postgresql
from tests.trino import server as trino

HEAVY = "SELECT count(*) FROM trips a, trips b, trips c, trips d, trips e"
TRIPS = "trip,ferry,note\n" + "".join(f"{i},{i % 2 + 1},{'n' * 300}\n" for i in range(4_000))
FERRIES = "ferry,name\n1,Ada\n2,Brig\n"
JARS = Path.home() / ".cache" / "joinery-tests" / "trino"


class Killable:
    """A server that can be killed and started again at the same place."""

    def __init__(self, kind: str, home: Path) -> None:
        self.kind, self._home = kind, home
        self._server = self._start(0)
        self.up = True

    @property
    def uri(self) -> str:
        return str(self._server.uri)

    def kill(self) -> None:
        """At once, as a crash would."""
        self._server.kill()
        self.up = False

    def back(self) -> None:
        """Running, wherever it was."""
        if not self.up:
            self._server, self.up = self._start(self._server.port), True

    def stop(self) -> None:
        {"postgresql": postgresql.stop, "mariadb": mariadb.stop, "trino": trino.stop}[self.kind](self._home)

    def _start(self, port: int) -> Any:
        if self.kind == "postgresql":
            return postgresql.start(self._home, port)
        if self.kind == "mariadb":
            return mariadb.start(self._home, port=port)
        return trino.start(self._home, lib=JARS, port=port, worker=False)


KINDS = [pytest.param(k, marks=getattr(pytest.mark, k)) for k in ("postgresql", "mariadb", "trino")]


@pytest.fixture(scope="module", params=KINDS)
def running(request: pytest.FixtureRequest) -> Iterator[Killable]:
    folder = Path(tempfile.mkdtemp(prefix="joinery-killed-"))
    folder.chmod(0o711)  # the server does not run as root
    made = Killable(str(request.param), folder / "home")
    yield made
    made.stop()
    shutil.rmtree(folder)


@pytest.fixture
def server(running: Killable) -> Killable:
    running.back()
    return running


@pytest.fixture
def db(server: Killable) -> Iterator[Database]:
    made = SERVERS[server.kind](server.uri)
    fill(made)
    yield made
    server.back()
    if server.kind != "trino":
        made.close()


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    settings = Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache", embeddings="spelling")
    with open_workspace(settings) as made:
        yield made


def back(server: Killable, db: Database) -> None:
    """The server with its tables, also where they were in its memory alone."""
    server.back()
    if server.kind == "trino":
        db.run(f'CREATE SCHEMA "{db.schema}"')
        fill(db)


def told(act: Callable[[], object]) -> StoreUnreachable:
    """What is said of a server that is gone: that, and what to do."""
    with pytest.raises(StoreUnreachable, match="does not answer") as caught:
        act()
    assert caught.value.hint
    return caught.value


def asked(ws: Workspace, question: str) -> Answer:
    *_, last = ws.questions.ask(question)
    assert isinstance(last, Answer)
    return last


def test_a_question_and_a_look_at_the_tables(server: Killable, db: Database, ws: Workspace) -> None:
    ws.database.attach(server.uri, schemas=[db.schema], writable=True)
    before = ws.tables.all()
    killed = threading.Timer(1.0, server.kill)
    killed.start()
    told(lambda: ws.questions.sql(HEAVY, seconds=60))
    killed.join()
    with pytest.raises(StoreError, match="does not answer"):
        asked(ws, "How many trips are there?")
    assert ws.tables.all() == before
    back(server, db)
    assert asked(ws, "How many trips are there?").rows == ((400,),)

    def kill_at_first(what: str, share: float) -> None:
        if what.startswith("ferries: what") and server.up:
            server.kill()

    told(lambda: ws.database.again(writable=True, progress=kill_at_first))
    assert ws.tables.all() == before
    assert len(ws.joins.all()) >= 2
    back(server, db)
    assert {t.name for t in ws.database.again(writable=True).tables} == {"ferries", "ports", "trips"}
    assert asked(ws, "How many trips were there for each port name?").rows[0][1] == 80


def test_a_copy(server: Killable, db: Database, ws: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    many_rows(db)
    ws.copies.bring(server.uri, ["ferries"], schemas=[db.schema])
    stream = RemoteEngine.stream

    def broken(self: RemoteEngine, *given: Any) -> Any:
        parts = stream(self, *given)
        yield next(parts)
        server.kill()
        yield from parts

    with monkeypatch.context() as patch:
        patch.setattr(RemoteEngine, "stream", broken)
        try:
            (problem,) = ws.copies.bring(server.uri, ["logs"], schemas=[db.schema]).problems
        except StoreUnreachable as fault:
            problem = fault
    assert "does not answer" in problem.message
    assert problem.hint
    assert [t.name for t in ws.tables.all()] == ["ferries"]
    assert not list(ws.folder.rglob("*.part"))
    assert ws.questions.sql("SELECT count(*) FROM ferries").rows == ((40,),)  # a copy is asked here
    with pytest.raises(JoineryError, match="does not answer"):
        _brought(ws.copies.again(["ferries"]))
    assert ws.questions.sql("SELECT count(*) FROM ferries").rows == ((40,),)
    back(server, db)
    if server.kind == "trino":
        many_rows(db)
    ws.copies.bring(server.uri, ["logs"], schemas=[db.schema])
    assert ws.questions.sql("SELECT count(*) FROM logs JOIN ferries USING (ferry_id)").rows == ((48_000,),)


def many_rows(db: Database) -> None:
    """More than travel at once."""
    rows = [(i, i % 40 + 1, "n" * 90) for i in range(6_000)]
    db.put("logs", {"log": "integer", "ferry_id": "integer", "note": "text"}, rows)
    for _ in range(3):
        db.run(f"INSERT INTO {db.place('logs')} SELECT * FROM {db.place('logs')}")


def _brought(report: Any) -> None:
    """What is told of a table that could not be copied, raised."""
    for problem in report.problems:
        raise JoineryError(problem.message, problem.hint)


def test_a_load(server: Killable, ws: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if server.kind == "mariadb":
        pytest.skip("files are not loaded into MariaDB")
    trips, ferries = tmp_path / "trips.csv", tmp_path / "ferries.csv"
    trips.write_text(TRIPS)
    ferries.write_text(FERRIES)
    ws.database.load_into(server.uri)
    assert ws.tables.load([trips, ferries]).problems == ()
    trips.write_text(TRIPS.replace("\n7,", "\n7000000,"))
    largest = "SELECT count(*), max(trip) FROM trips"
    with monkeypatch.context() as patch:
        if server.kind == "trino":
            import core.sql.remote.loaded_trino as module

            said = module.statements

            def after_one(*given: Any) -> Iterator[str]:
                whole = said(*given)
                yield next(whole)
                server.kill()
                yield from whole

            patch.setattr(module, "statements", after_one)
        else:
            import core.sql.remote.loaded as loaded

            send = loaded.send

            def killed(*given: Any, **named: Any) -> None:
                server.kill()  # the table is emptied, and nothing of it settled
                send(*given, **named)

            patch.setattr(loaded, "send", killed)
        told(lambda: ws.tables.load([trips]))
    assert not list(ws.folder.glob("load.staging-*"))
    assert [t.name for t in ws.tables.all()] == ["ferries", "trips"]
    with pytest.raises(StoreError, match="does not answer"):
        ws.questions.sql(largest)
    server.back()
    if server.kind == "trino":
        with pytest.raises(StoreError, match=r"not in .* any more") as caught:
            ws.questions.sql(largest)
        assert "load the files again" in caught.value.hint
        ws.database.detach()
        ws.database.load_into(server.uri)
        assert ws.tables.load([ferries]).problems == ()
    else:
        assert ws.questions.sql(largest).rows == ((4_000, 3_999),)
    assert ws.tables.load([trips]).problems == ()
    assert ws.questions.sql(largest).rows == ((4_000, 7_000_000),)
    assert ws.questions.sql("SELECT count(*) FROM trips JOIN ferries USING (ferry)").rows == ((4_000,),)
    ws.database.detach()
