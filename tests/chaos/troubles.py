"""What may befall a workspace beside a kill, each set up in the child process that it befalls."""

from __future__ import annotations

import ctypes
import io
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

from core.__main__ import main
from core.errors import JoineryError, WorkspaceError
from core.workspace.load import LoadReport
from tests.chaos import victim

_NEW_MOUNTS, _SMALL = 0x00020000, 8 << 20


def own_mounts() -> bool:
    """From now on this process and those that it forks have mounts that end with them; False: it may not."""
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() or not hasattr(libc, "unshare") or libc.unshare(_NEW_MOUNTS):
        return False
    return subprocess.run(["mount", "--make-rprivate", "/"], check=False).returncode == 0


def small_disk(at: Path) -> bool:
    """Put a disk of 8 MB there. False: it cannot be."""
    at.mkdir(exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={_SMALL}", "tmpfs", str(at)], check=False)
    return done.returncode == 0


def taken_out(at: Path) -> None:
    """The disk at `at` is no longer there, whoever still reads from it."""
    subprocess.run(["umount", "--lazy", str(at)], check=True)


def only_reading(at: Path, yes: bool) -> None:
    """The disk at `at` takes no writing, or takes it again."""
    subprocess.run(["mount", "-o", "remount,ro" if yes else "remount,rw", str(at)], check=True)


def filled(at: Path, free: int) -> Path:
    """Leave so many bytes free on the disk at `at`; what takes the others."""
    ballast = at / "ballast"
    there = os.statvfs(at)
    size = there.f_bavail * there.f_frsize - free
    with ballast.open("wb") as file:
        for _ in range(max(0, size) // 4096):
            file.write(bytes(4096))
    return ballast


def no_longer_files(size: int) -> None:
    """This process writes no file beyond `size` bytes: what it tries fails, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def told(work: Callable[[], object]) -> dict[str, Any]:
    """What a person is told of the work: a fault's code, or the codes of a load's problems. Anything else surfaces."""
    try:
        found = work()
    except JoineryError as fault:
        return {"fault": fault.code, "message": fault.message}
    return {"problems": [p.code for p in found.problems] if isinstance(found, LoadReport) else []}


def operated(folder: Path, operation: str) -> dict[str, Any]:
    """Open, do it, close, as a person does; what they are told."""

    def work() -> object:
        with victim.opened(folder, read_only=False) as ws:
            return victim.OPERATIONS[operation](ws, folder / "files")

    return told(work)


def asked(folder: Path) -> dict[str, Any]:
    """What people see, as who just opens the workspace and asks: a question is answered, or what they are told."""
    try:
        with victim.opened(folder) as ws:
            *_, answer = ws.questions.ask("How many orders are there?", chat="chaos")
            return {**victim.seen(ws), "answer": getattr(answer, "rows", None)}
    except WorkspaceError as fault:
        return {"fault": fault.code, "message": fault.message}


def clock(shift: float, frozen: bool = False) -> None:
    """From now on this process's clock is off by so many seconds, or stands still there."""
    begun = datetime.now(UTC)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Clock:
            real = begun if frozen else datetime.now(UTC)
            return cls.fromtimestamp(real.timestamp() + shift, tz)

    for module in [m for n, m in sys.modules.items() if n.startswith("core.")]:
        if vars(module).get("datetime") is datetime:
            module.datetime = Clock  # type: ignore[attr-defined]


def command(folder: Path, *arguments: str) -> dict[str, Any]:
    """`python -m core` in this process: its exit status and what it wrote on stdout."""
    os.environ.update(JOINERY_EMBEDDINGS="spelling", JOINERY_CACHE=str(folder / "cache"))
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    status = main([*arguments, "--workspace", str(folder / "ws")])
    return {"status": status, "said": json.loads(sys.stdout.getvalue())}


def pause(seconds: float) -> None:
    time.sleep(seconds)
