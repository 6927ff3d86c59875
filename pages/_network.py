"""The schema as a network to click: tables, the columns that join, and every join as a small node of its own.

streamlit-agraph tells which node was clicked, never which edge: so a join is a node. Two columns that match perfectly
are drawn as one node, which stands for the join.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from core.model import Cluster, Evidence, Join, JoinState, Table
from pages._draw import Palette
from pages._layout import places
from pages._shapes import Dot, Line, Network

MOST_TABLES = 60
WITH_COLUMNS = 8
"""With more tables than this, their columns are not drawn."""
_LONGEST = 28
_ORDER: dict[JoinState, int] = {"confirmed": 0, "probable": 1, "rejected": 2}
ALONE = "cluster:"
"""The node that stands for all tables that join nothing."""

Clusters = tuple[Cluster, ...]


def network(tables: Sequence[Table], joins: Sequence[Join], *, every_column: bool = False) -> Network:
    """What to draw. Left out: joins to tables not drawn, and, unless `every_column`, columns that do not join; of many
    tables all columns."""
    names = {t.name for t in tables}
    kept = [j for j in joins if j.child_table in names and j.parent_table in names]
    if len(tables) > WITH_COLUMNS and not every_column:
        return _without_columns(tables, kept)
    merged = _merged(kept)
    dots = {f"table:{t.name}": Dot(f"table:{t.name}", t.label, "table") for t in tables}
    lines: dict[tuple[str, str], Line] = {}
    joined = {f"{j.child_table}.{c}" for j in kept for c in j.child}
    joined |= {f"{j.parent_table}.{c}" for j in kept for c in j.parent}
    for table in tables:
        for column in table.columns:
            if column.id not in joined and not every_column:
                continue
            place = merged.get(column.id, f"column:{column.id}")
            kind = "match" if place.startswith("join:") else "key" if column.profile.unique else "column"
            dots.setdefault(place, Dot(place, column.label.strip() or column.name, kind))
            _draw_line(lines, f"table:{table.name}", place, "")
    for join in kept:
        ends = [merged.get(f"{join.child_table}.{c}", f"column:{join.child_table}.{c}") for c in join.child]
        ends += [merged.get(f"{join.parent_table}.{c}", f"column:{join.parent_table}.{c}") for c in join.parent]
        if len(set(ends)) == 1 and ends[0].startswith("join:"):
            continue
        me = f"join:{join.id}"
        dots.setdefault(me, Dot(me, join.evidence.cardinality, join.state))
        for end in ends:
            _draw_line(lines, end, me, join.state)
    return Network(tuple(dots.values()), tuple(lines.values()))


def _without_columns(tables: Sequence[Table], joins: Sequence[Join]) -> Network:
    dots = [Dot(f"table:{t.name}", cut(t.label), "table") for t in tables]
    lines: dict[tuple[str, str], Line] = {}
    for join in joins:
        me = f"join:{join.id}"
        dots.append(Dot(me, "", "match" if join.perfect and join.state != "rejected" else join.state))
        for table in (join.child_table, join.parent_table):
            _draw_line(lines, f"table:{table}", me, join.state)
    return Network(tuple(dots), tuple(lines.values()))


def _draw_line(lines: dict[tuple[str, str], Line], a: str, b: str, state: str) -> None:
    if a != b:
        lines.setdefault((a, b), Line(a, b, state))


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


def clusters(tables: Iterable[Table], joins: Iterable[Join]) -> Clusters:
    """Tables that hang together, the most first; each table is in one. Found once for the same tables and joins."""
    links = tuple((j.child_table, j.parent_table, j.score) for j in joins if j.state != "rejected")
    return _clusters(tuple((t.name, t.label, t.rows) for t in tables), links)


def overview(found: Clusters, joins: Iterable[Join]) -> Network:
    """The clusters as nodes, joined where their tables are; tables that join nothing are one node."""
    home, dots = _homes(found)
    return Network(tuple(dots.values()), _between(joins, home, dots))


def unfolded(cluster: Cluster, found: Clusters, tables: Sequence[Table], joins: Sequence[Join]) -> Network:
    """The tables of one cluster with their joins, and the clusters beside it as nodes."""
    home, dots = _homes(found)
    inside = network(tables, joins)
    shown = {t.name for t in tables}
    beside: dict[tuple[str, str], Line] = {}
    for join in joins:
        for here, there in ((join.child_table, join.parent_table), (join.parent_table, join.child_table)):
            if here in shown and home.get(there, "") not in ("", f"cluster:{cluster.id}"):
                _draw_line(beside, f"table:{here}", home[there], join.state)
    near = {line.b for line in beside.values()}
    return Network((*inside.dots, *(d for i, d in dots.items() if i in near)), (*inside.lines, *beside.values()))


def _homes(found: Clusters) -> tuple[dict[str, str], dict[str, Dot]]:
    """Which node stands for each table's cluster, and these nodes, the largest first."""
    home: dict[str, str] = {}
    dots: dict[str, Dot] = {}
    alone = [c for c in found if len(c.tables) == 1]
    for cluster in [c for c in found if len(c.tables) > 1][:MOST_TABLES]:
        node = f"cluster:{cluster.id}"
        dots[node] = Dot(node, f"{cut(cluster.label)}\n{len(cluster.tables)} tables", "cluster")
        home |= dict.fromkeys(cluster.tables, node)
    if alone:
        dots[ALONE] = Dot(ALONE, f"{len(alone):,} {'table' if len(alone) == 1 else 'tables'}\njoining nothing", "alone")
    return home, dots


def _between(joins: Iterable[Join], home: dict[str, str], dots: dict[str, Dot]) -> tuple[Line, ...]:
    lines: dict[tuple[str, str], Line] = {}
    for join in sorted(joins, key=lambda j: _ORDER[j.state]):
        a, b = sorted((home.get(join.child_table, ""), home.get(join.parent_table, "")))
        if a in dots and b in dots:
            _draw_line(lines, a, b, join.state)
    return tuple(lines.values())


def cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def matching(tables: Sequence[Table], joins: Sequence[Join], text: str) -> list[str]:
    """Tables whose label, or a column's label, holds the text, then the tables one join away."""
    wanted = text.casefold().strip()
    hits = {
        t.name for t in tables if wanted in t.label.casefold() or any(wanted in c.label.casefold() for c in t.columns)
    }
    near = {n for j in joins if {j.child_table, j.parent_table} & hits for n in (j.child_table, j.parent_table)}
    return sorted(hits) + sorted(near - hits)


def render(drawn: Network, colours: Palette, height: int) -> str | None:
    """Draw the network; the id of the node clicked last, or None.

    Titles are left empty: the component would read them as HTML, and open them as an address on a double click.
    """
    from streamlit_agraph import Config, Edge, Node, agraph

    columns = any(d.kind in ("column", "key") for d in drawn.dots)  # drawn smaller, as there is more to draw
    looks = {
        "table": ("box", 26, colours.head, 22 if columns else 17),
        "cluster": ("box", 26, colours.head, 17),
        "alone": ("box", 26, colours.fill, 17),
        "key": ("dot", 9, colours.faint, 18),
        "column": ("dot", 7, colours.faint, 18),
        "match": ("dot", 12, colours.states["confirmed"], 18),
        "confirmed": ("diamond", 10, colours.states["confirmed"], 15),
        "probable": ("diamond", 10, colours.states["probable"], 15),
        "rejected": ("diamond", 10, colours.states["rejected"], 15),
    }
    nodes, spots = [], places(drawn)
    for dot in drawn.dots:
        shape, size, colour, letter = looks[dot.kind]
        border = colours.line if shape == "box" else colour
        node = Node(
            id=dot.id,
            label="\n".join(map(cut, dot.label.split("\n"))),
            shape=shape,
            size=size,
            color={"background": colour, "border": border, "highlight": {"background": colour, "border": colours.text}},
            font={"color": colours.text, "size": letter, "face": "Helvetica, Arial, sans-serif"},
            margin=7,
            x=spots[dot.id][0],
            y=spots[dot.id][1],
            borderWidth=1,
        )
        node.title = ""
        nodes.append(node)
    edges = [
        Edge(
            source=line.a,
            target=line.b,
            color=colours.states[line.state] if line.state else colours.line,  # type: ignore[index]
            width=2 if line.state else 1,
            dashes=line.state in ("probable", "rejected"),
        )
        for line in drawn.lines
    ]
    config = Config(
        height=height,
        width="100%",
        physics=False,
        edges={"arrows": {"to": {"enabled": False}}},
        groups={},
        interaction={"hover": False, "navigationButtons": False},
    )
    config.width = "100%"
    clicked = agraph(nodes=nodes, edges=edges, config=config)
    return clicked if isinstance(clicked, str) else None
