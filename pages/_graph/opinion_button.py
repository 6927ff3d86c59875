"""Above the joins to review: those in doubt judged by the chat model, on a press of the button and not before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from pages._ui.faults import show_fault
from pages._ui.job_bar import follow
from pages._ui.jobs import Job, jobs
from pages._ui.markup import count

if TYPE_CHECKING:
    from core.workspace import Workspace

_TOLD = "joins-judged"


def key(ws: Workspace) -> str:
    return f"judge-joins-{ws.folder}"


def button(ws: Workspace) -> None:
    """What came of the last press; then the offer, where a model is chosen and was not asked about every pair."""
    outcome = st.session_state.pop(_TOLD, None)
    if isinstance(outcome, JoineryError):
        show_fault(outcome)
    elif outcome is not None:
        st.success(_told(*outcome), icon="✅")
    if not ws.settings.translators.has_model or ws.read_only or jobs().get(key(ws)) is not None:
        return
    wanted = len(ws.joins.in_doubt())
    if not wanted:
        return
    sees = "a few values" if ws.settings.translators.settings.send_values else "no values"
    if st.button(f"Ask the model about {count(wanted, 'join')}", key="judge-joins", icon="💬"):

        def work(job: Job) -> object:
            sure = ws.joins.ask_model(progress=lambda what, share: job.events.append((what, share)), stop=job.stop)
            return sure, wanted

        jobs().start(key(ws), "Asking about joins in doubt", work)
        st.rerun()
    st.caption(
        f"It sees the names, types and {sees} of both columns, and is asked once about each pair. A yes has the join "
        "used, never confirmed; a no leaves it to you. What the values decide stays as it is."
    )


def _told(sure: int, wanted: int) -> str:
    if not sure:
        return f"The chat model could not tell of any of {count(wanted, 'join')}."
    return (
        f"The chat model judged {sure:,} of {count(wanted, 'join')}. Why a join is used, or not, says what it thinks."
    )


def show_progress(ws: Workspace) -> None:
    """While joins are judged: the bar and Stop. Called last on the page."""
    job = jobs().get(key(ws))
    if job is None:
        return
    follow(job, "judging", "stop-judging")
    st.session_state[_TOLD] = job.fault or job.result
    jobs().take(key(ws))
    st.rerun()
