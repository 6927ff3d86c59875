"""Questions to offer: a sample's own, and for a person's files such as were tried, looked for in the background."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.model import Answer, Table
from core.samples import SAMPLES, Sample
from pages._ui.faults import nothing_raw
from pages._ui.jobs import Job, jobs
from pages._ui.markup import literal

if TYPE_CHECKING:
    from core.workspace import Workspace

SAMPLES_FOLDER = "samples"
_EVERY = 0.4
"""Seconds between two looks at whether questions were found."""


def sample_folder(ws: Workspace, sample: Sample) -> Path:
    """Where in the workspace a sample's files are written."""
    return Path(ws.settings.given.workspace) / SAMPLES_FOLDER / sample.key


def questions(ws: Workspace, most: int = 6) -> list[str]:
    """Up to `most` questions that suit what is loaded, at once: of a person's own files those found so far, before the
    newest sample's."""
    tables = ws.tables.all()
    own: list[str] = []
    if mine := _own(tables):
        known = ws.questions.suggested()
        own = list(known or ())
        if known is None and not _vain(ws, None):
            _look(ws, None, mine)
    return [*own, *(q for q in _of_samples(tables, most) if q not in own)][:most]


def show(ws: Workspace, most: int = 6, first: Sequence[str] = (), key: str = "suggestion") -> None:
    """Buttons that ask the questions. While they are looked for it says so; what is found comes by itself. Those about
    the tables `first` come before others. On one page each place has its `key`."""
    own = first or _own(ws.tables.all())
    if not own or ws.questions.suggested() is not None or _vain(ws, None):
        _buttons(questions(ws, most), key)
        return
    _look(ws, None, own)
    _wait(ws, None, "Looking for questions worth asking…", key)


def show_after(ws: Workspace, answer: Answer, key: str) -> None:
    """Under the last answer, questions that go on from it."""
    if answer.sql is None or answer.unsure:
        return
    found = ws.questions.suggested(answer)
    if found is None and not _vain(ws, answer):
        _look(ws, answer, ())
        _wait(ws, answer, "", f"after-{key}")
    elif found:
        with st.container(horizontal=True, gap="small", key=f"after-{key}"):
            _buttons(found, f"after-{key}")


def ask_for(question: str) -> None:
    """Make the next run of the chat page ask this."""
    st.session_state["asking"] = question


def _look(ws: Workspace, after: Answer | None, first: Sequence[str]) -> None:
    def work(job: Job) -> object:
        return ws.questions.suggestions(after, first=first, stop=job.stop)

    before = jobs().get(_key(ws, after))
    if before is None or (before.done.is_set() and before.fault is None):  # what it found is of other tables
        jobs().start(_key(ws, after), "Suggestions", work)


def _wait(ws: Workspace, after: Answer | None, words: str, key: str) -> None:
    """Streamlit may run what is left of an earlier drawing together with this one: what has a key is outside."""
    with st.container(key=f"looking-{key}"):
        st.fragment(_waiting, run_every=_EVERY)(ws, after, words)


@nothing_raw()
def _waiting(ws: Workspace, after: Answer | None, words: str) -> None:
    """Looks now and then whether the questions are there, and then draws the page with them."""
    job = jobs().get(_key(ws, after))
    if job is not None and not job.done.is_set():
        if words:
            st.caption(f":shimmer[{words}]")
        return
    jobs().take(_key(ws, after))
    if ws.questions.suggested(after) is None:
        st.session_state["vain"] = _search(ws, after)
    st.rerun()


def _vain(ws: Workspace, after: Answer | None) -> bool:
    """The session's last search, of these very tables, ended with a fault: it is not begun over and over."""
    return bool(st.session_state.get("vain") == _search(ws, after))


def _search(ws: Workspace, after: Answer | None) -> tuple[str, ...]:
    return (_key(ws, after), *(t.name + t.version for t in ws.tables.all()))


def _buttons(found: Sequence[str], key: str) -> None:
    for i, text in enumerate(found):
        st.button(literal(text), key=f"{key}-{i}", on_click=ask_for, args=(text,), icon="💬", wrap=True)


def _own(tables: Sequence[Table]) -> tuple[str, ...]:
    """The tables that no sample brought."""
    return tuple(t.name for t in tables if SAMPLES_FOLDER not in Path(t.sources[0]).parts)


def _of_samples(tables: Sequence[Table], most: int) -> list[str]:
    """Questions of the loaded samples, the newest before the others."""
    loaded = {Path(s).name: t for t in tables for s in t.sources if SAMPLES_FOLDER in Path(s).parts}
    whole = [s for s in SAMPLES if all(name in loaded for name, _ in s.preview)]
    whole.sort(key=lambda s: max(loaded[name].loaded_at for name, _ in s.preview), reverse=True)
    return [q for s in whole[:1] for q in _spread([q.text for q in s.questions], most)]


def _spread(items: Sequence[str], most: int) -> list[str]:
    """`most` of the items, from the first to the last, evenly."""
    if len(items) <= most:
        return list(items)
    return [items[i * (len(items) - 1) // (most - 1)] for i in range(most)]


def _key(ws: Workspace, after: Answer | None) -> str:
    answered = f"{after.question} {after.sql}" if after else ""
    return f"suggest {ws.settings.given.workspace} {answered}"
