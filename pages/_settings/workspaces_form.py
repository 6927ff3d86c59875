"""The section of the settings page where a workspace is made, opened, copied or deleted."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from streamlit.elements.lib.mutable_popover_container import PopoverContainer

from core.config import Settings
from core.errors import JoineryError
from core.workspace.registry import Place
from pages._ui.markup import literal
from pages._ui.which_workspace import current, places_of, settings_of, turn_to

_MADE = "made-place"
"""The session keeps the name of the workspace that was just made, until it is told."""


def show(wanted: Settings, close: Callable[[Settings], None]) -> None:
    """The workspaces: open one, make a new one, copy or delete one. `close` lets go of the handle on one."""
    places = places_of(wanted)
    now = current(wanted)
    if made := st.session_state.pop(_MADE, ""):
        st.toast(f"“{literal(made)}” is made, and you are in it.", icon="✅")
    every = {p.name: p for p in places.all()}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            "Workspace", list(every), index=list(every).index(now.name), key=f"place-{now.name}", width=320
        )
        other = every[chosen]
        st.button(
            "Open", icon="📂", key="open-place", disabled=other == now, on_click=turn_to, args=(other,), type="primary"
        )
        with _closing("New", "➕", now, places.may_make):
            _named("new", "Make it", places.new)
        with _closing("Copy", "📑", now, places.may_make):
            st.markdown(f"A copy of “{now.name}”, with its chats and reviews.")
            _named("copy", "Copy it", lambda name: places.copy(now, name))
        with st.popover("Delete", icon="🗑️", disabled=other.first):
            st.markdown(f"Delete “{other.name}” with its tables, chats and uploaded files? This cannot be undone.")
            if st.button("Delete it", key="delete-place"):
                try:
                    places.delete(other, lambda: close(settings_of(wanted, other)))
                except JoineryError as error:
                    st.error(error.hint, title=error.message, icon="⚠️")
                else:
                    if other == now:
                        turn_to(places.all()[0])
                    st.rerun()


def _closing(label: str, icon: str, now: Place, allowed: bool) -> PopoverContainer:
    """A popover that is another one in another workspace, and so does not stay open over it."""
    return st.popover(label, icon=icon, disabled=not allowed, key=f"{label}-in-{now.name}", on_change="rerun")


def _named(key: str, words: str, make: Callable[[str], Place]) -> None:
    """A name, and a button that makes a workspace of that name and opens it."""
    with st.form(f"{key}-place-form", border=False):
        name = st.text_input("Name", key=f"{key}-place-name")
        wanted = st.form_submit_button(words, key=f"{key}-place")
    if wanted:
        try:
            with st.spinner("Working…"):
                place = make(name or "")
        except JoineryError as error:
            st.error(error.hint, title=error.message, icon="⚠️")
        else:
            turn_to(place)
            st.session_state[_MADE] = place.name
            st.rerun()
