"""The surroundings of some tables as text for a prompt (seed 002): nearest nodes, shortest ways, short random walks.

Written as nodes and relationships in Cypher's notation, the surest first, until a budget of tokens is used up. The
walks are seeded: the same tables and joins give the same text.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from core.model import Join, Table
from core.retrieval.fastrp import SEED, SchemaNodes

CHARACTERS_PER_TOKEN = 4
NEAREST, WALKS, STEPS = 3, 4, 3
_Beside = Mapping[str, Sequence[tuple[str, Join]]]


def context(tables: Sequence[Table], joins: Sequence[Join], named: Sequence[str], tokens: int, seed: int = SEED) -> str:
    """Lines about the tables `named` and what lies around them, within the budget; the tables come first."""
    known = {t.name: t for t in tables}
    usable = [j for j in joins if j.state != "rejected" and {j.child_table, j.parent_table} <= known.keys()]
    wanted = [n for n in dict.fromkeys(named) if n in known]
    lines: dict[str, None] = {}
    room = tokens * CHARACTERS_PER_TOKEN
    for line in _lines(known, usable, wanted, seed):
        if line not in lines:
            if len(line) + 1 > room:
                break
            lines[line] = None
            room -= len(line) + 1
    return "\n".join(lines)


def _lines(known: Mapping[str, Table], joins: Sequence[Join], wanted: Sequence[str], seed: int) -> Iterator[str]:
    beside: dict[str, list[tuple[str, Join]]] = defaultdict(list)
    for j in sorted(joins, key=lambda j: (-j.score, j.id)):
        beside[j.child_table].append((j.parent_table, j))
        if not j.is_self:
            beside[j.parent_table].append((j.child_table, j))
    yield from (_node(known[name]) for name in wanted)
    for one, other in combinations(wanted, 2):
        yield from map(_edge, shortest(beside, one, other))
    nodes = SchemaNodes(tuple(known.values()), joins, seed)
    for name in wanted:
        yield from (_node(known[near]) for near, _ in nodes.nearest(name, NEAREST, tables=True))
    for name in wanted:
        yield from map(_edge, walked(beside, name, random.Random(f"{seed}:{name}")))  # noqa: S311


def shortest(beside: _Beside, start: str, end: str) -> tuple[Join, ...]:
    """The joins of a shortest way between two tables, by the surer joins where several are as short; () for none."""
    came: dict[str, tuple[str, Join] | None] = {start: None}
    due = deque([start])
    while due and end not in came:
        here = due.popleft()
        for there, join in beside.get(here, ()):
            if there not in came:
                came[there] = (here, join)
                due.append(there)
    way: list[Join] = []
    step = came.get(end)
    while step is not None:
        way.append(step[1])
        step = came[step[0]]
    return tuple(reversed(way))


def walked(beside: _Beside, start: str, by: random.Random) -> Iterator[Join]:
    """The joins of a few short random walks from a table; surer joins are taken more often."""
    for _ in range(WALKS):
        here = start
        for _ in range(STEPS):
            ways = beside.get(here, ())
            if not ways:
                return
            ((here, join),) = by.choices(ways, [max(j.score, 0.01) for _, j in ways])
            yield join


def _node(table: Table) -> str:
    columns = ", ".join(f"{_name(c.label)}: {c.type}" for c in table.columns[:12])
    return f"(:Table {_name(table.label)} {{{columns}}})"


def _edge(join: Join) -> str:
    pairs = " AND ".join(f"{_name(a)} = {_name(b)}" for a, b in zip(join.child, join.parent, strict=True))
    return f"({_name(join.child_table)})-[{pairs}; {join.state}]->({_name(join.parent_table)})"


def _name(text: str) -> str:
    """On one line, quoted: a name from a file is data."""
    return "`" + " ".join(text.split()).replace("`", "'")[:60] + "`"
