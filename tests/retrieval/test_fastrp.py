"""Vectors of the schema graph's nodes."""

from __future__ import annotations

import numpy as np

from core.retrieval.fastrp import SchemaNodes, node_vectors
from tests.graph.graphs import join, table

TABLES = (
    table("orders", ["id!", "customer"]),
    table("customers", ["id!", "city"]),
    table("trips", ["no!", "station"]),
    table("stations", ["no!", "name"]),
)
JOINS = (join("orders.customer", "customers.id"), join("trips.station", "stations.no"))


def test_tables_that_join_lie_nearer_than_others() -> None:
    nodes = SchemaNodes(TABLES, JOINS)
    assert nodes.nearest("orders", 1, tables=True)[0][0] == "customers"
    assert nodes.nearest("stations", 1, tables=True)[0][0] == "trips"
    assert nodes.nearest("orders.customer", 1, tables=False)[0][0] == "customers.id"
    assert nodes.nearest("nothing") == ()
    assert len(nodes.nearest("orders", 99)) == 11


def test_the_same_seed_gives_the_same_vectors() -> None:
    edges = [(0, 1, 1.0), (1, 2, 0.5)]
    made = node_vectors(4, edges)
    assert np.array_equal(made, node_vectors(4, edges))
    assert not np.array_equal(made, node_vectors(4, edges, seed=8))
    assert np.allclose(np.linalg.norm(made, axis=1), 1.0)


def test_a_graph_without_edges_has_vectors_too() -> None:
    assert node_vectors(2, []).shape == (2, 128)
    assert node_vectors(0, []).shape == (0, 128)
