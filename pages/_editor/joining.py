"""A join that the program does not know, made by hand where it is missed: two columns that hold the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import streamlit as st

from core.ask.edit.partners import partners
from core.ask.form import Form
from core.ask.translators.rules.query import Col
from core.model import Answer, Step
from pages._chat.ask_again import Entry
from pages._editor.panel import Panel
from pages._ui.jobs import Job


def show(panel: Panel, tables: Sequence[str], form: Form | None) -> Callable[[Job], Iterator[Step | Answer]] | None:
    """Two columns to choose; once they are, what joins them and asks again: the `form`, or the question where there is
    none."""
    entry, offers, facts = panel.entry, panel.offers, panel.offers.facts
    known = [t for t in facts.base.tables if t.name in {facts.source(t) for t in tables if t in facts.tables}]
    mine = [Col(t.name, c.name) for t in known for c in t.columns]
    if entry.ws.read_only or not mine or len(facts.base.tables) < 2:
        return None
    with st.popover("Join by hand", icon="🔗", disabled=entry.busy, key=panel.key("join")):
        st.caption("Two columns that hold the same. The join is kept; the graph page shows it and takes it back.")
        own = st.selectbox(
            "Rows belong together where", mine, index=None, format_func=offers.column, key=panel.key("join-own")
        )
        others = partners(own, facts) if own is not None else []
        other = st.selectbox(
            "is the same as", others, format_func=offers.column, key=panel.key(f"join-to-{own and offers.column(own)}")
        )
        if own is None or other is None or not st.button("Join them", key=panel.key("join-them")):
            return None
    return lambda job: _asked(entry, form, (own.table, own.name, other.table, other.name), job)


def _asked(entry: Entry, form: Form | None, ends: tuple[str, str, str, str], job: Job) -> Iterator[Step | Answer]:
    """Join, and ask again."""
    job.events.append(Step("review", "started"))
    made = entry.ws.joins.add(*ends)
    questions = entry.ws.questions
    if form is None:
        yield from questions.ask_again(entry.answer, chat=entry.chat, stop=job.stop)
        return
    joined = replace(form, joins=(*(i for i in form.joins if i != made.id), made.id))
    yield from questions.edited(joined, old=entry.answer, chat=entry.chat, stop=job.stop)
