"""A real Trino on loopback, a coordinator and a worker, for the tests: needs Java 17 and, the first time, Maven.

    python -m tests.trino.server start --home DIR    prints the URI to give to pytest --trino, nothing else
    python -m tests.trino.server stop --home DIR

Tables lie in the memory of both processes, so that queries are distributed. The user `reader` may only read. Jars,
settings and logs lie under DIR; what Maven says goes to stderr. From Python:
`with running(Path(DIR)) as server: server.uri`.
"""

from __future__ import annotations

import json
import os
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import alive, command_line, end, free_port, jars, kill, launch, needed, said

USER = "joinery"
_HERE = Path(__file__).parent
_PLUGIN = "META-INF/services/io.trino.spi.Plugin"
_MEMORY = "io.trino.plugin.memory.MemoryPlugin"
_RULES = {
    "catalogs": [{"user": "reader", "catalog": "memory|second", "allow": "read-only"}, {"allow": "all"}],
    "procedures": [{"user": USER, "privileges": ["EXECUTE"]}],
}


@dataclass(frozen=True, slots=True)
class Server:
    home: Path
    port: int

    @property
    def uri(self) -> str:
        return f"trino://{USER}@127.0.0.1:{self.port}/memory"

    def kill(self) -> None:
        """End it at once, as a crash would."""
        kill([int((home / "server.pid").read_text()) for home in _homes(self.home)])


def start(home: Path, *, lib: Path | None = None, port: int = 0, seconds: float = 240.0, worker: bool = True) -> Server:
    """Fetch the jars into `lib` (once), start both processes and wait until the worker is known and a query runs.

    Without a `worker` the coordinator does the work alone, and is there in half the time."""
    home.mkdir(parents=True, exist_ok=True)
    lib = jars(lib or home / "lib", "trino-main-*.jar", _HERE / "pom.xml")
    _plugin(home / "plugin" / "memory", lib)
    port = port or free_port()
    for role, own in (("coordinator", port), ("worker", free_port()))[: 1 + worker]:
        _launch(home / role, lib, home / "plugin", role, own, port)
    server = Server(home, port)
    deadline = time.monotonic() + seconds
    while not _ready(port, 1 + worker):
        up = all(alive(int((h / "server.pid").read_text())) for h in _homes(home))
        if not up or time.monotonic() > deadline:
            stop(home)
            raise RuntimeError(f"Trino did not start:\n{said(home / 'coordinator')}")
        time.sleep(0.5)
    return server


def stop(home: Path, *, seconds: float = 10.0) -> None:
    """End both processes of `home`; nothing happens when none runs."""
    end(_homes(home), seconds)


@contextmanager
def running(home: Path, *, lib: Path | None = None) -> Iterator[Server]:
    server = start(home, lib=lib)
    try:
        yield server
    finally:
        stop(home)


def _launch(home: Path, lib: Path, plugins: Path, role: str, port: int, coordinator: int) -> None:
    catalogs = home / "catalog"
    catalogs.mkdir(parents=True, exist_ok=True)
    for name in ("memory", "second"):
        (catalogs / f"{name}.properties").write_text("connector.name=memory\nmemory.max-data-per-node=128MB\n")
    (home / "rules.json").write_text(json.dumps(_RULES))
    control = home / "access-control.properties"
    control.write_text(f"access-control.name=file\nsecurity.config-file={home / 'rules.json'}\n")
    settings = {
        "coordinator": str(role == "coordinator").lower(),
        "http-server.http.port": str(port),
        "http-server.log.enabled": "false",
        "discovery.uri": f"http://127.0.0.1:{coordinator}",
        "plugin.dir": str(plugins),
        "catalog.config-dir": str(catalogs),
        "access-control.config-files": str(control),
        "query.max-memory": "400MB",
        "query.max-memory-per-node": "250MB",
        "memory.heap-headroom-per-node": "150MB",
        "task.concurrency": "2",
        "query.min-expire-age": "10s",
    }
    if role == "coordinator":
        settings["node-scheduler.include-coordinator"] = "true"
    config = home / "config.properties"
    config.write_text("".join(f"{k}={v}\n" for k, v in settings.items()))
    log = home / "log.properties"
    log.write_text("io.trino=WARN\nio.airlift=WARN\n")
    java = [needed("java"), "-Xms128m", "-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    java += ["-Djdk.attach.allowAttachSelf=true", "--add-opens=java.base/java.nio=ALL-UNNAMED"]
    java += ["-Dnode.environment=test", f"-Dnode.id={role}", "-Dnode.internal-address=127.0.0.1"]
    java += [f"-Dnode.data-dir={home}", f"-Dconfig={config}", f"-Dlog.levels-file={log}"]
    java += ["-cp", f"{lib}{os.sep}*", str(_HERE / "Start.java")]
    launch(java, home, home)


def _ready(port: int, nodes: int) -> bool:
    """Whether so many nodes are known, and one that has the connector writes and reads."""
    made = "memory.default.is_ready"
    steps = [f"DROP TABLE IF EXISTS {made}", f"CREATE TABLE {made} AS SELECT 1 AS one", f"SELECT one FROM {made}"]
    steps += [f"DROP TABLE {made}"]
    try:
        if _rows(port, "SELECT count(*) FROM system.runtime.nodes") != [[nodes]]:
            return False
        return [_rows(port, sql) for sql in steps][2] == [[1]]
    except (OSError, ValueError):
        return False


def _rows(port: int, sql: str) -> list[object]:
    """What a query gives. Raises ValueError with the server's words, and OSError."""
    answer, rows = _ask(f"http://127.0.0.1:{port}/v1/statement", sql.encode()), list[object]()
    while True:
        if "error" in answer:
            raise ValueError(answer["error"])
        found = answer.get("data", [])
        assert isinstance(found, list)
        rows += found
        if "nextUri" not in answer:
            return rows
        answer = _ask(str(answer["nextUri"]))


def _ask(url: str, body: bytes | None = None) -> dict[str, object]:
    request = urllib.request.Request(url, data=body, headers={"X-Trino-User": USER})
    with urllib.request.urlopen(request, timeout=10.0) as reply:
        found: dict[str, object] = json.load(reply)
    return found


def _homes(home: Path) -> list[Path]:
    return [home / role for role in ("coordinator", "worker") if (home / role / "server.pid").exists()]


def _plugin(folder: Path, lib: Path) -> None:
    """The connector with all that it needs, and the note by which Trino finds it, which the tarball's has."""
    folder.mkdir(parents=True, exist_ok=True)
    for jar in lib.glob("*.jar"):
        if not jar.name.startswith(("trino-spi-", "trino-main-")) and not (folder / jar.name).exists():
            (folder / jar.name).symlink_to(jar)
    with zipfile.ZipFile(folder / "services.jar", "w") as services:
        services.writestr(_PLUGIN, f"{_MEMORY}\n")


if __name__ == "__main__":
    command_line("a Trino", lambda home, lib: start(home, lib=lib).uri, stop)
