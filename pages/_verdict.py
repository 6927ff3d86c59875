"""A verdict on a join: stored, its consequences told, and taken back by a click."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.consequences import Affected, Change, affected, changes
from core.model import Join, JoinState
from pages import _network, _shared

if TYPE_CHECKING:
    from core.workspace import Workspace

_KEY = "verdict"
_WEIGHING = "Weighing the joins anew…"
_FEW = 5
_DONE: dict[JoinState | None, str] = {"confirmed": "Accepted", "rejected": "Rejected", "probable": "Kept as probable"}
_NOW: dict[JoinState | None, str] = {
    "confirmed": "is confirmed now",
    "probable": "is used now, as probable",
    "rejected": "is no longer used",
    None: "is no longer proposed",
}


def judge(ws: Workspace, join: Join, state: JoinState | None) -> None:
    """Store the verdict, None: the program decides again; and begin the page anew, with what it led to."""
    previous: JoinState | None = join.state if join.reviewed else None
    words = f"{_DONE.get(state, 'Left to the program')}: {_network.pair_words(join)}"
    _carry_out(ws, words, join.id, previous, lambda tell: ws.review(join.id, state, progress=tell))
    _in_sight(state)
    st.rerun()


def add(ws: Workspace, make: Callable[[], Join]) -> Join:
    """Add a join by hand. Raises what `make` raises; the page is to begin anew."""
    made: list[Join] = []
    before = {j.pairs: j for j in ws.joins(all=True)}
    _carry_out(ws, "", "", None, lambda tell: made.append(make()))
    known = before.get(made[0].pairs)
    told = st.session_state[_KEY]
    told["words"] = f"Added: {_network.pair_words(made[0])}"
    told["join"], told["previous"] = made[0].id, known.state if known and known.reviewed else None
    _in_sight("confirmed")
    return made[0]


def _carry_out(
    ws: Workspace,
    words: str,
    join: str,
    previous: JoinState | None,
    work: Callable[[Callable[[str, float], None]], object],
) -> None:
    """Do it with a sign of life, and note what changed with it."""
    bar = st.progress(0.0, text=_WEIGHING)
    before = ws.joins(all=True)
    try:
        work(lambda what, share: bar.progress(min(1.0, max(0.0, share)), text=_WEIGHING))
    finally:
        bar.empty()
    found = changes(before, ws.joins(all=True))
    hit = affected(found, ws.verified.all(), ws.history, "sqlite")
    st.session_state[_KEY] = {"words": words, "join": join, "previous": previous, "changes": found, "affected": hit}


def _in_sight(state: JoinState | None) -> None:
    """Joins of that state are then drawn."""
    if state and state not in (st.session_state.get("states") or ()):
        st.session_state["states_next"] = [*st.session_state.get("states", []), state]


def show(ws: Workspace) -> None:
    """What the last verdict led to, with a way back; until it is put away."""
    told = st.session_state.get(_KEY)
    if told is None:
        return
    others = [c for c in told["changes"] if c.used and c.join.id != told["join"]]
    with st.container(border=True, key="verdict-told"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{_shared.literal(told['words'])}**", width="stretch")
            known = {j.id: j for j in ws.joins(all=True)}
            undo = st.button("Undo", icon="↩️", key="verdict-undo", disabled=ws.read_only or told["join"] not in known)
            st.button("Close", icon="✖️", key="verdict-close", on_click=_put_away)
        st.markdown(_consequences(others, told["affected"]))
        if undo:
            with _shared.faults_shown():
                judge(ws, known[told["join"]], told["previous"])


def _put_away() -> None:
    st.session_state.pop(_KEY, None)


def _consequences(others: Sequence[Change], hit: Affected) -> str:
    """The rest in words: other joins, then answers."""
    lines = [
        f"- {_shared.literal(_network.pair_words(c.join))} {_NOW[c.after]}" for c in others[:_FEW]
    ] or ["No other join changed with it."]  # fmt: skip
    if len(others) > _FEW:
        lines.append(f"- and {len(others) - _FEW:,} more")
    if hit.verified:
        asked = ", ".join(f"“{_shared.literal(q)}”" for q in hit.verified[:_FEW])
        more = f" and {len(hit.verified) - _FEW:,} more" if len(hit.verified) > _FEW else ""
        lines.append(f"- ⚠️ Look again at {_shared.count(len(hit.verified), 'verified answer')}: {asked}{more}")
    if hit.asked:
        one = hit.asked[0][1]
        lines.append(
            f"- {_shared.count(len(hit.asked), 'answer')} in your chats used it, the last one to "
            f"“{_shared.literal(one)}”. Ask again to have it anew."
        )
    return "\n".join(lines)
