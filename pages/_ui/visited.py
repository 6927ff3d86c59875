"""A way through the documents, stop by stop."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.model import Visited
from pages._ui import frames


def path(visited: Sequence[Visited]) -> None:
    """Every stop with its reason and score, in order."""
    st.caption("The sentences that were looked at, in the order of the search.")
    rows = [(n, v.source, v.why, v.score, v.text) for n, v in enumerate(visited, 1)]
    heads = ("Stop", "Where", "Why", "Score", "Sentence")
    st.dataframe(frames.frame(heads, rows), hide_index=True, alt="The way through the documents")
