"""How do two tables connect: the best ways, drawn, and the schema graph as a file for other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.model import Join, PathEdge, Table
from pages import _draw, _shared

if TYPE_CHECKING:
    from core.workspace import Workspace


def show(ws: Workspace, tables: Mapping[str, Table], joins: Sequence[Join], colours: _draw.Palette) -> None:
    """Two tables to choose, and the ways between them, the one that an answer would take first."""
    st.markdown("Choose two tables to see the ways between them, the one that an answer would take first.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        start, goal = (_table(tables, key, label) for key, label in (("way-from", "From"), ("way-to", "To")))
    if not start or not goal:
        return
    if start == goal:
        st.caption("Choose two different tables.")
        return
    from core.ask.ways import ways

    found = ways(joins, start, goal)
    if not found:
        st.info("No join leads from one to the other. Confirm a join that was rejected, or add one by hand.", icon="🔗")
        return
    labels = {t.name: t.label for t in tables.values()}
    options = list(range(len(found)))
    n = st.radio(
        "Ways, the best first",
        options,
        format_func=lambda i: words(found[i], labels),
        key=f"way-{start}-{goal}",
        disabled=len(found) == 1,
    )
    st.graphviz_chart(
        _draw.path([start], found[n or 0], colours, labels), width="content", alt="The way from table to table"
    )
    if any(e.cardinality in ("1:n", "n:m") for e in found[n or 0]):
        st.caption("Going this way, one row of the first table can meet several of the last.")


def words(way: Sequence[PathEdge], labels: Mapping[str, str]) -> str:
    """A way as people say it: the tables on it, and how sure its joins are."""
    stops = [way[0].left_table, *(e.right_table for e in way)]
    unsure = sum(e.state != "confirmed" for e in way)
    sure = "all confirmed" if not unsure else f"{unsure} of {_shared.count(len(way), 'join')} not confirmed"
    columns = "" if len(way) > 1 else f" by {_shared.literal('+'.join(way[0].left))}"
    return " → ".join(_shared.literal(labels.get(s, s)) for s in stops) + columns + f" ({sure})"


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

    text = FORMATS[name][1](schema_graph(ws.tables(), ws.joins(all=True), ws.cluster_names()))
    return text.encode("utf-8", errors="replace")
