"""From tables and joins to the graph's records and clusters."""

from __future__ import annotations

import random
from itertools import pairwise

from core.graph.build import edge_records, node_records, schema_graph
from core.graph.clusters import find_clusters
from tests.graph.graphs import football, join, table, wide


def test_records_hold_what_the_model_says() -> None:
    graph = schema_graph(*football())
    nodes, edges = node_records(graph), edge_records(graph)
    assert nodes["Table"][3] == {"id": "teams", "label": "Teams", "rows": 20, "description": "Clubs"}
    assert nodes["Column"][0] == {
        "id": "games.id",
        "label": "id",
        "data_type": "integer",
        "is_unique": True,
        "nulls": 0,
        "distinct": 380,
    }
    assert {(e["from"], e["to"]) for e in edges["IN_CLUSTER"]} == {
        ("games", "teams"),
        ("players", "teams"),
        ("rounds", "teams"),
        ("teams", "teams"),
        ("weather", "weather"),
    }
    assert [e["position"] for e in edges["HAS_COLUMN"] if e["from"] == "games"] == [0, 1, 2, 3, 4]


def test_a_composite_join_has_an_edge_a_part() -> None:
    edges = edge_records(schema_graph(*football()))["SAME_ATTRIBUTE"]
    composite = [e for e in edges if e["parts"] == 2]
    assert [(e["from"], e["to"], e["part"]) for e in composite] == [
        ("games.season", "rounds.season", 1),
        ("games.round", "rounds.round", 2),
    ]
    assert len({e["join_id"] for e in composite}) == 1


def test_rejected_joins_and_joins_of_missing_columns_have_no_edge() -> None:
    tables, joins = football()
    graph = schema_graph(tables, (*joins, join("games.nothing", "teams.id")))
    ends = [(e["from"], e["to"]) for e in edge_records(graph)["SAME_ATTRIBUTE"]]
    assert ("weather.rain", "games.round") not in ends
    assert ("games.nothing", "teams.id") not in ends
    assert len(ends) == 6


def test_clusters_are_named_after_the_table_that_joins_most() -> None:
    first, second = schema_graph(*football()).clusters
    assert (first.id, first.label, first.tables) == ("teams", "Teams", ("games", "players", "rounds", "teams"))
    assert first.description == "Teams with Games, Players, Rounds"
    assert (second.id, second.label, second.tables) == ("weather", "Weather", ("weather",))


def test_communities_are_found_within_a_component() -> None:
    names = [f"{family}{i}" for family in "ab" for i in range(6)]
    joins = [join(f"{family}{i}.x", f"{family}{j}.x", score=0.9) for family in "ab" for i in range(6) for j in range(i)]
    tables = [table(n, ["x"]) for n in names]
    clusters = find_clusters(tables, [*joins, join("a0.x", "b0.x", score=0.1)])
    assert [c.tables for c in clusters] == [tuple(names[:6]), tuple(names[6:])]


def test_the_order_of_the_input_does_not_matter() -> None:
    graph = wide(tables=60, columns=3, edges=300)
    tables, joins = list(graph.tables), list(graph.joins)
    expected = schema_graph(tables, joins)
    random.Random(1).shuffle(tables)
    random.Random(2).shuffle(joins)
    assert schema_graph(tables, joins) == expected


def test_unrelated_tables_stay_apart() -> None:
    clusters = find_clusters([table("b", ["x"], rows=2), table("a", ["x"])], [])
    assert [c.tables for c in clusters] == [("a",), ("b",)]


def test_a_handful_of_tables_that_join_is_one_cluster() -> None:
    names = [f"t{n}" for n in range(6)]
    joins = [join(f"{a}.x", f"{b}.x", score=0.9) for a, b in pairwise(names)]
    assert [c.tables for c in find_clusters([table(n, ["x"]) for n in names], joins)] == [tuple(names)]


def test_no_cluster_is_a_crumb_of_a_larger_whole() -> None:
    names = [f"{family}{i}" for family in "ab" for i in range(6)]
    joins = [join(f"{family}{i}.x", f"{family}{j}.x", score=0.9) for family in "ab" for i in range(6) for j in range(i)]
    joins += [join("a0.x", "b0.x", score=0.1), join("tail.x", "b3.x", score=0.6), join("tip.x", "tail.x", score=0.9)]
    tables = [table(n, ["x"]) for n in (*names, "tail", "tip", "alone")]
    clusters = find_clusters(tables, joins)
    assert [c.tables for c in clusters] == [(*names[6:], "tail", "tip"), tuple(names[:6]), ("alone",)]
    assert (clusters[2].label, clusters[2].description) == ("alone", "alone")
