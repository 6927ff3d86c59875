"""Changes that words of the question speak for, each made with one click."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from core.ask.edit.suggested import suggested
from pages._editor.panel import Panel
from pages._ui.markup import literal


def show(panel: Panel, title: str = "", looks: Literal["secondary", "tertiary"] = "tertiary") -> None:
    """A button for each, under a title or in one line; none where nobody typed a question."""
    answer = panel.entry.answer
    if answer.built:
        return
    left = [*answer.ignored, *(c.words for c in answer.chips if c.kind == "ignored")]
    left += [words for words, target in answer.words if not target]
    found = suggested(panel.query, answer.rewritten or answer.question, left, panel.offers)
    if not found:
        return
    if title:
        st.markdown(title)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=panel.key("suggested")):
        if not title:
            st.markdown(":small[Perhaps]", width="content")
        for n, change in enumerate(found):
            said = literal(change.said)
            if st.button(
                said, key=panel.key(f"suggested-{n}"), icon="💡", type=looks, disabled=panel.entry.busy, wrap=True
            ):
                panel.touched = True
                panel.change(change.query)
