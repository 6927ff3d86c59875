"""Under an answer: whether a person verified it, and the button that keeps it as verified."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.model import Answer
from pages._ui.faults import show_fault
from pages._ui.markup import literal

if TYPE_CHECKING:
    from core.workspace import Workspace


def show(ws: Workspace, answer: Answer, key: str, opens: str = "") -> None:
    """The badge, or the hint at a like answer; 👍, which asks before it keeps anything; and 👎, which `opens` the
    editor that bears this key."""
    if answer.sql is None:
        return
    question = answer.rewritten or answer.question
    kept = ws.verified.find(question, answer.hint)
    if answer.verified:
        st.badge("Verified by you", icon="✅", color="green")
    elif answer.like:
        st.caption(f"Like your verified answer: {literal(answer.like[0][0])}")
    if answer.verified or ws.read_only:
        return
    if kept is not None and kept.sql == answer.sql.strip():
        st.caption("👍 Kept as verified. The same question is answered by this SQL from now on.")
        return
    with st.popover("Right", icon="👍", key=f"right-{key}", help="Keep this answer as verified"):
        st.markdown("Is this answer right? Then keep it: the same question will be answered by this SQL.")
        st.markdown(f"“{literal(question)}”")
        if kept is not None:
            st.caption("It takes the place of the answer that you verified before.")
        st.button(
            "Keep as verified",
            key=f"verify-{key}",
            type="primary",
            icon="✅",
            on_click=_keep,
            args=(ws, question, answer, key),
        )
    if opens:
        st.button(
            "Wrong", icon="👎", key=f"wrong-{key}", help="Change the reading by hand", on_click=_open, args=(opens,)
        )
    if (fault := st.session_state.pop(f"unkept-{key}", None)) is not None:
        show_fault(fault)


def _open(key: str) -> None:
    """Open the editor, and say so: it may stand open already, further down."""
    st.session_state[key] = True
    st.toast("Under the answer its reading is open: change what is wrong. Or ask again in other words.", icon="🧩")


def _keep(ws: Workspace, question: str, answer: Answer, key: str) -> None:
    """Keep it; a fault waits for the page to show it."""
    try:
        ws.verified.save(question, answer.sql or "", hint=answer.hint, enriched=answer.enriched, tables=answer.tables)
    except JoineryError as error:
        st.session_state[f"unkept-{key}"] = error
