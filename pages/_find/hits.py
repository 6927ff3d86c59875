"""What a portal has: each data set with what is known of it, its first rows, and Load."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.portals.base import NAMES
from core.portals.ranking import loadable
from core.workspace.portals import Choice, Finding
from pages._data import load_job
from pages._ui import faults, frames, markup
from pages._ui.jobs import Job, jobs

if TYPE_CHECKING:
    from core.portals.base import Resource
    from core.portals.ranking import Ranked
    from core.workspace import Workspace

_ABOUT = 300
"""Signs of a description that are shown."""


def show(ws: Workspace, found: Finding) -> None:
    """All hits, likeliest first."""
    kind = f"{NAMES[found.kind]} {found.version}".strip()
    st.header(f"{markup.count(len(found.hits), 'data set')} found", anchor=False)
    st.caption(f"On {markup.literal(found.portal)} · {markup.literal(kind)} · {_how(found)}")
    for said in found.said:
        st.warning(markup.literal(said), icon="⚠️")
    if not found.hits:
        st.info(
            "Nothing there has these words. Try other words, in the portal's own language, or another portal.",
            icon="🔎",
        )
    for n, one in enumerate(found.hits):
        with st.container(border=True):
            _hit(ws, found, one, n)


def _how(found: Finding) -> str:
    tried = [f"{', '.join(s.words) or 'anything'}: {s.total:,}" for s in found.searches[:4]]
    more = f" and {len(found.searches) - 4} more searches" if len(found.searches) > 4 else ""
    return "searched for " + markup.literal("; ".join(tried)) + more


def _hit(ws: Workspace, found: Finding, one: Ranked, n: int) -> None:
    hit = one.hit
    st.markdown(f"**{markup.literal(hit.title)}**")
    facts = [hit.publisher, f"licence: {hit.licence or 'not told'}", f"changed {hit.modified}" if hit.modified else ""]
    formats = sorted({r.format for r in hit.resources if r.format})
    st.caption(markup.literal(" · ".join(filter(None, (*facts, ", ".join(formats))))))
    if hit.description:
        about = hit.description[:_ABOUT] + ("…" if len(hit.description) > _ABOUT else "")
        st.markdown(markup.literal(about))
    st.caption(f"Why: {markup.literal(one.why)}")
    fit = [r for r in hit.resources if loadable(r)]
    if not fit or one.best is None:
        st.caption("Its files cannot be loaded: look at its page for another way.")
        _page(hit.address)
        return
    at = fit.index(one.best) if one.best in fit else 0
    chosen = fit[at]
    if len(fit) > 1:
        picked = st.selectbox("File", range(len(fit)), index=at, key=f"file-{n}", format_func=lambda i: _named(fit[i]))
        chosen = fit[picked if picked is not None else at]
    else:
        st.caption(f"File: {markup.literal(_named(chosen))}")
    choice = Choice(hit, chosen, found.portal, found.kind)
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(
            "Load", key=f"load-hit-{n}", icon="📥", disabled=ws.read_only, type="primary" if n == 0 else "secondary"
        ):
            load(ws, choice)
            st.rerun()
        look = st.toggle("First rows", key=f"look-{n}", help="Fetches the beginning of the file; nothing is stored.")
        _page(hit.address)
    if look:
        _preview(ws, choice)


def load(ws: Workspace, choice: Choice) -> None:
    """Start fetching and loading a file, after those that were chosen before."""

    def work(job: Job) -> object:
        return ws.portals.load([choice], progress=lambda what, share: job.events.append((what, share)), stop=job.stop)

    st.session_state.pop("load_report", None)
    jobs().queue(load_job.key(ws), f"Loading {choice.hit.title}", work)


def _named(resource: Resource) -> str:
    size = markup.size(resource.size) if resource.size else "size not told"
    rows = f"{resource.rows:,} rows" if resource.rows is not None else ""
    name = resource.name or resource.address.rsplit("/", 1)[-1]
    day = f"of {resource.modified}" if resource.modified else ""
    return " · ".join(filter(None, (name, resource.format or "format not told", size, rows, day)))


def _preview(ws: Workspace, choice: Choice) -> None:
    """The first rows, fetched once for each file."""
    seen = st.session_state.setdefault("previews", {})
    address = choice.resource.address
    if address not in seen:
        with st.spinner("Fetching the first rows…"):
            try:
                seen[address] = ws.portals.preview(choice)
            except JoineryError as fault:
                seen[address] = fault
    found = seen[address]
    if isinstance(found, JoineryError):
        faults.show_fault(found)
        return
    if found.said:
        st.caption(markup.literal(found.said))
    if found.columns:
        width = len(found.columns)
        rows = [tuple((*row, *[""] * width)[:width]) for row in found.rows]
        st.dataframe(
            frames.frame(found.columns, rows),
            hide_index=True,
            height=frames.table_height(len(rows), 10),
            alt="The file's first rows",
        )


def _page(address: str) -> None:
    if address.startswith(("https://", "http://")):
        st.link_button("Its page", address, icon="🌐", type="tertiary")
