"""One question and its answer, as the chat shows them: now, after a reload and after a restart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.errors import JoineryError
from core.model import Answer, PathEdge, Rows, Step
from pages import _chart, _draw, _verify
from pages._shared import cell, count, dark, frame, literal, marked, show_fault, table_height

if TYPE_CHECKING:
    from core.workspace import Workspace

PERSON, PROGRAM = "🙂", "🪚"
_STEP_NAMES = {
    "link": "Words",
    "read": "Meaning",
    "path": "Path",
    "query": "SQL",
    "run": "Rows",
    "tell": "Answer",
}
_STEP_MARKS = {"started": "▸", "done": "✓", "repaired": "↻", "failed": "✗"}


def show_question(text: str) -> None:
    with st.chat_message("user", avatar=PERSON):
        st.markdown(literal(text))


@st.fragment
def show_answer(ws: Workspace, answer: Answer, key: str, examples: Sequence[str] = ()) -> None:
    """The answer and, folded, all that led to it. `key` is the entry's own, so that no widget is shared or stale.

    `examples` are offered when the question was not understood.
    """
    with st.chat_message("assistant", avatar=PROGRAM):
        st.markdown(marked(answer.answer) or "No answer.")
        if answer.sql is None and not answer.columns:
            _not_understood(answer, key, examples)
        else:
            show_rows(Rows(answer.columns, answer.rows, answer.truncated), key)
        for caution in answer.warnings:
            st.warning(marked(caution.message), icon="⚠️")
        if line := _facts(answer):
            st.caption(line)
        _verify.show(ws, answer, key)
        if answer.sql or answer.cypher or answer.understood or answer.steps:
            with st.expander("How this answer was found", key=f"how-{key}", icon="🔎"):
                _evidence(ws, answer, key)


def step_line(step: Step) -> str:
    """One step as a line of Markdown: its mark, name, words and time."""
    name = _STEP_NAMES.get(step.name) or literal(step.name.replace("_", " ").capitalize())
    words = f": {marked(step.text)}" if step.text else ""
    time = f" · {step.ms:,.0f} ms" if step.ms else ""
    return f"{_STEP_MARKS.get(step.state, '·')} **{name}**{words}{time}"


def show_rows(rows: Rows, key: str) -> None:
    """A result: how many rows, the table, a chart if one helps, and the rows as a file."""
    table = frame(rows.columns, rows.rows)
    drawing = _chart.draw(table)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(rows_line(rows))
        charted = drawing is not None and st.toggle("Chart", value=True, key=f"chart-{key}")
    if not rows.rows:
        return
    if drawing is not None and charted:
        left, right = st.columns([2, 3], gap="medium")
        with right:
            st.altair_chart(drawing, width="stretch", alt="Chart of the rows beside it")
    else:
        left = st.container()
    with left:
        st.dataframe(table, hide_index=True, width="content", height=table_height(len(table)), alt="Rows of the answer")
        st.download_button(
            "Download as CSV",
            data=lambda: to_csv(table),
            file_name="answer.csv",
            mime="text/csv",
            icon="⬇️",
            key=f"csv-{key}",
            on_click="ignore",
        )


def rows_line(rows: Rows) -> str:
    """How many rows there are, or that there are more."""
    if not rows.rows:
        return "No rows."
    shown = count(len(rows.rows), "row")
    return f"The first {shown}; there are more." if rows.truncated else f"{shown}."


def to_csv(table: pd.DataFrame) -> bytes:
    """UTF-8 with a byte order mark, so that spreadsheets read accents right."""
    return str(table.to_csv(index=False, lineterminator="\r\n")).encode("utf-8-sig")


def confidence_words(share: float) -> str:
    """How sure the program is, in words; the steps are there to check."""
    if share >= 0.75:
        return "Confidence: high"
    if share >= 0.5:
        return "Confidence: fair. A look at the steps is worthwhile"
    return "Confidence: low. Please check the steps"


def _facts(answer: Answer) -> str:
    facts = []
    if answer.sql is not None or answer.columns:
        facts.append(confidence_words(answer.confidence))
    if total := sum(answer.timings_ms.values()):
        facts.append(f"{total / 1000:.1f} s" if total >= 100 else f"{total:.0f} ms")
    if answer.translator:
        facts.append(f"read by: {literal(answer.translator)}")
    if answer.model_calls:
        facts.append(f"{count(answer.model_calls, 'model call')}, {count(answer.tokens, 'token')}")
    return " · ".join(facts)


def _not_understood(answer: Answer, key: str, examples: Sequence[str]) -> None:
    if answer.understood:
        st.markdown("This much was understood:")
        _understood(answer)
    if examples and answer.translator:
        st.markdown("Questions that work here:")
        for i, example in enumerate(examples):
            if st.button(literal(example), key=f"example-{key}-{i}"):
                ask_for(example)
                st.rerun()


def ask_for(question: str) -> None:
    """Make the next run of the chat page ask this."""
    st.session_state["asking"] = question


def _understood(answer: Answer) -> None:
    st.markdown("\n".join(f"- “{literal(words)}” → {marked(meaning)}" for words, meaning in answer.understood))
    if answer.ignored:
        st.markdown("Not used: " + ", ".join(f"“{literal(w)}”" for w in answer.ignored))


def _evidence(ws: Workspace, answer: Answer, key: str) -> None:
    understood, way, cypher, sql, steps = st.tabs(["Question", "Path", "Cypher", "SQL", "Steps"], key=f"tabs-{key}")
    with understood:
        if answer.enriched:
            st.markdown(f"As understood: {marked(answer.enriched)}")
        _understood(answer)
    with way:
        _path(ws, answer)
    with cypher:
        if answer.cypher:
            told = "finds the path in" if answer.sql is not None else "was put to"
            st.caption(f"This query {told} the schema graph.")
            st.code(answer.cypher, language="cypher", wrap_lines=True)
            given = answer.cypher_parameters.items()
            st.markdown("  \n".join(f"\\${literal(name)} = {literal(cell(value))}" for name, value in given))
        else:
            st.caption("The schema graph was not asked.")
    with sql:
        _sql(ws, answer, key)
    with steps:
        st.markdown("  \n".join(step_line(step) for step in answer.steps if step.state != "started"))
        if not answer.steps:
            for name, ms in answer.timings_ms.items():
                st.markdown(f"{_STEP_NAMES.get(name) or literal(name)}: {ms:,.0f} ms")


def _path(ws: Workspace, answer: Answer) -> None:
    if not answer.tables and not answer.path:
        st.caption("No tables were used.")
        return
    labels = {t.name: t.label for t in ws.tables()}
    colours = _draw.palette(dark())
    st.graphviz_chart(
        _draw.path(answer.tables, answer.path, colours, labels), width="content", alt="The tables used and their joins"
    )
    st.caption("Solid: confirmed. Dashed: probable." if answer.path else "One table was enough: nothing to join.")
    if answer.runner_up_paths:
        st.markdown("Other ways there were, best first:")
        for edges in answer.runner_up_paths:
            st.markdown(f"- {_path_words(edges)}")


def _path_words(edges: Sequence[PathEdge]) -> str:
    joins = (f"{e.left_table}.{'+'.join(e.left)} = {e.right_table}.{'+'.join(e.right)} ({e.state})" for e in edges)
    return literal(" and ".join(joins)) or "no join"


def _sql(ws: Workspace, answer: Answer, key: str) -> None:
    if answer.sql is None:
        st.caption("The schema graph answered; no SQL was needed." if answer.columns else "No SQL was written.")
        return
    lines = min(max(answer.sql.count("\n") + 2, 4), 16)
    st.text_area("SQL: change it and run it", value=answer.sql, key=f"sql-{key}", height=40 + 21 * lines)
    st.caption("Only reading is allowed. The files stay as they are.")
    if st.button("Run", key=f"run-{key}", icon="▶️"):
        written = str(st.session_state[f"sql-{key}"])
        try:
            st.session_state[f"ran-{key}"] = ws.sql(written)
        except JoineryError as error:
            st.session_state[f"ran-{key}"] = error
    ran = st.session_state.get(f"ran-{key}")
    if isinstance(ran, JoineryError):
        show_fault(ran)
    elif isinstance(ran, Rows):
        show_rows(ran, f"ran-{key}")
