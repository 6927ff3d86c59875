"""A real Neo4j Community server on loopback, for the tests: needs Java 17 and, the first time, Maven and its central.

    python -m tests.neo4j.server start --home DIR    prints the URI to give to pytest --neo4j, and nothing else
    python -m tests.neo4j.server stop --home DIR

Jars, data and logs lie under DIR; what Maven says goes to stderr. From Python:
`with running(Path(DIR)) as server: server.uri`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import neo4j
from neo4j.exceptions import AuthError, ServiceUnavailable

from tests.servers import command_line, end, free_port, jars, kill, launch, needed, said

PASSWORD = "for-tests-only"
_POM = Path(__file__).with_name("pom.xml")
_OPENS = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent", "java.lang")


@dataclass(frozen=True, slots=True)
class Server:
    home: Path
    pid: int
    port: int

    @property
    def uri(self) -> str:
        return f"bolt://neo4j:{PASSWORD}@127.0.0.1:{self.port}"

    @property
    def bare_uri(self) -> str:
        return f"bolt://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it at once, as a crash would."""
        kill([self.pid])


def start(
    home: Path, *, lib: Path | None = None, settings: Mapping[str, str] | None = None, seconds: float = 120.0
) -> Server:
    """Fetch the jars into `lib` (once), start the server, wait for Bolt and set the password.

    `settings` go into neo4j.conf beside our own.
    """
    home.mkdir(parents=True, exist_ok=True)
    lib = jars(lib or home / "lib", "neo4j-5.*.jar", _POM)
    port = free_port()
    (home / "conf").mkdir(exist_ok=True)
    (home / "conf" / "neo4j.conf").write_text(_settings(port, settings or {}), encoding="utf-8")
    java = [needed("java"), "-Xms256m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    java += [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENS]
    java += ["-cp", f"{lib}{os.sep}*", "org.neo4j.server.CommunityEntryPoint"]
    java += [f"--home-dir={home}", f"--config-dir={home / 'conf'}"]
    process = launch(java, home, home)
    server = Server(home, process.pid, port)
    deadline = time.monotonic() + seconds
    while not _ready(server):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"Neo4j did not start:\n{said(home)}")
        time.sleep(0.3)
    return server


def stop(home: Path, *, seconds: float = 20.0) -> None:
    """Ask the server of `home` to end and wait for it."""
    end([home], seconds)


@contextmanager
def running(home: Path, *, lib: Path | None = None, settings: Mapping[str, str] | None = None) -> Iterator[Server]:
    server = start(home, lib=lib, settings=settings)
    try:
        yield server
    finally:
        stop(home)


def _settings(port: int, more: Mapping[str, str]) -> str:
    lines = {
        "server.default_listen_address": "127.0.0.1",
        "server.bolt.listen_address": f"127.0.0.1:{port}",
        "server.http.enabled": "false",
        "server.https.enabled": "false",
        "dbms.security.auth_enabled": "true",
        "dbms.security.auth_minimum_password_length": "8",
        "dbms.usage_report.enabled": "false",
        "server.memory.pagecache.size": "64m",
        "db.tx_log.rotation.retention_policy": "keep_none",
        **more,
    }
    return "".join(f"{key}={value}\n" for key, value in lines.items())


def _ready(server: Server) -> bool:
    """Whether Bolt answers with our password; sets it on the first answer."""
    try:
        with neo4j.GraphDatabase.driver(server.bare_uri, auth=("neo4j", PASSWORD), connection_timeout=2.0) as driver:
            with driver.session(database="neo4j") as session:
                session.run("RETURN 1").consume()
            return True
    except ServiceUnavailable:
        return False
    except AuthError:
        _set_password(server)
        return False


def _set_password(server: Server) -> None:
    with neo4j.GraphDatabase.driver(server.bare_uri, auth=("neo4j", "neo4j")) as driver:
        driver.execute_query(
            "ALTER CURRENT USER SET PASSWORD FROM $old TO $new",
            {"old": "neo4j", "new": PASSWORD},
            database_="system",
        )


if __name__ == "__main__":
    command_line("a Neo4j server", lambda home, lib: start(home, lib=lib).uri, stop)
