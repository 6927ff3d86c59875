"""The list of tables on the data page: search it, choose one, load again what changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.model import Table
from core.workspace.edit_table import changed_files
from pages._data import load_job
from pages._ui import frames, markup

if TYPE_CHECKING:
    from core.workspace import Workspace

CHOSEN = "table"
"""Where in the session the name of the table stands that is looked at."""
_MANY = 12
"""Number of tables from which the list can be searched."""
_WIDTHS = {"Table": 200, "Rows": 80, "Columns": 75, "Remarks": 80, "Size": 70}
"""The list's columns and how wide they are at least, in pixels: all fit beside the navigation on a narrow screen."""


def choose(tables: Sequence[Table]) -> Table | None:
    """Show the list and give the table that is chosen in it; None where the search finds none."""
    if (following := st.session_state.pop(load_job.NEXT, None)) is not None:
        st.session_state[CHOSEN] = following
        st.session_state["table-search"] = ""
        st.session_state["table_turn"] = st.session_state.get("table_turn", 0) + 1
    text = ""
    if len(tables) > _MANY:
        text = st.text_input(
            "Search tables",
            key="table-search",
            placeholder="A table, a column or a file",
            persist_state="session",
            width=360,
        )
    found = [t for t in tables if _fits(t, text)]
    if not found:
        st.info(f"No table has “{markup.literal(text)}”.", icon="🔎")
        return None
    if text:
        st.caption(f"{len(found):,} of {markup.count(len(tables), 'table')}")
    names = [t.name for t in found]
    kept = str(st.session_state.get(CHOSEN, ""))
    at = names.index(kept) if kept in names else 0
    turn = st.session_state.setdefault("table_turn", 0)
    event = st.dataframe(
        frames.frame(tuple(_WIDTHS), [_row(t) for t in found]),
        hide_index=True,
        height=frames.table_height(len(found), 12),
        key=f"tables-{turn}-{text}-{len(found)}",
        on_select="rerun",
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [at], "columns": [], "cells": []}},
        column_config={
            head: st.column_config.NumberColumn(width=width, format="%,d")
            if head in ("Rows", "Columns")
            else st.column_config.TextColumn(width=width)
            for head, width in _WIDTHS.items()
        },
        alt="The loaded tables",
    )
    rows = event.selection.rows
    chosen = found[rows[0]] if rows and rows[0] < len(found) else found[at]
    st.session_state[CHOSEN] = chosen.name
    return chosen


def changed(ws: Workspace, tables: Sequence[Table]) -> None:
    """Offer to load the files again that are not as they were."""
    if ws.read_only:
        return
    files = changed_files(tables)
    if not files:
        return
    names = ", ".join(f.name for f in files[:3]) + (", …" if len(files) > 3 else "")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{markup.count(len(files), 'file')} changed since loading: {markup.literal(names)}")
        if st.button("Load them again", key="reload-changed", icon="🔄", disabled=load_job.busy(ws)):
            load_job.load(ws, "Loading what changed", lambda: files)
            st.rerun()


def marks(count: int) -> str:
    """How many remarks there are, as a mark in a list."""
    return f"⚠️ {count}" if count else ""


def _fits(table: Table, text: str) -> bool:
    wanted = text.casefold().strip()
    own = (table.label, table.name, Path(table.source).name, *(c.label for c in table.columns))
    return not wanted or any(wanted in word.casefold() for word in own)


def _row(t: Table) -> tuple[object, ...]:
    remarks = marks(len(t.problems)) or ("no rows" if not t.rows else "")
    return t.label, t.rows, len(t.columns), remarks, markup.size(t.size) if t.size else ""
