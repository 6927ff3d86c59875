"""The settings page: every part of the program, whether it works, and how to change it; the workspace; privacy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from pages import _model, _places, _privacy, _shared, _stores

if TYPE_CHECKING:
    from core.health import Part
    from core.workspace import Workspace

FORMS: dict[str, Callable[[Workspace], None]] = {
    "schema graph": _stores.graph,
    "label index": _stores.labels,
    "embeddings": _stores.embeddings,
    "translator": _model.section,
}
"""How each part is changed, by its name."""
TITLES = {
    "schema graph": "graph",
    "label index": "index of names",
    "embeddings": "comparing names",
    "value index": "index of values",
    "translator": "chat model",
}
"""What people see of a part's name."""
FIXED = {
    "SQL engine": "It keeps the rows of your files, in the workspace. There is no other engine yet.",
    "value index": "It finds cell values by their words, in the workspace. It needs no choice.",
}
"""What is said of the parts that there is one of."""


def parts(ws: Workspace) -> None:
    """Every part, tested one after another, each with its form."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.header("Parts", anchor=False)
        st.button("Test again", icon="🔄", key="test-again")
        with st.popover("Build anew", icon="🧱", disabled=ws.read_only):
            st.markdown("Make the graph, the indexes and the joins anew from the rows.")
            if st.button("Build it anew", key="rebuild"):
                _stores.start(ws, "Building anew", "Everything was built anew.", ws.rebuild)
    _stores.progress(ws)
    found = ws.health()
    with _shared.faults_shown():
        while (part := _next(found)) is not None:
            _card(ws, part)


def _next(found: Iterator[Part]) -> Part | None:
    with st.spinner("Testing…", show_time=True):
        return next(found, None)


def _card(ws: Workspace, part: Part) -> None:
    with st.container(border=True):
        title = TITLES.get(part.name, part.name)
        name = _shared.literal(title[:1].upper() + title[1:])
        st.markdown(
            f"{'✅' if part.ok else '❌'} **{name}** · {_shared.literal(part.using)}"
            f" · {'works' if part.ok else 'does not work'}  \n"
            f"{_shared.literal(part.message)} {_shared.literal(part.hint)} {FIXED.get(part.name, '')}".rstrip()
        )
        if form := FORMS.get(part.name):
            with st.expander("Change", icon="🔧", expanded=not part.ok, key=f"change-{part.name}-{part.ok}"):
                form(ws)


def in_use(ws: Workspace) -> None:
    """Every setting with its value and where it was found."""
    with st.expander("All settings in use", icon="📋"):
        now, base = ws.in_use.shown(), ws.settings.shown()
        rows = [
            (n, v, (_shared.origin(n) if v else "") or ("this page" if v != base[n] else "default"))
            for n, v in now.items()
        ]
        st.dataframe(
            _shared.frame(("Setting", "Value", "From"), rows), hide_index=True, width="stretch", alt="Settings in use"
        )
        st.markdown(
            "A setting is looked for in the part `[joinery]` of `.streamlit/secrets.toml`, then in the environment as "
            "`JOINERY_` and its name in capitals; these win over what is chosen on this page. Restart Joinery after a "
            "change there."
        )


_shared.routed()
st.title("Settings", anchor=False)
ws = None
try:
    wanted = _shared.settings()
    ws = _shared.present(_shared.open_workspace(_places.here(wanted)))
except JoineryError as error:
    _shared.show_fault(error)
if ws is None:
    st.markdown("The workspace is not open, so its parts cannot be tested.")
    if st.button("Open the workspace again", icon="📂", key="reopen"):
        _shared.reopen()
        st.rerun()
    st.stop()

parts(ws)

st.header("Privacy", anchor=False)
_privacy.show(ws.in_use)

st.header("Workspace", anchor=False)
place = ws.settings.workspace.expanduser().resolve()
st.markdown(f"Folder: {_shared.literal(place)}  \nSize on disk: {_shared.size(ws.size())}")
if ws.read_only:
    st.markdown("Open for reading only.")
_places.show(wanted, _shared.open_workspace.clear)
st.caption("Copy the folder while Joinery is closed and it works elsewhere. JOINERY_WORKSPACE names another one.")
in_use(ws)
