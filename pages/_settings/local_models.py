"""The settings page's part on models of this machine: what runs, what fits, Use, and fetching one with Ollama."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import streamlit as st

from core.config.saved import ModelChoice
from core.errors import Cancelled
from core.local_models.find import LocalServer, find_servers
from core.local_models.memory import GB, dated, fits, memory, recommended
from core.local_models.pull import pull
from core.workspace.translators import Translators
from pages._ui import faults, markup
from pages._ui.jobs import Job, jobs

if TYPE_CHECKING:
    from core.workspace import Workspace

_JOB = "pull-model"
_ROOM = {True: "fits in memory", False: "too big for this machine's memory", None: ""}
NOTHING = (
    "No model runs on this machine yet. Install Ollama from https://ollama.com (or LM Studio, or llama.cpp's server), "
    "start it, and look again."
)


def section(ws: Workspace, fixed: bool) -> None:
    """Look for servers, list their models; nothing is asked before the button is pressed."""
    if st.button("Look for models on this machine", icon="🔎", key="find-models"):
        st.session_state["local-servers"] = find_servers()
    found: tuple[LocalServer, ...] | None = st.session_state.get("local-servers")
    if found is None:
        return
    if (fault := st.session_state.pop("local-fault", None)) is not None:
        faults.show_fault(fault)
    have = memory()
    if not any(s.models for s in found):
        st.info(NOTHING)
    for server in found:
        st.markdown(f"**{markup.literal(server.kind)}** at {markup.literal(server.url)}")
        for n, model in enumerate(server.models):
            left, right = st.columns([5, 1])
            size = f"{model.size / GB:.1f} GB" if model.size else "size not known"
            room = _ROOM[fits(model.size, have)]
            left.markdown(f"{markup.literal(model.name)} · {size}{' · ' + room if room else ''}")
            if right.button("Use", key=f"use-local-{server.url}-{n}", disabled=fixed or ws.read_only):
                _use(ws, server, model.name)
    ollama = next((s for s in found if s.provider == "ollama"), None)
    if ollama is not None:
        _fetch(ollama, have)


def _use(ws: Workspace, server: LocalServer, name: str) -> None:
    """Try the model, and keep it."""
    now = ModelChoice.of(ws.settings.translators.settings)
    choice = replace(now, model=f"{server.provider}:{name}", base_url=server.url, prose_model="")
    with faults.faults_shown():
        Translators(choice.over(ws.settings.given)).try_out()
        ws.settings.choose_model(choice, keep=True)
        st.session_state["model-told"] = f"Questions are read by {name} on this machine."
        st.rerun()


def _fetch(ollama: LocalServer, have: int) -> None:
    """Recommended models that are not there yet, and the one that is coming."""
    job = jobs().get(_JOB)
    if job is not None:
        _coming(job)
        return
    there = {m.name for m in ollama.models}
    offered = [m for m in recommended(have) if m.name not in there]
    if not offered:
        return
    chosen = st.selectbox(
        f"Have Ollama fetch an open model (list of {dated()})",
        offered,
        format_func=lambda m: f"{m.name} · {m.size / GB:.1f} GB · {m.licence}",
        key="pull-choice",
    )
    if chosen is not None and st.button("Fetch it", icon="⬇️", key="pull-start"):

        def work(job: Job) -> object:
            for progress in pull(ollama.url, chosen.name, job.stop):
                job.events[:] = [progress]
            return chosen.name

        jobs().start(_JOB, f"Fetching {chosen.name}", work)
        st.rerun()


@st.fragment(run_every=0.5)
def _coming(job: Job) -> None:
    """The bar, with Stop; the list is looked up again when it is there."""
    if job.done.is_set():
        jobs().take(_JOB)
        if job.fault is not None and not isinstance(job.fault, Cancelled):
            st.session_state["local-fault"] = job.fault
        else:
            st.session_state["local-servers"] = find_servers()
        st.rerun()
    last = job.events[-1] if job.events else ("starting", 0.0)
    status, share = cast(tuple[str, float], last)
    st.progress(share, text=f"{markup.literal(job.title)}: {markup.literal(status)}")
    if st.button("Stop", icon="⏹️", key="pull-stop"):
        job.stop.set()
