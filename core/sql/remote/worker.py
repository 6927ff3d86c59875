"""The process in which SQL that others wrote is parsed and translated for a database.

It holds no password and opens no connection: it is given names of tables and columns, and gives SQL.
"""

from __future__ import annotations

from typing import Any

from core.processes.limits import allow_seconds, confine
from core.processes.queries import out_of_memory
from core.processes.serve import serve
from core.sql.guard import parse
from core.sql.remote.names import RemoteTable
from core.sql.remote.targets import TARGETS
from core.sql.remote.translate import translate

MEMORY_MB = 512


def main() -> None:
    """Serve until the other side goes."""
    serve(_answer, out_of_memory(), lambda: confine(MEMORY_MB, 0))


def _answer(request: dict[str, Any]) -> object:
    allow_seconds(float(request["seconds"]))
    tables = {
        name: RemoteTable(schema, table, tuple((str(c), k) for c, k in columns), query)
        for name, schema, table, columns, query in request["tables"]
    }
    made = translate(parse(request["sql"], "sqlite"), tables, request["parameters"])
    return {"sql": TARGETS[request["target"]].sql(made.query), "columns": made.columns}


if __name__ == "__main__":
    main()
