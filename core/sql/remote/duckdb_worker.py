"""The process in which a DuckDB file is asked.

It holds no key, and the system bounds what it takes (`core.processes.limits`): it writes no file at all.
"""

from __future__ import annotations

import dataclasses
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
        engine = engines[0]
        match request["do"]:
            case "catalogue":
                return list(engine.catalogued().items())
            case "references":
                places = {(str(schema), str(table)) for schema, table in request["places"]}
                return [dataclasses.astuple(one) for one in engine.references_among(places)]
            case "explain":
                engine.explain(request["sql"])
                return {}
        columns = [(str(name), kind) for name, kind in request["columns"]]
        rows = engine.run(request["sql"], columns, request["limit"], seconds)
        return {"rows": rows.rows, "truncated": rows.truncated}

    serve(work, out_of_memory(), ready)


if __name__ == "__main__":
    main(sys.argv[1])
