"""Who loaded, changed, deleted and reviewed what: a line of JSON for each, in the workspace's folder.

Lines are only ever added; the file is its owner's alone (0600). One that has grown long is put aside under a number.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.errors import WorkspaceUnwritable

LOG = "actions.jsonl"
LONGEST = 5 << 20
"""Bytes after which a file is put aside."""
KEPT = 9
"""How many of those that were put aside are kept."""
_LONGEST_TEXT = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that somebody did. `time` is UTC, ISO 8601; `outcome` "done", or the code of the fault."""

    time: str
    person: str
    workspace: str
    action: str
    subject: str
    outcome: str = "done"


class ActionLog:
    """The log of one workspace. Threads may share it."""

    def __init__(self, folder: Path, longest: int = LONGEST) -> None:
        self._folder = folder
        self._longest = longest
        self._lock = threading.Lock()

    def ready(self) -> None:
        """Raises WorkspaceUnwritable where nothing could be written, before what would have to be is done."""
        with self._lock:
            os.close(self._open())

    def add(self, person: str, action: str, subject: str, outcome: str = "done") -> None:
        """Raises WorkspaceUnwritable."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        entry = Entry(now, _short(person), self._folder.resolve().name, action, _short(subject), outcome)
        line = json.dumps(asdict(entry), ensure_ascii=True).encode() + b"\n"
        with self._lock:
            file = self._open()
            try:
                os.write(file, line)
            except OSError as fault:
                raise WorkspaceUnwritable(self._folder, fault.strerror) from fault
            finally:
                os.close(file)

    def entries(self) -> Iterator[Entry]:
        """The oldest first; a line that is damaged is passed over."""
        for path in [*(self._aside(n) for n in range(KEPT, 0, -1)), self._folder / LOG]:
            with suppress(FileNotFoundError), path.open(encoding="utf-8", errors="replace") as file:
                for line in file:
                    with suppress(ValueError, TypeError):
                        yield Entry(**json.loads(line))

    def _open(self) -> int:
        path = self._folder / LOG
        try:
            if path.exists() and path.stat().st_size >= self._longest:
                for n in range(KEPT, 1, -1):
                    if self._aside(n - 1).exists():
                        self._aside(n - 1).replace(self._aside(n))
                path.replace(self._aside(1))
            return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as fault:
            raise WorkspaceUnwritable(self._folder, fault.strerror) from fault

    def _aside(self, n: int) -> Path:
        return self._folder / f"actions.{n}.jsonl"


def _short(text: str) -> str:
    whole = " ".join(text.split())
    return whole if len(whole) <= _LONGEST_TEXT else f"{whole[:_LONGEST_TEXT]}…"
