"""What leaves this machine with the settings in use, in plain words."""

from __future__ import annotations

import streamlit as st

from core.config import Settings, without_user
from core.workspace.translators import RULES
from pages._ui.markup import literal


def lines(now: Settings) -> tuple[str, ...]:
    """One sentence for each place that something goes to; none when nothing leaves."""
    found = []
    if now.model != RULES and (now.model or now.base_url):
        cells = "some cell values" if now.send_values else "no cell values"
        where = without_user(now.base_url) or f"the provider of {now.model}"
        found.append(f"Questions, names of tables and columns and {cells} go to the chat model at {where}.")
    if now.neo4j_uri:
        found.append(f"Names and figures about tables and columns go to Neo4j at {without_user(now.neo4j_uri)}.")
    if now.chroma_url:
        found.append(f"Names and descriptions of tables and columns go to Chroma at {without_user(now.chroma_url)}.")
    return tuple(found)


def show(now: Settings) -> None:
    found = lines(now)
    for line in found:
        st.markdown(f"📤 {literal(line)}")
    st.markdown(f"🔒 {'All else' if found else 'Everything'} stays on this machine. No usage data is sent.")
