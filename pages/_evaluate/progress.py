"""A job of the Evaluate page: its bar and Stop; afterwards its result or fault, and the page anew."""

from __future__ import annotations

import streamlit as st

from pages._ui import markup
from pages._ui.jobs import jobs

FAULT = "evaluate_fault"
"""Where the session keeps the fault of a job that ended, until the page has shown it."""


def show(key: str, *, stop: str, kept: str) -> None:
    """The job `key` while it runs, with a button named `stop`; its result then goes into the session as `kept`."""
    job = jobs().get(key)
    if job is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        bar = st.progress(0.0, text=markup.literal(job.title))
        st.button("Stop", key=stop, icon="⏹️", on_click=jobs().stop, args=(key,), disabled=job.stop.is_set())
    for last in job.progress():
        if last is not None:
            done, of = last
            bar.progress(done / of, text=f"{markup.literal(job.title)}: {done:,} of {of:,} · {job.seconds:.0f} s")
    jobs().take(key)
    if job.fault is not None:
        st.session_state[FAULT] = job.fault
    else:
        st.session_state[kept] = job.result
    st.rerun()
