"""The chat: a question, the steps as they happen, the answer, and all that led to it."""

from __future__ import annotations

import streamlit as st

from pages import _answer, _asking, _chats, _first, _load, _report, _shared, _suggest

SHOWN = 20  # of a chat's entries, the last ones; more on request


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
    with _shared.faults_shown():
        chat_id = chat_id or _chats.begin(ws, question)
        _asking.start(ws, chat_id, question)
_chats.sidebar(ws, chat_id)

loading = st.container()
if not _chats.told(st.session_state.get("load_report")):
    _report.show_problems()
entries = ws.history.entries(chat_id) if chat_id else ()
job = _asking.under_way(ws, chat_id)
start, following = st.empty(), st.container()
if not loaded:
    with start.container():
        _first.empty(ws)
elif not entries and job is None:
    with start.container():
        _first.begun(ws)
hidden = max(len(entries) - SHOWN, 0)
if hidden and st.toggle(f"Show {_shared.count(hidden, 'earlier question')}", key=f"earlier-{chat_id}"):
    hidden = 0
for n, entry in enumerate(entries[hidden:], start=hidden):
    with st.container():
        _answer.show_question(entry)
        examples = _suggest.questions(ws, 3) if entry.sql is None else ()
        waiting = n == len(entries) - 1 and job is None
        busy = job is not None and job.place == n
        _answer.show_answer(ws, entry, str(chat_id), n, examples, busy=busy, waiting=waiting)
        if busy:
            following = st.container()
if entries and job is None and not entries[-1].options:
    _suggest.show_after(ws, entries[-1], f"{chat_id}-{len(entries) - 1}")
if job is not None and chat_id is not None:
    if job.place is None:
        _answer.show_asked(job.title)
        following = st.chat_message("assistant", avatar=_answer.PROGRAM)
    with following:
        _asking.show(ws, job, chat_id)
_load.show_progress(ws, loading)
