"""What is written when records differ from what a store holds: no more than that."""

from __future__ import annotations

from core.graph.changes import Changes, Record, Records, changes, sealed
from core.graph.models import PASSAGES, model_of


def held(texts: dict[str, str], near: dict[str, str]) -> Records:
    nodes: dict[str, list[Record]] = {"Chunk": [{"id": i, "text": text} for i, text in texts.items()], "Document": []}
    edges: dict[str, list[Record]] = {"NEAR": [{"from": a, "to": b, "rank": 1} for a, b in near.items()], "NEXT": []}
    return sealed(PASSAGES, nodes, edges)


def due(before: Records, after: Records) -> Changes:
    return changes(before.prints, after)


FIRST = held({"a": "x", "b": "y", "c": "z"}, {"a": "b", "b": "a", "c": "a"})


def test_nothing_is_due_where_nothing_differs() -> None:
    assert due(FIRST, held({"a": "x", "b": "y", "c": "z"}, {"a": "b", "b": "a", "c": "a"})).size == 0


def test_what_leads_to_a_node_that_is_replaced_is_written_again() -> None:
    found = due(FIRST, held({"a": "x", "b": "new", "c": "z"}, {"a": "b", "b": "a", "c": "a"}))
    assert found.gone["Chunk"] == ["b"]
    assert [r["id"] for r in found.nodes["Chunk"]] == ["b"]
    assert found.cut["Chunk"] == ["a"]  # its edge goes with the node
    assert [(r["from"], r["to"]) for r in found.edges["NEAR"]] == [("a", "b"), ("b", "a")]
    assert [r["id"] for r in found.links["Chunk"]] == ["a", "b"]


def test_a_node_that_leads_elsewhere_stays_itself() -> None:
    found = due(FIRST, held({"a": "x", "b": "y", "c": "z"}, {"a": "b", "b": "a", "c": "b"}))
    assert (found.gone["Chunk"], found.nodes["Chunk"], found.cut["Chunk"]) == ([], [], ["c"])
    assert [(r["from"], r["to"]) for r in found.edges["NEAR"]] == [("c", "b")]


def test_what_is_gone_is_deleted() -> None:
    found = due(FIRST, held({"a": "x", "b": "y"}, {"a": "b", "b": "a"}))
    assert (found.gone["Chunk"], found.size) == (["c"], 1)


def test_a_query_speaks_of_the_graph_whose_labels_it_names() -> None:
    for text, name in (
        ("MATCH (c:Chunk)-[n:NEAR]->(m) RETURN m.id", "passages"),
        ("MATCH (c)-[:`NEAR`]->(m:Sentence|Chunk) RETURN m.id", "passages"),
        ("MATCH (t:Table) RETURN t.id", "schema"),
        ("MATCH (t:Table {label: ':Chunk'}) RETURN t.id", "schema"),
        ("MATCH (n) RETURN count(n)", "schema"),
        ("MATCH (c:Chunky) RETURN c.id", "schema"),
    ):
        assert model_of(text).name == name
