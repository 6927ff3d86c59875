"""The process in which documents are read: it holds no key, and the system bounds what it takes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from core.documents.read import read_document
from core.errors import FileError, TooLittleMemory
from core.processes.files import mistakes
from core.processes.limits import allow_seconds, confine
from core.processes.serve import serve

MEMORY_MB = 1_536
FILE_MB = 512


def main() -> None:
    """Serve until the other side goes."""

    def work(request: dict[str, Any]) -> object:
        allow_seconds(float(request["seconds"]) * (os.cpu_count() or 1))
        path = Path(request["path"])
        try:
            with (
                mistakes(path),
                tempfile.TemporaryDirectory(prefix="joinery-", ignore_cleanup_errors=True) as scratch,
            ):
                tempfile.tempdir = scratch
                found = read_document(path)
        except OSError as fault:
            raise FileError(path, f"The file cannot be read: {fault.strerror}.", "Look at the file.") from fault
        finally:
            tempfile.tempdir = None
        return [[p.place, p.text, p.cells, p.line, p.breaks] for p in found]

    serve(work, TooLittleMemory(""), lambda: confine(MEMORY_MB, FILE_MB))


if __name__ == "__main__":
    main()
