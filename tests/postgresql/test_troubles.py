"""What a real PostgreSQL refuses, and runs out of: told in a sentence with a next step, and it goes on."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import QueryFailed, StoreRefused, StoreUnreachable
from core.sql.remote.address import address
from core.sql.remote.engine import RemoteEngine
from core.workspace import open_workspace
from tests.postgresql.conftest import run
from tests.postgresql.server import PASSWORD, start, stop

pytestmark = pytest.mark.postgresql


@pytest.fixture
def clerk(uri: str) -> Iterator[str]:
    """The address of a user of its own."""
    run(uri, f"CREATE ROLE clerk LOGIN PASSWORD '{PASSWORD}'")
    yield uri.replace("joinery:", "clerk:")
    run(uri, "DROP OWNED BY clerk", "DROP ROLE clerk")


def test_a_query_without_room_on_the_server_is_said(uri: str, schema: str, clerk: str) -> None:
    run(
        uri,
        f'CREATE TABLE "{schema}".t AS SELECT i, md5(i::text) AS word FROM generate_series(1, 400000) AS s(i)',
        "ALTER ROLE clerk SET temp_file_limit = '64kB'",
        f'GRANT USAGE ON SCHEMA "{schema}" TO clerk',
        f'GRANT SELECT ON "{schema}".t TO clerk',
    )
    place, password = address(clerk)
    engine = RemoteEngine(place, password, {"t": (schema, "t")})
    engine.show_only(["t"])
    wide = (
        "SELECT a.word || a.word || a.word AS w FROM t a JOIN t b ON a.i = b.i ORDER BY w || a.word || a.word || b.word"
    )
    with pytest.raises(QueryFailed, match="has no room to answer this") as told:
        engine.read(wide, limit=400_000, seconds=60)
    assert told.value.hint
    assert engine.read("SELECT count(*) FROM t").rows == ((400_000,),)
    engine.close()


def test_a_server_that_takes_no_more_connections_is_said(uri: str, clerk: str) -> None:
    run(uri, "ALTER ROLE clerk CONNECTION LIMIT 0")
    place, password = address(clerk)
    engine = RemoteEngine(place, password, {})
    with pytest.raises(StoreUnreachable, match="takes no more connections") as told:
        engine.ask("SELECT 1", [("n", "integer")], 1, 5.0)
    assert told.value.hint == "Try again in a while."
    run(uri, "ALTER ROLE clerk CONNECTION LIMIT 5")
    assert engine.ask("SELECT 1", [("n", "integer")], 1, 5.0).rows == ((1,),)
    engine.close()


def test_a_server_that_wants_encryption_and_one_that_has_none_are_said(tmp_path: Path) -> None:
    folder = Path(tempfile.mkdtemp(prefix="joinery-tls-"))
    folder.chmod(0o711)  # the server does not run as root
    server = start(folder / "home")
    settings = Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache", embeddings="spelling")
    try:
        run(server.uri, "CREATE TABLE t AS SELECT 7 AS a")
        with open_workspace(settings) as ws:
            with pytest.raises(StoreRefused, match="does not encrypt") as told:
                ws.database.attach(f"{server.uri}?sslmode=require", writable=True)
            assert "without sslmode" in told.value.hint
            rules = server.home / "data" / "pg_hba.conf"
            plain = rules.read_text()
            rules.write_text("hostssl all all all scram-sha-256\n")
            stop(server.home)
            start(server.home, server.port)
            with pytest.raises(StoreRefused, match="wants an encrypted connection") as told:
                ws.database.attach(server.uri, writable=True)
            assert "sslmode=require" in told.value.hint
            rules.write_text(plain)
            stop(server.home)
            start(server.home, server.port)
            ws.database.attach(server.uri, writable=True)
            assert ws.questions.sql("SELECT a FROM t").rows == ((7,),)
    finally:
        stop(server.home)
        shutil.rmtree(folder)
