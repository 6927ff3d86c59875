"""SHA-256 of files, worked out beside the loading, once for a file that holds several tables."""

from __future__ import annotations

import hashlib
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def stamp(path: Path) -> tuple[int, int, int]:
    """By what a file is known to be as it was: which it is, its size, when it was written. Raises OSError."""
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


class Digests:
    """Checksums of the files of one load. hashlib works outside of Python's lock, so loading goes on meanwhile."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "joinery-digest")
        self._begun: dict[tuple[Path, int, int], Future[str]] = {}

    def begin(self, path: Path) -> Future[str]:
        """Start on a file, unless it was begun before and has not changed. Raises OSError."""
        stat = path.stat()
        key = (path, stat.st_size, stat.st_mtime_ns)
        if key not in self._begun:
            self._begun[key] = self._pool.submit(digest, path)
        return self._begun[key]

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
