"""After a person said what a word means: an offer to remember it, in the glossary, for every later question."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.model import Override
from pages._chat.ask_again import Entry
from pages._ui.faults import show_fault
from pages._ui.markup import literal

if TYPE_CHECKING:
    from core.workspace import Workspace


def show(entry: Entry) -> None:
    """An offer for each word whose meaning was chosen; for one that is remembered, the way back."""
    if entry.ws.read_only:
        return
    kept = {t.words.casefold(): t.meaning for t in entry.ws.glossary.terms()}
    for n, override in enumerate(entry.answer.overrides):
        meaning = meaning_of(override)
        if not meaning:
            continue
        now = kept.get(override.words.casefold())
        with st.container(horizontal=True, vertical_alignment="center"):
            if now == meaning:
                st.caption(f"“{literal(override.words)}” is remembered; see **Your own words** on the data page.")
                forget = partial(entry.ws.glossary.drop, override.words)
                st.button("Forget it", key=f"forget-{entry.key}-{n}", icon="↩️", type="tertiary", on_click=forget)
            else:
                said = f"Remember that “{literal(override.words)}” means {literal(meaning)}"
                keep = partial(_keep, entry.ws, override.words, meaning, entry.key)
                st.button(said, key=f"remember-{entry.key}-{n}", icon="💾", on_click=keep)
    if (fault := st.session_state.pop(f"not-kept-{entry.key}", None)) is not None:
        show_fault(fault)


def meaning_of(override: Override) -> str:
    """What was chosen, as the glossary writes it: a column, or a condition; "" for a table and for nothing."""
    column, sign, value = override.target.partition("=")
    if "." not in column or "'" in value:
        return ""
    return f"{column} = '{value}'" if sign else column


def _keep(ws: Workspace, words: str, meaning: str, key: str) -> None:
    try:
        ws.glossary.keep(words, meaning)
    except JoineryError as fault:
        st.session_state[f"not-kept-{key}"] = fault
