"""Join trees over a schema view: connecting tables, walking parts of a tree, and what a walk multiplies."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from core.ask.state import JoinTree, SchemaView
from core.ask.vocabulary import stems
from core.model import Cardinality, Join, PathEdge

_TURNED: dict[Cardinality, Cardinality] = {"1:1": "1:1", "n:m": "n:m", "1:n": "n:1", "n:1": "1:n"}


def edge(join: Join, left: str) -> PathEdge:
    """The join walked from the table `left` (for a self join: from child to parent)."""
    e = join.evidence
    if join.child_table == left:
        return PathEdge(
            join.id, left, join.child, join.parent_table, join.parent, join.state, join.score, e.cardinality
        )
    turned = _TURNED[e.cardinality]
    return PathEdge(
        join.id, join.parent_table, join.parent, join.child_table, join.child, join.state, join.score, turned
    )


PREFERRED = 0.15
"""What a join on a way that a person prefers costs: six of them less than any other."""


def cost(join: Join) -> float:
    """What one join costs a path: unconfirmed ones more, many-to-many ones much more."""
    if join.preferred:
        return PREFERRED
    named = 0.0 if set(stems(" ".join(join.child))) & set(stems(join.parent_table)) else 0.1
    many = 1.2 if join.evidence.cardinality == "n:m" else 0.0
    return 1.0 + (0.6 if join.state != "confirmed" else 0.0) + many + named + (1.0 - join.score)


def connect(view: SchemaView, tables: Sequence[str], most: int = 8, preferred: Collection[str] = ()) -> JoinTree | None:
    """A cheap tree that holds all `tables`: each in turn joined by the cheapest chain to what is there.

    Joins whose id is `preferred` win over others of the same two tables. The usual shortest-path heuristic for
    Steiner trees (Takahashi & Matsuyama 1980). None when they do not connect.
    """
    beside: dict[str, list[tuple[str, Join]]] = {}
    for join in view.joins:
        if not join.is_self:
            beside.setdefault(join.child_table, []).append((join.parent_table, join))
            beside.setdefault(join.parent_table, []).append((join.child_table, join))
    wanted = list(dict.fromkeys(tables))
    if not wanted:
        return JoinTree(())
    inside, edges = [wanted[0]], list[PathEdge]()
    missing = set(wanted[1:])
    while missing:
        found = _nearest(beside, inside, missing, preferred)
        if found is None or len(edges) + len(found) > most:
            return None
        for step in found:
            if step.right_table not in inside:
                inside.append(step.right_table)
                edges.append(step)
        missing -= set(inside)
    return JoinTree(tuple(inside), tuple(edges))


def _nearest(
    beside: dict[str, list[tuple[str, Join]]],
    inside: Sequence[str],
    missing: Collection[str],
    preferred: Collection[str],
) -> list[PathEdge] | None:
    """The cheapest chain from any table inside to any missing one (Dijkstra)."""
    spoken = {frozenset((j.child_table, j.parent_table)) for js in beside.values() for _, j in js if j.id in preferred}
    queue: list[tuple[float, tuple[str, ...], str, tuple[PathEdge, ...]]] = [(0.0, (), t, ()) for t in inside]
    heapq.heapify(queue)
    seen: set[str] = set()
    while queue:
        price, ids, at, chain = heapq.heappop(queue)
        if at in missing:
            return list(chain)
        if at in seen:
            continue
        seen.add(at)
        for near, join in beside.get(at, ()):
            if near not in seen:
                # Of two roles the question's own words decide, before the way that a person prefers elsewhere.
                plain = replace(join, preferred=False) if frozenset((at, near)) in spoken else join
                step = cost(plain) - (0.5 if join.id in preferred else 0.0)
                heapq.heappush(queue, (price + step, (*ids, join.id), near, (*chain, edge(join, at))))
    return None


def turn(step: PathEdge) -> PathEdge:
    """The same join walked the other way."""
    return PathEdge(
        step.join_id, step.right_table, step.right, step.left_table, step.left, step.state, step.score,
        _TURNED[step.cardinality],
    )  # fmt: skip


def walk(tree: JoinTree, start: str, goals: Iterable[str]) -> list[PathEdge]:
    """The part of the tree that leads from `start` to `goals`, as edges walked outwards, nearest first."""
    steps: dict[str, list[PathEdge]] = {}
    for e in tree.edges:
        steps.setdefault(e.left_table, []).append(e)
        steps.setdefault(e.right_table, []).append(turn(e))
    came: dict[str, PathEdge] = {}
    order, queue = [start], [start]
    while queue:
        at = queue.pop(0)
        for e in steps.get(at, ()):
            if e.right_table not in came and e.right_table != start:
                came[e.right_table] = e
                order.append(e.right_table)
                queue.append(e.right_table)
    needed: set[str] = set()
    for goal in goals:
        while goal in came and goal not in needed:
            needed.add(goal)
            goal = came[goal].left_table
    return [came[t] for t in order if t in needed]


def multiplies(edges: Iterable[PathEdge]) -> bool:
    """Whether walking these edges can repeat a row of the table they start from."""
    return any(e.cardinality in ("1:n", "n:m") for e in edges)
