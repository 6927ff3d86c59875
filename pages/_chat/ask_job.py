"""A question under way, or other work on a chat: done in a job, its steps shown as they happen."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from core.catalogue.transaction import disk_fault
from core.errors import Cancelled, JoineryError
from core.model import Answer, Step
from pages._chat import in_view, step_view
from pages._ui.faults import MISTAKE, show_fault
from pages._ui.jobs import Job, jobs

if TYPE_CHECKING:
    from core.workspace import Workspace


OTHERWISE = "Please ask it in other words. The program's log says more."
Asking = Callable[[Job], Iterator[Step | Answer]]


def start(ws: Workspace, chat_id: str, question: str, asking: Asking | None = None) -> None:
    """Ask in a job of its own; the answer, or the reason why there is none, goes into the chat. `asking` asks something
    else than the question's words."""

    def work(job: Job) -> object:
        answer: Answer | None = None
        try:
            for item in asking(job) if asking else ws.questions.ask(question, chat=chat_id, stop=job.stop):
                if isinstance(item, Step):
                    job.events.append(item)
                else:
                    answer = item
        except JoineryError as error:
            answer = _fault(question, error)
        except Exception as error:  # the question stays in the chat, to be asked otherwise
            logging.getLogger("joinery").exception("A question failed")
            answer = _fault(question, disk_fault(error) or JoineryError(MISTAKE, OTHERWISE))
        if answer is not None and job.settle():
            ws.chats.add(chat_id, answer)
        return answer

    jobs().start(_key(ws, chat_id), question, work)


def at(
    ws: Workspace,
    chat_id: str,
    place: int,
    title: str,
    work: Callable[[Job], object],
    then: Callable[[object], None] | None = None,
) -> Job | None:
    """Work on the chat's `place`-th answer, in a job; `then` gets its result. None: the chat waits for another job."""
    if under_way(ws, chat_id) is not None:
        return None
    return jobs().start(_key(ws, chat_id), title, work, place=place, then=then)


def show(ws: Workspace, job: Job, chat_id: str) -> None:
    """The steps of a question under way, with Stop; afterwards the page runs anew and shows the answer."""
    step_view.follow(job, partial(stop, ws, chat_id))
    ended(ws, job, chat_id)
    if job.fault is None:
        if job.place is None:
            in_view.arrived()
        st.rerun()


def ended(ws: Workspace, job: Job, chat_id: str) -> None:
    """Show what went wrong with a job that is done, or use its result; and forget it."""
    if job.fault is not None:
        show_fault(job.fault)
    elif job.then is not None:
        job.then(job.result)
    jobs().take(_key(ws, chat_id))


def under_way(ws: Workspace, chat_id: str | None) -> Job | None:
    """The question that this chat waits for."""
    return jobs().get(_key(ws, chat_id)) if chat_id else None


def stop(ws: Workspace, chat_id: str) -> None:
    """Stop at once, and whatever the work still brings is thrown away. The chat says so; an answer that was worked on
    stays as it was."""
    job = jobs().drop(_key(ws, chat_id))
    if job is None or not job.settle():
        return
    if job.place is None:
        ws.chats.add(chat_id, _fault(job.title, Cancelled()))
    else:
        st.toast("Stopped. The answer is as it was.", icon="⏹️")


def _fault(question: str, fault: JoineryError) -> Answer:
    return Answer(question=question, answer=f"{fault.message} {fault.hint}".strip())


def _key(ws: Workspace, chat_id: str) -> str:
    return f"ask-{ws.settings.given.workspace}-{chat_id}"
