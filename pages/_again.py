"""An answer asked again with something changed: a word's meaning, another reading, a join accepted or rejected.

It takes the old answer's place, at once and in the chat that is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.errors import JoineryError
from core.model import Answer, Pin
from pages._shared import show_fault

if TYPE_CHECKING:
    from core.workspace import Workspace

Keep = Callable[[Answer], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer of a chat, and where it stands."""

    ws: Workspace
    answer: Answer
    place: str
    """The entry's own key: what stays as it is when another answer takes the place."""
    key: str
    """The answer's own key, so that none of its widgets is shared or stale."""
    keep: Keep | None = None
    """Stores an answer that takes this one's place."""


def entry(ws: Workspace, answer: Answer, place: str, keep: Keep | None) -> Entry:
    """The answer as it was last asked again, else as it was given."""
    found: _Newer | None = st.session_state.get(_slot(place))
    if found is None or found.answer.question != answer.question:
        return Entry(ws, answer, place, place, keep)
    return Entry(ws, found.answer, place, f"{place}.{found.times}", keep)


def ask(old: Entry, *, pins: Sequence[Pin] | None = None, reading: str = "") -> None:
    """Ask again and draw the answer anew; a fault is shown where this is called."""
    slot = _slot(old.place)
    try:
        with st.spinner("Asking again…"):
            found = _asked(old, old.answer.pins if pins is None else tuple(pins), reading)
            if found is not None and old.keep is not None and not old.ws.read_only:
                old.keep(found)
    except JoineryError as fault:
        show_fault(fault)
        return
    if found is not None:
        before: _Newer | None = st.session_state.get(slot)
        st.session_state[slot] = _Newer(found, before.times + 1 if before else 1)
    redraw()


def redraw() -> None:
    """Draw the answer anew, and only it where that can be."""
    context = get_script_run_ctx()
    st.rerun(scope="fragment" if context is not None and context.fragment_ids_this_run else "app")


@dataclass(frozen=True, slots=True)
class _Newer:
    """What took an answer's place, and how often that has happened."""

    answer: Answer
    times: int


def _asked(old: Entry, pins: tuple[Pin, ...], reading: str) -> Answer | None:
    answer, found = old.answer, None
    for item in old.ws.ask(answer.rewritten or answer.question, hint=answer.hint, pins=pins, reading=reading):
        if isinstance(item, Answer):
            found = item
    if found is None or not answer.rewritten:
        return found
    return replace(found, question=answer.question, rewritten=answer.rewritten)


def _slot(place: str) -> str:
    return f"again-{place}"
