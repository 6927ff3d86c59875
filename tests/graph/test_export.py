"""The schema graph for other programs: they read back what was written, whatever the labels hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest

from core.graph.base import EDGES, NODES
from core.graph.build import edge_records, node_records, property_names, schema_graph
from core.graph.embedded import EmbeddedGraph
from core.graph.export import FORMATS, cypher, graphml, mermaid
from core.model import SchemaGraph
from tests.graph.graphs import football, join, table

NASTY = "O'Brien\\ \"x\" <b>&\u2028\n'}) DETACH DELETE (n) //"


@pytest.fixture
def graph() -> SchemaGraph:
    tables = [
        table("orders", ["id!", "customer_id", "shop_id"], rows=20, label=NASTY),
        table("customers", ["id!", "name"], rows=5, description="People <who> buy"),
        table("shops", ["id!"]),
    ]
    joins = [
        join("orders.customer_id", "customers.id", state="confirmed"),
        join("orders.shop_id", "shops.id", state="rejected"),
    ]
    return schema_graph(tables, joins)


def test_graphml_is_read_back_whole(graph: SchemaGraph, tmp_path: pytest.TempPathFactory) -> None:
    read = nx.parse_graphml(graphml(graph), force_multigraph=True)
    assert read.nodes["Table:orders"] == {
        "kind": "Table",
        "id": "orders",
        "label": NASTY,
        "rows": 20,
        "description": read.nodes["Table:orders"]["description"],
    }
    assert read.nodes["Column:customers.id"]["is_unique"] is True
    joins = [(a, b, d) for a, b, d in read.edges(data=True) if d["kind"] == "SAME_ATTRIBUTE"]
    assert [(a, b, d["state"]) for a, b, d in joins] == [
        ("Column:orders.customer_id", "Column:customers.id", "confirmed")
    ]
    assert sum(d["kind"] == "HAS_COLUMN" for *_, d in read.edges(data=True)) == 6


def test_what_xml_cannot_hold_is_replaced() -> None:
    read = nx.parse_graphml(graphml(schema_graph([table("t", ["id!"], label="a\x00b\ud83d")], [])))
    assert read.nodes["Table:t"]["label"] == "a\ufffdb\ufffd"


def test_the_cypher_script_has_one_statement_a_line_and_nothing_breaks_out(graph: SchemaGraph) -> None:
    lines = cypher(graph).splitlines()
    assert all(line.endswith(";") for line in lines)
    (orders,) = [line for line in lines if line.startswith("CREATE (:`Table` {`id`: 'orders'")]
    assert r"`label`: 'O\'Brien\\ \"x\" <b>&\u2028\u000A\'}) DETACH DELETE (n) //'" in orders.replace('"', '\\"')
    assert sum("SAME_ATTRIBUTE" in line for line in lines) == 1
    assert sum(line.startswith("CREATE (:`Column`") for line in lines) == 6


def test_mermaid_names_every_table_once_and_escapes_labels(graph: SchemaGraph) -> None:
    text = mermaid(replace(graph, tables=(*graph.tables, table("2 x", ["a"]), table("2-x", ["a"]))))
    assert text.splitlines()[0] == "erDiagram"
    assert '_2_x["2 x"] {' in text
    assert '_2_x_2["2-x"] {' in text
    assert 'orders }o--|| customers : "customer_id = id"' in text
    assert "shops :" not in text
    (head,) = [line for line in text.splitlines() if line.startswith("    orders[")]
    assert head.count('"') == 2
    assert "#lt;b#gt;" in head


def test_an_empty_graph_is_written_too() -> None:
    assert [write(SchemaGraph((), ())) != "" for _, write in FORMATS.values()] == [True, True, True]


@pytest.mark.neo4j
def test_a_server_makes_the_graph_of_the_script(graph: SchemaGraph, request: pytest.FixtureRequest) -> None:
    from tests.neo4j.client import run, wipe

    uri = str(request.config.getoption("--neo4j"))
    wipe(uri)
    for statement in cypher(graph).splitlines():
        run(uri, statement.removesuffix(";"))
    found = run(uri, "MATCH (n) RETURN labels(n)[0] AS kind, count(*) AS n ORDER BY kind")
    assert [(r["kind"], r["n"]) for r in found] == [("Cluster", 2), ("Column", 6), ("Table", 3)]
    (orders,) = run(uri, "MATCH (t:Table {id: 'orders'}) RETURN t.label AS label, t.rows AS rows")
    assert orders == {"label": NASTY, "rows": 20}
    ends = run(uri, "MATCH (a:Column)-[j:SAME_ATTRIBUTE]->(b:Column) RETURN a.id AS a, b.id AS b, j.state AS state")
    assert ends == [{"a": "orders.customer_id", "b": "customers.id", "state": "confirmed"}]
    wipe(uri)


@pytest.mark.slow
def test_the_cypher_script_makes_the_same_graph_in_ladybug(tmp_path: Path) -> None:
    import ladybug

    tables, joins = football()
    graph = schema_graph([*tables, table("odd", ["id!"], label=NASTY, description="\\u0041 'b' `c` $d")], joins)
    EmbeddedGraph(tmp_path / "graph.lbug", buffer_mb=64).close()  # empty, with its tables declared
    database = ladybug.Database(tmp_path / "graph.lbug", buffer_pool_size=64 << 20, max_db_size=1 << 30)
    connection = ladybug.Connection(database)
    for line in cypher(graph).splitlines():
        if not line.startswith("CREATE CONSTRAINT"):
            connection.execute(line)
    for kind, wanted in node_records(graph).items():
        names = property_names(kind)
        found = connection.execute(f"MATCH (n:`{kind}`) RETURN {', '.join(f'n.`{p}`' for p in names)}").get_all()
        assert sorted(map(tuple, found), key=repr) == sorted((tuple(r[p] for p in names) for r in wanted), key=repr)
    for kind, wanted in edge_records(graph).items():
        names = property_names(kind)
        returned = ", ".join(["a.id", "b.id", *(f"e.`{p}`" for p in names)])
        query = f"MATCH (a:`{EDGES[kind][0]}`)-[e:`{kind}`]->(b:`{EDGES[kind][1]}`) RETURN {returned}"
        found = connection.execute(query).get_all()
        rows = [(r["from"], r["to"], *(r[p] for p in names)) for r in wanted]
        assert sorted(map(tuple, found), key=repr) == sorted(rows, key=repr)
    assert set(NODES) == set(node_records(graph))
    connection.close()
    database.close()


def test_a_rewriting_stands_at_its_edge_in_every_format() -> None:
    rewritten = replace(join("visits.client", "clients.no"), rewrite=((("prefix", "K-"),), ()))
    made = schema_graph([table("visits", ["id!", "client"]), table("clients", ["no!"])], [rewritten])
    said = "after leaving out “K-” in visits.client"
    (edge,) = [d for *_, d in nx.parse_graphml(graphml(made)).edges(data=True) if d["kind"] == "SAME_ATTRIBUTE"]
    assert edge["after"] == said
    assert f"`after`: '{said}'" in cypher(made)
    assert f'visits }}o..|| clients : "client = no {said}"' in mermaid(made)
