"""The files of a family on the data page: what they are, removed and replaced one at a time, kept apart or united."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.model import Family, Table
from core.workspace.uploads import keep_uploads
from pages._data import load_job
from pages._ui import faults, frames, markup

if TYPE_CHECKING:
    from core.workspace import Workspace


def browse(ws: Workspace, table: Table, family: Family) -> None:
    """The files, and what can be done with the one that is chosen."""
    varies = ", ".join(family.varies)
    said = markup.literal(varies)
    st.caption(f"{markup.count(len(family.members), 'file')} of one form; **{said}** tells their rows apart.")
    heads = (*family.varies, "File", "Rows", "Size", "Loaded", "Calls it")
    rows = [
        (
            *m.values,
            m.label,
            m.rows,
            markup.size(m.size) if m.size else "",
            m.loaded_at[:16].replace("T", " "),
            "; ".join(f"{column}: {own}" for column, own in m.labels),
        )
        for m in family.members
    ]
    st.dataframe(
        frames.frame(heads, rows),
        hide_index=True,
        height=frames.table_height(len(rows), 10),
        key=f"files-{table.name}",
        alt="The files that the table was made of",
    )
    names = {m.source: f"{', '.join(m.values)} · {m.label}" for m in family.members}
    with st.container(horizontal=True, key=f"files-actions-{table.name}"):
        _member(ws, table, names)
        _columns(ws, table, family)
        _apart(ws, table, family)


def unite(ws: Workspace, table: Table) -> None:
    """Make one table of this one and others."""
    others = [t for t in ws.tables.all() if t.name != table.name and not t.derived_from]
    if not others or table.derived_from:
        return
    with st.popover("Unite", icon="🧩", disabled=load_job.busy(ws), key=f"unite-with-{table.name}"):
        st.markdown("Make one table of this one and others of its form. It holds for later loads, too.")
        labels = {t.name: t.label for t in others}
        chosen = st.multiselect("With", list(labels), format_func=lambda n: labels[n], key=f"unite-names-{table.name}")
        column = st.text_input(
            "What tells them apart", key=f"unite-column-{table.name}", placeholder="as their names say", max_chars=80
        )
        if st.button("Unite them", key=f"unite-{table.name}", disabled=not chosen):
            with faults.faults_shown(), st.spinner("Putting the tables together…"):
                made = ws.tables.unite([table.name, *chosen], column)
                st.session_state[load_job.NEXT] = made.name
                load_job.note(made.name, f"United: {markup.count(made.rows, 'row')}.")
                st.rerun()


def _member(ws: Workspace, table: Table, names: dict[str, str]) -> None:
    with st.popover("One of the files", icon="📄", disabled=load_job.busy(ws), key=f"file-of-{table.name}"):
        source = st.selectbox("File", list(names), format_func=lambda s: names[s], key=f"file-{table.name}")
        if source is None:
            return
        st.caption(markup.literal(source))
        turn = st.session_state.get("upload_turn", 0)
        file = st.file_uploader("Another file in its place", key=f"file-new-{table.name}-{turn}")
        if st.button("Replace it", key=f"file-replace-{table.name}", disabled=file is None) and file is not None:
            with faults.faults_shown(), st.spinner("Loading…"):
                st.session_state["upload_turn"] = turn + 1
                (path,) = keep_uploads(ws.folder, [file])
                ws.tables.replace_member(table.name, source, path)
                load_job.note(table.name, f"Replaced by {file.name}.")
                st.rerun()
        if st.button("Remove its rows", key=f"file-remove-{table.name}"):
            with faults.faults_shown(), st.spinner("Removing…"):
                left = ws.tables.remove_member(table.name, source)
                if left is not None:
                    load_job.note(left.name, f"Removed {names[source]}: {markup.count(left.rows, 'row')} left.")
                st.rerun()


def _columns(ws: Workspace, table: Table, family: Family) -> None:
    renamed = sorted({own for m in family.members for _, own in m.labels})
    lacking = [c.label for c in table.columns if any(c.name in m.lacks for m in family.members)]
    if not renamed and len(lacking) < 2:
        return
    with st.popover("Columns that changed", icon="🔀", disabled=load_job.busy(ws), key=f"drift-of-{table.name}"):
        if renamed:
            own = st.selectbox("Taken for the same column", renamed, key=f"drift-{table.name}")
            if st.button("Keep it by itself", key=f"drift-part-{table.name}") and own:
                with faults.faults_shown(), st.spinner("Putting the files together anew…"):
                    ws.tables.part_column(table.name, own)
                    st.rerun()
        if len(lacking) > 1:
            same = st.multiselect("Columns that are one", lacking, key=f"drift-same-{table.name}")
            if st.button("Put them together", key=f"drift-unite-{table.name}", disabled=len(same) < 2):
                with faults.faults_shown(), st.spinner("Putting the files together anew…"):
                    ws.tables.unite_columns(table.name, same)
                    st.rerun()


def _apart(ws: Workspace, table: Table, family: Family) -> None:
    with st.popover("Keep these files apart", icon="✂️", disabled=load_job.busy(ws), key=f"apart-of-{table.name}"):
        many = markup.count(len(family.members), "table")
        st.markdown(f"Make {many} of **{markup.literal(table.label)}**, one for each file, now and in later loads?")
        if st.button("Keep them apart", key=f"apart-{table.name}"):
            with faults.faults_shown(), st.spinner("Loading each file…"):
                made = ws.tables.part(table.name)
                st.session_state[load_job.NEXT] = made[0].name
                st.rerun()
