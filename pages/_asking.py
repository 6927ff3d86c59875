"""A question under way: asked in a job, its steps shown as they happen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import Cancelled, JoineryError
from core.model import Answer, Step
from pages import _answer
from pages._jobs import Job, jobs
from pages._shared import show_fault

if TYPE_CHECKING:
    from core.workspace import Workspace

_DOING = {
    "link": "Looking for the words in the files",
    "read": "Reading the question",
    "path": "Looking for the way between the tables",
    "query": "Writing the SQL",
    "run": "Running the SQL",
    "tell": "Wording the answer",
}


def start(ws: Workspace, chat_id: str, question: str) -> None:
    """Ask in a job of its own; the answer, or the reason why there is none, goes into the chat."""

    def work(job: Job) -> object:
        answer: Answer | None = None
        try:
            for item in ws.ask(question, chat=chat_id, stop=job.stop):
                if isinstance(item, Step):
                    job.events.append(item)
                else:
                    answer = item
        except JoineryError as error:
            answer = _fault(question, error)
        if answer is not None and job.settle():
            ws.history.add(chat_id, answer)
        return answer

    jobs().start(_key(ws, chat_id), question, work)


def show(ws: Workspace, job: Job, chat_id: str) -> None:
    """The steps of a question under way, with Stop; afterwards the page runs anew and shows the answer."""
    _answer.show_question(job.title)
    with st.chat_message("assistant", avatar=_answer.PROGRAM):
        row = st.container(horizontal=True, vertical_alignment="top")
        with row:
            status = st.status(":shimmer[Working…]", type="compact", expanded=True)
            st.button("Stop", key="stop-ask", icon="⏹️", shortcut="Esc", on_click=partial(stop, ws, chat_id))
        doing = "Working"
        for event in job.follow():
            if isinstance(event, Step) and event.state == "started":
                doing = _DOING.get(event.name, doing)
            elif isinstance(event, Step):
                status.markdown(_answer.step_line(event))
            status.update(label=f":shimmer[{doing}…] {job.seconds:.1f} s", expanded=True)
        status.update(label=f"Worked for {job.seconds:.1f} s", state="complete", expanded=False)
    if job.fault is not None:
        show_fault(job.fault)
    jobs().take(_key(ws, chat_id))
    if job.fault is None:
        st.rerun()


def under_way(ws: Workspace, chat_id: str | None) -> Job | None:
    """The question that this chat waits for."""
    return jobs().get(_key(ws, chat_id)) if chat_id else None


def stop(ws: Workspace, chat_id: str) -> None:
    """Stop at once: the chat says so, and whatever the work still brings is thrown away."""
    job = jobs().drop(_key(ws, chat_id))
    if job is not None and job.settle():
        ws.history.add(chat_id, _fault(job.title, Cancelled()))


def _fault(question: str, fault: JoineryError) -> Answer:
    return Answer(question=question, answer=f"{fault.message} {fault.hint}".strip())


def _key(ws: Workspace, chat_id: str) -> str:
    return f"ask-{ws.settings.workspace}-{chat_id}"
