"""The process in which a DuckDB file is asked.

It holds no key, and the system bounds what it takes (`core.processes.limits`): it writes no file at all.
"""

from __future__ import annotations

import sys
from typing import Any

from core.processes.limits import allow_seconds, confine
from core.processes.queries import out_of_memory
from core.processes.serve import serve
from core.sql.remote.address import Address
from core.sql.remote.engine import RemoteEngine
from core.sql.remote.targets.duckdb import DUCKDB, THREADS

MEMORY_MB = 3_072
"""Of address space: three times what DuckDB may take for its own, for libraries, threads and single long values."""


def main(path: str) -> None:
    """Serve until the other side goes."""
    engines: list[RemoteEngine] = []

    def ready() -> None:
        engines.append(RemoteEngine(Address(f"{DUCKDB.driver}:///{path}", DUCKDB), "", {}))
        confine(MEMORY_MB, 0)

    def work(request: dict[str, Any]) -> object:
        seconds = float(request["seconds"])
        allow_seconds(seconds * THREADS)
        if request["explain"]:
            engines[0].explain(request["sql"])
            return {}
        found = engines[0].run(request["sql"], [(str(n), k) for n, k in request["columns"]], request["limit"], seconds)
        return {"rows": found.rows, "truncated": found.truncated}

    serve(work, out_of_memory(), ready)


if __name__ == "__main__":
    main(sys.argv[1])
