"""One table on the data page: what it is about, what to know of it, its rows and columns, and what can be done."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.export import FORMATS, MOST_ROWS, Format, gather
from core.ingest.parts import file_of
from core.model import Answer, Table
from core.profiles.description import described
from core.workspace.uploads import safe_name
from pages._data import column_view, family_view, fetched_view, file_view, load_job, remark_view, row_noun, table_list
from pages._ui import building, faults, frames, markup

if TYPE_CHECKING:
    from core.workspace import Workspace

PREVIEW_ROWS = 100
_ROWS, _COLUMNS, _FILES = "Rows", "Columns", "Files"
_SHOWN = 2
"""Remarks that are shown at once."""
_KINDS = (".csv", ".xlsx", ".zip", ".parquet")


def show(ws: Workspace, table: Table) -> None:
    """All about one table."""
    st.subheader(markup.literal(table.label), anchor=False)
    called = f" · in SQL: {markup.literal(table.name)}" if table.name != table.label else ""
    loaded = f" · loaded {table.loaded_at[:16].replace('T', ' ')} UTC" if table.loaded_at else ""
    st.caption(
        f"{markup.count(table.rows, 'row')}, {markup.count(len(table.columns), 'column')}"
        f" · from {markup.literal(source(ws, table))}{loaded}{called}"
    )
    if table.derived_from:
        st.caption("Another view of that table, with the times as rows; it changes and goes with it.")
    load_job.show_note(table.name)
    row_noun.show(ws, table)
    st.markdown(markup.literal(described(table, ws.joins.all())))
    fetched_view.show(ws, table)
    with st.container(horizontal=True, key=f"actions-{table.name}"):
        building.button(table.name, f"data-{table.name}")
        if not table.derived_from:
            _describe(ws, table)
            _rename(ws, table)
        of_file = not (table.derived_from or ws.database.database)
        if of_file:
            if table.of_database:
                _copy_again(ws, table)
            else:
                _again(ws, table)
                if table.family is None:
                    _replace(ws, table)
                family_view.unite(ws, table)
        _download(ws, table)
        if of_file:
            _remove(ws, table)
    remarks(table)
    view = st.segmented_control(
        "View",
        [
            _ROWS,
            _COLUMNS,
            *([_FILES] if table.family else []),
            *([file_view.VIEW] if file_view.has_lines(table) and not ws.database.database else []),
        ],
        default=_ROWS,
        key=remark_view.VIEW,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    with faults.faults_shown():
        if view == _COLUMNS:
            column_view.browse(ws, table)
        elif view == _FILES and table.family:
            family_view.browse(ws, table, table.family)
        elif view == file_view.VIEW:
            file_view.browse(ws, table)
        else:
            preview(ws, table)


def source(ws: Workspace, table: Table) -> str:
    """Where a table's file is; inside the workspace, as seen from there."""
    if table.derived_from:
        return table.derived_from
    if table.of_database:
        return table.address
    inside = ws.settings.given.workspace.expanduser().resolve()
    path = Path(table.source)
    return str(path.relative_to(inside)) if path.is_relative_to(inside) else table.source


def remarks(table: Table) -> None:
    """What to know about the whole table; what is about a column stands there, and here its name."""
    known = {c.name for c in table.columns}
    whole = [p for p in table.problems if p.column not in known]
    for n, problem in enumerate(whole[:_SHOWN]):
        remark_view.show(table, problem, str(n))
    if whole[_SHOWN:]:
        with st.expander(markup.count(len(whole) - _SHOWN, "more remark"), icon="⚠️", key=f"remarks-{table.name}"):
            for n, problem in enumerate(whole[_SHOWN:], start=_SHOWN):
                remark_view.show(table, problem, str(n))
    columns = list(dict.fromkeys(p.column for p in table.problems if p.column in known))
    if columns:
        named = ", ".join(columns[:5]) + (f" and {len(columns) - 5} more" if len(columns) > 5 else "")
        st.markdown(f"⚠️ Remarks on columns: {markup.literal(named)}. Choose them under **{_COLUMNS}**.")


def preview(ws: Workspace, table: Table) -> None:
    """The first rows."""
    rows = ws.tables.preview(table.name, PREVIEW_ROWS)
    if not table.rows:  # an empty frame would say less, and reach into what stands below it
        st.caption(f"No rows: the file has only a header, {markup.literal(', '.join(rows.columns))}.")
        return
    if len(rows.rows) < table.rows:
        st.caption(f"The first {len(rows.rows):,} of {table.rows:,} rows")
    st.dataframe(
        frames.frame(rows.columns, rows.rows),
        hide_index=True,
        height=frames.table_height(len(rows.rows), 10),
        placeholder="",
        alt="The table's first rows",
    )


def _describe(ws: Workspace, table: Table) -> None:
    with st.popover("Describe", icon="✏️", disabled=ws.read_only):
        text = st.text_area(
            "What the table is about, in your words",
            table.description,
            key=f"describe-{table.name}",
            placeholder="Leave it empty to have it described from the file.",
        )
        if st.button("Keep the description", key=f"described-{table.name}"):
            with faults.faults_shown():
                ws.tables.describe(table.name, text.strip())
                st.rerun()


def _rename(ws: Workspace, table: Table) -> None:
    with st.popover("Rename", icon="🏷️", disabled=ws.read_only):
        text = st.text_input(
            "Name that people see", table.label, key=f"rename-{table.name}-{table.label}", max_chars=80
        )
        st.caption(f"In SQL it stays {markup.literal(table.name)}. Questions may use either name.")
        if st.button("Rename it", key=f"renamed-{table.name}"):
            with faults.faults_shown():
                ws.tables.rename(table.name, text)
                load_job.note(table.name, "Renamed.")
                st.rerun()


def _again(ws: Workspace, table: Table) -> None:
    """Load the table's file again."""
    found = list(filter(None, dict.fromkeys(map(file_of, table.sources))))
    away = "Reads the file again, as it is now." if found else "The file is no longer there."
    if st.button(
        "Load again",
        key=f"again-{table.name}",
        icon="🔄",
        disabled=load_job.busy(ws) or not found,
        help=away,
    ):
        load_job.load(ws, f"Loading {table.label} again", lambda: found)
        st.rerun()


def _copy_again(ws: Workspace, table: Table) -> None:
    """Copy the database's table anew."""
    if ws.operating and st.button(
        "Copy anew",
        key=f"copy-again-{table.name}",
        icon="🔄",
        disabled=load_job.busy(ws),
        help="Reads the table in its database again, as it is now.",
    ):
        load_job.bring_again(ws, table)
        st.rerun()


def _replace(ws: Workspace, table: Table) -> None:
    with st.popover("Replace", icon="📥", disabled=load_job.busy(ws)):
        st.markdown("Load another file as this table. Its name, description, column types and reviewed joins stay.")
        turn = st.session_state.get("upload_turn", 0)
        file = st.file_uploader("The new file", key=f"replacement-{table.name}-{turn}")
        if st.button("Replace the table", key=f"replace-{table.name}", disabled=file is None) and file is not None:
            st.session_state["upload_turn"] = turn + 1
            load_job.replace(ws, table, file)
            st.rerun()


def _download(ws: Workspace, table: Table) -> None:
    with st.popover("Download", icon="⬇️", key=f"download-{table.name}"):
        for form in (f for f in FORMATS if f.suffix in _KINDS):
            st.download_button(
                form.name,
                data=partial(_made, ws, table, form),
                file_name=f"{safe_name(table.label.replace('/', '-'))}{form.suffix}",
                mime=form.mime,
                key=f"save-{form.suffix}-{table.name}",
                on_click="ignore",
                type="tertiary",
            )
        if table.rows > MOST_ROWS:
            st.caption(f"Files hold the first {MOST_ROWS:,} rows.")


def _made(ws: Workspace, table: Table, form: Format) -> bytes:
    name = '"' + table.name.replace('"', '""') + '"'
    columns = tuple(c.name for c in table.columns)
    whole = Answer(table.label, "", sql=f"SELECT * FROM {name}", columns=columns, tables=(table.name,))
    return form.write(gather(whole, ws.questions, ws.tables.all(), ws.folder))


def _remove(ws: Workspace, table: Table) -> None:
    with st.popover("Remove", icon="🗑️", disabled=ws.read_only):
        stays = "The database keeps its own." if table.of_database else "The file itself stays where it is."
        st.markdown(f"Remove the table **{markup.literal(table.label)}**? {stays}")
        if st.button("Remove it", key=f"remove-{table.name}"):
            with faults.faults_shown():
                ws.tables.remove([table.name])
                st.session_state.pop("load_report", None)
                st.session_state["removed"] = table.label
                st.session_state.pop(table_list.CHOSEN, None)
                st.rerun()
