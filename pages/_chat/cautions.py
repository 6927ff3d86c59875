"""What a careful person would want to know about an answer; a join that is not confirmed is judged right here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import streamlit as st

from core.ask.cautions import DOUBT
from core.ask.form import Form
from core.ask.labelled import called, labelled
from core.ask.outside_data import OUTSIDE, asked_instead
from core.ask.same_names import CODE, unseen_key, with_key
from core.model import JoinState, PathEdge
from pages._chat import ask_again, chips
from pages._chat.ask_again import Entry
from pages._ui.markup import literal, marked
from pages._ui.suggestions import ask_for

UNCONFIRMED, MODEL_FAILED = "unconfirmed_join", "model_failed"
_SAID_ELSEWHERE = frozenset({"truncated", "empty", DOUBT})
_NOTES = frozenset({"fan_out_avoided", "nulls", "ties", CODE})
"""These are told, and nothing is wrong."""
_VERDICTS: tuple[tuple[str, str, JoinState], ...] = (("Accept", "✅", "confirmed"), ("Reject", "🚫", "rejected"))


def show(entry: Entry) -> None:
    """The joins to judge, then the warnings, then what is only to be known."""
    loaded = {t.name for t in entry.ws.tables.all()}
    if gone := [t for t in entry.answer.tables if t not in loaded]:
        st.info(
            f"{', '.join(marked(f'`{t}`') for t in gone)}: no longer loaded. This is the answer as it was.", icon="🗑️"
        )
        return
    for edge in unconfirmed(entry):
        _to_judge(entry, edge)
    shown = [c for c in entry.answer.warnings if c.code not in _SAID_ELSEWHERE]
    for caution in shown:
        if caution.code != UNCONFIRMED and caution.code not in _NOTES:
            st.warning(marked(caution.message), icon="⚠️")
            if caution.code == "words_ignored":
                chips.unknown(entry)
            if caution.code == OUTSIDE:
                _instead(entry, caution.message)
    for caution in shown:
        if caution.code in _NOTES:
            st.caption(f"ℹ️ {marked(caution.message)}")
            if caution.code == CODE:
                _told_apart(entry)


def _told_apart(entry: Entry) -> None:
    """A button that shows the key of rows that are called alike."""
    form = Form.of(entry.answer.form)
    facts = entry.ws.questions.facts(form) if form is not None else None
    key = unseen_key(form.query, facts) if form is not None and facts is not None else None
    if form is None or facts is None or key is None:
        return
    column = facts.column(key)
    label = literal(column.label if column else key.name)
    if st.button(f"Also show {label}", icon="➕", key=f"apart-{entry.key}", disabled=entry.busy):
        wanted = replace(form, query=with_key(form.query, key))
        edited = entry.ws.questions.edited
        ask_again.put(entry, lambda job: edited(wanted, old=entry.answer, chat=entry.chat, stop=job.stop))


def _instead(entry: Entry, message: str) -> None:
    """A button that asks for the nearest time there is."""
    there, question = asked_instead(entry.answer.rewritten or entry.answer.question, message)
    if question and entry.waiting and st.button(f"Ask for {there}", key=f"instead-{entry.key}", icon="💬"):
        ask_for(question)
        st.rerun()


def without_answer(entry: Entry) -> None:
    """That the chat model did not help, or that the data do not go so far: told also where no answer is shown."""
    for caution in entry.answer.warnings:
        if caution.code in (MODEL_FAILED, OUTSIDE):
            st.warning(marked(caution.message), icon="⚠️")
        if caution.code == OUTSIDE:
            _instead(entry, caution.message)


def unconfirmed(entry: Entry) -> Iterator[PathEdge]:
    """The joins of the answer that nobody has judged yet, each once."""
    seen: set[str] = set()
    for edge in entry.answer.path:
        if edge.state == "probable" and edge.join_id not in seen:
            seen.add(edge.join_id)
            yield edge


def _to_judge(entry: Entry, edge: PathEdge) -> None:
    verdict: JoinState | None = None
    tables = entry.ws.tables.all()
    equation = called(labelled(edge.equation, tables), tables)
    with st.container(border=True, key=f"judge-{entry.key}-{edge.join_id}"):
        st.markdown(
            f"⚠️ This answer joins **{literal(equation)}**, which is likely but not confirmed "
            f"({min(edge.score, 0.99):.0%} sure). Is it right?"
        )
        join = next((j for j in entry.ws.joins.all(rejected=True) if j.id == edge.join_id), None)
        if join is not None and join.why:
            st.caption(literal(called(labelled(join.why, tables), tables)))
        with st.container(horizontal=True):
            for label, icon, state in _VERDICTS:
                key = f"judge-{state}-{entry.key}-{edge.join_id}"
                if st.button(label, icon=icon, key=key, disabled=entry.ws.read_only or entry.busy):
                    verdict = state
        if verdict is not None:
            noted = partial(entry.ws.joins.review, edge.join_id, verdict)
            ask_again.ask(entry, reading=entry.answer.reading, first=noted)
