"""Uploads of a name that is loaded already: the same file, a newer edition, or another that a person is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.model import Table
from core.model.sources import divided
from core.workspace.uploads import (
    UPLOADS,
    Aside,
    Upload,
    exchanged,
    left_out,
    lying_aside,
    noted,
    placed_beside,
    take_uploads,
)
from pages._data import load_job
from pages._ui.faults import faults_shown
from pages._ui.markup import count, literal

if TYPE_CHECKING:
    from core.workspace import Workspace

_SAME, _REPLACED, _ASKED = "uploads-same", "uploads-replaced", "uploads-asked"
_SEEN = "uploads-same-seen"


def keep(ws: Workspace, files: Iterable[Upload]) -> tuple[Path, ...]:
    """Keep uploads in the workspace; those to load now. Of the others `show` tells, or asks. Raises
    WorkspaceUnwritable."""
    loaded = [Path(divided(s)[0]) for t in ws.tables.all() for s in t.sources]
    loaded += [ws.folder / UPLOADS / name for name, _ in ws.documents.names()]
    found = take_uploads(ws.folder, files, loaded, lambda place: _rows(ws, place))
    again = [ws.folder / UPLOADS / name for name in found.same if _stopped(ws, ws.folder / UPLOADS / name)]
    st.session_state.pop(_SEEN, None)
    st.session_state[_SAME] = tuple(n for n in found.same if ws.folder / UPLOADS / n not in again)
    st.session_state[_REPLACED] = list(found.replaced)
    st.session_state[_ASKED] = [*st.session_state.get(_ASKED, ()), *found.waiting]
    return (*found.paths, *again)


def title(paths: Sequence[Path]) -> str:
    return f"Loading {paths[0].name if len(paths) == 1 else count(len(paths), 'file')}"


def asking() -> bool:
    """Whether a file waits for the person to say where it belongs."""
    return any(aside.path.is_file() for aside in st.session_state.get(_ASKED, ()))


def news() -> tuple[object, ...]:
    """What `show` has to say; empty for nothing."""
    return tuple(x for kept in (_SAME, _REPLACED, _ASKED) for x in st.session_state.get(kept, ()))


def told() -> None:
    """The person went on to ask: what changed nothing, and was seen, is not told again."""
    if st.session_state.pop(_SEEN, False):
        st.session_state.pop(_SAME, None)


def show(ws: Workspace, before_load: Callable[[], None] = lambda: None, *, earlier: bool = False) -> None:
    """What became of uploads of names that are loaded already, with Undo; what waits, with a choice; with `earlier`
    also those of other pages and days. `before_load` is called when a choice begins to load."""
    busy = load_job.busy(ws)
    asides = [*st.session_state.get(_REPLACED, ()), *st.session_state.get(_ASKED, ())]
    if earlier and not ws.read_only:
        asides += [a for a in lying_aside(ws.folder) if all(a.path != known.path for known in asides)]
    for name in st.session_state.get(_SAME, ()):
        st.info(f"{literal(name)} is the very file that is loaded: nothing changed.", icon="🟰")
        st.session_state[_SEEN] = True
    for aside in asides:
        (_choice if aside.unlike else _replaced)(ws, aside, busy, before_load)


def _replaced(ws: Workspace, aside: Aside, busy: bool, before_load: Callable[[], None]) -> None:
    if busy or not aside.path.is_file():
        return
    now = _rows(ws, aside.place)
    size = "" if aside.rows is None or now is None else f" ({count(aside.rows, 'row')} before, {now:,} now)"
    key = aside.path.parent.name
    with st.container(horizontal=True, vertical_alignment="center", key=f"replaced-{key}"):
        st.caption(f"{literal(aside.name)} took the place of the one loaded before{size}.", width="stretch")
        undo = st.button("Undo", key=f"undo-{key}", icon="↩️")
    if undo:
        with faults_shown():
            exchanged(ws.folder, aside)  # what was undone lies aside for a day
            _forget(_REPLACED, aside)
            _load(ws, aside.place, before_load)


def _choice(ws: Workspace, aside: Aside, busy: bool, before_load: Callable[[], None]) -> None:
    if not aside.path.is_file():  # it waited for more than a day, or was placed in another window
        return
    table = _table(ws, aside.place)
    what = f"the table **{literal(table.label)}** with {count(table.rows, 'row')}" if table else "another file"
    key = aside.path.parent.name
    with st.container(border=True, key=f"same-name-{key}"):
        st.markdown(
            f"❓ **{literal(aside.name)}** is called like a file that is loaded, {what}, but looks like another one: "
            f"{literal(aside.unlike)}. It is not loaded yet."
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            stem = st.text_input("Its name beside it", value=f"{aside.place.stem} other", key=f"beside-name-{key}")
            beside = st.button("Load it beside", key=f"beside-{key}", disabled=busy or not stem.strip(), type="primary")
            instead = st.button("Replace the old one", key=f"instead-{key}", disabled=busy)
            out = st.button("Leave it out", key=f"out-{key}")
    with faults_shown():
        if beside:
            _forget(_ASKED, aside)
            place = placed_beside(aside, stem.strip())
            _load(ws, place, before_load)
        if instead:
            _forget(_ASKED, aside)
            before = noted(replace(exchanged(ws.folder, aside), rows=table.rows if table else None))
            st.session_state[_REPLACED] = [*st.session_state.get(_REPLACED, ()), before]
            _load(ws, aside.place, before_load)
        if out:
            left_out(aside)
            _forget(_ASKED, aside)
            st.rerun()


def _load(ws: Workspace, path: Path, before_load: Callable[[], None]) -> None:
    before_load()
    load_job.load(ws, title([path]), lambda: [path])
    st.rerun()


def _forget(kept: str, aside: Aside) -> None:
    left = st.session_state.get(kept, ())
    st.session_state[kept] = [a for a in left if a.path != aside.path]


def _stopped(ws: Workspace, path: Path) -> bool:
    """The file was put in its place after its table was loaded: a load of it did not end."""
    table = _table(ws, path)
    if table is None or not table.loaded_at:
        return False
    return path.stat().st_mtime > datetime.fromisoformat(table.loaded_at).timestamp() + 1


def _table(ws: Workspace, place: Path) -> Table | None:
    place = place.resolve()
    return next((t for t in ws.tables.all() if any(Path(divided(s)[0]) == place for s in t.sources)), None)


def _rows(ws: Workspace, place: Path) -> int | None:
    table = _table(ws, place)
    return table.rows if table else None
