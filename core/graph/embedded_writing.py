"""How records come into an embedded graph: all of them into an empty file, or what differs into a filled one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.graph.changes import Changes, Prints, Record, Records
from core.graph.models import GraphModel
from core.storage.arrays import array

_TYPES = {"string": "STRING", "integer": "INT64", "real": "DOUBLE", "boolean": "BOOLEAN"}
_ARROW = {"string": "string", "integer": "int64", "real": "float64", "boolean": "bool_"}
_BATCH = 5_000
"""Nodes that one statement names."""


def fill(connection: Any, records: Records) -> None:
    """Declare the tables of an empty file and copy everything in."""
    for statement in _declarations(records.model):
        connection.execute(statement)
    _copy(connection, records.model, {**records.nodes, **records.edges})


def patch(connection: Any, model: GraphModel, due: Changes) -> None:
    """Delete what is gone, cut what leads elsewhere, copy in what is new, and note the fingerprints."""
    for label, ids in due.gone.items():
        _each(connection, f"MATCH (n:`{label}` {{id: row}}) DETACH DELETE n", ids)
    for kind, (start, _, _) in model.edges.items():
        _each(connection, f"MATCH (:`{start}` {{id: row}})-[r:`{kind}`]->() DELETE r", due.cut.get(start, []))
    _copy(connection, model, {**due.nodes, **due.edges})
    for label, rows in due.links.items():
        held = [r for r in rows if r["id"] in set(due.cut.get(label, ()))]
        _each(connection, f"MATCH (n:`{label}` {{id: row.id}}) SET n.links = row.links", held)


def prints(connection: Any, model: GraphModel) -> Prints:
    """The fingerprints of the nodes that are there."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for label in model.nodes:
        result = connection.execute(f"MATCH (n:`{label}`) RETURN n.id, n.version, n.links")
        found[label] = {str(i): (str(version), str(links)) for i, version, links in result.get_all()}
        result.close()
    return found


def _declarations(model: GraphModel) -> Iterator[str]:
    for label, columns in model.nodes.items():
        declared = ", ".join(f"`{n}` {_TYPES[t]}" for n, t in columns)
        yield f"CREATE NODE TABLE `{label}`({declared}, PRIMARY KEY(`id`))"
    for kind, (start, end, columns) in model.edges.items():
        declared = "".join(f", `{n}` {_TYPES[t]}" for n, t in columns)
        yield f"CREATE REL TABLE `{kind}`(FROM `{start}` TO `{end}`{declared})"


def _copy(connection: Any, model: GraphModel, by_kind: dict[str, Sequence[Record]]) -> None:
    for kind, records in by_kind.items():
        if records:
            connection.execute(f"COPY `{kind}` FROM $records", {"records": _frame(model, kind, records)})


def _frame(model: GraphModel, kind: str, records: Sequence[Record]) -> Any:
    """Records as an Arrow table whose columns stand in the order of the declaration."""
    import pyarrow as pa

    types = dict(model.properties_of(kind))
    names = [*([] if kind in model.nodes else ["from", "to"]), *types]
    arrays = [array([r[n] for r in records], getattr(pa, _ARROW[types.get(n, "string")])()) for n in names]
    return pa.table(arrays, names=names)


def _each(connection: Any, statement: str, rows: Sequence[object]) -> None:
    for at in range(0, len(rows), _BATCH):
        connection.execute(f"UNWIND $rows AS row {statement}", {"rows": list(rows[at : at + _BATCH])})
