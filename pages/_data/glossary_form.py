"""The glossary on the data page: a person's own words and what they mean in these files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages._ui import faults, markup

if TYPE_CHECKING:
    from core.workspace import Workspace

EXAMPLES = (("turnover", "net_revenue"), ("active", "status = 'A'"), ("revenue", "price × quantity"))
_DROPPED = "term_dropped"
"""Words and meaning of the entry that was removed last."""


def show(ws: Workspace) -> None:
    """The terms, and a form for one more."""
    terms = ws.glossary.terms()
    st.markdown(
        "Say what your own words mean in these files: a table, a column, a figure made of columns, or a condition. "
        "They are used whenever a question has them."
    )
    for term in terms:
        with st.container(horizontal=True, vertical_alignment="center", key=f"term-{term.words}"):
            st.markdown(f"**{markup.literal(term.words)}** means {markup.literal(term.meaning)}", width="stretch")
            st.button(
                "Remove",
                key=f"drop-term-{term.words}",
                icon="🗑️",
                disabled=ws.read_only,
                on_click=_removed,
                args=(ws, term.words, term.meaning),
            )
    _undo(ws)
    if not terms:
        said = "; ".join(f"“{words}” means {meaning}" for words, meaning in EXAMPLES)
        st.caption(markup.literal(f"For example: {said}."))
    if said := st.session_state.pop("term_read", ""):
        st.success(markup.literal(said.replace("`", "")), icon="✅")
    turn = st.session_state.setdefault("term_turn", 0)
    with st.form(f"term-{turn}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        words = st.text_input("Word or phrase", key=f"term-words-{turn}", placeholder=EXAMPLES[0][0], width=240)
        meaning = st.text_input("Means", key=f"term-meaning-{turn}", placeholder=EXAMPLES[0][1], width=360)
        if st.form_submit_button("Keep", icon="💾", disabled=ws.read_only):
            with faults.faults_shown():
                read = ws.questions.keep_term(words or "", meaning or "")
                st.session_state["term_turn"] = turn + 1
                st.session_state["term_read"] = f"Kept. I read it as: {read}." if read else "Kept."
                st.rerun()


def _removed(ws: Workspace, words: str, meaning: str) -> None:
    ws.glossary.drop(words)
    st.session_state[_DROPPED] = (words, meaning)


def _kept_again(ws: Workspace, words: str, meaning: str) -> None:
    ws.glossary.keep(words, meaning)


def _undo(ws: Workspace) -> None:
    """The way back for the word removed last, until the same words are kept again."""
    words, meaning = st.session_state.get(_DROPPED, ("", ""))
    if not words or words.casefold() in {t.words.casefold() for t in ws.glossary.terms()}:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"Removed **{markup.literal(words)}**, which meant {markup.literal(meaning)}.")
        st.button(
            "Undo",
            key="undo-drop-term",
            icon="↩️",
            type="tertiary",
            disabled=ws.read_only,
            on_click=_kept_again,
            args=(ws, words, meaning),
        )
