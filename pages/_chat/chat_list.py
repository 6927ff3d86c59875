"""Which chat is open, and the list of chats beside it. The address names the chat, so a reload finds it again."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from pages._chat import ask_job
from pages._data import load_report
from pages._ui.markup import count, literal

if TYPE_CHECKING:
    from core.catalogue.chats import Chat
    from core.workspace import Workspace

PARAMETER = "chat"
_LONGEST_TITLE = 60
_LISTED = 30
_DELETING = "deleting-chat"
_NUMBER = re.compile(r" \(\d+\)")
"""Behind a title that another chat has, too."""


def current(ws: Workspace) -> str | None:
    """The open chat's id: from the address, else the one open before; None is a chat not begun yet."""
    known = {chat.id for chat in ws.chats.chats()}
    asked = st.query_params.get(PARAMETER) or st.session_state.get(PARAMETER)
    chosen = asked if asked in known else None
    _note(chosen)
    return chosen


def titled(question: str) -> str:
    """What a chat is called that begins with a question."""
    title = " ".join(question.split())
    return title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 1] + "…"


def begun_about(label: str) -> str:
    """What a chat is called that begins with a table and no question yet."""
    return f"About {label}"


def retitle(ws: Workspace, chat_id: str, before: str, now: str) -> None:
    """Name a chat after the question that its first one was built into, if nobody has named it."""
    titles = {c.id: c.title for c in ws.chats.chats()}
    title = _NUMBER.sub("", titles.pop(chat_id, ""))
    if title and title != titled(now) and title in (titled(before), *_named_after(ws)):
        ws.chats.rename(chat_id, _apart(titled(now), titles.values()))


def _apart(title: str, others: Iterable[str]) -> str:
    """The title with a number behind it where another chat is called so."""
    taken = set(others)
    numbered = (f"{title} ({n})" for n in itertools.count(2))
    return title if title not in taken else next(t for t in numbered if t not in taken)


def _named_after(ws: Workspace) -> list[str]:
    return [titled(begun_about(t.label)) for t in ws.tables.all()]


def begin(ws: Workspace, question: str) -> str:
    """A new chat, named after its first question."""
    chat_id = ws.chats.new(_apart(titled(question), (c.title for c in ws.chats.chats())))
    _open(chat_id)
    return chat_id


def sidebar(ws: Workspace, chosen: str | None) -> None:
    """A button for a new chat, the chats, newest first, and what can be done with the open one."""
    with st.sidebar:
        st.button("New chat", icon="➕", width="stretch", key="new-chat", on_click=_open, args=(None,))
        chats = ws.chats.chats()
        if not chats:
            return
        sought = ""
        if len(chats) > 1:
            sought = st.text_input(
                "Search the chats",
                key="find-chat",
                placeholder="🔍 Search the chats",
                label_visibility="collapsed",
                help="Finds words of names, questions and answers.",
            )
        found = ws.chats.find(sought) if sought.strip() else chats
        st.caption(("Chats" if found else "No chat has these words") if sought else "Chats")
        for chat in found[:_LISTED]:
            st.button(
                literal(chat.title),
                key=f"chat-{chat.id}",
                type="secondary" if chat.id == chosen else "tertiary",
                width="stretch",
                on_click=_open,
                args=(chat.id,),
            )
        if len(found) > _LISTED:
            st.caption(f"{count(len(found) - _LISTED, 'older chat')} not shown; search for them.")
        open_one = next((c for c in chats if c.id == chosen), None)
        if open_one is not None:
            _care(ws, open_one)


def _care(ws: Workspace, chat: Chat) -> None:
    """Name, link and end of the open chat."""
    with st.popover("Name, link, delete", width="stretch"):
        if not ws.read_only:
            with st.form(f"rename-{chat.id}", border=False):
                st.text_input("Name", value=chat.title, key=f"name-{chat.id}")
                st.form_submit_button("Rename", key="rename-chat", on_click=_rename, args=(ws, chat))
        st.caption("A link that opens this chat")
        st.code(_link(), language=None, wrap_lines=True)
        if ws.read_only:
            return
        if st.session_state.get(_DELETING) != chat.id:
            st.button("Delete…", key="delete-chat", icon="🗑️", on_click=_note_deleting, args=(chat.id,))
            return
        st.markdown(f"Delete “{literal(chat.title)}” with its questions and answers? This cannot be undone.")
        with st.container(horizontal=True):
            st.button("Yes, delete", key="delete-chat-yes", type="primary", on_click=_delete, args=(ws, chat.id))
            st.button("Keep it", key="delete-chat-no", on_click=_note_deleting, args=(None,))


def _rename(ws: Workspace, chat: Chat) -> None:
    ws.chats.rename(chat.id, str(st.session_state[f"name-{chat.id}"]).strip() or chat.title)


def _link() -> str:
    """This page's address, with all that it names."""
    place = urlsplit(st.context.url or "")
    query = urlencode({k: st.query_params[k] for k in st.query_params})
    return urlunsplit((place.scheme, place.netloc, place.path or "/", query, ""))


def _note_deleting(chat_id: str | None) -> None:
    st.session_state[_DELETING] = chat_id


def _delete(ws: Workspace, chat_id: str) -> None:
    ask_job.stop(ws, chat_id)
    ws.chats.delete(chat_id)
    _note_deleting(None)
    _open(None)


def _open(chat_id: str | None) -> None:
    """Open a chat, or none; what was reported of the last load stays behind."""
    load_report.told()
    _note(chat_id)


def _note(chat_id: str | None) -> None:
    """Make this the open chat, here and in the address."""
    st.session_state[PARAMETER] = chat_id
    if chat_id is None:
        st.query_params.pop(PARAMETER, None)
    elif st.query_params.get(PARAMETER) != chat_id:
        st.query_params[PARAMETER] = chat_id
