"""The settings page: every part of the program, whether it works, and how to change it; the workspace; privacy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from pages._settings import brought_form, engine_form, model_form, privacy, scorer_form, store_forms, workspaces_form
from pages._ui import faults, frames, markup, opening, which_workspace

if TYPE_CHECKING:
    from core.workspace import Workspace
    from core.workspace.health import Part

FORMS: dict[str, Callable[[Workspace], None]] = {
    "SQL engine": engine_form.section,
    "schema graph": store_forms.graph,
    "label index": store_forms.labels,
    "embeddings": store_forms.embeddings,
    "translator": model_form.section,
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
UNUSED = {("translator", "rules"): "none, questions are read by rules"}
"""What is said where a part has its title of something that is not used."""
FIXED = {
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
                store_forms.start(ws, "Building anew", "Everything was built anew.", ws.tables.rebuild)
    store_forms.progress(ws)
    found = ws.settings.health()
    with faults.faults_shown():
        while (part := _next(found)) is not None:
            _card(ws, part)


def _next(found: Iterator[Part]) -> Part | None:
    with st.spinner("Testing…", show_time=True):
        return next(found, None)


def _card(ws: Workspace, part: Part) -> None:
    with st.container(border=True):
        title = TITLES.get(part.name, part.name)
        name = markup.literal(title[:1].upper() + title[1:])
        works = f"{markup.literal(part.using)} · {'works' if part.ok else 'does not work'}"
        st.markdown(
            f"{'✅' if part.ok else '❌'} **{name}** · {UNUSED.get((part.name, part.using), works)}  \n"
            f"{markup.literal(part.message)} {markup.literal(part.hint)} {FIXED.get(part.name, '')}".rstrip()
        )
        if (form := FORMS.get(part.name)) and ws.operating:
            with st.expander("Change", icon="🔧", expanded=not part.ok, key=f"change-{part.name}-{part.ok}"):
                form(ws)


def in_use(ws: Workspace) -> None:
    """Every setting with its value and where it was found."""
    with st.expander("All settings in use", icon="📋"):
        now, base = ws.settings.in_use.shown(), ws.settings.given.shown()
        rows = [
            (n, v, (opening.origin(n) if v else "") or ("this page" if v != base[n] else "default"))
            for n, v in now.items()
        ]
        st.dataframe(
            frames.frame(("Setting", "Value", "From"), rows), hide_index=True, width="stretch", alt="Settings in use"
        )
        st.markdown(
            "A setting is looked for in the part `[joinery]` of `.streamlit/secrets.toml`, then in the environment as "
            "`JOINERY_` and its name in capitals; these win over what is chosen on this page. Restart Joinery after a "
            "change there."
        )


opening.routed()
st.title("Settings", anchor=False)
ws = None
try:
    wanted = opening.settings()
    ws = opening.present(opening.of_person(which_workspace.here(wanted)))
except JoineryError as error:
    faults.show_fault(error)
if ws is None:
    st.markdown("The workspace is not open, so its parts cannot be tested.")
    if st.button("Open the workspace again", icon="📂", key="reopen"):
        opening.reopen()
        st.rerun()
    st.stop()

if ws.operating:
    brought_form.show(ws)
else:
    st.caption("Servers, models and keys are chosen at the machine that runs Joinery.")
parts(ws)

st.header("Joins", anchor=False)
scorer_form.show(ws)

st.header("Privacy", anchor=False)
privacy.show(ws.settings.in_use)

st.header("Workspace", anchor=False)
place = ws.settings.given.workspace.expanduser().resolve()
st.markdown(f"Folder: {markup.literal(place)}  \nSize on disk: {markup.size(ws.size())}")
if ws.read_only:
    st.markdown("Open for reading only.")
workspaces_form.show(wanted, opening.open_workspace.clear)
st.caption("Copy the folder while Joinery is closed and it works elsewhere. JOINERY_WORKSPACE names another one.")
if ws.operating:
    in_use(ws)
