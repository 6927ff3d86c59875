"""The process in which archives, workbooks, Parquet files and JSON lines are unpacked and read.

It holds no key, and the system bounds what it takes (`core.processes.limits`). What it finds goes into files of the
folder that it was given: records (`core.processes.values`), and rows as a DuckDB file.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from core.errors import FileError, TooLittleMemory
from core.ingest.archive import MOST
from core.ingest.confined import ANSWER, ROWS
from core.ingest.families.forms import form_of
from core.ingest.faults import faults
from core.ingest.formats import Found, read_part
from core.ingest.looking import looked_into
from core.ingest.parts import Part, parts_in
from core.processes.files import mistakes
from core.processes.limits import allow_seconds, confine
from core.processes.serve import serve
from core.processes.values import pack

MEMORY_MB = 2_048
"""Of address space, beside what the loader's engine may take: libraries, threads, a sheet's cells."""


def main(folder: str, memory_mb: str) -> None:
    """Serve until the other side goes."""
    at, memory = Path(folder), int(memory_mb)
    tempfile.tempdir = folder
    gc.disable()  # looking for cycles among millions of values takes four fifths of the time

    def work(request: dict[str, Any]) -> object:
        allow_seconds(float(request["seconds"]) * (os.cpu_count() or 1))
        path = Path(request["path"])
        part = Part(path, *request["inside"])
        try:
            found: object
            match request["do"]:
                case "parts":
                    found = parts_in(path)
                case "look":
                    found = looked_into(part, override=_override(at, request))
                case "form":
                    found = form_of(part)
                case _:
                    found = _rows(at, part, memory, int(request["small"]))
        except OSError as fault:
            hint = "Check the file, the rights to it and the room on the disk."
            raise FileError(part, f"The file cannot be read: {fault}.", hint) from fault
        (at / ANSWER).write_bytes(pack(found))
        return {}

    def tidily(request: dict[str, Any]) -> object:
        try:
            with mistakes(Part(Path(request["path"]), *request["inside"])):
                return work(request)
        finally:
            gc.collect()

    def ready() -> None:
        confine(memory + MEMORY_MB, MOST >> 20)
        gc.freeze()

    serve(tidily, TooLittleMemory(""), ready)


def _override(at: Path, request: dict[str, Any]) -> Any:
    """A person's borders: the app itself wrote them."""
    import pickle

    return pickle.loads((at / request["override"]).read_bytes()) if request.get("override") else None  # noqa: S301


def _rows(at: Path, part: Part, memory: int, small: int) -> Found:
    import duckdb

    (at / ROWS).unlink(missing_ok=True)
    config: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": f"{memory}MB",
        "temp_directory": str(at / "spill"),
    }
    con = duckdb.connect(str(at / ROWS), config=config)
    try:
        with faults(part), tempfile.TemporaryDirectory(dir=at, ignore_cleanup_errors=True) as scratch:
            con.execute("SET force_compression = 'uncompressed'")  # it is read once, at once
            return read_part(con, part, Path(scratch), lambda: None, small)
    finally:
        con.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
