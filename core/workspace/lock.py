"""The workspace's lock: one process writes, told by the operating system and let go when the process ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import WorkspaceBusy, WorkspaceUnwritable

if TYPE_CHECKING:
    from filelock import BaseFileLock


class WorkspaceLock:
    """The file `lock` in a workspace folder. What matters is who holds it, not whether the file is there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: BaseFileLock | None = None

    @property
    def held(self) -> bool:
        return self._held is not None

    def take(self) -> None:
        """Raises at once WorkspaceBusy when another handle has it, WorkspaceUnwritable when it cannot be written."""
        from filelock import FileLock, Timeout

        if self._held is not None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._folder / "lock", timeout=0, thread_local=False)
            lock.acquire()
        except Timeout as fault:
            raise WorkspaceBusy(str(self._folder)) from fault
        except OSError as fault:  # a protected folder, a disk that only reads or is full
            raise WorkspaceUnwritable(self._folder, fault.strerror or fault) from fault
        self._held = lock

    def release(self) -> None:
        if self._held is not None:
            self._held.release(force=True)
            self._held = None
