"""How the tables of a reading are joined: which way of several, which rows stay; and a join made by hand where one is
missed, of two columns that hold the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import streamlit as st

from core.ask.edit import roles, tables
from core.ask.edit.offers import ways as ways_of
from core.ask.edit.partners import partners
from core.ask.form import Form
from core.ask.roles import role_name
from core.ask.translators.rules.query import Col
from core.model import Answer, Step
from pages._chat.ask_again import Entry
from pages._editor.panel import Panel
from pages._ui.jobs import Job
from pages._ui.markup import literal

LONGEST = 90
"""Letters of a way to join that a list shows; a longer one stands below it, too."""


def show(panel: Panel, used: Sequence[str], form: Form | None) -> Callable[[Job], Iterator[Step | Answer]] | None:
    """Two columns to choose; once they are, what joins them and asks again: the `form`, or the question where there is
    none."""
    entry, offers, facts = panel.entry, panel.offers, panel.offers.facts
    known = [t for t in facts.base.tables if t.name in {facts.source(t) for t in used if t in facts.tables}]
    mine = [Col(t.name, c.name) for t in known for c in t.columns]
    if entry.ws.read_only or not mine or len(facts.base.tables) < 2:
        return None
    if form is not None:
        _made(panel, form)
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


def _made(panel: Panel, form: Form) -> None:
    """The joins made by hand that nothing uses yet."""
    offers, used = panel.offers, {e.join_id for e in panel.entry.answer.path}
    for join in offers.facts.base.joins:
        if join.id in form.joins and join.id not in used:
            ends = zip(join.child, join.parent, strict=True)
            pairs = (
                f"{offers.column(Col(join.child_table, c))} = {offers.column(Col(join.parent_table, p))}"
                for c, p in ends
            )
            st.caption(f"✅ Joined: {literal(' and '.join(pairs))}. Columns of both can be chosen above.")


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


def ways(panel: Panel) -> None:
    """Through which joins, and whether rows without a partner stay."""
    query, offers, answer = panel.query, panel.offers, panel.entry.answer
    if not answer.path:
        return
    offered = ways_of(answer.path, answer.runner_up_paths, offers.facts.base)
    by_ids = {tuple(e.join_id for e in way): way for way in offered}
    now = tuple(e.join_id for e in answer.path)
    for n, (taken, other) in enumerate(roles.second_roles(panel.form, answer.path, offers.facts.base)):
        said = literal(role_name(other, offers.facts.base))
        if panel.button(f"Also through “{said}”", f"role-{n}", "A second time, beside the first", icon="➕"):
            panel.become(roles.with_both(panel.form, taken, other, offers.facts.base))
    for table in tables.joined_too(query):
        said = literal(offers.rows(table))
        leave, about = f"Leave {said} out", f"Also rows without any {said}"
        if panel.button(leave, f"out-{table}", about, icon="✂️"):
            panel.change(tables.without_table(query, table))
    chosen = panel.select("Joined through", list(by_ids), now, "way", lambda ids: offers.way(by_ids[ids]))
    if len(whole := offers.way(by_ids.get(now, answer.path))) > LONGEST:
        st.caption(literal(whole))
    if chosen is not None:
        panel.become(Form(panel.form.query, panel.form.roles, chosen))
    kept: str | None = None
    if keepable := offers.keepable():
        kept = panel.select(
            "Rows without a partner",
            ["", *keepable],
            query.keep,
            "keep",
            lambda t: f"also {offers.rows(t)} without any" if t else "are left out",
        )
    if kept is not None:
        panel.change(tables.keeping(query, kept))
