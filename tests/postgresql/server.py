"""A real PostgreSQL server on loopback, for the tests: needs `initdb` and `pg_ctl`, as Debian's packages bring them.

    python -m tests.postgresql.server start --home DIR    prints the URI to give to pytest --postgresql, nothing else
    python -m tests.postgresql.server stop --home DIR

It does not run as root: there it takes the user that DIR is given to, `nobody`. Data and logs lie under DIR. From
Python: `with running(Path(DIR)) as server: server.uri`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import command_line, free_port, needed

USER, PASSWORD = "joinery", "for-tests-only"


@dataclass(frozen=True, slots=True)
class Server:
    home: Path
    port: int

    @property
    def uri(self) -> str:
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{self.port}/postgres"

    def kill(self) -> None:
        """End it at once, as a crash would."""
        os.kill(int((self.home / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)


def tool(name: str) -> str | None:
    """Where a program of the server is, the newest first; None: nowhere."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda f: int(f.parent.name), reverse=True)
    return next((str(f / name) for f in folders if (f / name).is_file()), None) or shutil.which(name)


def start(home: Path, port: int = 0) -> Server:
    """Make a database whose texts are in a dictionary's order, as offices have them; start the server and wait.

    It listens at `port`, or at one that is free.
    """
    home.mkdir(parents=True, exist_ok=True)
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
    data, port = home / "data", port or free_port()
    if not data.is_dir():
        word = home / "password"
        _as_owner("sh", "-c", f'umask 077; printf %s {PASSWORD} > "$0"', str(word))
        order = ["--locale-provider=icu", "--icu-locale=en"] if _knows_icu() else []
        _as_owner(
            *(_needed("initdb"), "-D", str(data), "-U", USER, f"--pwfile={word}", "-A", "scram-sha-256", "-E", "UTF8"),
            *("--no-locale", "--no-sync", *order),
        )
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
    log = str(home / "server.log")
    _as_owner(_needed("pg_ctl"), "-D", str(data), "-o", settings, "-l", log, "-w", "-t", "60", "start")
    return Server(home, port)


def stop(home: Path) -> None:
    """End the server of `home`; nothing happens when none runs."""
    if (home / "data" / "postmaster.pid").exists():
        _as_owner(_needed("pg_ctl"), "-D", str(home / "data"), "-m", "immediate", "-w", "stop")


@contextmanager
def running(home: Path) -> Iterator[Server]:
    server = start(home)
    try:
        yield server
    finally:
        stop(home)


def _as_owner(*command: str) -> None:
    """Run a program of the server, as `nobody` where we are root. Raises RuntimeError with what it said."""
    whole = list(command)
    if os.geteuid() == 0:
        whole = [_needed("setpriv"), "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--", *whole]
    # A server keeps what it inherits open: no pipe to wait for.
    done = subprocess.run(whole, stdin=subprocess.DEVNULL, stdout=2, stderr=2, cwd="/", check=False)
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} ended with {done.returncode}")


def _knows_icu() -> bool:
    said = subprocess.run([_needed("initdb"), "--help"], capture_output=True, text=True, check=False).stdout
    return "--icu-locale" in said


def _needed(name: str) -> str:
    return tool(name) or needed(name)


if __name__ == "__main__":
    command_line("a PostgreSQL server", lambda home, lib: start(home).uri, stop)
