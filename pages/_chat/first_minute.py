"""The first minute: what to do while nothing is loaded, and what was found once something is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.samples import SAMPLES, Sample
from core.workspace.review_impact import to_review
from pages._data import interview_panel, load_job, same_named
from pages._ui import opening, place_switcher, suggestions
from pages._ui.faults import faults_shown
from pages._ui.frames import frame, table_height
from pages._ui.markup import count, literal

if TYPE_CHECKING:
    from core.workspace import Workspace

_MOST_LISTED = 300


def empty(ws: Workspace) -> None:
    """Nothing is loaded: what to do, in one sentence; a place for files, and the samples."""
    st.title("Ask your files")
    if beside := place_switcher.beside(opening.settings()):
        said = (
            f"This is a new workspace, still empty. What is in {beside} stays there; choose it at the side to go back."
        )
        st.info(said, icon="🗂️")
    st.markdown("Drop your CSV or Excel files here, or try a sample, and ask a question in plain words.")
    files = st.file_uploader(
        "Your files", accept_multiple_files=True, key="first-files", disabled=ws.read_only, label_visibility="collapsed"
    )
    if files and st.button(f"Load {count(len(files), 'file')}", type="primary", key="first-load", icon="🗂️"):
        with faults_shown():
            kept = same_named.keep(ws, files)
            load_job.load(ws, "Loading your files", lambda: kept)
            st.rerun()
    for column, sample in zip(st.columns(len(SAMPLES)), SAMPLES, strict=True):
        with column.container(border=True, height="stretch"):
            _sample(ws, sample)
    by_path = {"load": "path"} if ws.operating else None
    label = "Load files or folders by path" if ws.operating else "Load files"
    st.page_link("pages/data.py", label=label, icon="🗂️", query_params=by_path)
    st.page_link("pages/find.py", label="Find data on an open-data portal", icon="🌐")


def _sample(ws: Workspace, sample: Sample) -> None:
    st.subheader(sample.title, anchor=False)
    st.markdown(sample.sentence)
    if st.button(f"Try “{sample.title}”", key=f"sample-{sample.key}", disabled=ws.read_only):
        load_job.load_sample(ws, sample)
        st.rerun()
    with st.popover(f"Look at its {count(len(sample.preview), 'file')}", type="tertiary", key=f"inside-{sample.key}"):
        st.markdown("\n".join(f"- **{literal(name)}**: {literal(what)}" for name, what in sample.preview))
        st.caption(f"For example: “{literal(sample.questions[0].text)}”")


def begun(ws: Workspace) -> None:
    """A chat not begun: what was found, and questions to start with."""
    tables, joins = ws.tables.all(), ws.joins.all()
    rows = sum(t.rows for t in tables)
    st.title("Ask your files")
    found = f"{count(len(tables), 'table')} with {count(rows, 'row')}"
    st.markdown(
        f"{found}, and {count(len(joins), 'join')} between them. Type a question below, or start with one of these."
    )
    suggestions.show(ws)
    waiting = len(to_review(ws.joins.all(rejected=True), {t.name: t for t in tables}))
    problems = sum(len(t.problems) for t in tables)
    asked = len(ws.interview.questions()) if len(tables) <= _MOST_LISTED and not ws.read_only else 0
    with st.container(horizontal=True):
        if asked:
            here = interview_panel.LINK
            st.page_link("pages/data.py", label=interview_panel.waiting(asked), icon="🙋", query_params=here)
        if waiting:
            st.page_link("pages/graph.py", label=f"{count(waiting, 'join')} to review", icon="🔗")
        if problems:
            st.page_link("pages/data.py", label=f"{count(problems, 'remark')} on the files", icon="⚠️")
    with st.expander("What was found", key="what-was-found", icon="🗂️"):
        beside = {t.name: sum(j.touches(t.name) for j in joins) for t in tables}
        listed = [
            (t.label, t.rows, len(t.columns), beside[t.name], "; ".join(p.message for p in t.problems))
            for t in tables[:_MOST_LISTED]
        ]
        st.dataframe(
            frame(("Table", "Rows", "Columns", "Joins", "Remarks"), listed),
            hide_index=True,
            height=table_height(len(listed)),
            column_config={"Rows": st.column_config.NumberColumn(format="%,d")},
            alt="The tables that are loaded",
        )
