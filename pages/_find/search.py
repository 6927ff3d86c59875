"""The search: a question or words, a portal, Search with Stop. Nothing is contacted before that is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import Cancelled, JoineryError
from core.portals.base import NAMES
from core.portals.kinds import known_portals
from pages._ui import faults, markup
from pages._ui.jobs import Job, jobs

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from core.workspace import Workspace

WORDS, PORTAL, ADDRESS, FOUND = "find-words", "find-portal", "find-address", "finding"
ASKED = "find-asked"
"""The question of a chat that is to be asked again once data was loaded."""


def key(ws: Workspace) -> str:
    """A workspace's search, among all jobs."""
    return f"find@{ws.folder}"


def look_for(question: str) -> None:
    """Have the page Find data show a chat's question, to be searched for. A callback."""
    st.session_state[WORDS] = st.session_state[ASKED] = question
    for old in (FOUND, "load_report"):
        st.session_state.pop(old, None)


def form(ws: Workspace) -> None:
    """Where words and portal are written."""
    names = [p.name for p in known_portals()]
    kinds = {p.name: NAMES[p.kind] for p in known_portals()}
    with st.form("find", border=False):
        st.text_input(
            "What do you look for? A question, or some words",
            key=WORDS,
            placeholder="How many bicycles cross each bridge a day?",
            persist_state="session",
        )
        listed, own = st.columns(2)
        listed.selectbox(
            "Portal",
            names,
            index=None,
            key=PORTAL,
            format_func=lambda name: f"{name} · {kinds[name]}",
            placeholder="Choose one",
            persist_state="session",
        )
        own.text_input(
            "Or the address of a portal or file",
            key=ADDRESS,
            placeholder="https://data.example.org",
            help="CKAN, Opendatasoft and Socrata, data.json catalogues, sitemaps, and the address of a file.",
            persist_state="session",
        )
        pressed = st.form_submit_button("Search", icon="🔎", type="primary", disabled=jobs().get(key(ws)) is not None)
    if pressed:
        words = str(st.session_state.get(WORDS) or "").strip()
        portal = str(st.session_state.get(ADDRESS) or "").strip() or str(st.session_state.get(PORTAL) or "")
        if not portal or not words:
            st.warning("Write what you look for, and choose a portal or write its address.", icon="✏️")
            return
        start(ws, words, portal)
        st.rerun()


def start(ws: Workspace, words: str, portal: str) -> None:
    """Begin the search."""

    def work(job: Job) -> object:
        return ws.portals.search(
            words, portal, progress=lambda what, share: job.events.append((what, share)), stop=job.stop
        )

    st.session_state.pop(FOUND, None)
    jobs().start(key(ws), "Searching", work)


def show_progress(ws: Workspace, place: DeltaGenerator) -> None:
    """While it searches: the bar and Stop; then the page runs anew with what was found. Called last."""
    job = jobs().get(key(ws))
    if job is None:
        return
    with place, st.container(horizontal=True, vertical_alignment="center", key="searching"):
        bar = st.progress(0.0, text=job.title)
        st.button("Stop", key="stop-search", icon="⏹️", on_click=job.stop.set, disabled=job.stop.is_set())
    what, share = job.title, 0.0
    for last in job.progress():
        if last is not None:
            what, share = str(last[0]), min(max(float(last[1]), share), 1.0)
        bar.progress(share, text=markup.literal("Stopping…" if job.stop.is_set() else what))
    st.session_state[FOUND] = job.fault or job.result
    jobs().take(key(ws))
    st.rerun()


def show_fault() -> bool:
    """Say why the last search found nothing, if it failed."""
    found = st.session_state.get(FOUND)
    if isinstance(found, Cancelled):
        st.info("Stopped. Search again when you like.", icon="⏹️")
    elif isinstance(found, JoineryError):
        faults.show_fault(found)
    return isinstance(found, JoineryError)
