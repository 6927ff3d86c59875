"""What a person says of the lines of a file: a draft, whose cut is shown, until the file is loaded so."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import BadLayout
from core.ingest.layout.borders import Borders, borders_of, painted, with_borders, with_lines, with_start
from core.ingest.layout.by_hand import LayoutOverride
from core.model import LineRole, Table
from pages._data import load_job
from pages._ui import markup

if TYPE_CHECKING:
    from core.ingest.layout.as_found import FileAsFound
    from core.workspace import Workspace

SAID: dict[LineRole, str] = {
    "data": "a row of the table",
    "header": "the header",
    "title": "a title",
    "group": "a group's heading",
    "units": "units",
    "total": "a total or subtotal",
    "note": "a note, no row",
    "source": "the source, no row",
}


def key(table: Table, what: str) -> str:
    return f"lines-{what}-{table.name}"


def draft(ws: Workspace, table: Table, source: str) -> LayoutOverride | None:
    """The borders that the page shows: the draft, or None for those that the file was loaded with."""
    kept = st.session_state.get(key(table, "draft"))
    return kept[1] if kept and kept[0] == source else None


def undo(table: Table, source: str) -> None:
    """A way back from borders that cannot be."""
    if st.session_state.get(key(table, "draft")):
        st.button("Take the changes back", key=key(table, "back"), on_click=_drop, args=(table,), icon="↩️")


def show(ws: Workspace, table: Table, source: str, found: FileAsFound, now: LayoutOverride | None) -> None:
    """The forms, and what was said so far."""
    kept = ws.tables.layout_override(table.name, source=source)
    said = now if now is not None else kept
    if fault := st.session_state.pop(key(table, "fault"), None):
        st.warning(markup.literal(fault.hint), title=markup.literal(fault.message), icon="⚠️")
    lines, borders, several = st.tabs(["Some lines", "Header and rows", "How many tables"])
    with lines:
        _lines_form(ws, table, source, found, said)
    with borders:
        _borders_form(ws, table, source, found, said)
    with several:
        _tables_form(ws, table, source, found, said)
    _show_said(said)
    with st.container(horizontal=True, key=key(table, "actions")):
        busy = load_job.busy(ws)
        if now is not None and now != (kept or LayoutOverride()):
            if st.button(
                "Load it so",
                key=key(table, "keep"),
                type="primary",
                icon="✅",
                disabled=busy,
                help="Loads the file with these borders. They hold for its later editions and for files of its family.",
            ):
                _keep(ws, table, source, now)
            st.button("Take the changes back", key=key(table, "back"), icon="↩️", on_click=_drop, args=(table,))
        elif kept and st.button(
            "As the program sees it",
            key=key(table, "reset"),
            icon="🔄",
            disabled=busy,
            help="Forgets what was said of the lines and loads the file anew.",
        ):
            _keep(ws, table, source, None)


def _lines_form(ws: Workspace, table: Table, source: str, found: FileAsFound, said: LayoutOverride | None) -> None:
    last = found.lines[-1].last
    st.caption("Choose lines in the table above, or write their numbers.")
    with st.container(horizontal=True, vertical_alignment="bottom", key=key(table, "lines")):
        begin = _number(table, "from", "From line", last)
        end = _number(table, "to", "To line", last)
        role = st.selectbox("These lines are", list(SAID), format_func=lambda r: SAID[r], key=key(table, "role"))
        if st.button("Say so", key=key(table, "say"), disabled=ws.read_only) and role:
            _try(table, source, lambda: with_lines(said, found, painted(found, begin, max(begin, end), role)))


def _borders_form(ws: Workspace, table: Table, source: str, found: FileAsFound, said: LayoutOverride | None) -> None:
    last = found.lines[-1].last
    title = (st.selectbox("Table", found.titles, key=key(table, "which")) or "") if found.titles else ""
    here = borders_of(found, title)
    turn = f"{source}-{title}-{here}"
    with st.container(horizontal=True, vertical_alignment="bottom", key=key(table, "borders")):
        numbers = []
        for label, value in (
            ("Header from line", here.header[0]),
            ("Header to line", here.header[1]),
            ("Rows from line", here.rows[0]),
            ("Rows to line", here.rows[1]),
        ):
            numbers.append(
                int(st.number_input(label, 0, last, value, key=f"{key(table, label)}-{turn}", width=130) or 0)
            )
        if st.button("Set the borders", key=key(table, "set"), disabled=ws.read_only):
            wanted = Borders((numbers[0], numbers[1]), (numbers[2], numbers[3]))
            _try(table, source, lambda: with_borders(said, found, title, wanted))
    st.caption("A header from line 0 to 0: there is none. Lines put out of the rows become notes.")


def _tables_form(ws: Workspace, table: Table, source: str, found: FileAsFound, said: LayoutOverride | None) -> None:
    many = markup.count(max(1, len(found.titles)), "table")
    st.caption(f"The file holds {many}{': ' + markup.literal(', '.join(found.titles)) if found.titles else ''}.")
    with st.container(horizontal=True, vertical_alignment="bottom", key=key(table, "tables")):
        line = _number(table, "start", "Line", found.lines[-1].last)
        if st.button("A table begins here", key=key(table, "begin"), disabled=ws.read_only):
            _try(table, source, lambda: with_start(said, found, line))
        if st.button("It is all one table", key=key(table, "one"), disabled=ws.read_only or len(found.titles) < 2):
            _try(table, source, lambda: LayoutOverride(said.painted if said else (), one_table=True))


def _show_said(said: LayoutOverride | None) -> None:
    """What a person said so far, in words."""
    if not said:
        return
    parts = []
    for p in said.painted:
        lines = f"line {p.first:,}" if p.first == p.last else f"lines {p.first:,} to {p.last:,}"
        parts.append(f"{lines}: {SAID.get(p.role, p.role)}")
    parts += [f"a table begins at line {p.first:,}" for p in said.starts]
    if said.one_table:
        parts.append("all is one table")
    st.markdown("**Said by hand:** " + markup.literal(" · ".join(parts)))


def _number(table: Table, what: str, label: str, last: int) -> int:
    at = key(table, what)
    st.session_state[at] = min(max(1, int(st.session_state.get(at, 1))), last)
    return int(st.number_input(label, 1, last, key=at, width=130))


def _try(table: Table, source: str, made: Callable[[], LayoutOverride]) -> None:
    """Have the page show what would come of it."""
    try:
        st.session_state[key(table, "draft")] = (source, made())
    except BadLayout as fault:
        st.session_state[key(table, "fault")] = fault
    st.rerun()


def _drop(table: Table) -> None:
    st.session_state.pop(key(table, "draft"), None)


def _keep(ws: Workspace, table: Table, source: str, override: LayoutOverride | None) -> None:
    _drop(table)
    load_job.set_layout(ws, table, source, override)
    st.rerun()
