"""How two tables connect: the best ways through the joins, for a person to compare."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from core.ask.trees import ranked
from core.ask.walks import edge
from core.model import Join, PathEdge

LONGEST = 6
"""Joins of one way, at most."""


PREFERRED = 0.15
"""What a join on a way that a person prefers costs: six of them less than any other."""


def cost(join: Join) -> float:
    """What one join costs a way while they are gathered: unconfirmed ones more, many-to-many ones much more."""
    if join.preferred:
        return PREFERRED
    many = 1.2 if join.evidence.cardinality == "n:m" else 0.0
    return 1.0 + (0.6 if join.state != "confirmed" else 0.0) + many + (1.0 - join.score)


def ways(joins: Sequence[Join], start: str, goal: str, most: int = 5) -> tuple[tuple[PathEdge, ...], ...]:
    """Up to `most` ways from one table to another, the one an answer would take first; no table twice on a way.

    Rejected joins and joins of a table to itself take no part. Of parallel joins each makes a way of its own. The k
    shortest simple paths (Yen 1971), put in the order of the path query; joins are nodes, so that parallel ones differ.
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
    liked = any(j.preferred for j in by_id.values())
    return tuple(sorted(found, key=lambda way: ranked([by_id[e.join_id] for e in way], start, liked=liked)))
