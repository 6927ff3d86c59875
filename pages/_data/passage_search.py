"""A search of the documents by a strategy of choice, to see what it finds and by which way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages._ui import faults, markup, visited

if TYPE_CHECKING:
    from core.workspace import Workspace


def show(ws: Workspace) -> None:
    """The words to search for, the strategy, and the path that it visited."""
    from core.ask.from_documents import stops
    from core.retrieval.strategies.known import CHOSEN, strategies

    names = list(strategies())
    with st.expander("Search the documents", icon="🔎", key="search-documents"):
        question = st.text_input("Question or words", key="passage-question", placeholder="Why were … left out?")
        strategy = st.selectbox(
            "Way of searching",
            names,
            index=names.index(CHOSEN),
            key="passage-strategy",
            format_func=lambda name: f"{name} (used for answers)" if name == CHOSEN else name,
        )
        if not question.strip():
            return
        with faults.faults_shown(), st.spinner("Searching…"):
            found = ws.retrieve(question, strategy)
            for note in found.notes:
                st.info(markup.literal(note), icon="ℹ️")
            if not found.ids:
                st.markdown("Nothing was found.")
                return
            visited.path(stops(found))
            st.caption(f"It ended with: {markup.literal(found.stopped)}.")
