"""Join trees over a schema view: the ways that connect tables, and which goes first."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.ask.barred import barred_columns, bridges, may_step, referring, turns
from core.ask.roles import joined_by, meant, twofold
from core.ask.state import JoinTree, Reading, Role, SchemaView
from core.ask.walks import edge, turn
from core.model import Join, PathEdge

KEPT = 40
"""Trees that go on from one table to the next."""
ALIKE = 4
"""Ways to one column of a table in between that go on."""
LONGEST = 8
"""Joins of one way from a table to those that hang together already, at most."""
Neighbours = Mapping[str, Sequence[tuple[str, Join]]]


@dataclass(frozen=True, slots=True)
class Stage:
    """One table to connect: a way of at most `steps` joins leads from it to the tables before it."""

    goal: str
    steps: int


def stages(view: SchemaView, needed: Sequence[str], roles: Sequence[Role] = ()) -> tuple[Stage, ...] | None:
    """The order in which needed tables are connected, nearest first, and how far each may go; None: they cannot be.

    A way may be one join longer than the shortest, or as long as what a person prefers: then the rows say which it is.
    """
    joins, barred = view.joins, set(barred_columns(view.tables, needed))
    double = twofold(roles)
    wanted = list(dict.fromkeys([*(r.table for r in double), *(t for t in needed)]))
    inside = [*dict.fromkeys([*(r.table for r in double), *(r.of for r in double)])] or wanted[:1]
    if len({r.table for r in double}) > 1:
        return None
    beside = neighbours(meant(joins, roles), wanted, barred)
    liked = sum(j.preferred for j in joins)
    out: list[Stage] = []
    left = [t for t in wanted if t not in inside]
    while left:
        far = distances(beside, inside)
        near = min(left, key=lambda t: far.get(t, LONGEST + 1))
        if far.get(near, LONGEST + 1) > LONGEST:
            return None
        out.append(Stage(near, min(LONGEST, max(far[near] + 1, liked))))
        inside.append(near)
        left.remove(near)
    return tuple(out)


def neighbours(
    joins: Iterable[Join], needed: Collection[str], barred: Collection[str]
) -> dict[str, list[tuple[str, Join]]]:
    """Each table's neighbours by joins that a way may take."""
    beside: dict[str, list[tuple[str, Join]]] = defaultdict(list)
    for join in sorted(joins, key=lambda j: j.id):
        usable = not join.is_self and join.state != "rejected"
        if usable and may_step(join, join.child_table, join.parent_table, needed, barred):
            beside[join.child_table].append((join.parent_table, join))
            beside[join.parent_table].append((join.child_table, join))
    return beside


def distances(beside: Neighbours, inside: Collection[str]) -> dict[str, int]:
    """Joins from the tables inside to every table that can be reached, by breadth-first search."""
    far, ring, depth = dict.fromkeys(inside, 0), list(inside), 0
    while ring:
        depth += 1
        ring = list(dict.fromkeys(n for t in ring for n, _ in beside.get(t, ()) if n not in far))
        far |= dict.fromkeys(ring, depth)
    return far


def connect(view: SchemaView, tables: Sequence[str], most: int = 8, roles: Sequence[Role] = ()) -> JoinTree | None:
    """The tree that the path query puts first, foreseen in memory; None when the tables do not connect.

    Readings are tried along it before one is chosen: a query to the graph for each would take too long. Trees grow and
    are weighed as in the query, table by table, KEPT of them going on.
    """
    wanted = list(dict.fromkeys(tables))
    if not wanted:
        return JoinTree(())
    double = twofold(roles)
    if len(wanted) == 1 and not double:
        return JoinTree((wanted[0],))
    plan = stages(view, wanted, roles)
    if plan is None:
        return None
    edges: list[PathEdge] = []
    for role in double:
        join = next((j for j in view.joins if (j.child_table, j.child, j.parent_table) == joined_by(role)), None)
        if join is None:
            return None
        edges.append(replace(edge(join, role.table), role=role.name))
    start = double[0].table if double else wanted[0]
    grown = [_Tree(tuple(dict.fromkeys([start, *(e.right_table for e in edges)])), tuple(edges))]
    barred = set(barred_columns(view.tables, wanted))
    joins = meant(view.joins, roles)
    beside, refer = neighbours(joins, wanted, barred), referring(joins)
    for stage in plan:
        longer = [t for t in grown if stage.goal in t.inside]
        for tree in grown:
            if stage.goal not in tree.inside:
                ways = _ways(beside, stage, tree.inside, wanted, barred, refer, ALIKE if len(plan) > 1 else 1)
                longer += [tree.with_way(w) for w in ways if len(tree.edges) + len(w.steps) <= most]
        grown = sorted(longer, key=lambda t: t.rank)[:KEPT]
    return JoinTree(grown[0].inside, grown[0].edges) if grown else None


def within_reach(
    view: SchemaView, stage: Stage, before: Sequence[str], passed: Sequence[str] = (), roles: Sequence[Role] = ()
) -> list[str]:
    """The tables that a way of the stage's length may pass from its goal to those `before`, or to those that ways of
    earlier stages may have `passed`."""
    beside = neighbours(meant(view.joins, roles), [t.name for t in view.tables], ())
    there, here = distances(beside, [stage.goal]), distances(beside, [*before, *passed])
    near = (t for t in there if t in here and t not in before)
    return sorted(t for t in near if 0 < there[t] <= stage.steps - max(1, here[t]))


@dataclass(frozen=True, slots=True)
class _Walk:
    """A way from a goal so far; `rank` is what the path query orders by."""

    at: str
    steps: tuple[PathEdge, ...] = ()
    last: Join | None = None
    strange: int = 0
    repeating: int = 0
    unconfirmed: int = 0
    bridges: int = 0
    similarity: float = 1.0

    def longer(self, join: Join, step: PathEdge, turned: bool, liked: bool, refer: Collection[str]) -> _Walk:
        """The way with one more join; `turned` says that it turns round where the last one arrived."""
        return _Walk(
            step.right_table,
            (*self.steps, step),
            join,
            self.strange + (liked and not join.preferred),
            self.repeating + (turned or join.evidence.cardinality == "n:m"),
            self.unconfirmed + (join.state != "confirmed"),
            self.bridges + bool(self.last and bridges(self.last, join, self.at, refer)),
            self.similarity * join.score,
        )

    @property
    def rank(self) -> tuple[int, int, int, int, int, float, list[str]]:
        ids = [e.join_id for e in self.steps]
        return self.strange, self.repeating, self.unconfirmed, len(ids), self.bridges, -self.similarity, ids


@dataclass(frozen=True, slots=True)
class _Tree:
    """Tables that hang together so far; `ids` are the joins as the path query lists them."""

    inside: tuple[str, ...]
    edges: tuple[PathEdge, ...] = ()
    ids: tuple[str, ...] = ()
    strange: int = 0
    repeating: int = 0
    unconfirmed: int = 0
    bridges: int = 0
    similarity: float = 1.0

    def with_way(self, way: _Walk) -> _Tree:
        """The tree with one more table at the end of a way."""
        steps = tuple(turn(s) for s in reversed(way.steps))
        found = [s.join_id for s in way.steps]
        return _Tree(
            (*self.inside, *(s.right_table for s in steps)),
            (*self.edges, *steps),
            (*self.ids, *found) if self.edges else tuple(reversed(found)),
            self.strange + way.strange,
            self.repeating + way.repeating,
            self.unconfirmed + way.unconfirmed,
            self.bridges + way.bridges,
            self.similarity * way.similarity,
        )

    @property
    def rank(self) -> tuple[int, int, int, int, int, float, tuple[str, ...]]:
        length = len(self.edges)
        return self.strange, self.repeating, self.unconfirmed, length, self.bridges, -self.similarity, self.ids


def _ways(
    beside: Neighbours,
    stage: Stage,
    inside: Collection[str],
    needed: Collection[str],
    barred: Collection[str],
    refer: Collection[str],
    alike: int,
) -> list[_Walk]:
    """The ways from the stage's goal to a table inside; of ways to one column in between the best `alike` go on."""
    liked = any(j.preferred for near in beside.values() for _, j in near)
    found: list[_Walk] = []
    layer = [_Walk(stage.goal)]
    for _ in range(stage.steps):
        grown: dict[tuple[str, str], list[_Walk]] = defaultdict(list)
        for walk_ in layer:
            passed = {stage.goal, *(e.right_table for e in walk_.steps)}
            for near, join in beside.get(walk_.at, ()):
                if near in passed:
                    continue
                met = turns(walk_.last, join, walk_.at) if walk_.last else ""
                if met in barred:
                    continue
                step = edge(join, walk_.at)
                many = join.evidence.cardinality == "n:m"
                if many and not may_step(join, walk_.at, near, needed, barred):
                    continue
                longer = walk_.longer(join, step, bool(met), liked, refer)
                key = (near, step.right[0])
                if near in inside:
                    found.append(longer)
                else:
                    grown[key].append(longer)
        layer = [w for ways in grown.values() for w in heapq.nsmallest(alike, ways, key=lambda w: w.rank)]
    return found


def ranked(joins: Sequence[Join], start: str, *, liked: bool) -> tuple[int, int, int, int, int, float, list[str]]:
    """What the path query orders by, of a way that leads from `start` along the joins."""
    at, last, walk_, refer = start, None, _Walk(start), referring(joins)
    for join in joins:
        walk_ = walk_.longer(join, edge(join, at), bool(last and turns(last, join, at)), liked, refer)
        at, last = walk_.at, join
    return walk_.rank


def connected(view: SchemaView, reading: Reading) -> JoinTree | None:
    """The tree of a reading's tables in the roles that it means."""
    return connect(view, reading.tables, roles=reading.roles)
