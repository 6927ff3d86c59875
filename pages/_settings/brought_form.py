"""What a workspace from elsewhere would contact: asked before anything is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages._settings import store_forms
from pages._ui import faults
from pages._ui.markup import literal

if TYPE_CHECKING:
    from core.workspace import Workspace


def show(ws: Workspace) -> None:
    """The choices that wait to be accepted, with a button for each answer; nothing where none wait."""
    if not ws.settings.brought:
        return
    with st.container(border=True, key="brought"):
        named = "; ".join(literal(one) for one in ws.settings.brought)
        st.markdown(
            f"✋ **This workspace was set up elsewhere.** It would use {named}. Nothing was sent there. "
            "Accept it only if you know who made the workspace."
        )
        with st.container(horizontal=True):
            if st.button("Use them", key="brought-use", disabled=ws.read_only):
                store_forms.start(
                    ws, "Turning to the parts that came along", "They are used now.", ws.settings.accept_brought
                )
            if st.button("Do without them", key="brought-forget", disabled=ws.read_only):
                with faults.faults_shown():
                    ws.settings.forget_brought()
                    st.rerun()
