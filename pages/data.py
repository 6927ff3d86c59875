"""The data page: load files, see what was found in them, look at tables, remove them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.samples import SAMPLES
from pages._data import (
    database_form,
    describe_button,
    documents,
    glossary_form,
    interview_panel,
    load_job,
    load_report,
    same_named,
    table_list,
    table_view,
)
from pages._ui import faults, markup, opening

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from core.workspace import Workspace


def loader(ws: Workspace, empty: bool) -> None:
    """Files from the browser, files on this machine, samples, databases."""
    busy = load_job.busy(ws)
    if ws.operating:
        named = ["Upload files", "Files on this computer", "Samples", "A database"]
        first = named[1] if st.query_params.get("load") == "path" else None
        uploads, paths, samples, database = st.tabs(named, default=first)
        by_path(ws, paths, busy)
        with database:
            database_form.form(ws, busy, beside_files=not empty or bool(ws.database.schema))
    else:  # whoever sits elsewhere has no business with the files of this machine
        uploads, samples = st.tabs(["Upload files", "Samples"])
    with uploads:
        turn = st.session_state.setdefault("upload_turn", 0)
        files = st.file_uploader(
            "Files to upload: CSV and other tables of text, Excel, Parquet, JSON lines, zip; notes and dictionaries",
            accept_multiple_files=True,
            key=f"uploads-{turn}",
            disabled=busy,
            help="A newer edition of a file takes the place of that; of another file of the same name you are asked.",
        )
        if st.button("Load them", key="load-uploads", disabled=busy or not files, icon="📥"):
            kept = list(files)
            st.session_state["upload_turn"] = turn + 1
            with faults.faults_shown(), st.spinner("Keeping the files in the workspace…"):
                if written := same_named.keep(ws, kept):
                    load_job.load(ws, same_named.title(written), lambda: written)
                st.rerun()
    with samples:
        for sample in SAMPLES:
            with st.container(border=True):
                st.markdown(f"**{sample.title}** · {sample.sentence}")
                st.caption(" · ".join(f"{name}: {what}" for name, what in sample.preview))
                if st.button(f"Load “{sample.title}”", key=f"sample-{sample.key}", disabled=busy):
                    load_job.load_sample(ws, sample)
                    st.rerun()


def by_path(ws: Workspace, place: DeltaGenerator, busy: bool) -> None:
    """Files that lie on this machine, by their paths."""
    with place, st.form("by-path", border=False):
        text = st.text_area(
            "Files, folders or patterns, one a line",
            key="paths",
            placeholder="/home/me/data\n/home/me/more/*.csv",
            disabled=busy,
            help="Paths on the computer that runs Joinery. The files are read where they are.",
        )
        if st.form_submit_button("Load them", disabled=busy, icon="📥"):
            wanted = [line.strip().strip('"') for line in (text or "").splitlines() if line.strip()]
            if wanted:
                load_job.load(ws, "Looking for files", lambda: wanted)
                st.rerun()
            else:
                st.warning("Write at least one path.", icon="✏️")


@faults.nothing_raw()
def look(ws: Workspace) -> None:
    """The list of tables and the chosen one."""
    tables = ws.tables.all()
    table_list.changed(ws, tables)
    chosen = table_list.choose(tables)
    if chosen is not None:
        table_view.show(ws, chosen)


opening.routed()
ws = opening.workspace()
st.title("Data", anchor=False)
tables = ws.tables.all()
first = interview_panel.called_for()
if tables and first:
    interview_panel.show(ws)
if ws.database.database:
    database_form.attached(ws, load_job.busy(ws))
else:
    if ws.database.schema:
        database_form.loaded_into(ws, load_job.busy(ws))
    if tables:
        with st.expander("Add files", icon="📥", key="add-files", expanded=False):
            loader(ws, empty=False)
    else:
        st.markdown("Load files here. Each becomes a table; the program finds out by itself how the tables join.")
        st.info("Nothing is loaded yet. Drop files below, or load a sample.", icon="🗂️")
        loader(ws, empty=True)
loading = st.container()
load_report.show_report()
same_named.show(ws, earlier=True)
if removed := st.session_state.pop("removed", None):
    st.success(f"Removed {markup.literal(removed)}.", icon="✅")
if tables:
    st.header("Tables", anchor=False)
    describe_button.button(ws)
    if not first:
        interview_panel.show(ws)
    # While something is loaded, the page's own run draws the bar; a fragment would have to wait for its end.
    (look if load_job.under_way(ws) else st.fragment(look))(ws)
    documents.show(ws)
    st.header("Your own words", anchor=False)
    glossary_form.show(ws)
describe_button.show_progress(ws)
load_job.show_progress(ws, loading)
