"""A table's file as it was found: its lines coloured by what they are, and the borders that a person moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import JoineryError
from core.ingest.parts import file_of
from core.model import LineRole, Problem, Table
from core.model.sources import divided
from pages._data import borders_form
from pages._ui import faults, frames, markup

if TYPE_CHECKING:
    from core.ingest.layout.as_found import FileAsFound, FoundLine
    from core.ingest.layout.by_hand import LayoutOverride
    from core.workspace import Workspace

VIEW = "File"
ROLES: dict[LineRole | None, tuple[str, str, str]] = {
    "title": ("title", "violet", "132, 88, 232"),
    "header": ("header", "blue", "28, 131, 225"),
    "units": ("units", "blue", "28, 131, 225"),
    "group": ("group heading", "orange", "255, 164, 33"),
    "data": ("row", "", ""),
    "subtotal": ("subtotal", "green", "33, 195, 84"),
    "total": ("total", "green", "33, 195, 84"),
    "note": ("note", "gray", "128, 132, 149"),
    "source": ("source", "gray", "128, 132, 149"),
    "comment": ("comment", "gray", "128, 132, 149"),
    "blank": ("blank", "", ""),
    None: ("not used", "red", "255, 75, 75"),
}
"""What a line is called, its colour in Markdown, and the same as red, green, blue for a cell's ground."""
_STRENGTH = 0.22
"""Of a line's colour: so much that text upon it stays legible, light or dark."""
_WIDEST, _LONGEST = 40, 120
"""Cells of a line, and signs of a cell, that are shown."""
_WIDE = 320
"""Pixels of the first column where sentences stand in it beside more columns than `_FEW`."""
_SENTENCE, _FEW = 25, 4
_NEAR = 8
"""Lines shown above one that a remark is about."""


def has_lines(table: Table) -> bool:
    """Whether a table's file is a text or sheet, which has lines to be shown."""
    return not table.derived_from and Path(divided(table.sources[0])[0]).suffix.lower() not in (".parquet", ".pq")


def point_at(table: Table, problem: Problem, view_key: str) -> None:
    """Have the page show, when it is drawn next, the line that a remark is about. A callback."""
    st.session_state[view_key] = VIEW
    source = next((s for s in table.sources if problem.file and Path(s) == Path(problem.file)), table.sources[0])
    st.session_state[_key(table, "file")] = source
    st.session_state[_key(table, "near")] = problem.line
    st.session_state[_key(table, "from")] = st.session_state[_key(table, "to")] = problem.line


def browse(ws: Workspace, table: Table) -> None:
    """The lines of the file, and the forms by which they are told otherwise."""
    source = _source(table)
    near = int(st.session_state.get(_key(table, "near"), 0))
    draft = borders_form.draft(ws, table, source)
    try:
        found = _found(ws, table, source, draft, near)
    except JoineryError as fault:
        faults.show_fault(fault)
        borders_form.undo(table, source)
        return
    if found is None or not found.lines:
        st.info("This file is too long to be shown line by line.", icon="📄")
        return
    _legend(found)
    _lines(table, found, near)
    borders_form.show(ws, table, source, found, draft)


def _found(ws: Workspace, table: Table, source: str, draft: LayoutOverride | None, near: int) -> FileAsFound | None:
    """The file as found. It is read again only if something changed."""
    path = file_of(source)
    token = (source, draft, near, table.version, path.stat().st_mtime_ns if path else 0)
    seen = st.session_state.get("file-as-found")
    if seen is None or seen[0] != token:
        found = ws.tables.file_as_found(table.name, source=source, override=draft, near=near)
        seen = st.session_state["file-as-found"] = (token, found)
    return seen[1]


def _source(table: Table) -> str:
    if len(table.sources) < 2:
        return table.sources[0]
    members = {m.source: f"{', '.join(m.values)} · {m.label}" for m in table.family.members} if table.family else {}
    if st.session_state.get(_key(table, "file")) not in members:
        st.session_state.pop(_key(table, "file"), None)
    chosen = st.selectbox(
        "File", list(members), format_func=lambda s: members[s], key=_key(table, "file"), persist_state="session"
    )
    return chosen or table.sources[0]


def _legend(found: FileAsFound) -> None:
    """What kinds of lines there are, each in its colour, with how many are shown."""
    counts: dict[LineRole | None, int] = {}
    for line in found.lines:
        counts[line.role] = counts.get(line.role, 0) + 1
    labels = []
    for role, (name, colour, _) in ROLES.items():
        if (n := counts.get(role)) and role != "blank":
            said = markup.count(n, name, "not used" if role is None else f"{name}s" if name != "units" else name)
            labels.append(f":{colour}-background[{said}]" if colour else said)
    st.markdown(" · ".join(labels))
    if not found.complete:
        left = found.records - len(found.lines)
        st.caption(f"{markup.count(left, 'line')} in the midst of the file, rows of the table, are not shown.")


def _lines(table: Table, found: FileAsFound, near: int) -> None:
    """The lines as a grid; those chosen in it go into the form below."""
    lines = found.lines
    if near:
        at = next((i for i, x in enumerate(lines) if x.last >= near), 0)
        lines = lines[max(0, at - _NEAR) :]
        with st.container(horizontal=True, vertical_alignment="center", key=_key(table, "pointed")):
            st.markdown(f"Line {near:,} is the one that the remark is about.")
            st.button("Show the whole file", key=_key(table, "whole"), on_click=_forget, args=(_key(table, "near"),))
    width = min(max(len(x.cells) for x in lines), _WIDEST)
    several = len(found.titles) > 1
    heads = ["Line", "What it is", *(["Table"] if several else []), *map(letter, range(width))]
    rows = [_row(x, width, several, near) for x in lines]
    colours = [ROLES[x.role][2] for x in lines]

    def ground(row: Any) -> list[str]:
        colour = colours[row.name]
        return [f"background-color: rgba({colour}, {_STRENGTH})" if colour else ""] * len(row)

    grid = _key(table, f"grid-{near}")
    st.dataframe(
        frames.frame(heads, rows).style.apply(ground, axis=1),
        hide_index=True,
        height=frames.table_height(len(rows), 16),
        key=grid,
        on_select=lambda: _picked(table, grid, lines),
        selection_mode="multi-row",
        column_config={
            "Line": st.column_config.TextColumn(width=70, pinned=True),
            "What it is": st.column_config.TextColumn(width=110),
            **({letter(0): st.column_config.TextColumn(width=_WIDE)} if _has_sentences(lines) else {}),
        },
        placeholder="",
        alt="The lines of the file",
    )


def _has_sentences(lines: tuple[FoundLine, ...]) -> bool:
    """Titles or notes stand in the first column: among many columns of figures it would be too narrow for them."""
    alone = (x.cells[0] for x in lines if x.cells and not any(x.cells[1:]))
    return any(len(cell) > _SENTENCE for cell in alone) and max(len(x.cells) for x in lines) > _FEW


def _row(line: FoundLine, width: int, several: bool, near: int) -> list[str]:
    at = f"{line.first}–{line.last}" if line.last > line.first else str(line.first)
    here = "▶ " if near and line.first <= near <= line.last else ""
    cells = [c if len(c) <= _LONGEST else c[:_LONGEST] + "…" for c in line.cells[:width]]
    beside = [line.table] if several else []
    return [f"{here}{at}", ROLES[line.role][0], *beside, *cells, *[""] * (width - len(cells))]


def letter(n: int) -> str:
    """A column's letters, as spreadsheets have them: A … Z, AA …"""
    return (letter(n // 26 - 1) if n >= 26 else "") + chr(ord("A") + n % 26)


def _picked(table: Table, grid: str, lines: tuple[FoundLine, ...]) -> None:
    """Take the lines chosen in the grid over into the form."""
    chosen = [lines[i] for i in st.session_state[grid].selection.rows if i < len(lines)]
    if chosen:
        st.session_state[_key(table, "from")] = min(x.first for x in chosen)
        st.session_state[_key(table, "to")] = max(x.last for x in chosen)


def _forget(key: str) -> None:
    st.session_state.pop(key, None)


def _key(table: Table, what: str) -> str:
    return borders_form.key(table, what)
