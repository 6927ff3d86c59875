"""On the data page: a few questions back about the files, each answered by a click, and what was answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from pages._data import load_job
from pages._ui.faults import show_fault
from pages._ui.markup import count, literal

if TYPE_CHECKING:
    from core.ask.interview.asked import Asked
    from core.workspace import Workspace

_FAULT = "interview-fault"
LINK = {"show": "questions"}
"""In the address of the data page: the questions are why somebody comes."""


def called_for() -> bool:
    """The link of the chat led here."""
    return st.query_params.get("show") == LINK["show"]


def waiting(opened: int) -> str:
    """What the panel is called, and the link to it."""
    return f"{count(opened, 'question')} for you about these files"


def show(ws: Workspace) -> None:
    """The questions that are open, those first on which most answers depend; nothing while files are loaded."""
    if ws.read_only or load_job.under_way(ws):
        return
    opened, answered = ws.interview.questions(), ws.interview.answered()
    if (fault := st.session_state.pop(_FAULT, None)) is not None:
        show_fault(fault)
    if not opened and not answered:
        return
    title = waiting(len(opened)) if opened else "What you said about these files"
    with st.expander(title, icon="🙋", key="interview", expanded=called_for()):
        if opened:
            st.caption("The files do not say these things, and answers depend on them. Each may be skipped.")
        for asked in opened:
            with st.container(border=True):
                st.markdown(f"**{_code(asked.text)}**")
                st.caption(_code(asked.why))
                if asked.values:
                    _meanings(ws, asked)
                if asked.kind == "row":
                    _word(ws, asked)
                with st.container(horizontal=True):
                    for n, option in enumerate(asked.options, start=1):
                        st.button(
                            literal(option.text),
                            key=f"interview-{asked.id}-{n}",
                            on_click=_tried,
                            args=(partial(ws.interview.answer, asked.id, n),),
                        )
                    st.button(
                        "Skip",
                        key=f"interview-skip-{asked.id}",
                        type="tertiary",
                        on_click=_tried,
                        args=(partial(ws.interview.skip, asked.id),),
                    )
        for done in answered:
            with st.container(horizontal=True, vertical_alignment="center"):
                said = f"**{literal(done.answer)}**" if done.answer else "skipped"
                st.markdown(f"{_code(done.text)} {said}", width="stretch")
                st.button(
                    "Undo",
                    key=f"interview-undo-{done.id}",
                    icon="↩️",
                    type="tertiary",
                    on_click=_tried,
                    args=(partial(ws.interview.undo, done.id),),
                )


def _meanings(ws: Workspace, asked: Asked) -> None:
    """A field for the meaning of each value."""
    with st.form(f"interview-form-{asked.id}", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            for value in asked.values:
                st.text_input(literal(value), key=f"interview-{asked.id}-{value}", width=160)
        st.form_submit_button("Keep", icon="💾", on_click=_tried, args=(partial(_said, ws, asked),))


def _word(ws: Workspace, asked: Asked) -> None:
    """A field for another word than those offered."""
    with (
        st.form(f"interview-form-{asked.id}", border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input("In your own words: one row is a", key=f"interview-{asked.id}-word", max_chars=40, width=240)
        st.form_submit_button("Keep", icon="💾", on_click=_tried, args=(partial(_called, ws, asked),))


def _called(ws: Workspace, asked: Asked) -> None:
    ws.interview.call(asked.id, st.session_state.get(f"interview-{asked.id}-word") or "")


def _said(ws: Workspace, asked: Asked) -> None:
    ws.interview.mean(asked.id, {v: st.session_state.get(f"interview-{asked.id}-{v}") or "" for v in asked.values})


def _tried(work: Callable[[], None]) -> None:
    try:
        work()
    except JoineryError as fault:
        st.session_state[_FAULT] = fault


def _code(text: str) -> str:
    """Our sentence, the files' own names in it (between back ticks) taken literally."""
    return literal(text.replace("`", ""))
