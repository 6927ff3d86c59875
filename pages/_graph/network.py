"""The schema as a network to click: tables as boxes, their columns as rows, joins as the lines between them.

Two columns that match perfectly are drawn as one: a box of its own, which stands for the join.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Literal

from core.ask.labelled import labelled
from core.model import Cluster, Column, Evidence, Join, JoinState, Table
from core.sql.rewrites import after
from core.text.words import counted
from pages._graph.shapes import Box, Line, Network, Row

MOST_TABLES = 60
WITH_COLUMNS = 12
"""With more tables than this, their columns are not drawn at first."""
_LONGEST, _LONGEST_ROW = 28, 24
_MOST_ROWS = 40
_ORDER: dict[JoinState, int] = {"confirmed": 0, "probable": 1, "rejected": 2}
ALONE = "cluster:"
"""The node that stands for all tables that join nothing."""

Clusters = tuple[Cluster, ...]
Columns = Literal["none", "joining", "all"]


def network(
    tables: Sequence[Table], joins: Sequence[Join], columns: Columns = "joining", hits: Collection[str] = ()
) -> Network:
    """What to draw. Left out: joins to tables not drawn, and columns that are not asked for. `hits` are the ids of
    tables and columns that were searched for; the latter are drawn in any case."""
    names = {t.name for t in tables}
    kept = [j for j in joins if j.child_table in names and j.parent_table in names]
    merged = _merged(kept) if columns != "none" else {}
    shown = {c for j in kept for c in ends_of(j)} if columns != "none" else set()
    boxes = [_table(t, columns, shown, merged, hits) for t in tables]
    there = {row.id for box in boxes for row in box.rows}
    labels = {c.id: (t.name, c.label.strip() or c.name) for t in tables for c in t.columns if c.id in merged}
    by_id = {f"join:{j.id}": j for j in kept}
    own = {ends_of(j)[0]: f"join:{j.id}" for j in kept if j.perfect and j.state != "rejected" and len(j.child) == 1}
    shared: dict[str, Box] = {}
    lines: list[Line] = []
    for column, place in sorted(merged.items()):
        table, label = labels[column]
        shared.setdefault(place, Box(place, cut(label), "shared", hit=column in hits))
        mine = own.get(column, place)
        label = f"{labelled(pair_words(by_id[mine]), tables)} ({by_id[mine].state})"
        lines.append(Line(f"table:{table}", place, mine, state=by_id[mine].state, perfect=True, label=label))
    for join in kept:
        if len(join.child) == 1 and (one := merged.get(ends_of(join)[0])) and one == merged.get(ends_of(join)[1]):
            continue
        for child, parent in [*zip(join.child, join.parent, strict=True)][: None if columns != "none" else 1]:
            lines.append(_line(join, child, parent, merged, there, labelled(pair_words(join), tables)))
    return Network((*boxes, *shared.values()), tuple(lines))


def ends_of(join: Join) -> tuple[str, ...]:
    """The ids of the columns that a join names, the child's first."""
    return (*(f"{join.child_table}.{c}" for c in join.child), *(f"{join.parent_table}.{c}" for c in join.parent))


def _table(
    table: Table, columns: Columns, shown: Collection[str], merged: dict[str, str], hits: Collection[str]
) -> Box:
    wanted = [
        c
        for c in table.columns
        if c.id not in merged and (columns == "all" or c.id in shown or c.id in hits)
    ]  # fmt: skip
    rows = tuple(_row(c, hits) for c in wanted[:_MOST_ROWS])
    left = len(table.columns) - len(rows) - sum(c.id in merged for c in table.columns)
    all_of_them = f"and {left} more" if rows and left else "" if rows else counted(len(table.columns), "column")
    more = "" if columns == "none" else all_of_them
    note = counted(table.rows, "row") if columns != "none" else ""
    return Box(f"table:{table.name}", cut(table.label), "table", note, rows, more, f"table:{table.name}" in hits)


def _row(column: Column, hits: Collection[str]) -> Row:
    key = "🔑 " if column.profile.unique else ""
    label = key + cut(column.label.strip() or column.name, _LONGEST_ROW)
    return Row(f"column:{column.id}", label, column.type, column.id in hits)


def _line(join: Join, child: str, parent: str, merged: dict[str, str], there: Collection[str], said: str) -> Line:
    ends = []
    for table, column in ((join.child_table, child), (join.parent_table, parent)):
        place = merged.get(f"{table}.{column}")
        row = f"column:{table}.{column}"
        ends.append((place, "") if place else (f"table:{table}", row if row in there else ""))
    label = f"{said} ({join.state})"
    left, right = join.evidence.cardinality.split(":")
    (a, row_a), (b, row_b) = ends
    marks = ("n" if left in "nm" else "1", "n" if right in "nm" else "1")
    perfect = join.perfect and join.state != "rejected"
    return Line(a, b, f"join:{join.id}", row_a, row_b, join.state, perfect, label, marks)


def pair_words(join: Join) -> str:
    """A join as an equation, with what is done to its values before they are compared."""
    return f"{columns_met(join)} {after(join)}".rstrip()


def columns_met(join: Join) -> str:
    """A join as an equation of its columns alone."""
    pairs = zip(join.child, join.parent, strict=True)
    return " and ".join(f"{join.child_table}.{c} = {join.parent_table}.{p}" for c, p in pairs)


def _merged(joins: Sequence[Join]) -> dict[str, str]:
    """For each column that matches another perfectly, the node they share: the first such join's."""
    place: dict[str, str] = {}
    for join in joins:
        if not join.perfect or join.state == "rejected" or len(join.child) != 1 or join.is_self:
            continue
        child, parent = f"{join.child_table}.{join.child[0]}", f"{join.parent_table}.{join.parent[0]}"
        here = place.get(child) or place.get(parent) or f"join:{join.id}"
        old = {place.get(child), place.get(parent)} - {None, here}
        place |= {c: here for c, at in place.items() if at in old}
        place[child] = place[parent] = here
    return place


@lru_cache(maxsize=8)
def _clusters(tables: tuple[tuple[str, str, int], ...], links: tuple[tuple[str, str, float], ...]) -> Clusters:
    from core.graph.clusters import find_clusters

    bare = Evidence(0.0, 0.0, 0.0, False, False, "n:m", 0)
    joins = [Join("", a, (), b, (), score, "probable", bare) for a, b, score in links]
    return find_clusters([Table(name, label, "", rows, ()) for name, label, rows in tables], joins)


def clusters(
    tables: Iterable[Table], joins: Iterable[Join], names: Sequence[tuple[str, frozenset[str]]] = ()
) -> Clusters:
    """Tables that hang together, the most first; each table is in one. Found once for the same tables and joins, and
    called by a person's `names`."""
    from core.graph.clusters import named

    links = tuple((j.child_table, j.parent_table, j.score) for j in joins if j.state != "rejected")
    return named(_clusters(tuple((t.name, t.label, t.rows) for t in tables), links), names)


def overview(found: Clusters, joins: Iterable[Join]) -> Network:
    """The clusters as nodes, joined where their tables are; tables that join nothing are one node."""
    home, boxes = _homes(found)
    return Network(tuple(boxes.values()), _between(joins, home, boxes))


def unfolded(
    cluster: Cluster, found: Clusters, tables: Sequence[Table], joins: Sequence[Join], columns: Columns = "none"
) -> Network:
    """The tables of one cluster with their joins, and the clusters beside it as nodes."""
    home, boxes = _homes(found)
    inside = network(tables, joins, columns)
    shown = {t.name for t in tables}
    beside: dict[tuple[str, str], Line] = {}
    for join in joins:
        for here, there in ((join.child_table, join.parent_table), (join.parent_table, join.child_table)):
            if here in shown and home.get(there, "") not in ("", f"cluster:{cluster.id}"):
                pair = (f"table:{here}", home[there])
                label = labelled(pair_words(join), tables)
                beside.setdefault(pair, Line(*pair, f"join:{join.id}", state=join.state, label=label))
    near = {line.b for line in beside.values()}
    return Network((*inside.boxes, *(b for i, b in boxes.items() if i in near)), (*inside.lines, *beside.values()))


def _homes(found: Clusters) -> tuple[dict[str, str], dict[str, Box]]:
    """Which node stands for each table's cluster, and these nodes, the largest first."""
    home: dict[str, str] = {}
    boxes: dict[str, Box] = {}
    alone = [c for c in found if len(c.tables) == 1]
    for cluster in [c for c in found if len(c.tables) > 1][:MOST_TABLES]:
        node = f"cluster:{cluster.id}"
        boxes[node] = Box(node, cut(cluster.label), "cluster", counted(len(cluster.tables), "table"))
        home |= dict.fromkeys(cluster.tables, node)
    if alone:
        boxes[ALONE] = Box(ALONE, counted(len(alone), "table"), "alone", "joining nothing")
    return home, boxes


def _between(joins: Iterable[Join], home: dict[str, str], boxes: dict[str, Box]) -> tuple[Line, ...]:
    lines: dict[tuple[str, str], Line] = {}
    for join in sorted(joins, key=lambda j: _ORDER[j.state]):
        a, b = sorted((home.get(join.child_table, ""), home.get(join.parent_table, "")))
        if a in boxes and b in boxes and a != b:
            lines.setdefault((a, b), Line(a, b, state=join.state))
    return tuple(lines.values())


def cut(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def search(tables: Sequence[Table], text: str) -> frozenset[str]:
    """The ids of the tables and columns whose label, name or description holds every word of the text."""
    wanted = text.casefold().split()

    def has(*said: str) -> bool:
        whole = " ".join(said).casefold()
        return all(w in whole for w in wanted)

    found = {f"table:{t.name}" for t in tables if has(t.label, t.name)}
    return frozenset(found | {c.id for t in tables for c in t.columns if has(c.label, c.name)})


def matching(tables: Sequence[Table], joins: Sequence[Join], hits: Collection[str]) -> list[str]:
    """The tables that were found or hold a column that was, then those one join away."""
    found = {t.name for t in tables if f"table:{t.name}" in hits or any(c.id in hits for c in t.columns)}
    near = {n for j in joins if {j.child_table, j.parent_table} & found for n in (j.child_table, j.parent_table)}
    return sorted(found) + sorted(near - found)
