"""Under an answer: the button that puts its question into a set, which the evaluate page asks again after a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.model import Answer
from pages._evaluate import run_view
from pages._ui.faults import show_fault
from pages._ui.folded import popover
from pages._ui.markup import literal

if TYPE_CHECKING:
    from core.workspace import Workspace

MINE = "My questions"


def show(ws: Workspace, answer: Answer, key: str, *, lazily: bool = False) -> None:
    """Which set, and Keep; nothing for an answer without SQL. `lazily`: drawn once it is opened."""
    if answer.sql is None or ws.read_only:
        return
    about = "Ask this question again after a change"
    folded = popover("Keep as a test", lazily, icon="🎯", key=f"set-{key}", help=about)
    if folded.open is not False:
        with folded:
            _choice(ws, answer, key)
    if into := st.session_state.get(f"kept-{key}"):
        st.caption(f"🎯 Kept in “{literal(into)}”. The page Evaluate asks it.")
    if (fault := st.session_state.pop(f"unset-{key}", None)) is not None:
        show_fault(fault)


def _choice(ws: Workspace, answer: Answer, key: str) -> None:
    question = answer.rewritten or answer.question
    st.markdown("The question goes into a set of yours, with the rows of this SQL as its right answer.")
    st.markdown(f"“{literal(question)}”")
    sets = run_view.kept(ws).sets()
    chosen = st.selectbox("Question set", sets if MINE in sets else [MINE, *sets], key=f"into-{key}")
    st.button(
        "Keep",
        key=f"keep-{key}",
        type="primary",
        icon="💾",
        on_click=_add,
        args=(ws, chosen, question, answer, key),
    )


def _add(ws: Workspace, name: str, question: str, answer: Answer, key: str) -> None:
    """Keep it; a fault waits for the page to show it."""
    try:
        st.session_state[f"kept-{key}"] = run_view.kept(ws).add(name, question, answer.sql or "", answer.hint)
    except JoineryError as error:
        st.session_state[f"unset-{key}"] = error
