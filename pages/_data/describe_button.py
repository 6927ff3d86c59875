"""On the data page: tables described by the chat model, on a press of the button and not before."""

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


def key(ws: Workspace) -> str:
    return f"describe-{ws.folder}"


def button(ws: Workspace) -> None:
    """The offer, where a model is chosen and some table has no description; then what came of it."""
    outcome = st.session_state.pop("described-by-model", None)
    if isinstance(outcome, JoineryError):
        show_fault(outcome)
    elif outcome is not None:
        st.success(
            f"The chat model described {count(int(outcome), 'table')}. Read them below and change what is wrong.",
            icon="✅",
        )
    bare = sum(1 for t in ws.tables.all() if not t.description)
    if not bare or not ws.settings.translators.has_model or ws.read_only or jobs().get(key(ws)) is not None:
        return
    sees = "some cell values" if ws.settings.translators.settings.send_values else "no cell values"
    if st.button(f"Describe {count(bare, 'table')} with the model", key="describe-all", icon="📝"):

        def work(job: Job) -> object:
            return ws.tables.describe_with_model(
                progress=lambda what, share: job.events.append((what, share)), stop=job.stop
            )

        jobs().start(key(ws), "Describing tables", work)
        st.rerun()
    st.caption(f"It sees names, types, counts and {sees}: about one call for each table.")


def show_progress(ws: Workspace) -> None:
    """While tables are described: the bar, the last description, Stop. Called last on the page."""
    job = jobs().get(key(ws))
    if job is None:
        return
    follow(job, "describing", "stop-describe")
    st.session_state["described-by-model"] = job.fault or job.result
    jobs().take(key(ws))
    st.rerun()
