"""Where a table was fetched, and whether there is a newer one: compared first, replaced only when a person says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.model import Table
from core.workspace.portals import Newer, fetched_files
from pages._data import load_job
from pages._ui import faults, markup
from pages._ui.jobs import Job, jobs

if TYPE_CHECKING:
    from core.workspace import Workspace


def show(ws: Workspace, table: Table) -> None:
    """Address, portal, licence and date; **Check for newer** and what it found. Of a family, of the file chosen."""
    files = fetched_files(table)
    if not files:
        return
    one = files[0]
    if len(files) > 1:
        at = st.selectbox(
            "Fetched files", range(len(files)), key=f"fetched-{table.name}", format_func=lambda i: files[i].label
        )
        one = files[at or 0]
    found = f" · found on {markup.literal(one.portal)}" if one.portal else ""
    day = f" · published {markup.literal(one.issued[:10])}" if one.issued else ""
    licence = f" · licence {markup.literal(one.licence)}" if one.licence else ""
    st.caption(f"Fetched from {markup.literal(one.address)}{found}{day}{licence}")
    job, slot = jobs().get(_key(ws, table)), f"newer-{table.name}-{one.source}"
    if job is not None:
        _progress(ws, table, job, slot)
        return
    seen = st.session_state.get(slot)
    if isinstance(seen, JoineryError):
        faults.show_fault(seen)
    elif isinstance(seen, Newer):
        _show_changes(ws, table, seen, slot)
    if not (isinstance(seen, Newer) and seen.newer) and st.button(
        "Check for newer", key=f"check-{table.name}", icon="🌐", disabled=load_job.busy(ws)
    ):
        _check(ws, table, one.source, slot)


def _check(ws: Workspace, table: Table, source: str, slot: str) -> None:
    def work(job: Job) -> object:
        return ws.portals.newer(
            table.name,
            source=source,
            progress=lambda what, share: job.events.append((what, share)),
            stop=job.stop,
        )

    st.session_state.pop(slot, None)
    jobs().start(_key(ws, table), f"Looking for a newer {table.label}", work)
    st.rerun()


def _progress(ws: Workspace, table: Table, job: Job, slot: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        bar = st.progress(0.0, text=markup.literal(job.title))
        st.button("Stop", key=f"stop-check-{table.name}", icon="⏹️", on_click=job.stop.set)
    for last in job.progress():
        if last is not None:
            bar.progress(min(max(float(last[1]), 0.0), 1.0), text=markup.literal(last[0]))
    st.session_state[slot] = job.fault or job.result
    jobs().take(_key(ws, table))
    st.rerun()


def _show_changes(ws: Workspace, table: Table, seen: Newer, slot: str) -> None:
    said = markup.literal(" ".join(seen.said))
    if not seen.newer:
        st.info(said, title="There is nothing newer.", icon="✅")
        return
    st.warning(said, title="There is a newer file. Nothing was changed yet.", icon="🆕")
    with st.container(horizontal=True):
        if st.button("Replace", key=f"take-{table.name}", icon="📥", type="primary", disabled=load_job.busy(ws)):
            del st.session_state[slot]

            def work(job: Job) -> object:
                return ws.portals.replace(
                    seen, progress=lambda what, share: job.events.append((what, share)), stop=job.stop
                )

            st.session_state.pop("load_report", None)
            jobs().queue(load_job.key(ws), f"Loading {table.label} anew", work)
            st.rerun()
        if st.button("Leave it", key=f"leave-{table.name}"):
            del st.session_state[slot]
            ws.portals.leave(seen)
            st.rerun()


def _key(ws: Workspace, table: Table) -> str:
    return f"newer@{ws.folder}@{table.name}"
