"""The SQL of an answer: in plain words, and to change and run in place."""

from __future__ import annotations

import streamlit as st

from core.errors import JoineryError, QueryError
from core.model import Answer, Rows, Step
from core.sql.explain import explain
from core.sql.outputs import sources
from pages._chat import ask_again
from pages._chat.ask_again import Entry
from pages._result import result_view
from pages._ui.faults import show_fault
from pages._ui.jobs import Job
from pages._ui.markup import literal, marked


def show(entry: Entry) -> None:
    """The query with Run and Explain. What ran is shown below; the answer above stays as it is."""
    answer, key = entry.answer.whole, entry.key
    if answer.sql is None:
        st.caption("The graph answered; no SQL was needed." if answer.columns else "No SQL was written.")
        return
    lines = min(max(answer.sql.count("\n") + 2, 4), 16)
    st.text_area("SQL: change it and run it", value=answer.sql, key=f"sql-{key}", height=40 + 21 * lines)
    st.caption("Only reading is allowed. The files stay as they are.")
    written = str(st.session_state[f"sql-{key}"])
    _own(entry, answer.sql)
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button("Run", key=f"run-{key}", icon="▶️", disabled=entry.busy):
            _run(entry, written)
        explained = st.toggle("Explain", key=f"explain-{key}")
        with st.popover("Copy", icon="📋", key=f"copy-{key}"):
            st.code(written, language="sql", wrap_lines=True)
    if explained:
        _explain(written)
    ran = st.session_state.get(f"ran-{key}")
    if isinstance(ran, JoineryError):
        show_fault(ran)
    elif isinstance(ran, Answer):
        result_view.show(entry.ws, ran, f"ran-{key}.{st.session_state[f'times-ran-{key}']}")


def _own(entry: Entry, sql: str) -> None:
    """What the database was asked, where the rows are in one."""
    try:
        engine, text = entry.ws.questions.own_sql(sql)
    except JoineryError:  # the database does not serve now, or the tables are others
        return
    if text:
        with st.expander(f"As {engine} was asked".replace("[", r"\[")):
            st.code(text, language="sql", wrap_lines=True)


def _run(entry: Entry, written: str) -> None:
    """Run it in a job; what comes of it, rows or a fault, waits in the session for being shown."""

    def work(job: Job) -> object:
        job.events.append(Step("run", "started"))
        try:
            return entry.ws.questions.sql(written)
        except JoineryError as error:
            return error

    def then(found: object) -> None:
        slot = f"ran-{entry.key}"
        st.session_state[f"times-{slot}"] = st.session_state.get(f"times-{slot}", 0) + 1
        st.session_state[slot] = _answer(entry, written, found) if isinstance(found, Rows) else found

    st.session_state.pop(f"ran-{entry.key}", None)
    ask_again.do(entry, "Your SQL", "Running the SQL…", work, then)


def _answer(entry: Entry, written: str, rows: Rows) -> Answer:
    tables = tuple(t.name for t in entry.ws.tables.all())
    read = {s.casefold() for s in sources(written)}
    return Answer(
        question=entry.answer.question,
        answer="The rows of a query that a person changed.",
        tables=tuple(t for t in tables if t.casefold() in read),
        sql=written,
        columns=rows.columns,
        rows=rows.rows,
        truncated=rows.truncated,
        translator="a person",
        confidence=1.0,
    )


def _explain(written: str) -> None:
    try:
        said = explain(written)
    except QueryError as error:
        st.caption(literal(error.message))
        return
    st.markdown("\n".join(f"{n}. {marked(sentence)}" for n, sentence in enumerate(said, start=1)))
