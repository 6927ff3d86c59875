"""Make a Neo4j database hold exactly one graph, writing only what differs: a schema within the caller's transaction,
records with fingerprints in a transaction for each batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from core.graph.base import EDGES
from core.graph.build import edge_records, node_records
from core.graph.changes import Changes, Prints, Record, Records, changes
from core.graph.models import GraphModel, Properties
from core.model import SchemaGraph

if TYPE_CHECKING:
    import neo4j

T = TypeVar("T")
BATCH = 5_000
"""Rows sent with one statement."""


def constraints(model: GraphModel) -> Iterator[str]:
    """Statements that give every node label its unique id, and so an index; they change nothing when run again."""
    for label in model.nodes:
        yield f"CREATE CONSTRAINT joinery_{label.lower()} IF NOT EXISTS FOR (n:`{label}`) REQUIRE n.id IS UNIQUE"


def sync(tx: neo4j.Transaction, graph: SchemaGraph) -> None:
    """Edges go first and come last, so that no step leaves one without its ends."""
    nodes, edges = node_records(graph), edge_records(graph)
    new_edges = {kind: _new_edges(tx, kind, records) for kind, records in edges.items()}
    for label, records in nodes.items():
        _sync_nodes(tx, label, records)
    for kind, records in new_edges.items():
        _run(tx, _create(kind, EDGES[kind]), records)


def bring(session: neo4j.Session, records: Records, tell: Callable[[float], None]) -> None:
    """Each batch is committed by itself. A node's fingerprints are noted last: what a crash left out is done again."""
    model = records.model
    due = changes(_prints(session, model), records)
    steps = list(_steps(model, due))
    total, done = sum(len(rows) for _, rows in steps), 0
    for statement, rows in steps:
        for at in range(0, len(rows), BATCH):
            some = rows[at : at + BATCH]
            session.run(f"UNWIND $rows AS row {statement}", {"rows": some}).consume()
            done += len(some)
            tell(done / total)


def _prints(session: neo4j.Session, model: GraphModel) -> Prints:
    read = "MATCH (n:`{}`) RETURN n.id, n.version, n.links"
    return {
        label: {str(i): (str(version), str(links)) for i, version, links in session.run(read.format(label)).values()}
        for label in model.nodes
    }


def _steps(model: GraphModel, due: Changes) -> Iterator[tuple[str, Sequence[object]]]:
    """Statements for one `row`, in order, and their rows."""

    def seek(label: str, key: str = "row") -> str:
        return f"MATCH (n:`{label}` {{id: {key}}}) USING INDEX n:`{label}`(id)"

    for label, ids in due.cut.items():
        yield f"{seek(label)} SET n.links = ''", ids
    for label, ids in due.gone.items():
        yield f"{seek(label)} DETACH DELETE n", ids
    for kind, (start, _, _) in model.edges.items():
        yield f"{seek(start)} MATCH (n)-[r:`{kind}`]->() DELETE r", due.cut.get(start, [])
    for label, nodes in due.nodes.items():
        yield f"CREATE (n:`{label}`) SET n = row, n.links = ''", nodes
    for kind, edges in due.edges.items():
        yield _create(kind, model.edges[kind]), edges
    for label, links in due.links.items():
        yield f"{seek(label, 'row.id')} SET n.links = row.links", links


def _sync_nodes(tx: neo4j.Transaction, label: str, records: list[Record]) -> None:
    there = {r["id"]: r["all"] for r in tx.run(f"MATCH (n:`{label}`) RETURN n.id AS id, properties(n) AS all")}
    wanted = {r["id"] for r in records}
    gone = [i for i in there if i not in wanted]
    seek = f"MATCH (n:`{label}` {{id: row}}) USING INDEX n:`{label}`(id)"
    _run(tx, f"{seek} DETACH DELETE n", gone)
    new = [r for r in records if r["id"] not in there]
    _run(tx, f"CREATE (n:`{label}`) SET n = row", new)
    changed = [r for r in records if r["id"] in there and there[r["id"]] != r]
    _run(tx, f"{seek.replace('id: row', 'id: row.id')} SET n = row", changed)


def _new_edges(tx: neo4j.Transaction, kind: str, records: list[Record]) -> list[Record]:
    """Delete the edges that are no longer wanted; return those that are not there yet."""
    names = [name for name, _ in EDGES[kind][2]]
    fields = "".join(f", r.`{name}`" for name in names)
    found = tx.run(f"MATCH (a)-[r:`{kind}`]->(b) RETURN elementId(r), a.id, b.id{fields}").values()
    wanted = {_key(record, names): record for record in records}
    gone = []
    for identity, *key in found:
        if wanted.pop(tuple(key), None) is None:
            gone.append(identity)
    _run(tx, "MATCH ()-[r]->() WHERE elementId(r) = row DELETE r", gone)
    return list(wanted.values())


def _key(record: Mapping[str, object], names: Iterable[str]) -> tuple[object, ...]:
    return (record["from"], record["to"], *(record[name] for name in names))


def _create(kind: str, ends: tuple[str, str, Properties]) -> str:
    """The hints matter: a plan made while the graph was small scans every node for each row of a large one."""
    start, end, columns = ends
    values = ", ".join(f"`{name}`: row.`{name}`" for name, _ in columns)
    return (
        f"MATCH (a:`{start}` {{id: row.from}}) USING INDEX a:`{start}`(id) "
        f"MATCH (b:`{end}` {{id: row.to}}) USING INDEX b:`{end}`(id) CREATE (a)-[:`{kind}` {{{values}}}]->(b)"
    )


def _run(tx: neo4j.Transaction, statement: str, rows: list[T]) -> None:
    for at in range(0, len(rows), BATCH):
        tx.run(f"UNWIND $rows AS row {statement}", {"rows": rows[at : at + BATCH]}).consume()
