"""The process in which Cypher that others wrote is parsed, checked and run on the embedded graph.

It holds no key, sees one file, cannot write it, and the system bounds what it takes (`core.processes.limits`). A file
that was swapped for a new one is opened anew.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from core.graph.embedded import EmbeddedGraph, load_library
from core.graph.models import MODELS, GraphModel
from core.processes.limits import allow_seconds, confine
from core.processes.queries import out_of_memory
from core.processes.serve import serve

MEMORY_MB = 1_536
"""Of address space, beside what is set aside for the file; some 500 of them are the program, its threads and buffers
before the first query."""
FILE_MB = 64
THREADS = 2
_LEAST_ROOM = 1 << 28


class _Graph:
    """The graph in the file as it is now."""

    def __init__(self, path: Path, buffer_mb: int, model: GraphModel) -> None:
        self._path = path
        self._model = model
        self._buffer = buffer_mb
        self._open: EmbeddedGraph | None = None
        self._seen: tuple[int, ...] = ()

    def get(self) -> EmbeddedGraph:
        found = os.stat(self._path)  # noqa: PTH116 - asked at each query
        now = (found.st_ino, found.st_mtime_ns, found.st_size)
        if self._open is None or now != self._seen:
            if self._open is not None:
                self._open.close()
            room = room_for(found.st_size)
            confine(MEMORY_MB + (room >> 20), FILE_MB)
            self._open = EmbeddedGraph(
                self._path,
                buffer_mb=self._buffer,
                model=self._model,
                read_only=True,
                most_bytes=room,
                threads=THREADS,
            )
            self._seen = now
        return self._open


def room_for(size: int) -> int:
    """Address space for a file of so many bytes: a power of two, as the library wants it."""
    return max(_LEAST_ROOM, 1 << (2 * size).bit_length())


def main(path: str, buffer_mb: str, model: str) -> None:
    """Serve until the other side goes."""
    graph = _Graph(Path(path), int(buffer_mb), MODELS[model])

    def ready() -> None:
        load_library()
        confine(MEMORY_MB + (_LEAST_ROOM >> 20), FILE_MB)

    def work(request: dict[str, Any]) -> object:
        seconds = float(request["seconds"])
        allow_seconds(seconds * THREADS)
        at = graph.get()
        try:
            if request["check"]:
                at.check(request["cypher"], request["parameters"])
                return {}
            rows = at.read(request["cypher"], request["parameters"], limit=request["limit"], seconds=seconds)
        except RuntimeError as error:
            if "bad_alloc" in str(error):
                raise out_of_memory() from error
            raise
        return {"columns": rows.columns, "rows": rows.rows, "truncated": rows.truncated}

    serve(work, out_of_memory(), ready)


if __name__ == "__main__":
    main(*sys.argv[1:])
