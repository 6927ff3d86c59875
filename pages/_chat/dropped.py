"""Files dropped into the chat: loaded while the chat stays open; a question that came with them is asked afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import JoineryError
from core.workspace.uploads import keep_uploads
from pages._data import load_job, load_report
from pages._ui.faults import faults_shown
from pages._ui.markup import count, literal

if TYPE_CHECKING:
    from core.workspace import Workspace

NOTHING_YET = "There is no table to ask yet. Drop files here with your question, or load them first."
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


def report(ws: Workspace) -> None:
    """What became of them, said once under the talk."""
    if load_job.under_way(ws) or not st.session_state.get(_DROPPED):
        return
    del st.session_state[_DROPPED]
    found = st.session_state.get("load_report")
    if found is None or isinstance(found, JoineryError):
        return
    named = ", ".join(f"{literal(t.label)} ({count(t.rows, 'row')})" for t in found.tables[:5])
    more = f" and {len(found.tables) - 5} more" if len(found.tables) > 5 else ""
    if failed := len(load_report.failures(found)):
        st.toast(f"{count(failed, 'file')} could not be loaded; why is said above the talk.", icon="⚠️")
    if named:
        st.toast(f"Loaded {named}{more}. Ask about it.", icon="✅")
