"""One question and its answer, as the chat shows them: now, after a reload and after a restart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from core.ask.labelled import called
from core.ask.read_only import REASON as READ_ONLY
from core.model import Answer
from pages._chat import ask_again, cautions, chips, confidence, evidence, keep_as_test, remember, sources, told, verify
from pages._chat.ask_again import Entry
from pages._chat.spoken import spoken
from pages._find.search import look_for
from pages._result import result_view
from pages._ui.faults import nothing_raw
from pages._ui.markup import count, literal, marked
from pages._ui.suggestions import ask_for

if TYPE_CHECKING:
    from core.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Editor:
    """What changes an answer's reading."""

    show: Callable[[Entry], None]
    """Draws its controls."""
    suggest: Callable[[Entry], None]
    """Draws the changes that are made with one click."""


PERSON, PROGRAM = "🙂", "🪚"
CHOSEN = 0.6
"""Below this confidence a reading that a person chose stays open to be changed."""


def show_question(answer: Answer) -> None:
    """What was asked; an option that was chosen is in the words of the program."""
    show_asked(answer.question.replace("`", "") if answer.question == answer.reading else answer.question)


def show_asked(text: str) -> None:
    with st.chat_message("user", avatar=PERSON):
        st.markdown(literal(text))


@st.fragment
@nothing_raw()
def show_answer(
    ws: Workspace,
    answer: Answer,
    chat: str,
    number: int,
    examples: Sequence[str] = (),
    *,
    busy: bool = False,
    waiting: bool = True,
    editor: Editor | None = None,
) -> None:
    """The answer, the chat's `number`-th, and, folded, all that led to it, and the `editor` of its reading.

    `examples` are offered when the question was not understood. `busy`: it is being asked again; `waiting`: it is the
    last, and what it asks back may be answered.
    """
    entry = ask_again.entry(ws, answer, chat, number, busy=busy, waiting=waiting)
    with st.chat_message("assistant", avatar=PROGRAM):
        told.show(entry.answer)
        if entry.answer.by_documents:
            _by_documents(entry, examples)
        elif entry.answer.unsure:
            _unsure(entry, editor)
        elif entry.answer.sql is None and not entry.answer.columns:
            _not_understood(entry, examples)
        else:
            _answered(entry)
        rows = not entry.answer.unsure and not entry.answer.by_documents
        if entry.answer.enriched and rows and entry.answer.sql:
            st.caption(f"How I understood it: {spoken(ws, entry.answer.enriched)}")
        if line := " · ".join(filter(None, (_facts(entry), _files(entry)))):
            st.caption(line)
        if rows or (entry.answer.by_documents and entry.answer.sql is None):
            with st.container(horizontal=True, vertical_alignment="center"):
                verify.show(ws, entry.answer, entry.key, editing(chat, number) if editor else "")
                keep_as_test.show(ws, entry.answer, entry.key, lazily=not entry.waiting)
        if editor is not None and _editable(entry):
            asks = bool(entry.answer.options)
            doubted = entry.answer.unsure or (entry.answer.sql is None and entry.answer.form is not None and not asks)
            doubted = doubted or (bool(entry.answer.reading) and entry.answer.confidence < CHOSEN)
            at_once = entry.waiting and ((doubted and not entry.answer.by_documents) or entry.answer.by_hand)
            name = "Change the reading" if entry.answer.form else "Put it together by hand"
            name = "Neither: change the reading" if asks else name
            change = st.expander(name, at_once, key=editing(entry.chat, number), icon="🧩", on_change="rerun")
            if change.open:
                with change:
                    if rows:  # else they stand above
                        chips.alternatives(entry, "editor-")
                    editor.show(entry)
        if _elsewhere(entry):
            _search_offered(entry)
        if entry.answer.sql or entry.answer.cypher or entry.answer.understood or entry.answer.steps:
            folded = st.expander("How this answer was found", key=f"how-{entry.place}", icon="🔎", on_change="rerun")
            if folded.open:
                with folded:
                    evidence.show(entry)


def _files(entry: Entry) -> str:
    """Where the rows came from; documents have their own places."""
    return "" if entry.answer.by_documents else sources.line(entry.ws, entry.answer)


def editing(chat: str, number: int) -> str:
    """Where the session keeps whether the editor of a chat's `number`-th answer is open."""
    return f"edit-{chat}-{number}"


def _editable(entry: Entry) -> bool:
    """There is a question to the rows, and what to put it together from."""
    answer = entry.answer
    about_files = answer.sql is None and bool(answer.columns)
    asks = bool(answer.options) and answer.form is None
    return bool(answer.translator) and not about_files and not asks and bool(entry.ws.tables.all())


def _elsewhere(entry: Entry) -> bool:
    """The tables may not have what is asked, once the reading itself was looked at."""
    answer = entry.answer
    if not entry.waiting or answer.by_documents:
        return False
    nothing = answer.sql is None and not answer.columns and bool(answer.translator) and not answer.options
    return answer.unsure or (nothing and answer.answer != READ_ONLY)


def _answered(entry: Entry) -> None:
    answer = entry.answer
    if answer.by_hand and not answer.built and (anew := entry.ws.questions.said_anew(answer)):
        st.caption(f"Changed to: {literal(anew)}")
    elif answer.rewritten and not answer.by_hand:
        st.caption(f"Taken for: {literal(answer.rewritten)}")
    st.markdown(marked(answer.answer) or "No answer.")
    result_view.show(entry.ws, answer, entry.key, lazily=not entry.waiting)
    remember.show(entry)
    cautions.show(entry)


def suggests(entry: Entry) -> bool:
    """The changes made with one click stand beside the other readings, and not in the editor."""
    return entry.answer.unsure and entry.waiting and not entry.answer.by_documents


def _unsure(entry: Entry, editor: Editor | None = None) -> None:
    """Hardly the reading that was meant: what it is, what else it could be and what one change makes of it, its words
    last; the rows are folded."""
    st.markdown("**I am not sure what this asks.**")
    st.caption(f"Why: {called(confidence.doubt(entry.answer), entry.ws.tables.all())}.")
    st.markdown("I would read it as: " + chips.reading(entry.ws, entry.answer.enriched, entry.answer.sql))
    if st.toggle("Show the answer to it anyway", key=f"anyway-{entry.key}"):
        _answered(entry)
        verify.show(entry.ws, entry.answer, entry.key)
    else:
        cautions.without_answer(entry)
    chips.alternatives(entry)
    if editor is not None and suggests(entry):
        editor.suggest(entry)
    chips.show_apart(entry, folded=True)


def _by_documents(entry: Entry, examples: Sequence[str]) -> None:
    """The documents answered above; what the tables make of the question is shown on demand."""
    if st.toggle("Show what the tables make of it", key=f"tables-too-{entry.key}"):
        if entry.answer.unsure:
            _unsure(entry)
        elif entry.answer.sql is None and not entry.answer.columns:
            _not_understood(entry, examples)
        else:
            _answered(entry)
            verify.show(entry.ws, entry.answer, entry.key)


def _not_understood(entry: Entry, examples: Sequence[str]) -> None:
    answer = entry.answer
    st.markdown(marked(answer.answer) or "No answer.")
    remember.show_told(entry)
    cautions.without_answer(entry)
    _options(entry)
    _offered(entry)
    if answer.chips:
        chips.show_apart(entry)
    elif answer.understood:
        st.markdown("This much was understood:")
        chips.show(entry)
    if examples and answer.translator and not answer.options:
        st.markdown("Questions that work here:")
        for i, example in enumerate(examples):
            if st.button(literal(example), key=f"example-{entry.key}-{i}", icon="💬"):
                ask_for(example)
                st.rerun()


def _options(entry: Entry) -> None:
    """The readings to choose from. Of the last answer the talk goes on with the one chosen; an earlier answer gives
    way to what comes of it."""
    chosen = ""
    for n, option in enumerate(entry.answer.options):
        if st.button(spoken(entry.ws, option), key=f"option-{entry.key}-{n}", icon="💬", disabled=entry.busy):
            chosen = option
    if entry.answer.options and entry.waiting:
        st.caption("Choose one, or type below what you mean. A new question is fine too.")
    if chosen and entry.waiting:
        ask_for(chosen)
        st.rerun()
    elif chosen:
        ask_again.ask(entry, reading=chosen)


def _offered(entry: Entry) -> None:
    """Questions that the answer says can be asked instead."""
    for n, text in enumerate(entry.answer.offered if entry.waiting else ()):
        if st.button(literal(text), key=f"offered-{entry.key}-{n}", icon="💬", disabled=entry.busy):
            ask_for(text)
            st.rerun()


def _search_offered(entry: Entry) -> None:
    """Where no table has the answer, perhaps a portal has it: the way to the search with the question's words."""
    about = "Opens the page Find data with this question. Nothing is contacted before you press Search there."
    if st.button("Search open data for this", key=f"find-{entry.key}", icon="🌐", help=about):
        look_for(entry.answer.question)
        st.switch_page("pages/find.py")


def _facts(entry: Entry) -> str:
    """Confidence with its reason, time, and who read the question."""
    answer = entry.answer
    line = called(confidence.line(answer), entry.ws.tables.all())
    facts = [line] if line and not answer.unsure else []
    if total := sum(answer.timings_ms.values()):
        facts.append(f"{total / 1000:.1f} s" if total >= 100 else f"{total:.0f} ms")
    if answer.translator:
        facts.append(f"read by: {literal(answer.translator)}")
    if answer.model_calls:
        price = "" if not answer.cost else f", {answer.cost:.4f} US dollars"
        facts.append(f"{count(answer.model_calls, 'model call')}, {count(answer.tokens, 'token')}{price}")
    return " · ".join(facts)
