"""After a person said what a word means: an offer to remember it, in the glossary, for every later question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.ask.edit.learned import learned
from core.ask.form import Form
from core.ask.hints.table_terms import table_meant
from core.ask.labelled import called
from core.ask.own_words import kept_where, own_word
from core.catalogue.preferred_paths import ends_of
from core.errors import JoineryError
from core.model import Answer, Override, Table
from pages._chat.ask_again import Entry
from pages._ui.faults import show_fault
from pages._ui.markup import literal


def show(entry: Entry) -> None:
    """An offer for each word whose meaning was chosen; for one that is remembered, the way back."""
    if entry.ws.read_only:
        return
    kept = {t.words.casefold(): t.meaning for t in entry.ws.glossary.terms()}
    tables = entry.ws.tables.all()
    chosen = [(o.words, meaning) for o in entry.answer.overrides if (meaning := meaning_of(o, tables))]
    for n, (words, meaning) in enumerate(dict.fromkeys([*chosen, *_by_hand(entry.answer, tables)])):
        plain = called(f"`{meaning}`", tables).strip("`")
        _offer(
            entry,
            n,
            words,
            plain,
            kept.get(words.casefold()) == meaning,
            partial(entry.ws.glossary.keep, words, meaning),
        )
    _way(entry)
    _fault(entry)


def show_told(entry: Entry) -> None:
    """The same for a text that tells what a word means, and asks nothing."""
    told = own_word(entry.answer.question)
    if told is None or entry.answer.answer != kept_where(*told) or entry.ws.read_only:
        return
    words, meaning = told
    kept = {t.words.casefold(): t.meaning for t in entry.ws.glossary.terms()}
    keep = partial(entry.ws.questions.keep_term, words, meaning)
    _offer(entry, 0, words, meaning, kept.get(words.casefold()) == " ".join(meaning.split()), keep)
    _fault(entry)


def _offer(entry: Entry, n: int, words: str, meaning: str, kept: bool, keep: Callable[[], object]) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if kept:
            st.caption(f"“{literal(words)}” is remembered; see **Your own words** on the data page.")
            forget = partial(entry.ws.glossary.drop, words)
            st.button("Forget it", key=f"forget-{entry.key}-{n}", icon="↩️", type="tertiary", on_click=forget)
        else:
            said = f"Remember that “{literal(words)}” means {literal(meaning)}"
            st.button(said, key=f"remember-{entry.key}-{n}", icon="💾", on_click=partial(_keep, keep, entry.key))


def _fault(entry: Entry) -> None:
    if (fault := st.session_state.pop(f"not-kept-{entry.key}", None)) is not None:
        show_fault(fault)


def _by_hand(answer: Answer, tables: Sequence[Table]) -> list[tuple[str, str]]:
    """What the changes of a reading say of the question's words, where the glossary can say it."""
    now = Form.of(answer.form)
    if not answer.edits or now is None:
        return []
    asked = answer.question.casefold()
    said = [(w, m) for w, m in learned(Form.of(answer.edits[0]), now, answer.words) if w.casefold() in asked]
    return [(words, meant) for words, meant in said if "." in meant or table_meant(meant, tables) is not None]


def _way(entry: Entry) -> None:
    """An offer to join these tables so from now on, where a person chose the joins by hand."""
    answer = entry.answer
    now = Form.of(answer.form)
    if not answer.edits or now is None or not now.joins or not answer.path:
        return
    first = Form.of(answer.edits[0])
    if first is not None and first.joins == now.joins:
        return
    ends = ends_of(answer.path)
    preferred = {w.ends: w.joins for w in entry.ws.joins.preferred()}
    if ends[0] == ends[1]:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        if preferred.get(ends) == tuple(e.join_id for e in answer.path):
            st.caption("This way of joining is remembered; see the graph page.")
            forget = partial(entry.ws.joins.forget_preference, ends)
            st.button("Forget it", key=f"forget-way-{entry.key}", icon="↩️", type="tertiary", on_click=forget)
        else:
            said = f"Always join {literal(ends[0])} and {literal(ends[1])} this way"
            prefer = partial(entry.ws.joins.prefer, answer.path)
            st.button(said, key=f"remember-way-{entry.key}", icon="💾", on_click=prefer)


def meaning_of(override: Override, tables: Sequence[Table]) -> str:
    """What was chosen, as the glossary writes it: a table, a column, or a condition; "" for nothing."""
    if any(t.name == override.target for t in tables):
        return override.target if table_meant(override.target, tables) is not None else ""
    column, sign, value = override.target.partition("=")
    if "." not in column or "'" in value:
        return ""
    return f"{column} = '{value}'" if sign else column


def _keep(keep: Callable[[], object], key: str) -> None:
    try:
        keep()
    except JoineryError as fault:
        st.session_state[f"not-kept-{key}"] = fault
