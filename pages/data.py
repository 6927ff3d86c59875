"""The data page: load files, see what was found in them, look at tables, remove them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.describe import described
from core.model import Table
from core.samples import SAMPLES
from pages import _describing, _documents, _glossary, _load, _profile, _shared
from pages._jobs import jobs

if TYPE_CHECKING:
    from core.workspace import Workspace

PREVIEW_ROWS = 100


def loader(ws: Workspace) -> None:
    """Files from the browser, files on this machine, samples."""
    busy = ws.read_only or jobs().get(_load.key(ws)) is not None
    uploads, paths, samples = st.tabs(["Upload files", "Files on this computer", "Samples"])
    with uploads:
        turn = st.session_state.setdefault("upload_turn", 0)
        files = st.file_uploader(
            "Files to upload: CSV and other tables of text, Excel, Parquet, JSON lines, zip; notes and dictionaries",
            accept_multiple_files=True,
            key=f"uploads-{turn}",
            disabled=busy,
            help="A file of the same name replaces the table loaded from it before.",
        )
        if st.button("Load them", key="load-uploads", disabled=busy or not files, icon="📥"):
            kept = list(files)
            st.session_state["upload_turn"] = turn + 1
            what = kept[0].name if len(kept) == 1 else _shared.count(len(kept), "file")
            with _shared.faults_shown(), st.spinner("Keeping the files in the workspace…"):
                written = _load.keep_uploads(ws, kept)
                _load.load(ws, f"Loading {what}", lambda: written)
                st.rerun()
    with paths, st.form("by-path", border=False):
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
                _load.load(ws, "Looking for files", lambda: wanted)
                st.rerun()
            else:
                st.warning("Write at least one path.", icon="✏️")
    with samples:
        for sample in SAMPLES:
            with st.container(border=True):
                st.markdown(f"**{sample.title}** · {sample.sentence}")
                st.caption(" · ".join(f"{name}: {what}" for name, what in sample.preview))
                if st.button(f"Load “{sample.title}”", key=f"sample-{sample.key}", disabled=busy):
                    _load.load_sample(ws, sample)
                    st.rerun()


def overview(tables: tuple[Table, ...]) -> None:
    """All tables at a glance."""
    heads = ("Table", "Rows", "Columns", "From", "Size", "Loaded (UTC)")
    rows = [
        (
            t.label,
            t.rows,
            len(t.columns),
            Path(t.source).name,
            _shared.size(t.size) if t.size else "",
            t.loaded_at[:16].replace("T", " "),
        )
        for t in tables
    ]
    table = _shared.frame(heads, rows)
    st.dataframe(table, hide_index=True, height=_shared.table_height(len(table)), alt="The loaded tables")


def source(ws: Workspace, table: Table) -> str:
    """Where a table's file is; inside the workspace, as seen from there."""
    inside = ws.settings.workspace.expanduser().resolve()
    path = Path(table.source)
    return str(path.relative_to(inside)) if path.is_relative_to(inside) else table.source


def details(ws: Workspace, table: Table) -> None:
    """One table: its rows, its columns, its problems, and removing it."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.subheader(_shared.literal(table.label), anchor=False)
        with st.popover("Remove…", icon="🗑️", disabled=ws.read_only):
            st.markdown(f"Remove the table **{_shared.literal(table.label)}**? The file itself stays where it is.")
            if st.button("Remove it", key=f"remove-{table.name}"):
                with _shared.faults_shown():
                    ws.remove([table.name])
                    st.session_state.pop("load_report", None)
                    st.session_state["removed"] = table.label
                    st.rerun()
    st.caption(
        f"{_shared.count(table.rows, 'row')}, {_shared.count(len(table.columns), 'column')}"
        f" · from {_shared.literal(source(ws, table))}"
    )
    st.markdown(_shared.literal(described(table)))
    with st.popover("Describe…", icon="✏️", disabled=ws.read_only):
        text = st.text_area(
            "What the table is about, in your words",
            table.description,
            key=f"describe-{table.name}",
            placeholder="Leave it empty to have it described from the file.",
        )
        if st.button("Keep the description", key=f"described-{table.name}"):
            with _shared.faults_shown():
                ws.describe(table.name, text.strip())
                st.rerun()
    for problem in table.problems:
        st.warning(_shared.literal(problem.hint) or " ", title=_shared.literal(problem.message), icon="⚠️")
    rows_tab, columns_tab = st.tabs(["Rows", "Columns"], key=f"parts-{table.name}")
    with rows_tab, _shared.faults_shown():
        rows = ws.preview(table.name, PREVIEW_ROWS)
        st.caption(f"The first {len(rows.rows):,} of {table.rows:,} rows" if table.rows else "No rows.")
        st.dataframe(_shared.frame(rows.columns, rows.rows), hide_index=True, height=320, alt="The table's first rows")
    with columns_tab:
        st.dataframe(_profile.profile_frame(table), hide_index=True, alt="The table's columns")
        keep_text(ws, table)


def keep_text(ws: Workspace, table: Table) -> None:
    """Have a column as the file has it, or read again as what it seems to be."""
    kept = ws.kept_as_text(table.name)
    by_name = {c.name: c for c in table.columns}
    with st.popover(
        "Keep a column as text…", icon="🔤", disabled=ws.read_only or jobs().get(_load.key(ws)) is not None
    ):
        chosen = st.selectbox(
            "Column",
            list(by_name),
            format_func=lambda name: by_name[name].label.strip() or name if name in by_name else name,
            key=f"text-column-{table.name}",
        )
        if chosen not in by_name:
            return
        column = by_name[chosen]
        if column.converted:
            st.markdown(_shared.literal(column.converted))
        on = chosen not in kept
        st.caption("The table is loaded anew from its file." if on else "It is kept as the file has it.")
        if st.button("Keep it as text" if on else "Let it be read", key=f"text-{table.name}"):
            with _shared.faults_shown(), st.spinner("Loading the table anew…"):
                ws.keep_as_text(table.name, chosen, on)
                st.rerun()


_shared.routed()
ws = _shared.workspace()
st.title("Data", anchor=False)
st.markdown("Load files here. Each becomes a table; the program finds out by itself how the tables join.")
loader(ws)
loading = st.container()
_load.show_report()
if removed := st.session_state.pop("removed", None):
    st.success(f"Removed {_shared.literal(removed)}.", icon="✅")
tables = ws.tables()
if tables:
    st.header("Tables", anchor=False)
    overview(tables)
    _describing.button(ws)
    by_name = {t.name: t for t in tables}
    chosen = st.selectbox(
        "Look at a table",
        list(by_name),
        format_func=lambda name: by_name[name].label if name in by_name else name,
        key="table",
        persist_state="session",
    )
    if chosen in by_name:
        details(ws, by_name[chosen])
    _documents.show(ws)
    st.header("Your own words", anchor=False)
    _glossary.show(ws)
else:
    st.info("Nothing is loaded yet.", icon="🗂️")
_describing.show_progress(ws)
_load.show_progress(ws, loading)
