"""What one row of a table is, said in plain words on the data page, to be accepted or changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.ask.names import Names, with_article
from core.ask.table_words import tell_of_others
from core.model import Table
from pages._data import load_job
from pages._ui import faults, markup

if TYPE_CHECKING:
    from core.workspace import Workspace


def show(ws: Workspace, table: Table) -> None:
    """“One row is a vehicle”, and a form for another word."""
    if not table.row and table.name in tell_of_others(ws.tables.all()):
        st.markdown("Its rows tell of the columns of other tables, and are nothing that questions count.")
        return
    names = Names(ws.tables.all())
    known = names.plain(table.name)
    one, many = (names.one(table.name), names.many(table.name)) if known else ("", "")
    with st.container(horizontal=True, vertical_alignment="center", key=f"noun-{table.name}"):
        if known:
            article = with_article(one).partition(" ")[0]
            st.markdown(
                f"One row is {article} **{markup.literal(one)}**; questions may say **{markup.literal(many)}**."
            )
        else:
            st.markdown("What one row is, the name does not say.")
        place = f"noun-change-{table.name}-{table.row}-{one}"  # another one, closed, once a word is kept
        with st.popover("Change" if known else "Say it", disabled=ws.read_only, type="tertiary", key=place):
            with st.form(f"noun-form-{table.name}-{one}", border=False):
                text = st.text_input(
                    "One row is a", one, key=f"noun-text-{table.name}-{one}", max_chars=40, placeholder="vehicle"
                )
                st.caption("Answers, suggestions and the editor use this word; the names of the file keep working.")
                kept = st.form_submit_button("Keep the word", key=f"noun-keep-{table.name}")
            if kept:
                with faults.faults_shown():
                    ws.tables.call_rows(table.name, text or "")
                    load_job.note(table.name, "Kept.")
                    st.rerun()
