"""The question as understood, word by word, and the other ways to read it: each can be changed with a click."""

from __future__ import annotations

import streamlit as st

from core.model import Answer, Chip, Pin
from pages import _again
from pages._again import Entry
from pages._shared import literal, marked

_ICONS = {
    "table": "🗂️",
    "column": "📄",
    "filter": "🔍",
    "figure": "🔢",
    "grouping": "🧩",
    "order": "↕️",
    "ignored": "✂️",
}


def show(entry: Entry) -> None:
    """A chip for every word that meant something; a menu of what else it may mean. Without chips, the plain pairs."""
    answer = entry.answer
    if not answer.chips:
        _plain(answer)
        return
    chosen: Pin | None = None
    with st.container(horizontal=True, gap="small", key=f"chips-{entry.key}"):
        for n, chip in enumerate(answer.chips):
            chosen = _chip(entry, chip, n) or chosen
    undone = answer.pins and st.button("Undo my changes", icon="↩️", key=f"unpin-{entry.key}", disabled=entry.busy)
    if chosen is not None:
        kept = [p for p in answer.pins if p.start != chosen.start]
        _again.ask(entry, pins=(*kept, chosen))
    elif undone:
        _again.ask(entry, pins=())


def _chip(entry: Entry, chip: Chip, n: int) -> Pin | None:
    """What the person has just chosen for the chip's words."""
    changed = any(p.start in (chip.start, -1) and p.words == chip.words for p in entry.answer.pins)
    label = f"“{literal(chip.words)}” → {marked(chip.meaning)}"
    meanings = dict(enumerate(m for m, _ in chip.alternatives))
    chosen = st.menu_button(
        label,
        list(meanings),
        format_func=lambda i: marked(meanings[i]),
        icon=_ICONS.get(chip.kind),
        key=f"chip-{entry.key}-{n}-{chip.start}",
        type="primary" if changed else "secondary",
        disabled=not meanings or entry.busy,
        help="Set by you. Choose what else these words mean" if changed else "Choose what else these words mean",
    )
    return Pin(chip.words, chip.alternatives[chosen][1], chip.start) if chosen is not None else None


def alternatives(entry: Entry) -> None:
    """The runner-up readings, each a button that asks for it."""
    if not entry.answer.alternatives:
        return
    st.markdown("It could also mean:")
    chosen = ""
    for n, other in enumerate(entry.answer.alternatives):
        if st.button(marked(other.enriched), key=f"other-{entry.key}-{n}", icon="🔀", disabled=entry.busy):
            chosen = other.enriched
    if chosen:
        _again.ask(entry, reading=chosen)


def _plain(answer: Answer) -> None:
    if answer.understood:
        st.markdown("\n".join(f"- “{literal(words)}” → {marked(meaning)}" for words, meaning in answer.understood))
    if answer.ignored:
        st.markdown("Not used: " + ", ".join(f"“{literal(w)}”" for w in answer.ignored))
