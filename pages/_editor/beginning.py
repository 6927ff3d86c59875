"""What a reading begins with, in one choice: where there is none, or in the place of one that is far off."""

from __future__ import annotations

import streamlit as st

from core.ask.edit import afresh
from core.ask.form import Form, begin
from pages._chat.ask_again import Entry
from pages._editor.panel import Panel
from pages._ui.markup import literal


def show(entry: Entry) -> Panel | None:
    """A list to choose the beginning from, the answer's tables first; None where there are no tables."""
    answer, tables = entry.answer, entry.ws.tables.all()
    if answer.sql:
        st.markdown(
            f"This query was written by {literal(answer.translator or 'hand')} and has no parts to change here. "
            "Begin with one of its tables."
        )
    else:
        st.markdown("Put the question together: begin with what you want to see.")
    if not tables:
        return None
    first = named(entry)
    panel = Panel(entry, begin(first[0] if first else tables[0].name))
    _choice(panel, first)
    return panel


def anew(panel: Panel) -> None:
    """Away with a reading that is far from what was meant."""
    used = tuple(panel.offers.facts.source(t) for t in panel.offers.used())
    with st.popover("Begin anew", icon="🧹", key=panel.key("anew"), disabled=panel.entry.busy):
        plain = panel
        if panel.form.roles and used:
            plain = Panel(panel.entry, begin(used[0]))
            plain.late = panel.late
        _choice(plain, used)
    if plain.wanted is not None:
        panel.become(plain.wanted)


def named(entry: Entry) -> tuple[str, ...]:
    """The tables of an answer, and those that words of its question may mean."""
    answer = entry.answer
    meant = [*answer.tables, *(c.target.split(".")[0].split("=")[0] for c in answer.chips if c.target)]
    return tuple(t for t in dict.fromkeys(meant) if entry.ws.tables.get(t) is not None)


def _choice(panel: Panel, first: tuple[str, ...]) -> None:
    """A list of rows, their number, another figure."""
    chosen = panel.select(
        "Begin with",
        list(afresh.beginnings(panel.offers, first)),
        None,
        "afresh",
        lambda b: afresh.said(b, panel.offers),
        placeholder="A list, a number or a figure",
    )
    if chosen is not None:
        panel.become(Form(afresh.begun(chosen, panel.offers.facts)))
