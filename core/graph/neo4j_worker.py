"""The process in which Cypher that others wrote is parsed and written out for a Neo4j server.

It holds no password and opens no connection.
"""

from __future__ import annotations

from typing import Any

from core.graph.models import MODELS
from core.graph.neo4j_dialect import translated
from core.processes.limits import allow_seconds, confine
from core.processes.queries import out_of_memory
from core.processes.serve import serve

MEMORY_MB = 512


def main() -> None:
    """Serve until the other side goes."""
    serve(_answer, out_of_memory(), lambda: confine(MEMORY_MB, 0))


def _answer(request: dict[str, Any]) -> object:
    allow_seconds(float(request["seconds"]))
    made = translated(request["cypher"], MODELS[request["model"]])
    return {
        "text": made.text,
        "columns": made.columns,
        "parameters": sorted(made.parameters),
        "variables": sorted(made.variables),
    }


if __name__ == "__main__":
    main()
