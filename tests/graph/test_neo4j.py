"""What only the Neo4j adapter promises: clear words, in time, when the server does not serve."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.errors import JoineryError, StoreRefused, StoreUnreachable
from core.graph.build import schema_graph
from core.graph.neo4j import Neo4jGraph
from tests.graph.graphs import football, join, neighbours, table
from tests.neo4j.client import open_graph, parts, run, wipe
from tests.neo4j.server import running

PASSWORD = "a-secret-word"


def refused_open(uri: str, *, seconds: float = 1.0, database: str = "neo4j", password: str = PASSWORD) -> JoineryError:
    """The fault of opening, which must not tell the password."""
    with pytest.raises((StoreUnreachable, StoreRefused)) as fault:
        Neo4jGraph(uri, "neo4j", password, database, seconds, "w")
    assert password not in f"{fault.value.message} {fault.value.hint} {fault.value!r}"
    return fault.value


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that takes connections and never says a word."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield f"bolt://127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def web() -> Iterator[str]:
    """A server that speaks HTTP to whoever comes."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()

        def answer() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                connection.recv(64)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                connection.close()

        threading.Thread(target=answer, daemon=True).start()
        yield f"bolt://127.0.0.1:{server.getsockname()[1]}"


def test_no_server() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    fault = refused_open(f"bolt://127.0.0.1:{port}")
    assert fault.code == "store_unreachable"
    assert fault.message == f"The Neo4j server at 127.0.0.1:{port} does not answer."
    assert "neo4j_uri" in fault.hint


def test_a_server_that_hangs(silent: str) -> None:
    before = time.monotonic()
    assert refused_open(silent, seconds=0.5).code == "store_unreachable"
    assert time.monotonic() - before < 30


def test_a_server_of_another_kind(web: str) -> None:
    assert refused_open(web).code == "store_unreachable"


@pytest.mark.parametrize("uri", ["localhost:7687", "http://localhost:7474", "bolt:/x", "bolt://", "nonsense"])
def test_an_address_that_cannot_be_one(uri: str) -> None:
    fault = refused_open(uri)
    assert fault.code == "store_refused"
    assert "bolt://localhost:7687" in fault.hint


def test_an_address_with_a_password_in_it() -> None:
    fault = refused_open(f"bolt://neo4j:{PASSWORD}@127.0.0.1:7687")
    assert (fault.code, "neo4j_password" in fault.hint) == ("store_refused", True)


@pytest.mark.neo4j
class TestServer:
    @pytest.fixture
    def uri(self, request: pytest.FixtureRequest) -> Iterator[str]:
        uri = str(request.config.getoption("--neo4j"))
        wipe(uri)
        yield uri
        wipe(uri)

    def test_a_wrong_password(self, uri: str) -> None:
        fault = refused_open(parts(uri)[0], seconds=5.0)
        assert fault.message.endswith("does not accept the password of “neo4j”.")

    def test_no_password_at_all(self, uri: str) -> None:
        with pytest.raises(StoreRefused, match="and none was found"):
            Neo4jGraph(parts(uri)[0], "neo4j", "", "neo4j", 5.0, "w")

    def test_trying_an_empty_database_leaves_it_empty(self, uri: str) -> None:
        bare, user, password = parts(uri)
        Neo4jGraph(bare, user, password, "neo4j", 5.0, "mine", claim=False).close()
        assert run(uri, "MATCH (n) RETURN n") == []
        open_graph(uri, "yours").close()
        with pytest.raises(StoreRefused, match="belongs to another workspace"):
            Neo4jGraph(bare, user, password, "neo4j", 5.0, "mine", claim=False)

    def test_an_unknown_database(self, uri: str) -> None:
        bare, _, password = parts(uri)
        fault = refused_open(bare, seconds=5.0, database="nowhere", password=password)
        assert fault.message == "The Neo4j server has no database “nowhere”."

    def test_a_database_is_of_one_workspace(self, uri: str) -> None:
        open_graph(uri, "mine").close()
        assert run(uri, "MATCH (w:Workspace) RETURN w.id AS id") == [{"id": "mine"}]
        with pytest.raises(StoreRefused, match="belongs to another workspace") as fault:
            open_graph(uri, "yours")
        assert "neo4j_database" in fault.value.hint
        again = open_graph(uri, "mine")
        run(uri, "MATCH (w:Workspace) SET w.id = 'yours'")
        with pytest.raises(StoreRefused, match="belongs to another workspace"):
            again.put(schema_graph(*football()))
        assert run(uri, "MATCH (t:Table) RETURN t") == []
        again.close()

    def test_someone_elses_data_is_left_alone(self, uri: str) -> None:
        run(uri, "CREATE (:Person {name: 'Ada'})")
        with pytest.raises(StoreRefused, match="not Joinery's"):
            open_graph(uri, "mine")
        assert run(uri, "MATCH (n) RETURN labels(n) AS l") == [{"l": ["Person"]}]

    def test_the_server_refuses_writing_when_the_guard_does_not(self, uri: str) -> None:
        graph = open_graph(uri, "mine")
        with pytest.raises(StoreRefused):
            graph._fetch("CREATE (n:Table {id: 'x'}) RETURN n", {}, 1, 5.0)
        assert run(uri, "MATCH (t:Table) RETURN t") == []
        graph.close()

    def test_the_mark_is_not_part_of_the_graph(self, uri: str) -> None:
        graph = open_graph(uri, "mine")
        assert graph.read("MATCH (n) RETURN count(n) AS n").rows == ((0,),)
        assert graph.read("OPTIONAL MATCH (n) WHERE n.id = 'mine' RETURN n").rows == ((None,),)
        graph.close()

    def test_only_what_differs_is_written(self, uri: str) -> None:
        graph = open_graph(uri, "mine")
        tables, joins = football()
        graph.put(schema_graph(tables, joins))
        kept = "MATCH ()-[r]->() RETURN elementId(r) AS id ORDER BY id"
        before = run(uri, kept)
        graph.put(schema_graph(tables, joins))
        assert run(uri, kept) == before
        changed = schema_graph(
            [*tables[1:], table("teams", ["id!", "motto"], rows=21, label="Clubs")],
            [join("games.home_id", "teams.id", score=0.5), *joins[1:]],
        )
        graph.put(changed)
        assert graph.read("MATCH (t:Table {id: 'teams'}) RETURN t.label, t.rows").rows == (("Clubs", 21),)
        columns = "MATCH (:Table {id: 'teams'})-[:HAS_COLUMN]->(c) RETURN c.id ORDER BY c.id"
        assert graph.read(columns).rows == (("teams.id",), ("teams.motto",))
        scores = "MATCH ()-[j:SAME_ATTRIBUTE]->({id: 'teams.id'}) RETURN j.join_id, j.similarity ORDER BY j.join_id"
        assert graph.read(scores).rows == (
            ("games.away_id=teams.id", 0.94),
            ("games.home_id=teams.id", 0.5),
            ("players.team_id=teams.id", 0.9),
        )
        graph.close()


@pytest.mark.neo4j
@pytest.mark.slow
class TestOwnServer:
    """Needs Java and, the first time, Maven: servers of its own, to lock, to hold still and to kill."""

    @pytest.fixture
    def home(self, tmp_path: Path) -> Path:
        return tmp_path / "neo4j"

    def test_a_read_only_database(self, home: Path) -> None:
        lib = Path.home() / ".cache" / "joinery-tests" / "neo4j"
        with running(home, lib=lib) as server:
            open_graph(server.uri, "mine").close()
        with running(home, lib=lib, settings={"server.databases.read_only": "neo4j"}) as server:
            locked = open_graph(server.uri, "mine")
            assert neighbours(locked, "teams") == ()
            with pytest.raises(StoreRefused, match="is read-only"):
                locked.put(schema_graph(*football()))
            locked.close()

    def test_a_server_that_holds_still_or_dies_half_way(self, home: Path) -> None:
        lib = Path.home() / ".cache" / "joinery-tests" / "neo4j"
        with running(home, lib=lib) as server:
            graph = open_graph(server.uri, "mine", seconds=2.0)
            graph.put(schema_graph(*football()))
            if sys.platform != "win32":
                os.kill(server.pid, signal.SIGSTOP)
                assert self.fault(graph.read, "RETURN 1 AS x", seconds=1.0) < 30
                os.kill(server.pid, signal.SIGCONT)
                assert neighbours(graph, "teams") == ("games", "players")
            threading.Timer(1.0, server.kill).start()
            slow = "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y RETURN count(y)"
            assert self.fault(graph.read, slow, seconds=60.0) < 30
            assert self.fault(graph.put, schema_graph(*football())) < 30
            assert self.fault(neighbours, graph, "teams") < 30
            graph.close()

    @staticmethod
    def fault(act: Callable[..., object], *args: object, **more: object) -> float:
        """Seconds until `act` says that the server does not answer."""
        before = time.monotonic()
        with pytest.raises(StoreUnreachable):
            act(*args, **more)
        return time.monotonic() - before
