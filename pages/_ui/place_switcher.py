"""In the sidebar: the workspace to work in."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.config import Settings
from core.errors import UnknownName
from core.samples import SAMPLES
from pages._ui import which_workspace
from pages._ui.markup import literal
from pages._ui.suggestions import SAMPLES_FOLDER

if TYPE_CHECKING:
    from core.workspace.registry import Place, Workspaces


def show(wanted: Settings) -> None:
    """The workspaces, if there are several; else which one it is, unless it is the one of the settings."""
    places = which_workspace.places_of(wanted)
    known = {p.name: p for p in places.all()}
    now = which_workspace.current(wanted)
    if len(known) < 2:
        if not now.first:
            st.sidebar.caption(f"Workspace: {literal(now.name)}")
        return
    called = {name: _called(places, place) for name, place in known.items()}
    # What the browser holds is a label: where one changes it is another widget, else the old one would look chosen.
    slot = f"to-place-{now.name}" + "".join(f" {label}" for name, label in called.items() if label != name)
    with st.sidebar:
        st.selectbox(
            "Workspace",
            list(known),
            index=list(known).index(now.name),
            key=slot,
            format_func=lambda name: called.get(name, name),
            on_change=_turn,
            args=(places, slot),
        )


def beside(wanted: Settings) -> str:
    """What the list calls the workspace that was there first, in this one which was made beside it; "" in that."""
    places = which_workspace.places_of(wanted)
    first = next((p for p in places.all() if p.first), None)
    if first is None or which_workspace.current(wanted).first:
        return ""
    return f"“{literal(_called(places, first))}”"


def _called(places: Workspaces, place: Place) -> str:
    """Its name; the one of the settings, which nobody named, by the samples where it holds nothing else."""
    parts = [Path(f).parts for f in places.files(place)] if place.first else []
    if not parts or not all(SAMPLES_FOLDER in p[:-1] for p in parts):
        return place.name
    keys = {p[p.index(SAMPLES_FOLDER) + 1] for p in parts}
    titles = [s.title for s in SAMPLES if s.key in keys]
    return f"{'Sample' if len(titles) == 1 else 'Samples'}: {', '.join(titles)}" if titles else place.name


def _turn(places: Workspaces, slot: str) -> None:
    """Streamlit may also call it where nobody chose: with a list that is no longer drawn."""
    name = st.session_state.get(slot)
    with suppress(UnknownName):  # deleted since the page was drawn, by another browser: the person stays
        if name is not None:
            which_workspace.turn_to(places.find(str(name)))
