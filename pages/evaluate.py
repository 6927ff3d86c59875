"""The evaluate page: questions with known answers, asked again after a change, and what became better or worse."""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from pages._chat.keep_as_test import MINE
from pages._evaluate import progress, run_view, strategies
from pages._ui import faults, opening
from pages._ui.jobs import Job, jobs

if TYPE_CHECKING:
    from core.evaluate.kept import Evaluations
    from core.evaluate.runs import EvaluationRun
    from core.workspace import Workspace

EXAMPLE = """How many orders are there? = 50
Which cities have customers? = Bern, Oslo
Orders per city? = SELECT city, COUNT(*) FROM orders GROUP BY city"""
CSV = """question,answer,sql,hint,kind
How many orders are there?,50,,,count
Orders per city?,,"SELECT city, COUNT(*) FROM orders GROUP BY city",,group
Late orders?,7,,late means after the due date,filter"""
JSON_LINES = """{"question": "How many orders are there?", "answer": 50}
{"question": "Which cities have customers?", "rows": [["Bern"], ["Oslo"]]}
{"question": "Orders per city?", "sql": "SELECT city, COUNT(*) FROM orders GROUP BY city"}"""


def key(ws: Workspace) -> str:
    """A workspace's asking of a set, among all jobs."""
    return f"evaluate@{ws.folder}"


def sets(ws: Workspace, kept: Evaluations) -> None:
    """The question sets: choose one and ask it, add one, see it, take it away."""
    names = kept.sets()
    if (following := st.session_state.pop("set_next", None)) in names:
        st.session_state["set"] = following
    if st.session_state.get("set") not in names:
        st.session_state.pop("set", None)
    if not names:
        st.markdown(
            "Write down questions whose answers you know, and ask them all at once: today, and again after you load "
            "new files, confirm a join or choose a model. You see what became better and what worse."
        )
    else:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            name = st.selectbox("Question set", names, key="set", persist_state="session", width=320)
            if st.button("Ask all", type="primary", icon="▶️", key="ask-all"):
                ask(ws, kept, name)
            text = kept.text(name)
            st.download_button("Download", text, file_name=f"{name}.jsonl", icon="⬇️", key="get-set", on_click="ignore")
            with st.popover("Remove", icon="🗑️"):
                st.markdown("The set goes; what was asked before stays.")
                st.button("Remove this set", key="drop-set", on_click=kept.drop_set, args=(name,))
        with faults.faults_shown():
            run_view.inside(name, kept.cases(name))


def adding(ws: Workspace, kept: Evaluations) -> None:
    """A new question set, typed or from a file."""
    empty = not kept.sets()
    with st.expander("Add a question set", icon="➕", expanded=empty, key=f"add-{empty}"):
        st.markdown(
            "One question a line, then `=` and the answer that you expect: a value, values with commas, or SQL. "
            "Not sure how? Begin with questions of your own files, and change what is wrong."
        )
        _begin(ws)
        with st.form("new-set", border=False):
            lines = st.text_area("Questions and answers", key="set-text", height=160, placeholder=EXAMPLE)
            file = st.file_uploader(
                "Or a file: lines like these, CSV or Excel with the columns question and answer (or sql), JSON",
                type=["txt", "csv", "tsv", "xlsx", "json", "jsonl"],
                key="set-file",
                max_upload_size=50,
            )
            title = st.text_input("Name", key="set-name", placeholder=unused(kept))
            st.caption("A set of the name that you give is replaced, if there is one.")
            if st.form_submit_button("Keep", icon="💾"):
                name = title or (file.name.rsplit(".", 1)[0] if file else "")
                keep(kept, name, file.getvalue() if file else lines, file.name if file else "")
        with st.expander("Examples of each form", icon="📄"):
            _forms()


def _begin(ws: Workspace) -> None:
    """The workspace's own questions with today's answers: into the box, or as a file."""
    from core.evaluate.example import as_csv, as_lines, known

    with st.container(horizontal=True):
        if st.button("Begin with questions of this workspace", icon="✨", key="begin-set"):
            with faults.faults_shown(), st.spinner("Asking questions of your files…", show_time=True):
                found = st.session_state["set-example"] = known(ws)
                st.session_state["set-text"] = as_lines(found)
        example = st.session_state.get("set-example")
        if example:
            st.download_button(
                "Download them as CSV",
                as_csv(example),
                file_name="questions.csv",
                mime="text/csv",
                icon="⬇️",
                key="get-example",
                on_click="ignore",
            )
        elif example is not None:
            st.caption("No question about these files has an answer yet.")


def _forms() -> None:
    for words, text, language in (
        ("Lines; a `;` or a tab does as well as `=`:", EXAMPLE, None),
        ("CSV or Excel; `hint` may say what a word means, `kind` sorts the scores:", CSV, None),
        ("JSON lines, or a JSON list of such objects:", JSON_LINES, "json"),
    ):
        st.markdown(words)
        st.code(text, language=language, wrap_lines=True)


def keep(kept: Evaluations, name: str, text: str | bytes, source: str = "") -> None:
    with faults.faults_shown():
        st.session_state["set_next"] = kept.keep_set(name or unused(kept), text, source)
        st.rerun()


def unused(kept: Evaluations) -> str:
    """A name that replaces no set, for one that was given none."""
    names = {name.casefold() for name in kept.sets()}
    tried = chain([MINE], (f"{MINE} {n}" for n in count(2)))
    return next(name for name in tried if name.casefold() not in names)


def ask(ws: Workspace, kept: Evaluations, name: str) -> None:
    """Ask a set in a job of its own; the run is kept when all are asked."""
    from core.evaluate.runs import ask_all

    with faults.faults_shown():
        cases = kept.cases(name)

        def work(job: Job) -> object:
            def progress(done: int, of: int) -> None:
                job.events.append((done, of))

            run = ask_all(ws, name, cases, progress, job.stop)
            kept.keep_run(run)
            return run.id

        jobs().start(key(ws), f"Asking “{name}”", work)


def runs(kept: Evaluations) -> None:
    """What was asked so far: choose a run to look into, and one to compare it with."""
    found = {r.id: r for r in kept.runs()}
    if not found:
        return
    st.header("Results", anchor=False)
    if (following := st.session_state.pop("run_next", None)) in found:
        st.session_state["run"] = following
    if st.session_state.get("run") not in found:
        st.session_state.pop("run", None)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            "Asked", list(found), format_func=lambda k: run_view.title(found[k]), key="run", width=400
        )
        run = found[chosen]
        others = [k for k, r in found.items() if r.set == run.set and (r.began, k) < (run.began, chosen)]
        before = st.selectbox(
            "Compare with",
            others,
            index=None,
            format_func=lambda k: run_view.title(found[k]),
            key="compare",
            placeholder="An earlier asking" if others else "Nothing to compare with yet",
            disabled=not others,
            width=300,
        )
        with st.popover("Remove", icon="🗑️"):
            st.button("Remove this result", key="drop-run", on_click=kept.drop_run, args=(chosen,))
    _show(run, found.get(before or ""))


def _show(run: EvaluationRun, before: EvaluationRun | None) -> None:
    run_view.scores(run, before)
    if before is not None:
        run_view.changes(before, run)
    kinds = run.by_kind()
    if kinds:
        with st.expander("By kind of question", icon="📊", key="kinds"):
            rows = [(kind, n, right / n, lenient / n) for kind, n, right, lenient in kinds]
            st.dataframe(
                pd.DataFrame(rows, columns=["Kind", "Questions", "Right", "Right but for more columns"]),
                hide_index=True,
                width="content",
                column_config={
                    "Right": st.column_config.ProgressColumn(format="percent", min_value=0, max_value=1),
                    "Right but for more columns": st.column_config.ProgressColumn(
                        format="percent", min_value=0, max_value=1
                    ),
                },
                alt="Scores by kind of question",
            )
    run_view.questions(run)


opening.routed()
ws = opening.workspace()
st.title("Evaluate", anchor=False)
if not ws.tables.all():
    st.info("Nothing is loaded yet.", icon="🗂️")
    st.page_link("pages/data.py", label="Load files", icon="🗂️")
    st.stop()
kept = run_view.kept(ws)
if (fault := st.session_state.pop(progress.FAULT, None)) is not None:
    faults.show_fault(fault)
sets(ws, kept)
place = st.container()
runs(kept)
adding(ws, kept)
with place:
    progress.show(key(ws), stop="stop-evaluate", kept="run_next")
strategies.show(ws)
