"""A real MariaDB server on loopback, for the tests: needs `mariadbd`, as Debian's package brings it.

    python -m tests.mariadb.server start --home DIR    prints the URI to give to pytest --mariadb, nothing else
    python -m tests.mariadb.server stop --home DIR

As root it runs as the user `nobody`, to whom DIR is given. Data and logs lie under DIR. From Python:
`with running(Path(DIR)) as server: server.uri`.
"""

from __future__ import annotations

import os
import pwd
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import command_line, end, free_port, kill, launch, needed, said

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
        kill([self.pid])


def start(home: Path, *, port: int = 0, seconds: float = 60.0) -> Server:
    """Make a database whose texts are compared without regard to case, as the default is; start the server and wait."""
    home.mkdir(parents=True, exist_ok=True)
    owner: list[str] = []
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
        owner = ["--user=nobody"]
    data, port = home / "data", port or free_port()
    if not data.is_dir():
        make = [needed("mariadb-install-db"), "--no-defaults", f"--datadir={data}", "--skip-test-db"]
        subprocess.run([*make, *owner], check=True, stdin=subprocess.DEVNULL, stdout=_STDERR, cwd="/")
    word = home / "first.sql"
    word.write_text(
        f"CREATE OR REPLACE USER {USER}@'127.0.0.1' IDENTIFIED BY '{PASSWORD}';\n"
        f"GRANT ALL ON *.* TO {USER}@'127.0.0.1' WITH GRANT OPTION;\nCREATE DATABASE IF NOT EXISTS test;\n"
    )
    word.chmod(0o644)
    command = [needed("mariadbd"), "--no-defaults", *owner, f"--datadir={data}", f"--port={port}"]
    command += ["--bind-address=127.0.0.1", f"--socket={home / 'server.sock'}", f"--init-file={word}"]
    command += ["--character-set-server=utf8mb4", "--collation-server=utf8mb4_general_ci", "--skip-name-resolve"]
    command += ["--innodb-flush-log-at-trx-commit=2", "--innodb-buffer-pool-size=128M"]
    process = launch(command, home, "/")
    deadline = time.monotonic() + seconds
    while not _answers(port):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"MariaDB did not start:\n{said(home)}")
        time.sleep(0.2)
    return Server(home, process.pid, port)


def stop(home: Path, *, seconds: float = 20.0) -> None:
    """End the server of `home`; nothing happens when none runs."""
    end([home], seconds)


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


if __name__ == "__main__":
    command_line("a MariaDB server", lambda home, lib: start(home).uri, stop)
