"""The process in which queries that others wrote are parsed, checked and run.

It reads requests from its standard input and answers on its standard output until that closes. It holds no key, sees
one file, cannot write it, and the system bounds what it takes (`core.sql.limits`). Whoever started it ends it when a
query is late.
"""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

from core.errors import JoineryError, QueryError, UnknownName
from core.sql.frames import receive, send
from core.sql.limits import allow_seconds, confine
from core.sql.sandbox import out_of_memory
from core.sql.sqlite import SqliteEngine

MEMORY_MB = 1_024
"""Of address space; some 50 of them are taken by the program itself."""
FILE_MB = 512
"""Of one temporary file: what a sort of many rows writes."""


def main(path: str) -> None:
    """Serve until the other side goes. The first message says that all is loaded."""
    requests, answers = _pipes()
    confine(MEMORY_MB, FILE_MB)
    engine: SqliteEngine | None = None
    send(answers, "ready")
    while True:
        try:
            request = receive(requests)
        except EOFError:
            return
        try:
            engine = engine or SqliteEngine(Path(path), read_only=True)
            answer: object = _answer(engine, request)
        except JoineryError as fault:
            answer = {"fault": _fault(fault)}
        except MemoryError:
            answer = {"fault": _fault(out_of_memory())}
        try:
            send(answers, answer)
        except MemoryError:
            send(answers, {"fault": _fault(out_of_memory())})


def _answer(engine: SqliteEngine, request: dict[str, Any]) -> object:
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


def _fault(fault: JoineryError) -> dict[str, object]:
    kind = type(fault).__name__ if isinstance(fault, QueryError) else "QueryFailed"
    named = {"name": fault.name, "close": fault.close} if isinstance(fault, UnknownName) else {}
    return {"kind": kind, "message": fault.message, "hint": fault.hint, **named}


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Where requests come from and answers go; what else prints goes nowhere near them."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers


if __name__ == "__main__":
    main(sys.argv[1])
