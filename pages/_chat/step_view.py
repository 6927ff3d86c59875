"""The steps of a question: as lines, and as they happen."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.model import Step
from pages._ui.jobs import Job
from pages._ui.markup import literal, marked

STEP_NAMES = {
    "review": "Join",
    "link": "Words",
    "read": "Meaning",
    "path": "Way",
    "query": "SQL",
    "run": "Rows",
    "tell": "Answer",
}
_MARKS = {"started": "▸", "done": "✓", "repaired": "↻", "failed": "✗"}
_DOING = {
    "review": "Noting the join",
    "link": "Looking for the words in the files",
    "read": "Reading the question",
    "path": "Looking for the way between the tables",
    "query": "Writing the SQL",
    "run": "Running the SQL",
    "tell": "Wording the answer",
}


def step_line(step: Step) -> str:
    """One step as a line of Markdown: its mark, name, words and time."""
    name = STEP_NAMES.get(step.name) or literal(step.name.replace("_", " ").capitalize())
    words = f": {marked(step.text)}" if step.text else ""
    time = f" · {step.ms:,.0f} ms" if step.ms else ""
    return f"{_MARKS.get(step.state, '·')} **{name}**{words}{time}"


def follow(job: Job, stop: Callable[[], None]) -> None:
    """Draw the steps of a job as they come, until it ends, and a button that calls `stop`."""
    with st.container(horizontal=True, vertical_alignment="top"):
        status = st.status(":shimmer[Working…]", type="compact", expanded=True)
        offered = st.empty()
        offered.button("Stop", key="stop-ask", icon="⏹️", shortcut="Esc", on_click=stop)
    doing = "Working"
    for events in job.follow():
        for step in events:
            if isinstance(step, Step) and step.state == "started":
                doing = _DOING.get(step.name, doing)
            elif isinstance(step, Step):
                status.markdown(step_line(step))
        status.update(label=f":shimmer[{doing}…] {job.seconds:.1f} s", expanded=True)
    offered.empty()
    status.update(label=f"Worked for {job.seconds:.1f} s", state="complete", expanded=False)
