"""Build a question without typing: a table to begin with, in the chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.ask.edit.offers import Offers
from core.ask.form import begin
from pages._chat import ask_job, chat_list
from pages._chat.answer_view import editing
from pages._ui import building

if TYPE_CHECKING:
    from core.workspace import Workspace


def choice(ws: Workspace, key: str) -> None:
    """A list of the tables, in words; choosing one begins a question about it."""
    tables = ws.tables.all()
    if not tables:
        return
    form = begin(tables[0].name)
    offers = Offers(form.query, ws.questions.facts(form))
    with st.popover("Build a question", icon="🧩", key=f"build-{key}"):
        st.selectbox(
            "Of what? Choose a table; then choose what to show, where, per what.",
            sorted(set(offers.tables()) - offers.aside, key=str.casefold) or offers.tables(),
            index=None,
            key=f"build-of-{key}",
            format_func=offers.table,
            placeholder="A table",
            on_change=_from_list,
            args=(f"build-of-{key}",),
        )


def begun(ws: Workspace, chat_id: str | None) -> str | None:
    """The chat in which the question that was begun is asked; None where none was."""
    table = building.begun()
    found = ws.tables.get(table) if table else None
    if found is None:
        return None
    title = chat_list.begun_about(found.label)
    chat_id = chat_id or chat_list.begin(ws, title)
    number = len(ws.chats.entries(chat_id))
    ask_job.start(ws, chat_id, title, lambda job: ws.questions.edited(begin(found.name), chat=chat_id, stop=job.stop))
    st.session_state[editing(chat_id, number)] = True
    return chat_id


def _from_list(slot: str) -> None:
    building.begin(st.session_state.pop(slot, None))
