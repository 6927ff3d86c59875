"""Files dropped into the chat: loaded while the chat stays open; a question that came with them is asked afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import JoineryError
from core.model import Join, Table
from pages._chat.answer_view import PROGRAM
from pages._data import load_job, load_report, same_named
from pages._ui import suggestions
from pages._ui.faults import faults_shown
from pages._ui.markup import count, literal

if TYPE_CHECKING:
    from core.workspace import LoadReport, Workspace

NOTHING_YET = "There is no table to ask yet. Drop files here with your question, or load them first."
_MOST = 5
"""Tables, and joins of each, that are named."""
_WAITING, _DROPPED, _KEPT = "asked-with-files", "dropped-into-chat", "loaded-in-chat"


def asked(ws: Workspace, given: Any) -> str:
    """The question to ask now, of what was sent in the chat; its files begin to load. "" for none."""
    text, files = parts(given)
    if files:
        with faults_shown():
            kept = same_named.keep(ws, files)
            if kept:
                load_job.load(ws, same_named.title(kept), lambda: kept)
                to_tell()
            elif not same_named.asking():
                return text
            st.session_state[_WAITING] = text
        return ""
    if not load_job.under_way(ws) and not same_named.asking() and (waiting := st.session_state.pop(_WAITING, "")):
        return text or str(waiting)
    return text


def to_tell() -> None:
    """What is loaded now is told of in the chat."""
    st.session_state[_DROPPED] = True


def parts(given: Any) -> tuple[str, Sequence[Any]]:
    """The text and the files of what a chat input gives: a string, or an object that has both, or nothing."""
    if given is None or isinstance(given, str):
        return given or "", ()
    return str(getattr(given, "text", "") or ""), tuple(getattr(given, "files", ()) or ())


def report(ws: Workspace, chat: str | None, number: int) -> None:
    """Keep what became of them, to be said in the chat where they were dropped, before its `number`-th question.
    Without a `chat` the page itself says what was found."""
    if load_job.under_way(ws) or not st.session_state.pop(_DROPPED, False):
        return
    found = st.session_state.get("load_report")
    if chat and found is not None and not isinstance(found, JoineryError):
        st.session_state.setdefault(_KEPT, {}).setdefault(chat, []).append((number, found))


def show(ws: Workspace, chat: str | None, number: int, *, last: bool = False) -> int:
    """What was loaded before the chat's `number`-th question; the `last` with questions to ask of it. How many
    times something was."""
    here = [found for place, found in st.session_state.get(_KEPT, {}).get(chat, ()) if place == number]
    for n, found in enumerate(here, start=1):
        _told(ws, found, last and n == len(here))
    return len(here)


def _told(ws: Workspace, found: LoadReport, last: bool) -> None:
    """Each table with its rows and its joins, and questions to ask of it."""
    now = {t.name: t for t in ws.tables.all()}
    labels = {t.name: t.label for t in now.values()}
    books = {t.name for t in found.tables if Path(t.source).name in found.documents}
    tables = [now[t.name] for t in found.tables if t.name in now and t.name not in books]
    failed = [Path(p.file).name for p in load_report.failures(found) if p.file]
    joins = ws.joins.all() if tables else ()
    if not (tables or failed or found.documents):
        return
    with st.chat_message("assistant", avatar=PROGRAM):
        if failed:
            named = ", ".join(failed[:_MOST]) + (f" and {len(failed) - _MOST} more" if len(failed) > _MOST else "")
            why = "; why is said above the talk" if last else ""
            st.markdown(f"{count(len(failed), 'file')} could not be loaded{why}: {literal(named)}.")
        if found.documents:
            named = ", ".join(found.documents[:_MOST]) + ("…" if len(found.documents) > _MOST else "")
            st.markdown(f"Read {count(len(found.documents), 'document')} about the tables: {literal(named)}.")
        if not tables:
            return
        ask = f" Ask about {'it' if len(tables) == 1 else 'them'}." if last else ""
        st.markdown(f"Loaded {count(len(tables), 'table')}.{ask}")
        for table in tables[:_MOST]:
            size = f"**{literal(table.label)}**: {count(table.rows, 'row')}, {count(len(table.columns), 'column')}"
            near = [_join(j, table, labels) for j in joins if j.touches(table.name)]
            more = f"; and {len(near) - _MOST} more" if len(near) > _MOST else ""
            said = f"joined with {'; '.join(near[:_MOST])}{more}" if near else "no join to another table was found"
            st.markdown(f"- {size}; {said}.")
        if len(tables) > _MOST:
            st.caption(f"And {count(len(tables) - _MOST, 'more table')}; the data page lists them all.")
        st.page_link("pages/graph.py", label="See the joins", icon="🔗")
        if last:
            suggestions.show(ws, 3, first=[t.name for t in tables], key="suggestion-loaded")


def _join(join: Join, table: Table, labels: Mapping[str, str]) -> str:
    """“members by member_no”; what is likely and not confirmed says so."""
    here, other, theirs = join.child, join.parent_table, join.parent
    if join.child_table != table.name:
        here, other, theirs = join.parent, join.child_table, join.child
    by = " and ".join(c if c == t else f"{c} = {t}" for c, t in zip(here, theirs, strict=True))
    sure = "" if join.state == "confirmed" else " (likely, not confirmed)"
    return f"**{literal(labels.get(other, other))}** by {literal(by)}{sure}"
