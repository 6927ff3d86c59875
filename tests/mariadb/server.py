"""A real MariaDB server on loopback, for the tests: needs `mariadbd`, as Debian's package brings it.

    python tests/mariadb/server.py start --home DIR    prints the URI to give to pytest --mariadb, nothing else
    python tests/mariadb/server.py stop --home DIR

As root it runs as the user `nobody`, to whom DIR is given. Data and logs lie under DIR. From Python:
`with running(Path(DIR)) as server: server.uri`.
"""

from __future__ import annotations

import argparse
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

USER, PASSWORD = "joinery", "for-tests-only"
_STDERR = 2


@dataclass(frozen=True, slots=True)
class Server:
    home: Path
    pid: int
    port: int

    @property
    def uri(self) -> str:
        return f"mariadb://{USER}:{PASSWORD}@127.0.0.1:{self.port}/test"

    def kill(self) -> None:
        """End it at once, as a crash would."""
        os.kill(self.pid, signal.SIGKILL)


def start(home: Path, *, seconds: float = 60.0) -> Server:
    """Make a database whose texts are compared without regard to case, as the default is; start the server and wait."""
    home.mkdir(parents=True, exist_ok=True)
    owner: list[str] = []
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
        owner = ["--user=nobody"]
    data, port = home / "data", _free_port()
    if not data.is_dir():
        make = [_needed("mariadb-install-db"), "--no-defaults", f"--datadir={data}", "--skip-test-db"]
        subprocess.run([*make, *owner], check=True, stdin=subprocess.DEVNULL, stdout=_STDERR, cwd="/")
    word = home / "first.sql"
    word.write_text(
        f"CREATE OR REPLACE USER {USER}@'127.0.0.1' IDENTIFIED BY '{PASSWORD}';\n"
        f"GRANT ALL ON *.* TO {USER}@'127.0.0.1' WITH GRANT OPTION;\nCREATE DATABASE IF NOT EXISTS test;\n"
    )
    word.chmod(0o644)
    command = [_needed("mariadbd"), "--no-defaults", *owner, f"--datadir={data}", f"--port={port}"]
    command += ["--bind-address=127.0.0.1", f"--socket={home / 'server.sock'}", f"--init-file={word}"]
    command += ["--character-set-server=utf8mb4", "--collation-server=utf8mb4_general_ci", "--skip-name-resolve"]
    command += ["--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=128M"]
    with (home / "server.log").open("ab") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True
        )
    (home / "server.pid").write_text(str(process.pid))
    deadline = time.monotonic() + seconds
    while not _answers(port):
        if process.poll() is not None or time.monotonic() > deadline:
            said = (home / "server.log").read_text(encoding="utf-8", errors="replace")[-2_000:]
            raise RuntimeError(f"MariaDB did not start:\n{said}")
        time.sleep(0.2)
    return Server(home, process.pid, port)


def stop(home: Path, *, seconds: float = 20.0) -> None:
    """End the server of `home`; nothing happens when none runs."""
    note = home / "server.pid"
    if not note.exists():
        return
    pid = int(note.read_text())
    note.unlink()
    deadline = time.monotonic() + seconds
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
        while time.monotonic() < deadline:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
            os.kill(pid, 0)
            time.sleep(0.1)
        os.kill(pid, signal.SIGKILL)


@contextmanager
def running(home: Path) -> Iterator[Server]:
    server = start(home)
    try:
        yield server
    finally:
        stop(home)


def _answers(port: int) -> bool:
    """Whether the server greets: its first packet names its version."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0) as greeting:
            return b"MariaDB" in greeting.recv(100)
    except OSError:
        return False


def _needed(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if found is None:
        raise RuntimeError(f"{name} is not installed.")
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    parser = argparse.ArgumentParser(description="Start or stop a MariaDB server for the tests.")
    parser.add_argument("what", choices=["start", "stop"])
    parser.add_argument("--home", type=Path, required=True)
    given = parser.parse_args()
    home = given.home.resolve()
    if given.what == "start":
        sys.stdout.write(start(home).uri + "\n")
    else:
        stop(home)


if __name__ == "__main__":
    main()
