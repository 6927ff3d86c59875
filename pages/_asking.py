"""A question under way: asked in a job, its steps shown as they happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.model import Answer, Step
from pages import _answer
from pages._jobs import Job, jobs
from pages._shared import show_fault

if TYPE_CHECKING:
    from core.workspace import Workspace


def start(ws: Workspace, chat_id: str, question: str) -> None:
    """Ask in a job of its own; the answer, or the reason why there is none, goes into the chat."""

    def work(job: Job) -> object:
        answer: Answer | None = None
        try:
            for item in ws.ask(question, stop=job.stop):
                if isinstance(item, Step):
                    job.events.append(item)
                else:
                    answer = item
        except JoineryError as error:
            answer = Answer(question=question, answer=f"{error.message} {error.hint}".strip())
        if answer is not None:
            ws.history.add(chat_id, answer)
        return answer

    jobs().start(_key(chat_id), question, work)


def show(job: Job, chat_id: str | None) -> None:
    """The steps of a question under way, with Stop; afterwards the page runs anew and shows the answer."""
    key = _key(chat_id)
    _answer.show_question(job.title)
    with st.chat_message("assistant", avatar=_answer.PROGRAM):
        row = st.container(horizontal=True, vertical_alignment="top")
        with row:
            status = st.status(":shimmer[Working…]", type="compact", expanded=True)
            st.button("Stop", key="stop-ask", icon="⏹️", on_click=jobs().stop, args=(key,))
        for event in job.follow():
            if isinstance(event, Step) and event.state != "started":
                status.markdown(_answer.step_line(event))
            status.update(label=f":shimmer[Working…] {job.seconds:.1f} s", expanded=True)
        status.update(label=f"Worked for {job.seconds:.1f} s", state="complete", expanded=False)
    if job.fault is not None:
        show_fault(job.fault)
    jobs().take(key)
    if job.fault is None:
        st.rerun()


def under_way(chat_id: str | None) -> Job | None:
    """The question that this chat waits for."""
    return jobs().get(_key(chat_id)) if chat_id else None


def stop(chat_id: str) -> None:
    jobs().stop(_key(chat_id))


def _key(chat_id: str | None) -> str:
    return f"ask-{chat_id}"
