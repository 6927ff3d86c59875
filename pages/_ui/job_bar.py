"""The bar of a job that asks a chat model, with Stop."""

from __future__ import annotations

import streamlit as st

from pages._ui.jobs import Job
from pages._ui.markup import literal

_LONGEST = 300
"""Characters of what the job does just now."""


def follow(job: Job, key: str, stop_key: str) -> None:
    """Draw until the job ends; the last thing on a page, so that all else can be used meanwhile."""
    with st.container(horizontal=True, vertical_alignment="center", key=key):
        bar = st.progress(0.0, text=job.title)
        st.button("Stop", key=stop_key, icon="⏹️", on_click=job.stop.set, disabled=job.stop.is_set())
    what, share = job.title, 0.0
    for last in job.progress():
        if last is not None:
            what, share = str(last[0]), min(float(last[1]), 1.0)
        bar.progress(share, text=literal(what)[:_LONGEST])
