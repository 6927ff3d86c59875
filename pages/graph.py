"""The graph page: how the tables join, why, and a person's verdict on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.graph.base import GraphRows
from core.model import Cluster, Join, Table
from pages import _draw, _network, _profile, _review, _shapes, _shared, _ways

if TYPE_CHECKING:
    from core.workspace import Workspace

EVERYTHING = "*"
MANY = 40
"""From so many nodes the picture takes the whole width."""
TALL, SHORT = 760, 560
NETWORK, DIAGRAM = "Network", "Diagram"
EXAMPLES = {
    "All tables": "MATCH (t:Table)\nRETURN t.label AS table, t.rows AS rows\nORDER BY rows DESC",
    "Joins, the surest first": (
        "MATCH (a:Column)-[j:SAME_ATTRIBUTE]->(b:Column)\n"
        "RETURN a.id AS child, b.id AS parent, j.state AS state, j.similarity AS similarity\n"
        "ORDER BY similarity DESC, child, parent"
    ),
    "Columns that many tables share": (
        "MATCH (t:Table)-[:HAS_COLUMN]->(c:Column)\n"
        "RETURN c.label AS label, count(DISTINCT t.id) AS tables\n"
        "ORDER BY tables DESC, label\nLIMIT 20"
    ),
    "Tables that join nothing": (
        "MATCH (t:Table)\n"
        "WHERE NOT EXISTS { MATCH (t)-[:HAS_COLUMN]->(:Column)-[:SAME_ATTRIBUTE]-(:Column) }\n"
        "RETURN t.label AS table\nORDER BY table"
    ),
}


def choose(tables: Sequence[Table], joins: Sequence[Join], *, every_column: bool) -> Drawing:
    """What to draw: the tables searched for, all when they are few, else the clusters, and the one that is opened."""
    by_name = {t.name: t for t in tables}
    text = st.session_state.get("search", "")
    if text.strip():
        names = _network.matching(tables, joins, text)
        if not names:
            st.info("No table or column has that in its name.", icon="🔍")
        return _some([by_name[n] for n in names], joins, every_column=every_column)
    if len(tables) <= _network.MOST_TABLES:
        return _some(list(tables), joins, every_column=every_column)
    found = _network.clusters(tables, joins)
    shown = {c.id: c for c in found if len(c.tables) > 1}
    alone = [c.tables[0] for c in found if len(c.tables) == 1]
    options = [EVERYTHING, *shown, *([""] if alone else [])]
    if (following := st.session_state.pop("group_next", None)) in options:
        st.session_state["group"] = following
    if st.session_state.get("group") not in options:
        st.session_state["group"] = EVERYTHING
    group = st.selectbox(
        "Group of tables",
        options,
        format_func=lambda i: _group_words(i, shown, len(alone)),
        key="group",
        persist_state="session",
    )
    if group == EVERYTHING:
        st.caption(f"{len(tables):,} tables in groups that hang together. Click a group to unfold it.")
        return Drawing([], _network.overview(found, joins))
    if not group:
        return _some([by_name[n] for n in sorted(alone)], joins, every_column=every_column)
    inside = [by_name[n] for n in shown[group].tables]
    if every_column or len(inside) > _network.MOST_TABLES:
        return _some(inside, joins, every_column=every_column)
    return Drawing(inside, _network.unfolded(shown[group], found, inside, joins))


@dataclass(frozen=True)
class Drawing:
    """The tables to draw, and the network of them and what stands beside them."""

    tables: list[Table]
    network: _shapes.Network


def _some(tables: list[Table], joins: Sequence[Join], *, every_column: bool) -> Drawing:
    if len(tables) > _network.MOST_TABLES:
        st.caption(f"Drawn are {_network.MOST_TABLES} of {len(tables):,} tables. Search to see others.")
    kept = tables[: _network.MOST_TABLES]
    return Drawing(kept, _network.network(kept, joins, every_column=every_column))


def _group_words(group: str, shown: dict[str, Cluster], alone: int) -> str:
    if group in shown:
        return f"{shown[group].label} and {len(shown[group].tables) - 1:,} more"
    return "All groups" if group == EVERYTHING else f"{_shared.count(alone, 'table')} joining nothing"


def legend(colours: _draw.Palette) -> None:
    """What the shapes and colours mean."""
    marks = " &nbsp; ".join(
        f':color[◆]{{foreground="{colours.states[state]}"}} {word.lower()} join'
        for state, word in _review.STATES.items()
    )
    st.markdown(
        f":small[▭ table &nbsp; • column &nbsp; {marks} &nbsp; "
        f':color[●]{{foreground="{colours.states["confirmed"]}"}} columns that match perfectly. '
        "Click a node to see what is known about it.]"
    )


def name_of(chosen: str, tables: dict[str, Table], joins: dict[str, Join]) -> str:
    """A node's id in words, for the list."""
    kind, _, rest = chosen.partition(":")
    if kind == "table":
        return f"Table {tables[rest].label}" if rest in tables else rest
    if kind == "join" and rest in joins:
        return f"Join {_review.pair_words(joins[rest])}"
    return f"Column {rest}"


def show_table(table: Table, joins: Sequence[Join]) -> None:
    st.markdown(f"**{_shared.literal(table.label)}**")
    st.caption(f"{_shared.count(table.rows, 'row')}, {_shared.count(len(table.columns), 'column')}")
    if table.description:
        st.markdown(_shared.literal(table.description))
    for join in (j for j in joins if j.touches(table.name)):
        st.markdown(f"- {_shared.literal(_review.pair_words(join))} ({join.state})")
    st.dataframe(_profile.profile_frame(table), hide_index=True, height=260, alt="The table's columns")


def show_chosen(ws: Workspace, drawn: _shapes.Network, tables: dict[str, Table], joins: dict[str, Join]) -> None:
    """What is known about the node that was clicked or chosen from the list."""
    ids = [d.id for d in drawn.dots if d.kind not in ("column", "key", "cluster", "alone")]
    merged = [f"join:{j}" for j in joins if f"join:{j}" not in ids]
    drawn_tables = {d.id.removeprefix("table:") for d in drawn.dots if d.kind == "table"}
    ids += [m for m in merged if _both(joins[m.removeprefix("join:")], drawn_tables)]
    ids += [d.id for d in drawn.dots if d.kind in ("column", "key")]
    if (following := st.session_state.pop("node_next", None)) is not None:
        st.session_state["node"] = st.session_state["wanted"] = following
    wanted = st.session_state.get("wanted")  # chosen from the list of joins: it may lie outside of what is drawn
    if wanted and wanted not in ids and wanted.removeprefix("join:") in joins:
        ids.insert(0, wanted)
    if st.session_state.get("node") not in ids:
        st.session_state["node"] = None
    chosen = st.selectbox(
        "Look at",
        ids,
        key="node",
        index=None,
        format_func=lambda i: name_of(i, tables, joins),
        placeholder="Click a node, or choose here",
    )
    kind, _, rest = (chosen or "").partition(":")
    if kind == "table":
        show_table(tables[rest], list(joins.values()))
    elif kind == "join":
        _review.show_join(ws, joins[rest])
    elif kind == "column":
        column = next((c for t in tables.values() for c in t.columns if c.id == rest), None)
        if column:
            st.caption(f"Column of {_shared.literal(tables[column.table].label)}")
            _profile.show_column(column)


def unfold(clicked: str) -> None:
    """Open the group that was clicked, or choose the node."""
    kind, _, group = clicked.partition(":")
    if kind == "cluster":
        st.session_state["group_next"] = group
        st.rerun()
    elif clicked:
        st.session_state["node"] = clicked


def _both(join: Join, names: set[str]) -> bool:
    return join.child_table in names and join.parent_table in names


def cypher_box(ws: Workspace) -> None:
    """A person's own Cypher over the schema graph, for reading only."""
    st.markdown("Ask the schema graph in Cypher, over tables, columns and joins. Only reading is allowed.")

    def fill() -> None:
        if example := st.session_state.get("example"):
            st.session_state["cypher"] = EXAMPLES[example]

    st.pills("Examples", list(EXAMPLES), key="example", on_change=fill)
    st.session_state.setdefault("cypher", EXAMPLES["All tables"])
    st.text_area("Cypher", key="cypher", height=140, persist_state="session")
    if st.button("Run", key="run-cypher", icon="▶️"):
        try:
            st.session_state["cypher_rows"] = ws.cypher(st.session_state["cypher"])
        except JoineryError as error:
            st.session_state["cypher_rows"] = error
    found = st.session_state.get("cypher_rows")
    if isinstance(found, JoineryError):
        _shared.show_fault(found)
    elif isinstance(found, GraphRows):
        more = "The first " if found.truncated else ""
        st.caption(f"{more}{_shared.count(len(found.rows), 'row')}")
        st.dataframe(_shared.frame(found.columns, found.rows), hide_index=True, alt="What the schema graph answered")


def show_picture(
    ws: Workspace, tables: dict[str, Table], everything: Sequence[Join], colours: _draw.Palette, waiting: int
) -> None:
    """The tables and their joins, drawn; beside them what is known about the one that was clicked."""
    view, joins = choices(ws, everything, waiting)
    drawing = choose(list(tables.values()), joins, every_column=bool(st.session_state.get("every_column")))
    drawn = drawing.network
    many = len(drawn.dots) > MANY
    beside_or_under()
    both = st.container(key="picture-and-side")
    picture, side = (st.container(), st.container()) if many else both.columns([2, 1], gap="medium")
    with picture:
        if view == DIAGRAM and not drawing.tables:
            st.info("Choose a group of tables above to see its diagram.", icon="🗺️")
        elif view == DIAGRAM:
            dot = _draw.diagram(drawing.tables, joins, colours, every_column=bool(st.session_state.get("every_column")))
            st.graphviz_chart(dot, width="content", alt="Tables, their columns and the joins between them")
            st.caption("🔑 no value occurs twice. Solid: confirmed. Dashed: probable. Dotted: rejected.")
        elif drawn.dots:
            with st.container(border=True):
                clicked = _network.render(drawn, colours, TALL if many else SHORT)
            if clicked != st.session_state.get("clicked"):
                st.session_state["clicked"] = clicked
                unfold(clicked or "")
            legend(colours)
    with side:
        if not everything and len(tables) > 1:
            st.info("No joins were found between these tables.", icon="🔗")
        show_chosen(ws, drawn, tables, {j.id: j for j in joins})


def beside_or_under() -> None:
    """On a narrow screen what is known about a node stands under the picture, not squeezed beside it."""
    st.html(
        "<style>@media (max-width: 1150px) "
        '{ .st-key-picture-and-side [data-testid="stColumn"] { min-width: 100%; } }</style>'
    )


def review_button(waiting: int) -> None:
    words = f"{_shared.count(waiting, 'join')} to review"
    st.button(words, icon="🔎", key="go-review", on_click=_review.open_tab, args=(_review.REVIEW,))


def choices(ws: Workspace, everything: Sequence[Join], waiting: int) -> tuple[str, list[Join]]:
    """What to draw and how, as a person chose it: the view, and the joins."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view = st.segmented_control("View", [NETWORK, DIAGRAM], default=NETWORK, key="view", required=True)
        states = st.pills(
            "Joins",
            list(_review.STATES),
            selection_mode="multi",
            format_func=lambda s: _review.STATES[s],
            key="states",
            persist_state="session",
        )
        st.text_input("Search tables and columns", key="search", placeholder="Part of a name", width=240)
        with st.popover("More", icon="🎚️"):
            st.toggle("All columns", key="every_column", persist_state="session")
            least = st.slider("Joins at least so sure", 0, 100, step=5, format="%d %%", key="least", width=240)
            _ways.show_export(ws)
        if waiting:
            review_button(waiting)
    return view, [j for j in everything if j.state in states and (j.reviewed or j.score * 100 >= least)]


_shared.routed()
ws = _shared.workspace()
st.title("Graph", anchor=False)
tables = {t.name: t for t in ws.tables()}
if not tables:
    st.info("Nothing is loaded yet.", icon="🗂️")
    st.page_link("pages/data.py", label="Load files", icon="🗂️")
    st.stop()
everything = ws.joins(all=True)
st.session_state.setdefault("states", ["confirmed", "probable"])
if (following := st.session_state.pop("states_next", None)) is not None:
    st.session_state["states"] = following
colours = _draw.palette(_shared.dark())
waiting = _review.to_review(everything, tables)
if (following := st.session_state.pop("tab_next", None)) is not None:
    st.session_state[_review.TAB] = following
picture, review, connect, cypher = st.tabs(_review.TABS, key=_review.TAB, on_change="rerun")
if picture.open:
    with picture:
        show_picture(ws, tables, everything, colours, len(waiting))
if review.open:
    with review:
        _review.show_reviewed(ws, everything)
        _review.show_list(ws, waiting, tables)
        _review.show_adding(ws, tables)
if connect.open:
    with connect:
        _ways.show(tables, everything, colours)
if cypher.open:
    with cypher:
        cypher_box(ws)
