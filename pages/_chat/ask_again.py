"""An answer asked again with something changed: a word's meaning, another reading, a join accepted or rejected.

What comes of it takes the old answer's place. Most answers are there in a moment: then only this answer is drawn anew.
For longer ones the page follows the job, with its steps and Stop, under the old answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.model import Answer, Override, Step
from pages._chat import ask_job, chat_list
from pages._ui.jobs import Job

if TYPE_CHECKING:
    from core.workspace import Workspace

_PATIENCE = 0.6
"""Seconds after which the page follows the job."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer of a chat, and where it stands."""

    ws: Workspace
    answer: Answer
    chat: str
    number: int
    """Its place in the chat, from 0."""
    key: str
    """The answer's own key, so that none of its widgets is shared or stale."""
    busy: bool = False
    """It is being asked again."""
    waiting: bool = True
    """It is the chat's last, and what it asks back may be answered."""

    @property
    def place(self) -> str:
        """The entry's own key: what stays as it is when another answer takes the place."""
        return f"{self.chat}-{self.number}"


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The answer that a session drew last in a place, and how often it was another one before."""

    answer: Answer
    times: int = 0


def entry(ws: Workspace, answer: Answer, chat: str, number: int, *, busy: bool = False, waiting: bool = True) -> Entry:
    """The answer as it is now: `answer` where the page is drawn; in a run of the answer alone the newest, since
    `answer` is then as old as the page."""
    slot = _slot(chat, number)
    before: _Drawn | None = st.session_state.get(slot)
    if before is None:
        now = _Drawn(answer)
    elif _alone() or _content(before.answer) == _content(answer):
        now = before
    else:
        now = _Drawn(answer, before.times + 1)
    st.session_state[slot] = now
    key = f"{chat}-{number}"
    return Entry(ws, now.answer, chat, number, f"{key}.{now.times}" if now.times else key, busy, waiting)


def ask(
    old: Entry,
    *,
    overrides: Sequence[Override] | None = None,
    reading: str = "",
    first: Callable[[], None] | None = None,
) -> None:
    """Ask again and draw the answer anew. A fault is shown where this is called. `first` is done before asking."""

    def steps(job: Job) -> Iterator[Step | Answer]:
        if first is not None:
            job.events.append(Step("review", "started"))
            first()
        yield from old.ws.questions.ask_again(
            old.answer, overrides=overrides, reading=reading, chat=old.chat, stop=job.stop
        )

    put(old, steps)


def put(old: Entry, steps: Callable[[Job], Iterator[Step | Answer]]) -> bool:
    """Put the answer that `steps` come to in the place of the old one and draw it anew; False where there is none.

    A fault is shown where this is called.
    """

    def work(job: Job) -> object:
        answer: Answer | None = None
        for item in steps(job):
            if isinstance(item, Step):
                job.events.append(item)
            else:
                answer = item
        if answer is not None and job.settle():
            old.ws.chats.replace(old.chat, old.number, answer)
            if answer.built and not old.number:
                chat_list.retitle(old.ws, old.chat, old.answer.question, answer.question)
        return answer

    def then(found: object) -> None:
        if isinstance(found, Answer):
            before: _Drawn = st.session_state[_slot(old.chat, old.number)]
            st.session_state[_slot(old.chat, old.number)] = _Drawn(found, before.times + 1)

    if do(old, old.answer.question, "Asking again…", work, then):
        last = old.waiting  # what is offered below goes on from it
        st.rerun(scope="fragment" if _alone() and not last else "app")
    return False


def under_way(at: Entry) -> bool:
    """This answer is being asked again, or is there and not drawn yet."""
    job = ask_job.under_way(at.ws, at.chat)
    return job is not None and job.place == at.number


def do(
    at: Entry, title: str, saying: str, work: Callable[[Job], object], then: Callable[[object], None] | None = None
) -> bool:
    """Work on an answer, here if it does not take long, else with the page's steps and Stop; whether it is done.

    `then` gets the result. A fault is shown where this is called.
    """
    job = ask_job.at(at.ws, at.chat, at.number, title, work, then)
    if job is None:
        st.toast("Another question of this chat is under way. Wait for it, or stop it.", icon="⏳")
        return False
    sign = st.empty()
    sign.caption(f":shimmer[{saying}]")
    if not job.done.wait(_PATIENCE):
        st.rerun()
    sign.empty()
    ask_job.ended(at.ws, job, at.chat)
    return job.fault is None


def _alone() -> bool:
    """Only a part of the page is being drawn."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)


def _content(answer: Answer) -> object:
    """What tells an answer from one that was made of the same question at another time."""
    return answer.overrides, answer.reading, answer.sql, dict(answer.timings_ms)


def _slot(chat: str, number: int) -> str:
    return f"drawn-{chat}-{number}"
