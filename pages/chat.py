"""The chat: a question, the steps as they happen, the answer, and all that led to it."""

from __future__ import annotations

import streamlit as st

from pages._chat import answer_view, ask_job, chat_list, dropped, first_minute, in_view, workspace_choice
from pages._data import load_job, load_report, same_named
from pages._editor import editor, start
from pages._ui import faults, markup, opening, suggestions

EDITOR = answer_view.Editor(editor.show, editor.suggest)
SHOWN = 10  # of a chat's entries, the last ones; more on request: each costs time at every question


opening.routed()
ws = opening.workspace()
chat_id = chat_list.current(ws)
loaded = bool(ws.tables.all())
typed = st.chat_input(
    ("Ask a question" if ws.read_only else "Ask, or drop more files here") if loaded else "Drop your files, and ask",
    key="question",
    accept_file=False if ws.read_only else "multiple",
    disabled=not loaded and ws.read_only,
    submit_mode="disable",
)
question = dropped.asked(ws, typed) or st.session_state.pop("asking", None)
if question and loaded:
    with faults.faults_shown():
        chat_id = chat_id or chat_list.begin(ws, question)
        dropped.report(ws, chat_id, len(ws.chats.entries(chat_id)))
        ask_job.start(ws, chat_id, question)
        load_report.told()
        same_named.told()
elif question:
    st.info(dropped.NOTHING_YET)
chat_id = start.begun(ws, chat_id) or chat_id
chat_list.sidebar(ws, chat_id)
workspace_choice.sidebar(ws)

if ws.settings.brought:
    st.info("This workspace was set up elsewhere, with servers of its own. They are not used until you accept them.")
    st.page_link("pages/settings.py", label="See which, on the settings page", icon="⚙️")
loading = st.container()
load_report.show_problems()
entries = ws.chats.entries(chat_id) if chat_id else ()
job = ask_job.under_way(ws, chat_id)
# A place that may hold less than in the run before is emptied first: what stood there would stay until this run ends,
# and while files load it goes on.
another = st.session_state.get("chat_shown") != chat_id
st.session_state["chat_shown"] = chat_id
opening_words = st.empty()
talk = following = st.empty().container() if another else st.container()
loaded_now, after, asked = st.empty(), st.empty(), st.empty()
if not loaded:
    with opening_words.container():
        first_minute.empty(ws)
elif not entries and job is None:
    with opening_words.container():
        first_minute.begun(ws)
        start.choice(ws, "first")
with talk:
    hidden = max(len(entries) - SHOWN, 0)
    if hidden and st.toggle(f"Show {markup.count(hidden, 'earlier question')}", key=f"earlier-{chat_id}"):
        hidden = 0
    for n, entry in enumerate(entries[hidden:], start=hidden):
        with st.container():
            dropped.show(ws, chat_id, n)
            answer_view.show_question(entry)
            examples = suggestions.questions(ws, 3) if entry.sql is None else ()
            waiting = n == len(entries) - 1 and job is None
            busy = job is not None and job.place == n
            place = (str(chat_id), n, examples)
            answer_view.show_answer(ws, entry, *place, busy=busy, waiting=waiting, editor=EDITOR)
            if busy:
                following = st.container()
dropped.report(ws, chat_id if entries or job else None, len(entries))
with loaded_now.container(key=in_view.LOADED):
    offering = dropped.show(ws, chat_id, len(entries), last=job is None)
    same_named.show(ws, dropped.to_tell)
if job is None and (news := same_named.news() or offering):
    in_view.loaded((chat_id, len(entries), news))
if entries and job is None and not entries[-1].options:
    with after.container():
        if not (offering or entries[-1].by_hand):  # what is looked for would draw the page anew while a person chooses
            suggestions.show_after(ws, entries[-1], f"{chat_id}-{len(entries) - 1}")
        start.choice(ws, f"{chat_id}-{len(entries)}")
if job is not None and chat_id is not None:
    if job.place is None:
        with asked.container():
            answer_view.show_asked(job.title)
            following = st.chat_message("assistant", avatar=answer_view.PROGRAM)
    with following:
        ask_job.show(ws, job, chat_id)
in_view.show(begun=not entries and job is None)
load_job.show_progress(ws, loading)
