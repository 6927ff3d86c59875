"""Schema filtering (Arfaoui, 7.2.5.1): which tables a question goes on with, and the joins among them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from core.ask.state import Mention, SchemaView
from core.model import Join, Table

SMALL_SCHEMA = 24
"""Most tables of which a question sees all."""
MOST = 18
"""Of more, it sees the weightiest, and those between the `ENDS` weightiest."""
ENDS = 5
REACH = 4
"""Joins on a way between two of these."""
ROUNDS = 2
BEST_NEIGHBOUR, OTHER_NEIGHBOURS = 0.3, 0.1
"""Shares of its neighbours' weights that a table takes on: tables that a question needs hang together."""

Neighbours = dict[str, dict[str, float]]


def schema_view(
    tables: Sequence[Table],
    joins: Sequence[Join],
    mentions: Sequence[Mention],
    spoken_of: Sequence[str] = (),
    most: int = MOST,
) -> SchemaView:
    """The tables that matter for a question, in the order of `tables`, and their joins that are not rejected: of more
    than a few the `most` weightiest, and those between the first of them.

    Those `spoken_of` in the question before matter too.
    """
    usable = [j for j in joins if j.state != "rejected"]
    names = {t.name for t in tables}
    if len(tables) > SMALL_SCHEMA:
        beside = _neighbours(usable)
        chosen = (*spoken_of, *relevant(mentions, beside, most))
        names = {*chosen, *_between(chosen[:ENDS], beside)}
        names |= _preferred(names, usable)
        names |= {t.derived_from for t in tables if t.name in names and t.derived_from}
    kept = (j for j in usable if j.child_table in names and j.parent_table in names)
    return SchemaView(tuple(t for t in tables if t.name in names), tuple(kept))


def spoken_of_components(view: SchemaView, mentions: Sequence[Mention], spoken_of: Sequence[str] = ()) -> SchemaView:
    """The view without components of which no word speaks: unrelated tables never meet in a prompt. All of it where no
    word speaks of any table."""
    beside = _neighbours(view.joins)
    kept: set[str] = set()
    ring = {x.table for m in mentions for x in m.links} | set(spoken_of)
    while ring:
        kept |= ring
        ring = _around(ring, beside) - kept
    tables = tuple(t for t in view.tables if t.name in kept)
    return SchemaView(tables, tuple(j for j in view.joins if j.child_table in kept)) if tables else view


def within(mentions: Sequence[Mention], view: SchemaView) -> tuple[Mention, ...]:
    """The mentions without links to tables that the view leaves out, and without those that meant nothing else."""
    seen = {t.name for t in view.tables}
    narrowed = [(m, replace(m, links=tuple(x for x in m.links if x.table in seen))) for m in mentions]
    return tuple(new for old, new in narrowed if new.links or not old.links)


def weights_of(mention: Mention) -> dict[str, float]:
    """How much the mention speaks for each table."""
    best: dict[str, float] = {}
    for link in mention.links:
        weight = link.score**2 * (1.3 if link.kind == "table" else 1.0)
        best[link.table] = max(best.get(link.table, 0.0), weight)
    return best


def relevant(mentions: Sequence[Mention], beside: Neighbours, most: int = MOST) -> tuple[str, ...]:
    """The tables that the mentions speak of, and what hangs together with them, weightiest first.

    What may mean many tables ("name") says little of each: a mention's weight is shared out among its tables.
    """
    said: dict[str, float] = defaultdict(float)
    for mention in mentions:
        best = weights_of(mention)
        whole = sum(best.values())
        for table, weight in best.items():
            said[table] += weight * weight / whole if whole else 0.0
    weights = dict(said)
    for _ in range(ROUNDS):
        weights = {t: said.get(t, 0.0) + _borrowed(t, weights, beside) for t in {*weights, *_around(weights, beside)}}
    return tuple(sorted(weights, key=lambda t: (-weights[t], t))[:most])


def relevant_tables(mentions: Sequence[Mention], joins: Sequence[Join]) -> tuple[str, ...]:
    """The tables that mentions speak of and those beside them, the weightiest first; none without mentions."""
    return relevant(mentions, _neighbours(joins)) if mentions else ()


def _borrowed(table: str, weights: dict[str, float], beside: Neighbours) -> float:
    near = sorted((weights.get(n, 0.0) * score for n, score in beside.get(table, {}).items()), reverse=True)
    return BEST_NEIGHBOUR * near[0] + OTHER_NEIGHBOURS * sum(near[1:3]) if near else 0.0


def _around(names: Iterable[str], beside: Neighbours) -> set[str]:
    return {n for t in names for n in beside.get(t, ())}


def _neighbours(joins: Iterable[Join]) -> Neighbours:
    """Each table's neighbours, with the score of the best join to them."""
    beside: Neighbours = defaultdict(dict)
    for j in joins:
        if not j.is_self:
            for here, there in ((j.child_table, j.parent_table), (j.parent_table, j.child_table)):
                beside[here][there] = max(j.score, beside[here].get(there, 0.0))
    return beside


def _preferred(names: set[str], joins: Iterable[Join]) -> set[str]:
    """Tables on ways that a person prefers between those that are seen."""
    beside = _neighbours(j for j in joins if j.preferred)
    found: set[str] = set()
    left = set(beside)
    while left:
        part, ring = set[str](), {left.pop()}
        while ring:
            part |= ring
            ring = _around(ring, beside) - part
        left -= part
        found |= part if len(part & names) > 1 else set()
    return found


def _between(chosen: Sequence[str], beside: Neighbours) -> set[str]:
    """Tables that lie on a shortest way between two chosen ones."""
    far: dict[str, dict[str, int]] = {}
    for start in chosen:
        seen, ring = {start: 0}, {start}
        for depth in range(1, REACH + 1):
            ring = _around(ring, beside) - seen.keys()
            seen |= dict.fromkeys(ring, depth)
        far[start] = seen
    return {
        t
        for a, b in combinations(chosen, 2)
        if b in far[a]
        for t, depth in far[a].items()
        if depth + far[b].get(t, 2 * REACH + 1) == far[a][b]
    }
