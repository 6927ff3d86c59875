"""How do two tables connect: the best ways, each said and drawn; and the schema graph as a file for other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from core.catalogue.preferred_paths import ends_of
from core.model import Join, PathEdge, Table
from pages._graph import dot, network, review
from pages._ui import markup

if TYPE_CHECKING:
    from core.workspace import Workspace

_MOST = 4
_MEETS = {
    "1:1": "one row of {b}",
    "n:1": "one row of {b}; several rows of {a} share it",
    "1:n": "several rows of {b}",
    "n:m": "several rows of {b}, and these several of {a}",
}


def show(ws: Workspace, tables: Mapping[str, Table], joins: Sequence[Join], colours: dot.Palette) -> None:
    """Two tables to choose, and the ways between them, the one that questions take first."""
    st.markdown("Choose two tables to see the ways between them, the one that questions take first.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        start, goal = (_table(tables, key, label) for key, label in (("way-from", "From"), ("way-to", "To")))
    if not start or not goal:
        return
    if start == goal:
        st.caption("Choose two different tables.")
        return
    from core.ask.k_shortest_paths import ways

    labels = {t.name: t.label for t in tables.values()}
    found = ways(joins, start, goal, _MOST)
    if not found:
        _unconnected(joins, start, goal, labels)
        return
    mine = next((w for w in ws.joins.preferred() if set(w.ends) == {start, goal}), None)
    for n, way in enumerate(found):
        ids = tuple(e.join_id for e in way)
        with st.container(border=True, key=f"way-{n}"):
            chosen = mine is not None and sorted(mine.joins) == sorted(ids)
            _head(ws, n, way, labels, chosen)
            st.markdown(f":small[{sentence(way, labels)}]")
            st.graphviz_chart(
                dot.path([start], way, colours, labels), width="content", alt="The way from table to table"
            )


def _head(ws: Workspace, n: int, way: Sequence[PathEdge], labels: Mapping[str, str], chosen: bool) -> None:
    """The way in short, and the button that has questions take it, or no longer."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{words(way, labels)}**", width="stretch")
        if not n:
            st.badge("You prefer this one" if chosen else "Questions take this one", color="green")
        if chosen:
            if st.button("Let the program choose", icon="↩️", key="way-forget", disabled=ws.read_only):
                ws.joins.forget_preference(ends_of(way))
                st.rerun()
        elif n and st.button("Prefer this way", icon="👉", key=f"way-prefer-{n}", disabled=ws.read_only):
            ws.joins.prefer(way)
            st.rerun()


def words(way: Sequence[PathEdge], labels: Mapping[str, str]) -> str:
    """A way as people say it: the tables on it, and how sure its joins are."""
    stops = [way[0].left_table, *(e.right_table for e in way)]
    unsure = sum(e.state != "confirmed" for e in way)
    sure = "all confirmed" if not unsure else f"{unsure} of {markup.count(len(way), 'join')} not confirmed"
    columns = "" if len(way) > 1 else f" by {markup.literal('+'.join(way[0].left))}"
    return " → ".join(markup.literal(labels.get(s, s)) for s in stops) + columns + f" ({sure})"


def sentence(way: Sequence[PathEdge], labels: Mapping[str, str]) -> str:
    """What a row meets on the way, join by join."""
    said = []
    for e in way:
        a, b = (markup.literal(labels.get(t, t)) for t in (e.left_table, e.right_table))
        left, right = (markup.literal("+".join(side)) for side in (e.left, e.right))
        by = left if left == right else f"{left} \\= {right}"
        by += f" {markup.literal(e.after)}," if e.after else ""
        said.append(f"By {by} a row of {a} meets {_MEETS[e.cardinality].format(a=a, b=b)}.")
    if any(e.cardinality in ("1:n", "n:m") for e in way):
        said.append("So one row of the first table can meet several of the last.")
    return " ".join(said)


def _unconnected(joins: Sequence[Join], start: str, goal: str, labels: Mapping[str, str]) -> None:
    """No way: what would make one."""
    from core.ask.k_shortest_paths import ways

    st.info(
        "No join leads from one to the other, so no question can use both. Accept a join that was rejected, if there "
        "is one below, or add one by hand.",
        icon="🔗",
    )
    with st.container(horizontal=True):
        st.button(
            "Add a join by hand", icon="➕", key="way-add", on_click=review.begin_adding, args=(start, goal),
        )  # fmt: skip
    rejected = {j.id: j for j in joins if j.state == "rejected"}
    hopeful = [replace(j, state="probable") for j in joins]
    for way in ways(hopeful, start, goal, 1):
        st.markdown(f"With these the way would be {words(way, labels).rpartition(' (')[0]}:")
        for e in way:
            if e.join_id in rejected:
                label = markup.literal(network.pair_words(rejected[e.join_id]))
                node = f"join:{e.join_id}"
                st.button(label, icon="🔗", key=f"way-look-{e.join_id}", on_click=review.look_at, args=(node,))


def _table(tables: Mapping[str, Table], key: str, label: str) -> str | None:
    if st.session_state.get(key) not in tables:
        st.session_state.pop(key, None)
    return st.selectbox(
        label,
        list(tables),
        index=None,
        key=key,
        format_func=lambda n: tables[n].label,
        placeholder="A table",
        persist_state="session",
        width=320,
    )


def show_export(ws: Workspace) -> None:
    """The whole graph as a file."""
    from core.graph.export import FORMATS

    st.markdown("**Download the graph**  \n:small[Tables, columns and joins, but no rows.]")
    with st.container(horizontal=True):
        for name, (ending, _) in FORMATS.items():
            st.download_button(
                name,
                data=lambda name=name: _written(ws, name),  # type: ignore[misc]
                file_name=f"schema.{ending}",
                mime="text/plain",
                key=f"graph-{ending}",
                on_click="ignore",
            )


def _written(ws: Workspace, name: str) -> bytes:
    from core.graph.build import schema_graph
    from core.graph.export import FORMATS

    text = FORMATS[name][1](schema_graph(ws.tables.all(), ws.joins.all(rejected=True), ws.clusters.names()))
    return text.encode("utf-8", errors="replace")
