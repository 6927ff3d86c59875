"""The process in which SQL that others wrote is parsed, checked and run.

It holds no key, sees one file, cannot write it, and the system bounds what it takes (`core.processes.limits`).
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

from core.processes.limits import allow_seconds, confine
from core.processes.queries import out_of_memory
from core.processes.serve import serve
from core.sql.sqlite import SqliteEngine

MEMORY_MB = 1_024
"""Of address space; some 50 of them are taken by the program itself."""
FILE_MB = 512
"""Of one temporary file: what a sort of many rows writes."""


def main(path: str) -> None:
    """Serve until the other side goes."""
    engines: list[SqliteEngine] = []

    def work(request: dict[str, Any]) -> object:
        if not engines:
            engines.append(SqliteEngine(Path(path), read_only=True))
        return answer(engines[0], request)

    serve(work, out_of_memory(), lambda: confine(MEMORY_MB, FILE_MB))


def answer(engine: SqliteEngine, request: dict[str, Any]) -> object:
    """What one guarded query gives, or its check."""
    seconds = float(request["seconds"])
    allow_seconds(seconds)
    engine.show_only(request["shown"])
    if request["check"]:
        engine.check(request["sql"])
        return {}
    effort = request["effort"]
    rows = engine.read(
        request["sql"],
        request["parameters"],
        limit=request["limit"],
        seconds=seconds,
        effort=math.inf if effort is None else effort,
    )
    return {"columns": rows.columns, "rows": rows.rows, "truncated": rows.truncated}


if __name__ == "__main__":
    main(sys.argv[1])
