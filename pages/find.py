"""The page Find data: from a question to files of open-data portals, loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.workspace.portals import Finding
from pages._data import load_job, load_report
from pages._find import hits, search
from pages._ui import faults, markup, opening
from pages._ui.suggestions import ask_for

if TYPE_CHECKING:
    from core.workspace import Workspace


def ask_again(ws: Workspace) -> None:
    """The question that led here, once something was loaded."""
    asked = st.session_state.get(search.ASKED)
    report = st.session_state.get("load_report")
    if not asked or not getattr(report, "tables", ()) or load_job.under_way(ws):
        return
    if st.button(f"Ask again: “{markup.literal(asked)}”", key="ask-again", icon="💬", type="primary"):
        del st.session_state[search.ASKED]
        ask_for(asked)
        st.switch_page("pages/chat.py")


opening.routed()
ws = opening.workspace()
st.title("Find data", anchor=False)
st.markdown(
    "Search an open-data portal for what your tables lack, and load it. Nothing is contacted before you press Search."
)
search.form(ws)
searching = st.container()
loading = st.container()
load_report.show_report()
ask_again(ws)
if not search.show_fault():
    found = st.session_state.get(search.FOUND)
    if isinstance(found, Finding):
        with faults.faults_shown():
            hits.show(ws, found)
search.show_progress(ws, searching)
load_job.show_progress(ws, loading)
