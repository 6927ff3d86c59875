"""Ways of searching the documents, side by side on a person's own questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages._evaluate import progress
from pages._ui import faults, frames
from pages._ui.jobs import Job, jobs

if TYPE_CHECKING:
    from core.evaluate.side_by_side import SideBySide
    from core.workspace import Workspace

LINES, FOUND = "passage-lines", "strategies-found"
HEADS = ("Way of searching", "Found", "Among the first 3", "First", "Precision", "Tokens", "Milliseconds", "Faithful")
ABOUT = (
    "**Found**: the share of questions whose passage is among the sentences found. **Precision**: how far up it stands "
    "(context precision). **Tokens**: a fourth of the characters found. **Faithful**: of the sentences that the chat "
    "answers with, those whose numbers and words stand in what they cite."
)


def key(ws: Workspace) -> str:
    """A workspace's comparison, among all jobs."""
    return f"strategies@{ws.folder}"


def show(ws: Workspace) -> None:
    """The questions, the button and the table; nothing where there are no documents."""
    from core.documents.notes import is_notes
    from core.evaluate.side_by_side import EXAMPLE

    if not any(not is_notes(name) for name, _ in ws.documents.names()):
        return
    found = st.session_state.get(FOUND)
    with st.expander("Compare ways of searching the documents", icon="📚", expanded=bool(found), key="strategies"):
        st.markdown("One question a line, then `=` and a few words of the passage that answers it.")
        if st.button("Begin with what the documents define", icon="✨", key="begin-passages"):
            _begin(ws)
        with st.form("passages", border=False):
            lines = st.text_area("Questions and passages", key=LINES, height=130, placeholder=EXAMPLE)
            if st.form_submit_button("Compare", icon="▶️", disabled=jobs().get(key(ws)) is not None):
                _start(ws, lines)
        place = st.container()
        if found:
            _table(found)
    with place:
        progress.show(key(ws), stop="stop-strategies", kept=FOUND)


def _begin(ws: Workspace) -> None:
    from core.evaluate.side_by_side import begun

    with faults.faults_shown():
        lines = begun(ws)
        if lines:
            st.session_state[LINES] = lines
        else:
            st.caption("The documents define no column. Write a question of your own.")


def _start(ws: Workspace, lines: str) -> None:
    from core.evaluate.side_by_side import passages_of, side_by_side

    with faults.faults_shown():
        cases = passages_of(lines)

        def work(job: Job) -> object:
            return side_by_side(ws, cases, lambda done, of: job.events.append((done, of)), job.stop)

        st.session_state.pop(FOUND, None)
        jobs().start(key(ws), "Searching", work)
        st.rerun()


def _table(found: tuple[SideBySide, ...]) -> None:
    def share(value: float | None) -> str:
        return "–" if value is None else f"{value:.3f}"

    rows = [
        (
            r.strategy,
            share(r.recall),
            share(r.first_three),
            share(r.first),
            share(r.precision),
            f"{r.tokens:,.0f}",
            f"{r.ms:,.0f}",
            share(r.faithful),
        )
        for r in found
    ]
    st.dataframe(frames.frame(HEADS, rows), hide_index=True, alt="Ways of searching the documents, side by side")
    st.caption(ABOUT)
