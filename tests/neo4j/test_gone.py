"""A Neo4j server that goes while a question is asked, seen from the workspace, and is there again later."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from core.config import Settings
from core.errors import StoreUnreachable
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import Workspace, open_workspace
from tests.neo4j.client import parts, wipe

pytestmark = pytest.mark.neo4j
QUESTION = "How many trips are there by ship name?"


class Between:
    """Stands between the app and the server, and cuts all lines once so many bytes have come from the server."""

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.bytes_left: int | None = None
        """None: as many as there are; 0: nobody is let in."""
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        self._lines.clear()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                app, _ = self._listener.accept()
                if self.bytes_left == 0:
                    app.close()
                    continue
                server = socket.create_connection(self._server)
                self._lines += [app, server]
                threading.Thread(target=self._pass_on, args=(app, server, False), daemon=True).start()
                threading.Thread(target=self._pass_on, args=(server, app, True), daemon=True).start()

    def _pass_on(self, giver: socket.socket, taker: socket.socket, counted: bool) -> None:
        with suppress(OSError):
            while data := giver.recv(4096):
                if counted and self.bytes_left is not None:
                    self.bytes_left = max(0, self.bytes_left - len(data))
                    if not self.bytes_left:
                        self.cut()
                        return
                taker.sendall(data)


@pytest.fixture
def between(request: pytest.FixtureRequest) -> Iterator[Between]:
    uri = str(request.config.getoption("--neo4j"))
    wipe(uri)
    split = urlsplit(uri)
    made = Between(str(split.hostname), split.port or 7687)
    yield made
    made.close()
    wipe(uri)


@pytest.fixture
def ws(between: Between, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workspace]:
    _, user, password = parts(str(request.config.getoption("--neo4j")))
    (tmp_path / "ships.csv").write_text("ship_id,ship name\n1,Ada\n2,Bo\n3,Cy\n", encoding="utf-8")
    trips = "".join(f"{i},{i % 3 + 1}\n" for i in range(9))
    (tmp_path / "trips.csv").write_text(f"trip_id,ship_id\n{trips}", encoding="utf-8")
    settings = Settings(
        workspace=tmp_path / "ws",
        cache=tmp_path / "cache",
        neo4j_uri=f"bolt://127.0.0.1:{between.port}",
        neo4j_user=user,
        neo4j_password=password,
        neo4j_seconds=2.0,
    )
    with open_workspace(settings, embedder=NgramEmbedder()) as made:
        made.tables.load([tmp_path / "ships.csv", tmp_path / "trips.csv"])
        yield made


def asked(ws: Workspace) -> Answer:
    *_, last = ws.questions.ask(QUESTION)
    assert isinstance(last, Answer)
    return last


def test_a_server_that_goes_in_a_question_is_said_and_asked_again_once_it_is_back(
    ws: Workspace, between: Between
) -> None:
    before = asked(ws)
    assert sorted(before.rows) == [("Ada", 3), ("Bo", 3), ("Cy", 3)]
    for some in (200, 0):
        between.bytes_left = some
        if not some:
            between.cut()
        begun = time.monotonic()
        with pytest.raises(StoreUnreachable) as fault:
            asked(ws)
        assert time.monotonic() - begun < 8.0
        assert fault.value.hint
        assert {t.label for t in ws.tables.all()} == {"ships", "trips"}
        between.bytes_left = None
    assert asked(ws).rows == before.rows
