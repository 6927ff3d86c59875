"""Tables that hang together: communities of the graph whose edges are joins (Louvain; Blondel et al. 2008)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from core.graph.base import stored
from core.model import Cluster, Join, Table

MOST_NAMED = 3
WHOLE = 6
"""How many tables that hang together are not parted."""
LEAST = 3
"""The fewest tables of a part of a larger component."""
SEED = 7
ALIKE = 0.5
"""A name stays with a group that shares at least this part of its tables (Jaccard) with those it was given to."""

ClusterName = tuple[str, frozenset[str]]
"""A person's name for a group, and the tables it was given to."""


def find_clusters(
    tables: Sequence[Table], joins: Sequence[Join], names: Sequence[ClusterName] = ()
) -> tuple[Cluster, ...]:
    """Every table in exactly one cluster, largest cluster first; the same input gives the same clusters.

    Tables without a way to each other never share a cluster. An edge weighs the sum of the scores of the joins between
    its tables. A cluster's id is its most connected table's name, its label that table's label, or the one of `names`
    that was given to it.
    """
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(sorted(t.name for t in tables))
    weights: Counter[tuple[str, str]] = Counter()
    for join in stored(tuple(joins)):
        if not join.is_self and join.child_table in graph and join.parent_table in graph:
            pair = sorted((join.child_table, join.parent_table))
            weights[pair[0], pair[1]] += max(join.score, 0.01)  # type: ignore[assignment]
    graph.add_weighted_edges_from((a, b, w) for (a, b), w in sorted(weights.items()))

    groups: list[list[str]] = []
    for component in sorted(nx.connected_components(graph), key=min):
        if len(component) <= WHOLE:
            groups.append(sorted(component))
        else:
            part = nx.Graph()
            part.add_nodes_from(sorted(component))
            part.add_weighted_edges_from((a, b, w) for (a, b), w in sorted(weights.items()) if a in component)
            groups += _no_crumbs([sorted(g) for g in nx.community.louvain_communities(part, seed=SEED)], weights)
    by_name = {t.name: t for t in tables}
    clusters = []
    for group in sorted(groups, key=lambda g: (-len(g), g)):
        inside = graph.subgraph(group)
        ranked = sorted(group, key=lambda n: (-inside.degree(n, weight="weight"), -by_name[n].rows, n))
        clusters.append(_cluster(ranked, group, by_name))
    return named(clusters, names)


def alike(a: Set[str], b: Set[str]) -> float:
    """What two sets of tables share (Jaccard), 0..1."""
    return len(a & b) / len(a | b) if a or b else 0.0


def named(clusters: Sequence[Cluster], names: Sequence[ClusterName]) -> tuple[Cluster, ...]:
    """The clusters with the names given to them: each name goes to the one most like it, each takes the likest name."""
    fits = sorted(
        (-share, n, at)
        for n, (_, tables) in enumerate(names)
        for at, c in enumerate(clusters)
        if (share := alike(tables, frozenset(c.tables))) >= ALIKE
    )
    found = list(clusters)
    given: set[int] = set()
    taken: set[int] = set()
    for _, n, at in fits:
        if n not in given and at not in taken:
            given.add(n)
            taken.add(at)
            found[at] = replace(found[at], label=names[n][0])
    return tuple(found)


def _no_crumbs(groups: list[list[str]], weights: Mapping[tuple[str, str], float]) -> list[list[str]]:
    """The communities of one component; those of fewer than `LEAST` tables go to the one they share most with."""
    left = sorted(groups)
    while len(left) > 1:
        small = min(left, key=lambda g: (len(g), g))
        if len(small) >= LEAST:
            break
        left.remove(small)
        shared = [sum(w for pair, w in weights.items() if {*pair} & {*g} and {*pair} & {*small}) for g in left]
        host = min(zip(left, shared, strict=True), key=lambda found: (-found[1], len(found[0]), found[0]))[0]
        left.remove(host)
        left = sorted([*left, sorted(host + small)])
    return left


def _cluster(ranked: Sequence[str], group: Sequence[str], by_name: dict[str, Table]) -> Cluster:
    labels = [by_name[n].label for n in ranked]
    others = labels[1 : 1 + MOST_NAMED]
    left = len(group) - 1 - len(others)
    description = labels[0] if not others else f"{labels[0]} with {', '.join(others)}"
    if left:
        description += f" and {left} more"
    return Cluster(ranked[0], labels[0], tuple(group), description)
