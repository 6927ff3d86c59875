"""Joins as they are walked: from one side or the other, along a tree, and what a walk multiplies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from core.ask.state import JoinTree
from core.model import Cardinality, Join, PathEdge
from core.sql.rewrites import after

_TURNED: dict[Cardinality, Cardinality] = {"1:1": "1:1", "n:m": "n:m", "1:n": "n:1", "n:1": "1:n"}


def edge(join: Join, left: str) -> PathEdge:
    """The join walked from the table `left` (for a self join: from child to parent)."""
    e = join.evidence
    if join.child_table == left:
        return PathEdge(
            join.id, left, join.child, join.parent_table, join.parent, join.state, join.score, e.cardinality,
            after=after(join),
        )  # fmt: skip
    turned = _TURNED[e.cardinality]
    return PathEdge(
        join.id, join.parent_table, join.parent, join.child_table, join.child, join.state, join.score, turned,
        after=after(join),
    )  # fmt: skip


def turn(step: PathEdge) -> PathEdge:
    """The same join walked the other way."""
    return PathEdge(
        step.join_id, step.right_table, step.right, step.left_table, step.left, step.state, step.score,
        _TURNED[step.cardinality], after=step.after,
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


def in_common(edges: Sequence[PathEdge], needed: Collection[str]) -> list[tuple[str, str, str]]:
    """(table, one, other): rows of `one` and `other` meet only because they refer to one row of a table between that is
    not itself needed; each meets all that refer to it."""
    found: list[tuple[str, str, str]] = []
    met: dict[tuple[str, tuple[str, ...]], str] = {}
    for e in edges:
        for step in (e, turn(e)):
            at = (step.right_table, step.right)
            if step.cardinality != "n:1" or step.right_table in needed:
                continue
            if at in met:
                found.append((step.right_table, met[at], step.left_table))
            else:
                met[at] = step.left_table
    return found


def multiplies(edges: Iterable[PathEdge]) -> bool:
    """Whether walking these edges can repeat a row of the table they start from."""
    return any(e.cardinality in ("1:n", "n:m") for e in edges)
