"""What a portal has: each data set with what is known of it, its first rows, and Load."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.portals.base import NAMES
from core.portals.ranking import loadable
from core.portals.together import shared, together
from core.workspace.portals import Choice, Finding
from pages._data import load_job
from pages._ui import faults, frames, markup
from pages._ui.jobs import Job, jobs

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    said_there = "; ".join(f"{s.word}: {', '.join(s.forms)}" for s in found.there if s.other)
    if said_there:
        st.caption(f"In the portal's language: {markup.literal(said_there)}")
    for said in found.said:
        st.warning(markup.literal(said), icon="⚠️")
    if not found.hits:
        st.info(
            "Nothing there has these words. Try other words, in the portal's own language, or another portal.",
            icon="🔎",
        )
    several = sum(one.best is not None for one in found.hits) > 1
    proposed = together(found.hits)
    bar = st.container(horizontal=True, vertical_alignment="center", key="load-chosen-bar") if several else None
    chosen: list[Choice] = []
    for n, one in enumerate(found.hits):
        with st.container(border=True):
            chosen += _hit(ws, found, one, n, proposed if several else None)
    if bar is not None:
        with bar:
            _load_chosen(ws, chosen)


def _load_chosen(ws: Workspace, chosen: Sequence[Choice]) -> None:
    """All that is ticked, loaded at one click; they are joined with what is there and with each other."""
    if st.button(
        f"Load {markup.count(len(chosen), 'chosen file')}" if chosen else "Load what is chosen",
        key="load-chosen",
        icon="📥",
        type="primary",
        disabled=ws.read_only or not chosen,
    ):
        load(ws, *chosen)
        st.rerun()
    said = ", ".join(f"“{c.hit.title}”" for c in chosen)
    st.caption(markup.literal(said) if said else "Tick the data sets to load together.")


def _how(found: Finding) -> str:
    """The searches, those that found something first."""
    order = sorted(found.searches, key=lambda s: not s.total)
    tried = [f"{', '.join(s.words) or 'anything'} ({s.total or 'nothing'})" for s in order[:4]]
    more = f" and {len(order) - 4} more searches" if len(order) > 4 else ""
    return "searched for " + markup.literal("; ".join(tried)) + more


def _hit(ws: Workspace, found: Finding, one: Ranked, n: int, proposed: Sequence[int] | None) -> list[Choice]:
    """One data set. `proposed` are the places of those ticked at first, None where there is nothing to tick. Returns
    its file if it is ticked."""
    hit = one.hit
    st.markdown(f"**{markup.literal(hit.title)}**")
    facts = [hit.publisher, f"licence: {hit.licence or 'not told'}", f"changed {hit.modified}" if hit.modified else ""]
    formats = sorted({r.format for r in hit.resources if r.format})
    st.caption(markup.literal(" · ".join(filter(None, (*facts, ", ".join(formats))))))
    if hit.description:
        about = hit.description[:_ABOUT] + ("…" if len(hit.description) > _ABOUT else "")
        st.markdown(markup.literal(about))
    why = one.why
    if proposed and n in proposed[1:]:
        first = found.hits[proposed[0]]
        why += f"; shares {', '.join(shared(first, one))} with “{first.hit.title}”"
    st.caption(f"Why: {markup.literal(why)}")
    fit = [r for r in hit.resources if loadable(r)]
    if not fit or one.best is None:
        st.caption("Its files cannot be loaded: look at its page for another way.")
        _page(hit.address)
        return []
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
            "Load",
            key=f"load-hit-{n}",
            icon="📥",
            disabled=ws.read_only,
            type="primary" if proposed is None else "secondary",
        ):
            load(ws, choice)
            st.rerun()
        ticked = proposed is not None and st.checkbox(
            "Choose", value=n in proposed, key=f"choose-{n}-{hit.id}", help="To be loaded together with others."
        )
        look = st.toggle("First rows", key=f"look-{n}", help="Fetches the beginning of the file; nothing is stored.")
        _page(hit.address)
    if look:
        _preview(ws, choice)
    return [choice] if ticked else []


def load(ws: Workspace, *choices: Choice) -> None:
    """Start fetching and loading files, after those that were chosen before."""

    def work(job: Job) -> object:
        return ws.portals.load(choices, progress=lambda what, share: job.events.append((what, share)), stop=job.stop)

    st.session_state.pop("load_report", None)
    title = choices[0].hit.title if len(choices) == 1 else markup.count(len(choices), "file")
    jobs().queue(load_job.key(ws), f"Loading {title}", work)


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
    if found.parts:
        names = [name for name, _ in found.parts]
        at = st.selectbox("Table", range(len(names)), key=f"part-{address}", format_func=lambda i: names[i])
        found = found.parts[at or 0][1]
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
