"""A server that is killed while it is asked, and is there again later; one of its own, for the others go on."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import StoreError, StoreUnreachable
from core.model import Answer
from core.workspace import open_workspace
from tests.postgresql.conftest import run
from tests.postgresql.server import Server, start, stop

pytestmark = pytest.mark.postgresql
HEAVY = "SELECT count(*) FROM trips a, trips b, trips c, trips d"


@pytest.fixture
def server() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="joinery-killed-"))
    folder.chmod(0o711)  # the server does not run as root
    made = start(folder / "home")
    yield made
    stop(folder / "home")
    shutil.rmtree(folder)


def test_a_server_killed_in_a_question_is_said_and_asked_again_once_it_is_back(server: Server, tmp_path: Path) -> None:
    run(server.uri, "CREATE TABLE trips AS SELECT i AS trip_id, i % 7 AS cars FROM generate_series(1, 400) t(i)")
    settings = Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache", embeddings="spelling")
    with open_workspace(settings) as ws:
        ws.database.attach(server.uri, schemas=["public"], writable=True)
        killed = threading.Timer(0.7, server.kill)
        killed.start()
        begun = time.monotonic()
        with pytest.raises(StoreUnreachable, match="does not answer"):
            ws.questions.sql(HEAVY, seconds=30)
        assert time.monotonic() - begun < 8.0
        with pytest.raises(StoreError, match="does not answer"):
            list(ws.questions.ask("How many trips are there?"))
        assert [t.name for t in ws.tables.all()] == ["trips"]
        killed.join()
        start(server.home, server.port)
        *_, answer = ws.questions.ask("How many trips are there?")
        assert isinstance(answer, Answer)
        assert answer.rows == ((400,),)
        assert ws.questions.sql("SELECT sum(cars) FROM trips").rows == ((sum(i % 7 for i in range(1, 401)),),)
