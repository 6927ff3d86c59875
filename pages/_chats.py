"""Which chat is open, and the list of chats beside it. The address names the chat, so a reload finds it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages._shared import literal

if TYPE_CHECKING:
    from core.workspace import Workspace

PARAMETER = "chat"
_LONGEST_TITLE = 60
_LISTED = 30


def current(ws: Workspace) -> str | None:
    """The open chat's id: from the address, else the one open before; None is a chat not begun yet."""
    known = {chat.id for chat in ws.history.chats()}
    asked = st.query_params.get(PARAMETER) or st.session_state.get(PARAMETER)
    chosen = asked if asked in known else None
    _note(chosen)
    return chosen


def begin(ws: Workspace, question: str) -> str:
    """A new chat, named after its first question."""
    title = " ".join(question.split())
    title = title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 1] + "…"
    chat_id = ws.history.new(title)
    _note(chat_id)
    return chat_id


def sidebar(ws: Workspace, chosen: str | None) -> None:
    """A button for a new chat, the chats, newest first, and what can be done with the open one."""
    with st.sidebar:
        st.button("New chat", icon="➕", width="stretch", key="new-chat", on_click=_note, args=(None,))
        chats = ws.history.chats()
        if chats:
            st.caption("Chats")
        for chat in chats[:_LISTED]:
            st.button(
                literal(chat.title),
                key=f"chat-{chat.id}",
                type="secondary" if chat.id == chosen else "tertiary",
                width="stretch",
                on_click=_note,
                args=(chat.id,),
            )
        if chosen is not None and not ws.read_only:
            with st.popover("Rename or delete this chat", width="stretch"):
                title = next(c.title for c in chats if c.id == chosen)
                name = st.text_input("Name", value=title, key=f"name-{chosen}")
                st.button("Rename", key="rename-chat", on_click=ws.history.rename, args=(chosen, name or title))
                st.button("Delete", key="delete-chat", icon="🗑️", on_click=_delete, args=(ws, chosen))


def _delete(ws: Workspace, chat_id: str) -> None:
    ws.history.delete(chat_id)
    _note(None)


def _note(chat_id: str | None) -> None:
    """Make this the open chat, here and in the address."""
    st.session_state[PARAMETER] = chat_id
    if chat_id is None:
        st.query_params.pop(PARAMETER, None)
    elif st.query_params.get(PARAMETER) != chat_id:
        st.query_params[PARAMETER] = chat_id
