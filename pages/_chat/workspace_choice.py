"""In the chat's sidebar: the workspace to work in, and a way from a sample to one's own files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.samples import SAMPLES
from pages._ui import opening, which_workspace
from pages._ui.faults import show_fault
from pages._ui.suggestions import SAMPLES_FOLDER

if TYPE_CHECKING:
    from core.workspace import Workspace
    from core.workspace.registry import Place, Workspaces

OWN = "My files"
"""The workspace that is made beside the one with the sample."""


def switcher() -> None:
    """The workspaces, if there are several: above the chats, which are those of one of them."""
    wanted = opening.settings()
    places = which_workspace.places_of(wanted)
    known = {p.name: p for p in places.all()}
    now = which_workspace.current(wanted)
    if len(known) < 2:
        opening.name_workspace(now, wanted)
        return
    slot = f"to-place-{now.name}"
    with st.sidebar:
        st.selectbox(
            "Workspace",
            list(known),
            index=list(known).index(now.name),
            key=slot,
            format_func=lambda name: _called(places, known[name]),
            on_change=_turn,
            args=(places, slot),
        )


def _called(places: Workspaces, place: Place) -> str:
    """Its name; the one of the settings, which nobody named, by the samples where it holds nothing else."""
    parts = [Path(f).parts for f in places.files(place)] if place.first else []
    if not parts or not all(SAMPLES_FOLDER in p[:-1] for p in parts):
        return place.name
    keys = {p[p.index(SAMPLES_FOLDER) + 1] for p in parts}
    titles = [s.title for s in SAMPLES if s.key in keys]
    return f"{'Sample' if len(titles) == 1 else 'Samples'}: {', '.join(titles)}" if titles else place.name


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


def _turn(places: Workspaces, slot: str) -> None:
    which_workspace.turn_to(places.find(str(st.session_state[slot])))


def _own(places: Workspaces) -> None:
    """Make the workspace for one's own files, or open the one made before."""
    known = {p.name: p for p in places.all()}
    try:
        which_workspace.turn_to(known[OWN] if OWN in known else places.new(OWN))
    except JoineryError as fault:
        st.session_state["own-fault"] = fault
