"""The question as understood, word by word, and the other ways to read it: each can be changed with a click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.model import Chip, Override
from core.sql.outputs import sources
from pages._chat import ask_again
from pages._chat.ask_again import Entry
from pages._chat.spoken import spoken
from pages._ui.markup import literal

if TYPE_CHECKING:
    from core.workspace import Workspace

_ICONS = {
    "table": "🗂️",
    "column": "📄",
    "filter": "🔍",
    "figure": "🔢",
    "grouping": "🧩",
    "order": "↕️",
    "ignored": "❔",
}
_KINDS = {
    "table": "table",
    "column": "column",
    "filter": "filter",
    "figure": "figure",
    "grouping": "for each",
    "order": "sorted by",
}


NEAREST, MOST_MEANT = 2, 4
"""Values, columns and tables offered for a word that is not known, and for all of them."""


def show(entry: Entry) -> None:
    """A chip for every word that meant something; a menu of what else it may mean. Without chips, the plain pairs."""
    if entry.answer.chips:
        _row(entry, entry.answer.chips, "all")
    else:
        _plain(entry)


def show_apart(entry: Entry, *, folded: bool = False) -> None:
    """What was understood, and apart from it the words that were not, each with the names nearest to it. `folded`: the
    first is opened with a click, and stands after the other."""
    chips = entry.answer.chips
    known = [c for c in chips if c.kind != "ignored"]
    lost = [c for c in chips if c.kind == "ignored"]
    if known and not folded:
        st.markdown("This is what I understood. Click on words to change it.")
        _row(entry, known, "known", undo=not lost)
    if lost:
        near = any(c.alternatives for c in lost)
        more = " Click on one to choose the name or the value in your files that comes nearest." if near else ""
        st.markdown(f"These words I do not know here.{more}")
        _row(entry, lost, "lost")
        _did_you_mean(entry, lost)
    if known and folded:
        with st.expander("What I understood, word by word", icon="🔤", key=f"understood-{entry.place}"):
            st.caption("Click on words to change what they mean.")
            _row(entry, known, "known", undo=not lost)


def _did_you_mean(entry: Entry, lost: Sequence[Chip]) -> None:
    """What comes nearest to words that are not known, each a button; where each of several has one guess, first all of
    them together."""
    sole = [(c, *c.alternatives[0]) for c in lost if c.near == 1 and c.alternatives]
    together = sole if len(sole) > 1 and not any(c.near > 1 for c in lost) else []
    near = [(c, m, to) for c in lost for m, to in c.alternatives[: min(c.near, NEAREST)]]
    if not near:
        return
    chosen: list[Override] = []
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"meant-{entry.key}"):
        st.markdown("Did you mean", width="content")
        if together:
            pairs = [f"{spoken(entry.ws, meaning)} for “{literal(chip.words)}”" for chip, meaning, _ in together]
            said = f"{', '.join(pairs[:-1])} and {pairs[-1]}"
            if st.button(said, key=f"meant-all-{entry.key}", disabled=entry.busy, wrap=True):
                chosen = [Override(chip.words, to, chip.start) for chip, _, to in together]
        for n, (chip, meaning, to) in enumerate(near[:MOST_MEANT]):
            words = f" for “{literal(chip.words)}”" if len(lost) > 1 else ""
            said = f"{spoken(entry.ws, meaning)}{words}"
            if st.button(said, key=f"meant-{n}-{entry.key}", disabled=entry.busy, wrap=True):
                chosen = [Override(chip.words, to, chip.start)]
    if chosen:
        places = {p.start for p in chosen}
        ask_again.ask(entry, overrides=(*(p for p in entry.answer.overrides if p.start not in places), *chosen))


def unknown(entry: Entry) -> None:
    """Under an answer, the words that had no part in it, each with the names nearest to it."""
    if lost := [c for c in entry.answer.chips if c.kind == "ignored" and c.alternatives]:
        _row(entry, lost, "beside", undo=False)


def _row(entry: Entry, chips: Sequence[Chip], place: str, *, undo: bool = True) -> None:
    answer = entry.answer
    chosen: Override | None = None
    with st.container(horizontal=True, gap="small", key=f"chips-{place}-{entry.key}"):
        for chip in chips:
            chosen = _chip(entry, chip, place) or chosen
    undone = (
        undo
        and answer.overrides
        and st.button("Undo my changes", icon="↩️", key=f"undo-overrides-{entry.key}", disabled=entry.busy)
    )
    if chosen is not None:
        kept = [p for p in answer.overrides if p.start != chosen.start]
        ask_again.ask(entry, overrides=(*kept, chosen))
    elif undone:
        ask_again.ask(entry, overrides=())


def _chip(entry: Entry, chip: Chip, place: str) -> Override | None:
    """What the person has just chosen for the chip's words."""
    changed = any(p.start in (chip.start, -1) and p.words == chip.words for p in entry.answer.overrides)
    kind = f"{_KINDS[chip.kind]} " if chip.kind in _KINDS else ""
    label = f"“{literal(chip.words)}” → {kind}{spoken(entry.ws, chip.meaning)}"
    if chip.kind == "ignored" and not changed:
        label = f"“{literal(chip.words)}”"
    meanings = dict(enumerate(m for m, _ in chip.alternatives))
    icon, key = _ICONS.get(chip.kind), f"chip-{place}-{entry.key}-{chip.start}"
    if not meanings:
        st.button(label, icon=icon, key=key, disabled=True, help="I know no other meaning of these words here")
        return None
    chosen = st.menu_button(
        label,
        list(meanings),
        format_func=lambda i: spoken(entry.ws, meanings[i]),
        icon=icon,
        key=key,
        type="primary" if changed else "secondary",
        disabled=entry.busy,
        help="Set by you. Choose what else these words mean" if changed else "Choose what else these words mean",
    )
    return Override(chip.words, chip.alternatives[chosen][1], chip.start) if chosen is not None else None


def reading(ws: Workspace, enriched: str, sql: str | None) -> str:
    """A reading as Markdown, with the tables it rests on where it names none."""
    held = (ws.tables.get(t) for t in sources(sql)) if sql else ()
    tables = [t.label for t in held if t is not None]
    named = any(f"`{t}`" in enriched or f"`{t}." in enriched for t in tables)
    read_from = ", ".join(spoken(ws, f"`{t}`") for t in tables)
    return spoken(ws, enriched) + (f" (from {read_from})" if tables and not named else "")


def alternatives(entry: Entry, place: str = "") -> None:
    """The runner-up readings, each a button that asks for it; they may stand in several places of an answer."""
    offered = [a for a in entry.answer.alternatives if a.sql]
    if not offered:
        return
    st.markdown("It could also mean:")
    chosen = ""
    for n, other in enumerate(offered):
        said = reading(entry.ws, other.enriched, other.sql)
        if st.button(said, key=f"other-{place}{entry.key}-{n}", icon="🔀", disabled=entry.busy):
            chosen = other.enriched
    if chosen:
        ask_again.ask(entry, reading=chosen)


def _plain(entry: Entry) -> None:
    answer = entry.answer
    if answer.understood:
        st.markdown(
            "\n".join(f"- “{literal(words)}” → {spoken(entry.ws, meaning)}" for words, meaning in answer.understood)
        )
    if answer.ignored:
        st.markdown("Not used: " + ", ".join(f"“{literal(w)}”" for w in answer.ignored))
