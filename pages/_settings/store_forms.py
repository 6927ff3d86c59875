"""The settings page's forms that choose a store: where the graph and the label vectors lie, how labels are compared.

A choice is tried out, then used in a job with progress, and kept in the workspace. A password stays in memory, or goes
into the keyring; it is never shown and never kept in the workspace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

import streamlit as st

from core.config import without_user
from core.config.saved import StoreChoice
from core.config.secrets import graph_user, keep_in_ring
from core.errors import JoineryError, SettingsError
from pages._ui import faults, markup, opening
from pages._ui.jobs import Job, jobs

if TYPE_CHECKING:
    from core.workspace import Workspace
    from core.workspace.settings import Seam

FAULT, DONE = "stores-fault", "stores-told"
HERE = "In the workspace"
NEO4J, CHROMA = "In a Neo4j server", "In a Chroma server"
MEANING, SPELLING = "By meaning (MiniLM, on this machine)", "By spelling"


def key(ws: Workspace) -> str:
    """A workspace's change of stores, among all jobs."""
    return f"stores@{ws.folder}"


def progress(ws: Workspace) -> None:
    """While stores change: the bar. Afterwards the page runs anew, and says what came of it."""
    if (fault := st.session_state.pop(FAULT, None)) is not None:
        faults.show_fault(fault)
        st.caption("Nothing was changed.")
    if done := st.session_state.pop(DONE, ""):
        st.success(done, icon="✅")
    job = jobs().get(key(ws))
    if job is None:
        return
    bar = st.progress(0.0, text=job.title)
    for last in job.progress():
        if last is not None:
            words, share = last
            bar.progress(share, text=f"{markup.literal(words)} · {job.seconds:.0f} s")
    jobs().take(key(ws))
    if job.settle():
        if job.fault is None:
            st.session_state[DONE] = job.result
        else:
            st.session_state[FAULT] = job.fault
    st.rerun()


def start(ws: Workspace, title: str, done: str, work: Callable[[Callable[[str, float], None]], object]) -> None:
    """Do `work` in a job of its own, and run the page anew to follow it."""

    def run(job: Job) -> object:
        work(lambda words, share: job.events.append((words, share)))
        return done

    jobs().start(key(ws), title, run)
    st.session_state.pop("graph-password", None)
    st.rerun()


@st.fragment
@faults.nothing_raw()
def graph(ws: Workspace) -> None:
    """Where the schema graph lies."""
    now = ws.settings.in_use
    fixed = _fixed("neo4j_uri", ws.settings.given.neo4j_uri)
    kind = _place([HERE, NEO4J], bool(now.neo4j_uri), "graph", fixed)
    if kind == HERE:
        choice = replace(ws.settings.chosen, neo4j_uri="")
        _act(ws, "graph", choice, "", fixed, "The graph is kept in the workspace.")
        return
    with st.form("graph-form", border=False):  # a form sends also what is typed and not yet left
        left, right = st.columns([3, 2])
        address = left.text_input(
            "Address",
            value=without_user(now.neo4j_uri),
            placeholder="bolt://localhost:7687",
            key="graph-uri",
            disabled=fixed,
        )
        database = right.text_input("Database", value=now.neo4j_database, key="graph-database", disabled=fixed)
        left, right = st.columns([3, 2])
        user = left.text_input("User", value=now.neo4j_user, key="graph-user", disabled=fixed)
        typed = right.text_input("Password", type="password", key="graph-password", autocomplete="off", disabled=fixed)
        uri, given_user, given_password = _parted(address.strip())
        choice = replace(
            ws.settings.chosen,
            neo4j_uri=uri,
            neo4j_user=given_user or user.strip() or "neo4j",
            neo4j_database=database.strip() or "neo4j",
        )
        if uri and not fixed:
            _password_source(ws, choice)
        ring = st.toggle("Keep the password in this machine's keyring", key="graph-ring", disabled=fixed)
        st.caption(
            "A typed password is never kept in the workspace: without the keyring it is used until Joinery closes. It "
            "is also looked for in the setting neo4j\\_password and in the file that neo4j\\_password\\_file names."
        )
        password = typed or given_password
        keep = (
            (lambda: keep_in_ring(graph_user(choice.over(ws.settings.given)), password)) if ring and password else None
        )
        done = f"The graph is kept in Neo4j at {uri}."
        _act(ws, "graph", choice, password, fixed, done, keep, st.form_submit_button)


def _password_source(ws: Workspace, choice: StoreChoice) -> None:
    """Say where the password was found that is used when none is typed."""
    with faults.faults_shown():
        source = ws.settings.password_source(choice)
        st.caption(f"Password: from {markup.literal(source)}." if source else "Password: none was found. Type it here.")


@st.fragment
@faults.nothing_raw()
def labels(ws: Workspace) -> None:
    """Where the label vectors lie."""
    now = ws.settings.in_use
    fixed = _fixed("chroma_url", ws.settings.given.chroma_url)
    if _place([HERE, CHROMA], bool(now.chroma_url), "labels", fixed) == HERE:
        _act(
            ws,
            "labels",
            replace(ws.settings.chosen, chroma_url=""),
            "",
            fixed,
            "The index of names is kept in the workspace.",
        )
        return
    url = st.text_input(
        "Address",
        value=without_user(now.chroma_url),
        placeholder="http://localhost:8000",
        key="labels-url",
        disabled=fixed,
    ).strip()
    st.caption("Names and descriptions of tables and columns go there, and no cell values.")
    if url:
        _act(
            ws,
            "labels",
            replace(ws.settings.chosen, chroma_url=url),
            "",
            fixed,
            f"The index of names is kept at {url}.",
        )
    else:
        st.caption("Type its address.")


@st.fragment
@faults.nothing_raw()
def embeddings(ws: Workspace) -> None:
    """How labels are compared."""
    fixed = _fixed("embeddings", ws.settings.given.embeddings)
    kind = _place(
        [MEANING, SPELLING], ws.settings.in_use.embeddings == "spelling", "embeddings", fixed, "Compare names"
    )
    choice = replace(ws.settings.chosen, embeddings="spelling" if kind == SPELLING else "")
    done = "Names are compared by spelling." if kind == SPELLING else "Names are compared by meaning."
    _act(ws, "embeddings", choice, "", fixed, done)


def _fixed(name: str, value: str) -> bool:
    """Say so when the setting is made elsewhere, where this page cannot change it. Without a `value` it does not hold
    for this workspace."""
    source = opening.origin(name) if value else ""
    if source:
        st.info(
            f"Set by {markup.literal(source)}. To choose here, take {markup.literal(name)} away there and start "
            "Joinery again.",
            icon="🔒",
        )
    return bool(source)


def _place(options: list[str], second: bool, name: str, fixed: bool, words: str = "Keep it") -> str:
    chosen = st.radio(words, options, index=int(second), horizontal=True, key=f"{name}-place", disabled=fixed)
    return chosen or options[0]


def _parted(address: str) -> tuple[str, str, str]:
    """An address without the user and the password that may stand in it; these two."""
    try:
        parts = urlsplit(address)
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
    except ValueError:
        return address, "", ""
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])), user, password


def _act(
    ws: Workspace,
    seam: Seam,
    choice: StoreChoice,
    password: str,
    fixed: bool,
    done: str,
    keep: Callable[[], None] | None = None,
    button: Callable[..., bool] = st.button,
) -> None:
    """Test, and Use it. `keep` puts a password away, before anything is changed; `button` is another in a form."""
    in_form = button is not st.button
    same = choice.over(ws.settings.given) == ws.settings.chosen.over(ws.settings.given) and not in_form
    with st.container(horizontal=True):
        test = button("Test", icon="🔌", key=f"{seam}-test")
        use = button("Use it", icon="💾", type="primary", key=f"{seam}-use", disabled=fixed or same or ws.read_only)
    if ws.read_only:
        st.caption("The workspace is open for reading only.")
    if not (test or use):
        return
    try:
        if in_form and not choice.neo4j_uri:
            raise SettingsError("No address is given.", "Write it like bolt://localhost:7687.")
        with st.spinner("Testing…", show_time=True):
            words = ws.settings.try_store(seam, choice, password)
        if test:
            st.success(markup.literal(words), icon="✅")
            return
        if keep is not None:
            keep()
    except JoineryError as error:
        faults.show_fault(error)
        st.caption("Nothing was changed.")
        return
    start(
        ws,
        "Testing",
        markup.literal(done),
        lambda tell: ws.settings.choose_stores(choice, password=password, progress=tell),
    )
