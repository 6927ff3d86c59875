"""Files dropped into the chat: loaded while the chat stays open; a question that came with them is asked afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import JoineryError
from core.model import Join, Table
from core.workspace.uploads import keep_uploads
from pages._chat.answer_view import PROGRAM
from pages._data import load_job, load_report
from pages._ui import suggestions
from pages._ui.faults import faults_shown
from pages._ui.markup import count, literal

if TYPE_CHECKING:
    from core.workspace import LoadReport, Workspace

NOTHING_YET = "There is no table to ask yet. Drop files here with your question, or load them first."
_MOST = 5
"""Tables, and joins of each, that are named."""
_WAITING, _DROPPED = "asked-with-files", "dropped-into-chat"


def asked(ws: Workspace, given: Any) -> str:
    """The question to ask now, of what was sent in the chat; its files begin to load. "" for none."""
    text, files = parts(given)
    if files:
        with faults_shown():
            kept = keep_uploads(ws.folder, files)
            load_job.load(ws, f"Loading {kept[0].name if len(kept) == 1 else count(len(kept), 'file')}", lambda: kept)
            st.session_state[_DROPPED] = True
            st.session_state[_WAITING] = text
        return ""
    if not load_job.under_way(ws) and (waiting := st.session_state.pop(_WAITING, "")):
        return text or str(waiting)
    return text


def parts(given: Any) -> tuple[str, Sequence[Any]]:
    """The text and the files of what a chat input gives: a string, or an object that has both, or nothing."""
    if given is None or isinstance(given, str):
        return given or "", ()
    return str(getattr(given, "text", "") or ""), tuple(getattr(given, "files", ()) or ())


def report(ws: Workspace, chat: str | None, talked: bool) -> None:
    """What became of them: in the chat where they were dropped, until the next question is asked there; in passing
    where a question came with them. Where nobody has `talked` yet the page itself says what was found."""
    if load_job.under_way(ws) or _DROPPED not in st.session_state:
        return
    said = st.session_state[_DROPPED]  # True, or the chat in which it is said
    found = load_report.untold()
    if talked and found is not None and not isinstance(found, JoineryError) and said in (True, chat):
        st.session_state[_DROPPED] = chat
        _told(ws, found)
        return
    del st.session_state[_DROPPED]
    found = st.session_state.get("load_report")
    if said is not True or found is None or isinstance(found, JoineryError):
        return
    if failed := len(load_report.failures(found)):
        st.toast(f"{count(failed, 'file')} could not be loaded; why is said above the talk.", icon="⚠️")
    if found.tables:
        labels, joins = {t.name: t.label for t in ws.tables.all()}, ws.joins.all()
        named = "; ".join(_passing(t, joins, labels) for t in found.tables[:_MOST])
        more = f"; and {len(found.tables) - _MOST} more" if len(found.tables) > _MOST else ""
        st.toast(f"Loaded {named}{more}. Ask about it.", icon="✅", duration="long")


def _passing(table: Table, joins: Sequence[Join], labels: Mapping[str, str]) -> str:
    """A table in a few words: its file, its rows, and what it is joined with."""
    near = [_join(j, table, labels) for j in joins if j.touches(table.name)]
    said = f"{literal(table.label)} from {literal(Path(table.source).name)} ({count(table.rows, 'row')})"
    return f"{said}, joined with {' and '.join(near[:2])}" if near else said


def _told(ws: Workspace, found: LoadReport) -> None:
    """Each table with its rows and its joins, and questions to ask of it."""
    now = {t.name: t for t in ws.tables.all()}
    labels = {t.name: t.label for t in now.values()}
    tables = [now[t.name] for t in found.tables if t.name in now]
    failed = len(load_report.failures(found))
    joins = ws.joins.all()
    with st.chat_message("assistant", avatar=PROGRAM):
        if failed:
            st.markdown(f"{count(failed, 'file')} could not be loaded; why is said above the talk.")
        if found.documents:
            st.markdown(f"Read {count(len(found.documents), 'document')} about the tables.")
        if not tables:
            return
        st.markdown(f"Loaded {count(len(tables), 'table')}. Ask about {'it' if len(tables) == 1 else 'them'}.")
        for table in tables[:_MOST]:
            size = f"**{literal(table.label)}**: {count(table.rows, 'row')}, {count(len(table.columns), 'column')}"
            near = [_join(j, table, labels) for j in joins if j.touches(table.name)]
            more = f"; and {len(near) - _MOST} more" if len(near) > _MOST else ""
            said = f"joined with {'; '.join(near[:_MOST])}{more}" if near else "no join to another table was found"
            st.markdown(f"- {size}; {said}.")
        if len(tables) > _MOST:
            st.caption(f"And {count(len(tables) - _MOST, 'more table')}; the data page lists them all.")
        st.page_link("pages/graph.py", label="See the joins", icon="🔗")
        suggestions.show(ws, 3, first=[t.name for t in tables])


def _join(join: Join, table: Table, labels: Mapping[str, str]) -> str:
    """“members by member_no”; what is likely and not confirmed says so."""
    here, other, theirs = join.child, join.parent_table, join.parent
    if join.child_table != table.name:
        here, other, theirs = join.parent, join.child_table, join.child
    by = " and ".join(c if c == t else f"{c} = {t}" for c, t in zip(here, theirs, strict=True))
    sure = "" if join.state == "confirmed" else " (likely, not confirmed)"
    return f"**{literal(labels.get(other, other))}** by {literal(by)}{sure}"
