"""A real Trino on loopback, a coordinator and a worker, for the tests: needs Java 17 and, the first time, Maven.

    python tests/trino/server.py start --home DIR    prints the URI to give to pytest --trino, nothing else
    python tests/trino/server.py stop --home DIR

Tables lie in the memory of both processes, so that queries are distributed. The user `reader` may only read. Jars,
settings and logs lie under DIR; what Maven says goes to stderr. From Python:
`with running(Path(DIR)) as server: server.uri`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

USER = "joinery"
_HERE = Path(__file__).parent
_STDERR = 2
_PLUGIN = "META-INF/services/io.trino.spi.Plugin"
_MEMORY = "io.trino.plugin.memory.MemoryPlugin"
_RULES = {
    "catalogs": [{"user": "reader", "catalog": "memory", "allow": "read-only"}, {"allow": "all"}],
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
        _end(self.home, signal.SIGKILL)


def start(home: Path, *, lib: Path | None = None, seconds: float = 240.0) -> Server:
    """Fetch the jars into `lib` (once), start both processes and wait until the worker is known and a query runs."""
    home.mkdir(parents=True, exist_ok=True)
    lib = _jars(lib or home / "lib")
    _plugin(home / "plugin" / "memory", lib)
    port = _free_port()
    for role, own in (("coordinator", port), ("worker", _free_port())):
        _launch(home / role, lib, home / "plugin", role, own, port)
    server = Server(home, port)
    deadline = time.monotonic() + seconds
    while not _ready(port):
        alive = all(_alive(int((home / r / "server.pid").read_text())) for r in ("coordinator", "worker"))
        if not alive or time.monotonic() > deadline:
            stop(home)
            said = (home / "coordinator" / "server.log").read_text(encoding="utf-8", errors="replace")[-3_000:]
            raise RuntimeError(f"Trino did not start:\n{said}")
        time.sleep(0.5)
    return server


def stop(home: Path, *, seconds: float = 10.0) -> None:
    """End both processes of `home`; nothing happens when none runs."""
    _end(home, signal.SIGTERM)
    deadline = time.monotonic() + seconds
    notes = list(home.glob("*/server.pid"))
    while any(_alive(int(n.read_text())) for n in notes) and time.monotonic() < deadline:
        time.sleep(0.1)
    _end(home, signal.SIGKILL)
    for note in notes:
        note.unlink()


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
    (catalogs / "memory.properties").write_text("connector.name=memory\nmemory.max-data-per-node=256MB\n")
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
    java = [_tool("java"), "-Xms128m", "-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    java += ["-Djdk.attach.allowAttachSelf=true", "--add-opens=java.base/java.nio=ALL-UNNAMED"]
    java += ["-Dnode.environment=test", f"-Dnode.id={role}", "-Dnode.internal-address=127.0.0.1"]
    java += [f"-Dnode.data-dir={home}", f"-Dconfig={config}", f"-Dlog.levels-file={log}"]
    java += ["-cp", f"{lib}{os.sep}*", str(_HERE / "Start.java")]
    with (home / "server.log").open("ab") as out:
        process = subprocess.Popen(
            java, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=home, start_new_session=True
        )
    (home / "server.pid").write_text(str(process.pid))


def _ready(port: int) -> bool:
    """Whether two nodes are known, by a query."""
    try:
        answer = _ask(f"http://127.0.0.1:{port}/v1/statement", b"SELECT count(*) FROM system.runtime.nodes")
        while "nextUri" in answer:
            if "data" in answer and answer["data"] != [[2]]:
                return False
            if "data" in answer:
                return True
            answer = _ask(answer["nextUri"])
    except (OSError, ValueError):
        return False
    return False


def _ask(url: str, body: bytes | None = None) -> dict[str, object]:
    request = urllib.request.Request(url, data=body, headers={"X-Trino-User": USER})
    with urllib.request.urlopen(request, timeout=10.0) as reply:
        found: dict[str, object] = json.load(reply)
    return found


def _end(home: Path, sign: signal.Signals) -> None:
    for note in home.glob("*/server.pid"):
        with suppress(ProcessLookupError):
            os.kill(int(note.read_text()), sign)


def _alive(pid: int) -> bool:
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _plugin(folder: Path, lib: Path) -> None:
    """The connector with all that it needs, and the note by which Trino finds it, which the tarball's has."""
    folder.mkdir(parents=True, exist_ok=True)
    for jar in lib.glob("*.jar"):
        if not jar.name.startswith(("trino-spi-", "trino-main-")) and not (folder / jar.name).exists():
            (folder / jar.name).symlink_to(jar)
    with zipfile.ZipFile(folder / "services.jar", "w") as services:
        services.writestr(_PLUGIN, f"{_MEMORY}\n")


def _jars(lib: Path) -> Path:
    """The folder of the server's jars, filled by Maven when it has none; an interrupted download leaves nothing.

    Raises subprocess.CalledProcessError where Maven fails.
    """
    if not any(lib.glob("trino-main-*.jar")):
        lib.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f"{lib.name}-", dir=lib.parent) as fetched:
            goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
            jars = Path(fetched) / "jars"
            maven = [_tool("mvn"), "-q", "-B", "-Dstyle.color=never", "-f", str(_HERE / "pom.xml"), goal]
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


def main() -> None:
    parser = argparse.ArgumentParser(description="Start or stop a Trino for the tests.")
    parser.add_argument("what", choices=["start", "stop"])
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--lib", type=Path, help="a folder with the server's jars (default: DIR/lib)")
    given = parser.parse_args()
    home = given.home.resolve()
    if given.what == "start":
        lib = given.lib.resolve() if given.lib else None
        sys.stdout.write(start(home, lib=lib).uri + "\n")
    else:
        stop(home)


if __name__ == "__main__":
    main()
