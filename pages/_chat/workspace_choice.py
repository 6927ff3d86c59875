"""In the chat's sidebar: a way from a sample to one's own files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from pages._ui import opening, which_workspace
from pages._ui.faults import show_fault
from pages._ui.suggestions import SAMPLES_FOLDER

if TYPE_CHECKING:
    from core.workspace import Workspace
    from core.workspace.registry import Workspaces

OWN = "My files"
"""The workspace that is made beside the one with the sample."""


def sidebar(ws: Workspace) -> None:
    """Where only samples are loaded one's own files are a click away."""
    wanted = opening.settings()
    places = which_workspace.places_of(wanted)
    now = which_workspace.current(wanted)
    tables = ws.tables.all()
    sample = bool(tables) and all(SAMPLES_FOLDER in Path(s).parts for t in tables for s in t.sources)
    with st.sidebar:
        if sample and now.name != OWN and places.may_make:
            said = "An empty workspace; the sample stays in this one"
            st.button(
                "Start with my own files", icon="🗂️", key="own-files", width="stretch", help=said, on_click=_own,
                args=(places,),
            )  # fmt: skip
        elif tables and not ws.read_only:
            st.page_link("pages/data.py", label="Add files", icon="📥")
    if (fault := st.session_state.pop("own-fault", None)) is not None:
        show_fault(fault)


def _own(places: Workspaces) -> None:
    """Make the workspace for one's own files, or open the one made before."""
    known = {p.name: p for p in places.all()}
    try:
        which_workspace.turn_to(known[OWN] if OWN in known else places.new(OWN))
    except JoineryError as fault:
        st.session_state["own-fault"] = fault
