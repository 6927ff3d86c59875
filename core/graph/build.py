"""From tables and joins to the graph a store keeps, and to the rows of its nodes and edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.graph.base import stored
from core.graph.changes import Record, Records
from core.graph.clusters import ClusterName, find_clusters
from core.graph.models import SCHEMA
from core.model import Join, SchemaGraph, Table
from core.profiles.description import described
from core.sql.rewrites import after


def schema_graph(tables: Iterable[Table], joins: Iterable[Join], names: Sequence[ClusterName] = ()) -> SchemaGraph:
    """Everything in order of name, joins only between columns that are there, with clusters and their `names`."""
    kept = tuple(sorted(tables, key=lambda t: t.name))
    known = {c.id for t in kept for c in t.columns}
    whole = tuple(
        sorted(
            (j for j in joins if all(e[0] in known and e[1] in known for e in _pairs(j))),
            key=lambda j: j.id,
        )
    )
    return SchemaGraph(kept, whole, find_clusters(kept, whole, names))


def node_records(graph: SchemaGraph) -> Mapping[str, list[Record]]:
    """Per node label, one record of the label's properties for each node."""
    return {
        "Table": [
            {"id": t.name, "label": t.label, "rows": t.rows, "description": described(t, graph.joins)}
            for t in graph.tables
        ],
        "Column": [
            {
                "id": c.id,
                "label": c.label,
                "data_type": c.type,
                "is_unique": c.profile.unique,
                "nulls": c.profile.nulls,
                "distinct": c.profile.distinct,
            }
            for t in graph.tables
            for c in t.columns
        ],
        "Cluster": [{"id": c.id, "label": c.label, "description": c.description} for c in graph.clusters],
    }


def edge_records(graph: SchemaGraph) -> Mapping[str, list[Record]]:
    """Per relationship type, one record for each edge: `from` and `to` (node ids) and its properties."""
    return {
        "HAS_COLUMN": [{"from": t.name, "to": c.id, "position": c.position} for t in graph.tables for c in t.columns],
        "IN_CLUSTER": [{"from": t, "to": c.id} for c in graph.clusters for t in c.tables],
        "SAME_ATTRIBUTE": [
            {
                "from": child,
                "to": parent,
                "join_id": j.id,
                "similarity": float(j.score),
                "state": j.state,
                "cardinality": j.evidence.cardinality,
                "part": part,
                "parts": len(j.child),
                "perfect": j.perfect,
                "after": after(j),
            }
            for j in stored(graph.joins)
            for part, (child, parent) in enumerate(_pairs(j), start=1)
        ],
    }


def records(graph: SchemaGraph) -> Records:
    """All of it; a schema's nodes have no fingerprints."""
    return Records(SCHEMA, node_records(graph), edge_records(graph))


def property_names(kind: str) -> Sequence[str]:
    """The properties of a node label or relationship type, in the model's order."""
    return SCHEMA.property_names(kind)


def _pairs(join: Join) -> list[tuple[str, str]]:
    return [
        (f"{join.child_table}.{c}", f"{join.parent_table}.{p}") for c, p in zip(join.child, join.parent, strict=True)
    ]
