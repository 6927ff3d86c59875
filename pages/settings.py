"""The settings page: what the program uses, whether it works, and how to give it more."""

from __future__ import annotations

import streamlit as st

from core.errors import JoineryError
from pages import _model, _places, _shared

NEO4J_SECRETS = """[joinery]
neo4j_uri = "bolt://localhost:7687"
neo4j_user = "neo4j"
neo4j_password = "your password"
"""

_shared.routed()
st.title("Settings", anchor=False)
ws = None
try:
    wanted = _shared.settings()
    ws = _shared.open_workspace(_places.here(wanted))
except JoineryError as error:
    _shared.show_fault(error)

with st.container(horizontal=True, vertical_alignment="bottom"):
    st.header("Parts", anchor=False)
    if st.button("Test again", icon="🔄", key="test-again") and ws is None:
        _shared.reopen()
        st.rerun()
if ws is None:
    st.markdown("The workspace is not open, so its parts cannot be tested.")
    if st.button("Open the workspace again", icon="📂", key="reopen"):
        _shared.reopen()
        st.rerun()
else:
    with _shared.faults_shown(), st.spinner("Testing…"):
        for part in ws.health():
            with st.container(border=True):
                name = _shared.literal(part.name[:1].upper() + part.name[1:])
                st.markdown(
                    f"{'✅' if part.ok else '❌'} **{name}** · {_shared.literal(part.using)}"
                    f" · {'works' if part.ok else 'does not work'}  \n"
                    f"{_shared.literal(part.message)} {_shared.literal(part.hint)}"
                )

if ws is not None:
    _model.section(ws)

st.header("Workspace", anchor=False)
if ws is not None:
    place = ws.settings.workspace.expanduser().resolve()
    st.markdown(f"Folder: {_shared.literal(place)}  \nSize on disk: {_shared.size(ws.size())}")
    if ws.read_only:
        st.markdown("Open for reading only.")
    _places.show(wanted, _shared.open_workspace.clear)
st.caption("Copy the folder while Joinery is closed and it works elsewhere. JOINERY_WORKSPACE names another one.")

st.header("Settings in use", anchor=False)
if ws is not None:
    rows = [(name, value) for name, value in ws.settings.shown().items()]
    st.dataframe(_shared.frame(("Setting", "Value"), rows), hide_index=True, width="content", alt="Settings in use")
st.markdown(
    "A setting is looked for in the part `[joinery]` of `.streamlit/secrets.toml`, then in the environment as "
    "`JOINERY_` and its name in capitals. Restart Joinery after a change."
)

st.header("Use a Neo4j server", anchor=False)
st.markdown(
    "The schema graph is kept in the workspace. To keep it in a Neo4j server, put this into `.streamlit/secrets.toml` "
    "and restart. The graph is built again there; the files need not be loaded again."
)
st.code(NEO4J_SECRETS, language="toml")
