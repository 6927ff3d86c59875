"""A question to be built, begun on any page: the chat asks it and opens its editor."""

from __future__ import annotations

import streamlit as st

_BUILDING = "building"


def button(table: str, key: str) -> None:
    """Begin a question about a table, in the chat."""
    said = "Put a question about it together by choosing"
    if st.button("Build a question", icon="🧩", key=f"build-{key}", help=said):
        begin(table)
        st.switch_page("pages/chat.py")


def begin(table: str | None) -> None:
    """Make the next run of the chat page begin a question about this table."""
    st.session_state[_BUILDING] = table


def begun() -> str | None:
    """The table, once."""
    table: str | None = st.session_state.pop(_BUILDING, None)
    return table
