"""The chat: a question, the steps as they happen, the answer, and all that led to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from core.samples import SAMPLES
from pages import _answer, _asking, _chats, _load, _shared, _suggest

if TYPE_CHECKING:
    from core.workspace import Workspace

SHOWN = 20  # of a chat's entries, the last ones; more on request


def empty_workspace(ws: Workspace) -> None:
    """Nothing is loaded: what to do, in one sentence, and the samples."""
    st.title("Ask your files")
    st.markdown("Load a sample below, or your own CSV files on the data page, and ask a question in plain words.")
    for column, sample in zip(st.columns(len(SAMPLES)), SAMPLES, strict=True):
        with column.container(border=True, height="stretch"):
            st.subheader(sample.title, anchor=False)
            st.markdown(sample.sentence)
            st.caption(_shared.count(len(sample.preview), "file"))
            pressed = st.button(f"Try “{sample.title}”", key=f"sample-{sample.key}", disabled=ws.read_only)
            if pressed:
                _load.load_sample(ws, sample)
                st.rerun()
    st.page_link("pages/data.py", label="Load your own files", icon="🗂️")


def suggestions(ws: Workspace) -> None:
    """A chat not begun: what is loaded, and questions to start with."""
    tables = ws.tables()
    rows = sum(t.rows for t in tables)
    st.title("Ask your files")
    st.markdown(
        f"{_shared.count(len(tables), 'table')} with {_shared.count(rows, 'row')} loaded. "
        "Type a question below, or start with one of these."
    )
    for i, text in enumerate(_suggest.questions(ws)):
        st.button(_shared.literal(text), key=f"suggestion-{i}", on_click=_answer.ask_for, args=(text,), icon="💬")


_shared.routed()
ws = _shared.workspace()
chat_id = _chats.current(ws)
loaded = bool(ws.tables())
typed = st.chat_input(
    "Ask a question about your files" if loaded else "Load files first, then ask",
    key="question",
    disabled=not loaded,
    submit_mode="disable",
)
question = typed or st.session_state.pop("asking", None)
if question and loaded:
    chat_id = chat_id or _chats.begin(ws, question)
    _asking.start(ws, chat_id, question)
_chats.sidebar(ws, chat_id)
_shared.code_font()

loading = st.container()
_load.show_problems()
entries = ws.history.entries(chat_id) if chat_id else ()
job = _asking.under_way(chat_id)
start = st.empty()
if not loaded:
    with start.container():
        empty_workspace(ws)
elif not entries and job is None:
    with start.container():
        suggestions(ws)
hidden = max(len(entries) - SHOWN, 0)
if hidden and st.toggle(f"Show {_shared.count(hidden, 'earlier question')}", key=f"earlier-{chat_id}"):
    hidden = 0
for n, entry in enumerate(entries[hidden:], start=hidden):
    _answer.show_question(entry.question)
    examples = _suggest.questions(ws, 3) if entry.sql is None else ()
    _answer.show_answer(ws, entry, f"{chat_id}-{n}", examples, partial(ws.history.replace, str(chat_id), n))
if job is not None:
    _asking.show(job, chat_id)
_load.show_progress(ws, loading)
