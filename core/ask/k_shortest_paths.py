"""How two tables connect: the best ways through the joins, for a person to compare."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from core.ask.trees import cost, edge
from core.model import Join, PathEdge

LONGEST = 6
"""Joins of one way, at most."""


def ways(joins: Sequence[Join], start: str, goal: str, most: int = 5) -> tuple[tuple[PathEdge, ...], ...]:
    """Up to `most` ways from one table to another, the one an answer would take first; no table twice on a way.

    Rejected joins and joins of a table to itself take no part. Of parallel joins each makes a way of its own. The k
    shortest simple paths (Yen 1971) by the cost that path finding uses; joins are nodes, so that parallel ones differ.
    """
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from((("table", start), ("table", goal)))
    by_id = {j.id: j for j in joins if j.state != "rejected" and not j.is_self}
    for join in sorted(by_id.values(), key=lambda j: j.id):
        for table in (join.child_table, join.parent_table):
            graph.add_edge(("table", table), ("join", join.id), cost=cost(join) / 2)
    if start == goal or not nx.has_path(graph, ("table", start), ("table", goal)):
        return ()
    found = []
    for path in islice(nx.shortest_simple_paths(graph, ("table", start), ("table", goal), weight="cost"), 4 * most):
        if len(path) // 2 <= LONGEST:
            found.append(tuple(edge(by_id[path[i][1]], path[i - 1][1]) for i in range(1, len(path), 2)))
        if len(found) == most:
            break
    return tuple(found)
