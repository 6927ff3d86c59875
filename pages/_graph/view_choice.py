"""What of the graph is drawn, as a person chose it: tables searched for, all of them, or groups, and one of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from core.model import Cluster, Join, Table
from pages._graph import network
from pages._graph.shapes import Network
from pages._ui import faults, markup

if TYPE_CHECKING:
    from core.workspace import Workspace

EVERYTHING = "*"
COLUMNS: dict[network.Columns, str] = {"none": "None", "joining": "Joining", "all": "All"}


@dataclass(frozen=True)
class Drawing:
    """The network, and the tables in it."""

    network: Network
    tables: tuple[Table, ...]


def choose(ws: Workspace, tables: Sequence[Table], joins: Sequence[Join], everything: Sequence[Join]) -> Drawing:
    """What to draw of the `joins` in sight; groups go by `everything`, so that a filter does not regroup."""
    by_name = {t.name: t for t in tables}
    text = st.session_state.get("search", "").strip()
    if text:
        hits = network.search(tables, text)
        names = network.matching(tables, joins, hits)
        _found(text, hits)
        return _some([by_name[n] for n in names], joins, hits)
    if len(tables) <= network.MOST_TABLES:
        return _some(tables, joins)
    found = network.clusters(tables, everything, ws.clusters.names())
    shown = {c.id: c for c in found if len(c.tables) > 1}
    alone = [c.tables[0] for c in found if len(c.tables) == 1]
    group = _group(ws, shown, len(alone))
    if group == EVERYTHING:
        return Drawing(network.overview(found, joins), ())
    if not group:
        return _some([by_name[n] for n in sorted(alone)], joins)
    inside = [by_name[n] for n in shown[group].tables]
    if len(inside) > network.MOST_TABLES:
        return _some(inside, joins)
    columns = _columns(len(inside))
    return Drawing(network.unfolded(shown[group], found, inside, joins, columns), tuple(inside))


def _columns(tables: int) -> network.Columns:
    """Which columns are drawn: as chosen, else as many as can be read."""
    usual: network.Columns = "all" if tables <= 2 else "joining" if tables <= network.WITH_COLUMNS else "none"
    return st.session_state.get("columns") or usual


def _some(tables: Sequence[Table], joins: Sequence[Join], hits: frozenset[str] = frozenset()) -> Drawing:
    if len(tables) > network.MOST_TABLES:
        st.caption(f"Drawn are {network.MOST_TABLES} of {len(tables):,} tables. Search to see others.")
    kept = tuple(tables[: network.MOST_TABLES])
    return Drawing(network.network(kept, joins, _columns(len(kept)), hits), kept)


def _found(text: str, hits: frozenset[str]) -> None:
    """How much was found, in words."""
    tables = sum(h.startswith("table:") for h in hits)
    if not hits:
        st.info("No table or column has that in its name.", icon="🔍")
        return
    said = [markup.count(n, word) for n, word in ((tables, "table"), (len(hits) - tables, "column")) if n]
    st.caption(f"“{markup.literal(text)}” is in the name of {' and '.join(said)}, marked below with what they join.")


def _group(ws: Workspace, shown: dict[str, Cluster], alone: int) -> str:
    """The group to unfold, which may be named here."""
    options = [EVERYTHING, *shown, *([""] if alone else [])]
    if st.session_state.get("group") not in options:
        st.session_state["group"] = EVERYTHING
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if st.session_state["group"] != EVERYTHING:
            st.button("All groups", icon="⬅️", key="all-groups", on_click=open_group, args=(EVERYTHING,))
        group: str = st.selectbox(
            "Group of tables",
            options,
            format_func=lambda i: _words(i, shown, alone),
            key="group",
            persist_state="session",
            width=420,
        )
        if group in shown:
            _naming(ws, shown[group])
    return group


def open_group(group: str) -> None:
    st.session_state["group"] = group
    st.session_state["node"] = None


def _naming(ws: Workspace, cluster: Cluster) -> None:
    """A person's own name for the group."""
    with st.popover("Rename", icon="✏️", disabled=ws.read_only), st.form(f"name-{cluster.id}", border=False):
        name = st.text_input("Name of this group", cluster.label, max_chars=60)
        st.caption("It is kept in the workspace and stays while most of the group's tables are the same.")
        if st.form_submit_button("Keep"):
            with faults.faults_shown():
                ws.clusters.rename(cluster, name)
                st.rerun()


def _words(group: str, shown: dict[str, Cluster], alone: int) -> str:
    if group in shown:
        return f"{shown[group].label} ({len(shown[group].tables):,} tables)"
    return f"All {len(shown):,} groups" if group == EVERYTHING else f"{markup.count(alone, 'table')} joining nothing"
