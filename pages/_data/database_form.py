"""On the data page: tables that are in a database already, asked where they are; or a database that files go to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.ingest.brought import ROWS, Bounds
from core.sql.remote.address import with_password
from core.sql.remote.opening import INTO
from core.sql.remote.targets import TARGETS
from pages._data import load_job
from pages._ui import faults, markup

if TYPE_CHECKING:
    from core.workspace import Workspace
    from core.workspace.attach import Attached

_USED = "It is used now, and kept in no file."
_SEEN = "database_tables"
"""Where in the session the tables stand that may be attached."""
_TOLD = "database_told"
"""Where it stands what became of the password."""


def form(ws: Workspace, busy: bool, beside_files: bool) -> None:
    """Which database, and which of its tables: to be asked there, where the workspace holds no files, or to copy."""
    st.caption(
        f"Tables that you choose are copied here, each up to {ROWS:,} rows, to be asked and joined with the files. "
        "Nothing in the database is changed."
        if beside_files
        else "A database is asked where it is, or tables of it are copied here, to be asked together with files and "
        "other databases. Nothing in it is changed. Big files can go to a PostgreSQL or Trino, into an own schema."
    )
    kinds = {target.name: target for target in TARGETS.values()}
    chosen_kind = st.segmented_control("Kind of database", list(kinds), default="PostgreSQL", required=True)
    kind = kinds[chosen_kind or "PostgreSQL"]
    if kind.missing:
        st.info(f"The driver for {kind.name} is not installed yet. On the machine that runs Joinery: `{kind.missing}`")
    seen: list[str] = st.session_state.get(_SEEN, [])
    with st.form("attach", border=False):
        address = st.text_input("Address of the database", placeholder=kind.example, key="database-address")
        password = "" if kind.is_file else st.text_input("Password", type="password", help=_USED)
        chosen = st.multiselect(
            "Tables" if beside_files else "Tables (none chosen: all)",
            seen,
            help="“Show its tables” lists what there is.",
            disabled=not seen,
        )
        agreed = not beside_files and st.checkbox(
            "This user may change the data; ask them all the same, in read-only transactions"
        )
        first = st.checkbox(f"Of a table with more than {ROWS:,} rows, copy the first so many; else it is refused")
        with st.container(horizontal=True):
            look = st.form_submit_button("Show its tables", icon="🔎", disabled=busy)
            go = not beside_files and st.form_submit_button(
                "Ask these tables", icon="🔌", type="primary", disabled=busy
            )
            copy = st.form_submit_button("Copy these tables here", icon="📋", disabled=busy)
            into = (
                kind in INTO
                and not beside_files
                and st.form_submit_button("Load files into it", icon="📥", disabled=busy)
            )
    if not (look or go or copy or into):
        return
    if not (address or "").strip():
        st.warning("Write the address of the database.", icon="✏️")
        return
    url = with_password(address.strip(), password or "")
    if copy and not chosen:
        st.warning("Choose the tables to copy; “Show its tables” lists them.", icon="✏️")
        return
    if copy:
        load_job.bring(ws, url, chosen, Bounds(first=first))
        st.rerun()
    if into:
        with faults.faults_shown(), st.spinner("Making a schema…"):
            st.session_state[_TOLD] = ws.database.load_into(url).password_told
            st.rerun()
        return
    if go:
        _attach(ws, url, chosen, agreed)
        st.rerun()
    with faults.faults_shown(), st.spinner("Looking at the database…"):
        st.session_state[_SEEN] = [f"{schema}.{table}" for schema, table in ws.database.offered(url)]
        st.rerun()


def attached(ws: Workspace, busy: bool) -> None:
    """Which database is asked; to look at it anew, or to forget it."""
    st.info(f"The tables are in {markup.literal(ws.database.database)} and are asked there.", icon="🔌")
    if not ws.operating:
        return
    with st.container(horizontal=True):
        if st.button("Look at the database anew", key="attach-again", icon="🔄", disabled=busy):
            load_job.start(
                ws, "Looking at the database", lambda tell, stop: _said(ws.database.again(progress=tell, stop=stop))
            )
            st.rerun()
        if st.button("Forget the database", key="detach", icon="🗑️", disabled=busy):
            with faults.faults_shown():
                ws.database.detach()
                st.rerun()


def loaded_into(ws: Workspace, busy: bool) -> None:
    """Which database the files are loaded into; to take all of them out of it."""
    schema, name = markup.literal(ws.database.schema), markup.literal(ws.database.name)
    st.info(f"Files are loaded into the schema {schema} of {name}, and asked there.", icon="🗄️")
    if told := st.session_state.pop(_TOLD, ""):
        st.success(markup.literal(told), icon="🔑")
    if not ws.operating:
        return
    with st.popover("Leave this database", icon="🗑️", disabled=busy):
        st.markdown("The tables that were loaded are removed there, and their schema. The files stay where they are.")
        if st.button("Remove the tables there", key="detach", disabled=busy):
            with faults.faults_shown():
                ws.database.detach()
                st.rerun()


def _attach(ws: Workspace, url: str, tables: list[str], agreed: bool) -> None:
    load_job.start(
        ws,
        "Looking at the database",
        lambda tell, stop: _said(ws.database.attach(url, tables=tables, writable=agreed, progress=tell, stop=stop)),
    )


def _said(found: Attached) -> load_job.Amended:
    tables = markup.count(len(found.tables), "table")
    return load_job.Amended(found.tables[0].name, f"{tables} of {found.database} can be asked. {found.password_told}")
