"""A real Neo4j Community server on loopback, for the tests: needs Java 17 and, the first time, Maven and its central.

    python tests/neo4j/server.py start --home DIR    prints the URI to give to pytest --neo4j, and nothing else
    python tests/neo4j/server.py stop --home DIR

Jars, data and logs lie under DIR; what Maven says goes to stderr. From Python:
`with running(Path(DIR)) as server: server.uri`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import neo4j
from neo4j.exceptions import AuthError, ServiceUnavailable

PASSWORD = "for-tests-only"
_POM = Path(__file__).with_name("pom.xml")
_STDERR = 2
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
        os.kill(self.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


def start(
    home: Path, *, lib: Path | None = None, settings: Mapping[str, str] | None = None, seconds: float = 120.0
) -> Server:
    """Fetch the jars into `lib` (once), start the server, wait for Bolt and set the password.

    `settings` go into neo4j.conf beside our own.
    """
    home.mkdir(parents=True, exist_ok=True)
    lib = _jars(lib or home / "lib")
    port = _free_port()
    (home / "conf").mkdir(exist_ok=True)
    (home / "conf" / "neo4j.conf").write_text(_settings(port, settings or {}), encoding="utf-8")
    java = [_tool("java"), "-Xms256m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    java += [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENS]
    java += ["-cp", f"{lib}{os.sep}*", "org.neo4j.server.CommunityEntryPoint"]
    java += [f"--home-dir={home}", f"--config-dir={home / 'conf'}"]
    with (home / "server.log").open("ab") as log:
        process = subprocess.Popen(java, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)
    server = Server(home, process.pid, port)
    (home / "server.pid").write_text(str(process.pid), encoding="utf-8")
    deadline = time.monotonic() + seconds
    while not _ready(server):
        if process.poll() is not None or time.monotonic() > deadline:
            server_log = (home / "server.log").read_text(encoding="utf-8", errors="replace")[-2_000:]
            raise RuntimeError(f"Neo4j did not start:\n{server_log}")
        time.sleep(0.3)
    return server


def stop(home: Path, *, seconds: float = 20.0) -> None:
    """Ask the server of `home` to end and wait for it."""
    note = home / "server.pid"
    if not note.exists():
        return
    pid = int(note.read_text(encoding="utf-8"))
    note.unlink()
    deadline = time.monotonic() + seconds
    try:
        os.kill(pid, signal.SIGTERM)
        while time.monotonic() < deadline:
            if sys.platform != "win32":
                os.waitpid(pid, os.WNOHANG)
            os.kill(pid, 0)
            time.sleep(0.1)
    except ChildProcessError:
        _wait_gone(pid, deadline)
    except (ProcessLookupError, PermissionError):
        return


@contextmanager
def running(home: Path, *, lib: Path | None = None, settings: Mapping[str, str] | None = None) -> Iterator[Server]:
    server = start(home, lib=lib, settings=settings)
    try:
        yield server
    finally:
        stop(home)


def _wait_gone(pid: int, deadline: float) -> None:
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)


def _jars(lib: Path) -> Path:
    """The folder of the server's jars, filled by Maven when it has none.

    Maven fills a folder beside it, which takes its place when all are there: an interrupted download leaves nothing.
    Raises subprocess.CalledProcessError where Maven fails.
    """
    if not any(lib.glob("neo4j-5.*.jar")):
        lib.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f"{lib.name}-", dir=lib.parent) as fetched:
            goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
            jars = Path(fetched) / "jars"
            maven = [_tool("mvn"), "-q", "-B", "-Dstyle.color=never", "-f", str(_POM), goal]
            maven += [f"-DoutputDirectory={jars}", "-DincludeScope=runtime"]
            subprocess.run(maven, check=True, stdin=subprocess.DEVNULL, stdout=_STDERR)
            if lib.exists():
                lib.rmdir()  # empty, or not ours to replace
            jars.rename(lib)
    return lib


def _tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise RuntimeError(f"{name} is not installed.")
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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


def main() -> None:
    parser = argparse.ArgumentParser(description="Start or stop a Neo4j server for the tests.")
    parser.add_argument("what", choices=["start", "stop"])
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--lib", type=Path, help="a folder with the server's jars (default: DIR/lib)")
    given = parser.parse_args()
    home = given.home.resolve()
    if given.what == "start":
        sys.stdout.write(start(home, lib=given.lib).uri + "\n")
    else:
        stop(home)


if __name__ == "__main__":
    main()
