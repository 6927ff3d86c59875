"""The schema as a network to click: tables, the columns that join, and every join as a small node of its own.

streamlit-agraph tells which node was clicked, never which edge: so a join is a node. Two columns that match perfectly
are drawn as one node, which stands for the join.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.model import Join, Table
from pages._draw import Palette

MOST_TABLES = 60
_LONGEST = 28


@dataclass(frozen=True)
class Dot:
    """One node. `id` is `table:…`, `column:…` or `join:…`, and what a click gives back."""

    id: str
    label: str
    kind: str


@dataclass(frozen=True)
class Line:
    a: str
    b: str
    state: str = ""
    """A join's state, or empty between a table and its column."""


@dataclass(frozen=True)
class Network:
    dots: tuple[Dot, ...]
    lines: tuple[Line, ...]


def network(tables: Sequence[Table], joins: Sequence[Join], *, every_column: bool = False) -> Network:
    """What to draw. Left out: joins to tables not drawn, and, unless `every_column`, columns that do not join."""
    names = {t.name for t in tables}
    kept = [j for j in joins if j.child_table in names and j.parent_table in names]
    merged = _merged(kept)
    dots = [Dot(f"table:{t.name}", t.label, "table") for t in tables]
    lines: dict[tuple[str, str], Line] = {}
    joined = {f"{j.child_table}.{c}" for j in kept for c in j.child}
    joined |= {f"{j.parent_table}.{c}" for j in kept for c in j.parent}
    for table in tables:
        for column in table.columns:
            if column.id not in joined and not every_column:
                continue
            place = merged.get(column.id, f"column:{column.id}")
            kind = "match" if place.startswith("join:") else "key" if column.profile.unique else "column"
            if all(d.id != place for d in dots):
                dots.append(Dot(place, column.label, kind))
            _draw_line(lines, f"table:{table.name}", place, "")
    for join in kept:
        ends = [merged.get(f"{join.child_table}.{c}", f"column:{join.child_table}.{c}") for c in join.child]
        ends += [merged.get(f"{join.parent_table}.{c}", f"column:{join.parent_table}.{c}") for c in join.parent]
        if len(set(ends)) == 1 and ends[0].startswith("join:"):
            continue
        me = f"join:{join.id}"
        if all(d.id != me for d in dots):
            dots.append(Dot(me, join.evidence.cardinality, join.state))
        for end in ends:
            _draw_line(lines, end, me, join.state)
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


def groups(tables: Iterable[Table], joins: Iterable[Join]) -> list[tuple[str, ...]]:
    """Names of tables that hang together by joins, the largest group first, names in order."""
    root = {t.name: t.name for t in tables}

    def top(name: str) -> str:
        while root[name] != name:
            root[name] = root[root[name]]
            name = root[name]
        return name

    for join in joins:
        if join.child_table in root and join.parent_table in root:
            root[top(join.child_table)] = top(join.parent_table)
    found: dict[str, list[str]] = {}
    for name in root:
        found.setdefault(top(name), []).append(name)
    return sorted((tuple(sorted(g)) for g in found.values()), key=lambda g: (-len(g), g))


def matching(tables: Sequence[Table], joins: Sequence[Join], text: str) -> list[str]:
    """Tables whose label, or a column's label, holds the text, then the tables one join away."""
    wanted = text.casefold().strip()
    hits = {
        t.name for t in tables if wanted in t.label.casefold() or any(wanted in c.label.casefold() for c in t.columns)
    }
    near = {n for j in joins if {j.child_table, j.parent_table} & hits for n in (j.child_table, j.parent_table)}
    return sorted(hits) + sorted(near - hits)


def render(drawn: Network, colours: Palette, height: int = 560) -> str | None:
    """Draw the network; the id of the node clicked last, or None.

    Titles are left empty: the component would read them as HTML, and open them as an address on a double click.
    """
    from streamlit_agraph import Config, Edge, Node, agraph

    looks = {
        "table": ("box", 26, colours.head, 16),
        "key": ("dot", 9, colours.faint, 12),
        "column": ("dot", 6, colours.faint, 12),
        "match": ("dot", 12, colours.states["confirmed"], 13),
        "confirmed": ("diamond", 9, colours.states["confirmed"], 10),
        "probable": ("diamond", 9, colours.states["probable"], 10),
        "rejected": ("diamond", 9, colours.states["rejected"], 10),
    }
    nodes = []
    for dot in drawn.dots:
        shape, size, colour, letter = looks[dot.kind]
        label = dot.label if len(dot.label) <= _LONGEST else dot.label[: _LONGEST - 1] + "…"
        border = colours.line if shape == "box" else colour
        node = Node(
            id=dot.id,
            label=label,
            shape=shape,
            size=size,
            color={"background": colour, "border": border, "highlight": {"background": colour, "border": colours.text}},
            font={"color": colours.text, "size": letter, "face": "Helvetica, Arial, sans-serif"},
            margin=10,
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
        directed=False,
        physics=True,
        solver="barnesHut",
        stabilization=True,
        fit=True,
        interaction={"hover": False, "navigationButtons": False},
    )
    config.width = "100%"
    clicked = agraph(nodes=nodes, edges=edges, config=config)
    return clicked if isinstance(clicked, str) else None
