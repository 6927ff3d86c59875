"""What documents say to a question, each sentence with its sources, and the way on which they were searched."""

from __future__ import annotations

import streamlit as st

from core.model import Answer
from pages._ui.markup import literal


def show(answer: Answer) -> None:
    """The sentences, likeliest first, with page or heading and line; nothing where documents say nothing to it."""
    if not answer.told:
        return
    st.markdown("**Your documents say:**")
    for one in answer.told:
        st.markdown(f"{literal(one.text)}  \n:gray[📖 {'; '.join(literal(c.source) for c in one.sources)}]")
