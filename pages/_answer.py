"""One question and its answer, as the chat shows them: now, after a reload and after a restart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.model import Answer
from pages import _again, _cautions, _chips, _confidence, _evidence, _rows, _verify
from pages._again import Entry, Keep
from pages._evidence import step_line
from pages._shared import count, literal, marked
from pages._suggest import ask_for

if TYPE_CHECKING:
    from core.workspace import Workspace

__all__ = ["PERSON", "PROGRAM", "ask_for", "show_answer", "show_question", "step_line"]

PERSON, PROGRAM = "🙂", "🪚"


def show_question(text: str) -> None:
    with st.chat_message("user", avatar=PERSON):
        st.markdown(literal(text))


@st.fragment
def show_answer(
    ws: Workspace, answer: Answer, key: str, examples: Sequence[str] = (), keep: Keep | None = None
) -> None:
    """The answer and, folded, all that led to it. `key` is the entry's own, so that no widget is shared or stale.

    `examples` are offered when the question was not understood. `keep` stores an answer that takes this one's place
    after a person changed what words mean.
    """
    entry = _again.entry(ws, answer, key, keep)
    with st.chat_message("assistant", avatar=PROGRAM):
        if entry.answer.unsure:
            _unsure(entry)
        elif entry.answer.sql is None and not entry.answer.columns:
            _not_understood(entry, examples)
        else:
            _answered(entry)
        if line := _facts(entry.answer):
            st.caption(line)
        _verify.show(ws, entry.answer, entry.key)
        if entry.answer.sql or entry.answer.cypher or entry.answer.understood or entry.answer.steps:
            folded = st.expander("How this answer was found", key=f"how-{key}", icon="🔎", on_change="rerun")
            if folded.open:
                with folded:
                    _evidence.show(entry)


def _answered(entry: Entry) -> None:
    answer = entry.answer
    if answer.rewritten:
        st.caption(f"Taken for: {literal(answer.rewritten)}")
    st.markdown(marked(answer.answer) or "No answer.")
    _rows.show(entry.ws, answer, entry.key)
    _cautions.show(entry)


def _unsure(entry: Entry) -> None:
    """Hardly the reading that was meant: what was understood and what else it could be; the rows are folded."""
    st.markdown("I am not sure what this asks. This is what I understood; click on words to change them.")
    st.markdown(marked(entry.answer.enriched))
    _chips.show(entry)
    _chips.alternatives(entry)
    if st.toggle("Show the answer to it anyway", key=f"anyway-{entry.key}"):
        _answered(entry)


def _not_understood(entry: Entry, examples: Sequence[str]) -> None:
    answer = entry.answer
    st.markdown(marked(answer.answer) or "No answer.")
    for n, option in enumerate(answer.options):
        if st.button(marked(option), key=f"option-{entry.key}-{n}", icon="💬"):
            ask_for(option)
            st.rerun()
    if answer.understood or answer.chips:
        st.markdown("This much was understood:")
        _chips.show(entry)
    if examples and answer.translator and not answer.options:
        st.markdown("Questions that work here:")
        for i, example in enumerate(examples):
            if st.button(literal(example), key=f"example-{entry.key}-{i}", icon="💬"):
                ask_for(example)
                st.rerun()


def _facts(answer: Answer) -> str:
    """Confidence with its reason, time, and who read the question."""
    facts = [line] if (line := _confidence.line(answer)) and not answer.unsure else []
    if total := sum(answer.timings_ms.values()):
        facts.append(f"{total / 1000:.1f} s" if total >= 100 else f"{total:.0f} ms")
    if answer.translator:
        facts.append(f"read by: {literal(answer.translator)}")
    if answer.model_calls:
        price = "" if not answer.cost else f", {answer.cost:.4f} US dollars"
        facts.append(f"{count(answer.model_calls, 'model call')}, {count(answer.tokens, 'token')}{price}")
    return " · ".join(facts)
