"""The graph page: how the tables join, why, and a person's verdict on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.graph.base import GraphRows
from core.model import Join, JoinState, Table
from pages import _draw, _network, _profile, _shared

if TYPE_CHECKING:
    from core.workspace import Workspace

STATES: dict[JoinState, str] = {"confirmed": "Confirmed", "probable": "Probable", "rejected": "Rejected"}
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


def choose(tables: Sequence[Table], joins: Sequence[Join]) -> list[Table]:
    """The tables to draw: those searched for, all when they are few, else one group of those that hang together."""
    by_name = {t.name: t for t in tables}
    text = st.session_state.get("search", "")
    if text.strip():
        names = _network.matching(tables, joins, text)
        if not names:
            st.info("No table or column has that in its name.", icon="🔍")
    elif len(tables) <= _network.MOST_TABLES:
        names = list(by_name)
    else:
        found = _network.groups(tables, joins)
        linked = [g for g in found if len(g) > 1] or found[:1]
        st.caption(
            f"{len(tables):,} tables are too many to draw at once: choose a group that hangs together, or search. "
            f"{sum(len(g) == 1 for g in found):,} tables join nothing."
        )
        group = st.selectbox(
            "Group of tables",
            range(len(linked)),
            format_func=lambda i: f"{by_name[linked[i][0]].label} and {len(linked[i]) - 1:,} more",
            key="group",
            persist_state="session",
        )
        names = list(linked[group or 0])
    if len(names) > _network.MOST_TABLES:
        st.caption(f"Drawn are {_network.MOST_TABLES} of {len(names):,} tables. Search to see others.")
    return [by_name[n] for n in names[: _network.MOST_TABLES]]


def legend(colours: _draw.Palette) -> None:
    """What the shapes and colours mean."""
    marks = " &nbsp; ".join(
        f':color[◆]{{foreground="{colours.states[state]}"}} {word.lower()} join' for state, word in STATES.items()
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
        return f"Join {pair_words(joins[rest])}"
    return f"Column {rest}"


def pair_words(join: Join) -> str:
    pairs = zip(join.child, join.parent, strict=True)
    return " and ".join(f"{join.child_table}.{c} = {join.parent_table}.{p}" for c, p in pairs)


def show_table(table: Table, joins: Sequence[Join]) -> None:
    st.markdown(f"**{_shared.literal(table.label)}**")
    st.caption(f"{_shared.count(table.rows, 'row')}, {_shared.count(len(table.columns), 'column')}")
    if table.description:
        st.markdown(_shared.literal(table.description))
    for join in (j for j in joins if j.touches(table.name)):
        st.markdown(f"- {_shared.literal(pair_words(join))} ({join.state})")
    st.dataframe(_profile.profile_frame(table), hide_index=True, height=260, alt="The table's columns")


def show_join(ws: Workspace, join: Join) -> None:
    """The evidence, and the verdict's buttons."""
    e = join.evidence
    st.markdown(f"**{_shared.literal(pair_words(join))}**")
    who = "set by a person" if join.reviewed else f"found by the program, {min(join.score, 0.99):.0%} sure"
    st.markdown(f"{STATES[join.state]}, {who}")
    if join.why:
        st.markdown(_shared.literal(join.why))
    facts = (
        ("Values of the first found in the second", f"{e.containment:.0%}"),
        ("Values of the second found in the first", f"{e.containment_back:.0%}"),
        ("Values in common", f"{e.shared:,}"),
        ("Rows to rows", e.cardinality),
        ("First without repeats", "yes" if e.child_unique else "no"),
        ("Second without repeats", "yes" if e.parent_unique else "no"),
        ("Names alike", f"{e.label_similarity:.0%}"),
        ("Same name, type and values", "yes" if join.perfect else "no"),
    )
    st.dataframe(_shared.frame(("Evidence", "Found"), facts), hide_index=True, alt="Evidence for the join")
    if e.orphans:
        st.markdown("Only in the first: " + ", ".join(f"“{_shared.literal(o)}”" for o in e.orphans))
    with st.container(horizontal=True):
        for label, icon, state in (("Accept", "✅", "confirmed"), ("Reject", "🚫", "rejected")):
            same = join.reviewed and join.state == state
            if st.button(label, icon=icon, key=f"{state}-{join.id}", disabled=ws.read_only or same):
                review(ws, join, state)  # type: ignore[arg-type]
        if join.reviewed and st.button(
            "Let the program decide", icon="↩️", key=f"undo-{join.id}", disabled=ws.read_only
        ):
            review(ws, join, None)


def review(ws: Workspace, join: Join, state: JoinState | None) -> None:
    with _shared.faults_shown():
        ws.review(join.id, state)
        if state and state not in (st.session_state.get("states") or ()):
            st.session_state["states_next"] = [*st.session_state.get("states", []), state]
        st.rerun()


def show_chosen(ws: Workspace, drawn: _network.Network, tables: dict[str, Table], joins: dict[str, Join]) -> None:
    """What is known about the node that was clicked or chosen from the list."""
    ids = [d.id for d in drawn.dots if d.kind != "column" and d.kind != "key"]
    merged = [f"join:{j}" for j in joins if f"join:{j}" not in ids]
    drawn_tables = {d.id.removeprefix("table:") for d in drawn.dots if d.kind == "table"}
    ids += [m for m in merged if _both(joins[m.removeprefix("join:")], drawn_tables)]
    ids += [d.id for d in drawn.dots if d.kind in ("column", "key")]
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
        show_join(ws, joins[rest])
    elif kind == "column":
        column = next((c for t in tables.values() for c in t.columns if c.id == rest), None)
        if column:
            st.caption(f"Column of {_shared.literal(tables[column.table].label)}")
            _profile.show_column(column)


def _both(join: Join, names: set[str]) -> bool:
    return join.child_table in names and join.parent_table in names


def cypher_box(ws: Workspace) -> None:
    """A person's own Cypher over the schema graph, for reading only."""
    st.header("Ask the schema graph", anchor=False)
    st.markdown("Cypher over tables, columns and joins. Only reading is allowed.")

    def fill() -> None:
        if example := st.session_state.get("example"):
            st.session_state["cypher"] = EXAMPLES[example]

    st.pills("Examples", list(EXAMPLES), key="example", on_change=fill)
    _shared.code_font()
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
with st.container(horizontal=True, vertical_alignment="bottom"):
    view = st.segmented_control("View", [NETWORK, DIAGRAM], default=NETWORK, key="view", required=True)
    states = st.pills(
        "Joins",
        list(STATES),
        selection_mode="multi",
        format_func=lambda s: STATES[s],
        key="states",
        persist_state="session",
    )
    st.text_input("Search tables and columns", key="search", placeholder="Part of a name", width=260)
    every_column = st.toggle("All columns", key="every_column", persist_state="session")
joins = [j for j in everything if j.state in states]
drawn_tables = choose(list(tables.values()), joins)
drawn = _network.network(drawn_tables, joins, every_column=every_column)
picture, side = st.columns([2, 1], gap="medium")
with picture:
    if view == DIAGRAM:
        dot = _draw.diagram(drawn_tables, joins, colours, every_column=every_column)
        st.graphviz_chart(dot, width="content", alt="Tables, their columns and the joins between them")
        st.caption("🔑 no value occurs twice. Solid: confirmed. Dashed: probable. Dotted: rejected.")
    elif drawn_tables:
        with st.container(border=True):
            clicked = _network.render(drawn, colours)
        if clicked is not None and clicked != st.session_state.get("clicked"):
            st.session_state["clicked"] = st.session_state["node"] = clicked
        legend(colours)
with side:
    if not everything and len(tables) > 1:
        st.info("No joins were found between these tables.", icon="🔗")
    show_chosen(ws, drawn, tables, {j.id: j for j in joins})
cypher_box(ws)
