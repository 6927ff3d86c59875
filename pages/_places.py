"""Which workspace this browser works in, and the section where one is made, opened, copied or deleted.

The address names it, so that a reload finds it again and two people may work in two; without a name it is the one of
the settings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from core.config import Settings
from core.errors import JoineryError, UnknownName
from core.workspaces import Place, Workspaces

PARAMETER = "workspace"
_KEPT = frozenset({"routed", PARAMETER})


def here(wanted: Settings) -> Settings:
    """The settings with the folder of the workspace that this browser works in."""
    return _settings_of(wanted, current(wanted))


def _settings_of(wanted: Settings, place: Place) -> Settings:
    """A Neo4j database holds one workspace: that of the settings is the first one's, the others choose their own."""
    return wanted if place.first else replace(wanted, workspace=place.folder, neo4j_uri="")


def current(wanted: Settings) -> Place:
    """The workspace that this browser works in; the first one when it is gone."""
    places = Workspaces(wanted.workspace)
    name = st.query_params.get(PARAMETER) or st.session_state.get(PARAMETER)
    try:
        place = places.find(name) if name else places.all()[0]
    except UnknownName:
        place = places.all()[0]
    _note(place)
    return place


def turn_to(place: Place) -> None:
    """Work in another workspace from now on; what was open, searched and chosen in this one is forgotten."""
    for name in [n for n in st.session_state if n not in _KEPT]:
        del st.session_state[name]
    st.query_params.clear()
    st.session_state[PARAMETER] = place.name
    _note(place)


def _note(place: Place) -> None:
    if place.first:
        st.session_state.pop(PARAMETER, None)
        st.query_params.pop(PARAMETER, None)
    else:
        st.session_state[PARAMETER] = place.name
        if st.query_params.get(PARAMETER) != place.name:
            st.query_params[PARAMETER] = place.name


def show(wanted: Settings, close: Callable[[Settings], None]) -> None:
    """The workspaces: open one, make a new one, copy or delete one. `close` lets go of the handle on one."""
    places = Workspaces(wanted.workspace)
    now = current(wanted)
    every = {p.name: p for p in places.all()}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            "Workspace", list(every), index=list(every).index(now.name), key=f"place-{now.name}", width=320
        )
        other = every[chosen]
        st.button(
            "Open", icon="📂", key="open-place", disabled=other == now, on_click=turn_to, args=(other,), type="primary"
        )
        with st.popover("New", icon="➕"):
            _named("new", "Make it", places.new)
        with st.popover("Copy", icon="📑"):
            st.markdown(f"A copy of “{now.name}”, with its chats and reviews.")
            _named("copy", "Copy it", lambda name: places.copy(now, name))
        with st.popover("Delete", icon="🗑️", disabled=other.first):
            st.markdown(f"Delete “{other.name}” with its tables, chats and uploaded files? This cannot be undone.")
            if st.button("Delete it", key="delete-place"):
                try:
                    close(_settings_of(wanted, other))
                    places.delete(other)
                except JoineryError as error:
                    st.error(error.hint, title=error.message, icon="⚠️")
                else:
                    if other == now:
                        turn_to(places.all()[0])
                    st.rerun()


def _named(key: str, words: str, make: Callable[[str], Place]) -> None:
    """A name, and a button that makes a workspace of that name and opens it."""
    name = st.text_input("Name", key=f"{key}-place-name")
    if st.button(words, key=f"{key}-place", disabled=not (name or "").strip()):
        try:
            with st.spinner("Working…"):
                place = make(name or "")
        except JoineryError as error:
            st.error(error.hint, title=error.message, icon="⚠️")
        else:
            turn_to(place)
            st.rerun()
