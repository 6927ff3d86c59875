"""What the scripts that start servers for the tests share: ports, programs, jars, processes, their command line."""

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
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_STDERR = 2


def needed(name: str) -> str:
    """Where a program is. Raises RuntimeError without it."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if found is None:
        raise RuntimeError(f"{name} is not installed.")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def jars(lib: Path, main: str, pom: Path) -> Path:
    """The folder of a server's jars, filled by Maven when it has none that is called like `main`.

    Maven fills a folder beside it, which takes its place when all are there: an interrupted download leaves nothing.
    Raises subprocess.CalledProcessError where Maven fails.
    """
    if not any(lib.glob(main)):
        lib.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f"{lib.name}-", dir=lib.parent) as fetched:
            goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
            made = Path(fetched) / "jars"
            maven = [needed("mvn"), "-q", "-B", "-Dstyle.color=never", "-f", str(pom), goal]
            maven += [f"-DoutputDirectory={made}", "-DincludeScope=runtime"]
            subprocess.run(maven, check=True, stdin=subprocess.DEVNULL, stdout=_STDERR)
            if lib.exists():
                lib.rmdir()  # empty, or not ours to replace
            made.rename(lib)
    return lib


def launch(command: list[str], home: Path, folder: Path | str) -> subprocess.Popen[bytes]:
    """A server's process, its number in `home`/server.pid and what it says in `home`/server.log."""
    with (home / "server.log").open("ab") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder, start_new_session=True
        )
    (home / "server.pid").write_text(str(process.pid), encoding="utf-8")
    return process


def said(home: Path) -> str:
    """The end of what a server said."""
    return (home / "server.log").read_text(encoding="utf-8", errors="replace")[-3_000:]


def alive(pid: int) -> bool:
    if sys.platform != "win32":
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def end(homes: list[Path], seconds: float) -> None:
    """Ask the processes of these folders to end, wait, and end at once what is left; nothing happens when none runs."""
    notes = [note for home in homes if (note := home / "server.pid").exists()]
    pids = [int(note.read_text(encoding="utf-8")) for note in notes]
    _signal(pids, signal.SIGTERM)
    deadline = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.1)
    kill(pids)
    for note in notes:
        note.unlink()


def kill(pids: list[int]) -> None:
    """End processes at once, as a crash would."""
    _signal(pids, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


def _signal(pids: list[int], sign: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, sign)


def command_line(name: str, start: Callable[[Path, Path | None], str], stop: Callable[[Path], None]) -> None:
    """`start --home DIR` prints the URI and nothing else; `stop --home DIR`."""
    parser = argparse.ArgumentParser(description=f"Start or stop {name} for the tests.")
    parser.add_argument("what", choices=["start", "stop"])
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--lib", type=Path, help="a folder with the server's jars, where it has any (default: DIR/lib)")
    given = parser.parse_args()
    home = given.home.resolve()
    if given.what == "start":
        sys.stdout.write(start(home, given.lib.resolve() if given.lib else None) + "\n")
    else:
        stop(home)
