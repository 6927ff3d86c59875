"""A verdict on a join: stored, its consequences told, and taken back by a click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.ask.labelled import labelled
from core.errors import UnknownName
from core.model import JoinState, Table
from core.workspace.review_impact import Affected, Change, affected, changes
from pages._graph import network
from pages._ui import faults, markup

if TYPE_CHECKING:
    from core.workspace import Workspace

_KEY, _WANTED = "verdict", "verdict-wanted"
TO_SEE = "Picture"
"""The tab that shows a join just added."""
_WEIGHING = "Weighing the joins anew…"
_FEW = 5
_DONE: dict[JoinState | None, str] = {"confirmed": "Accepted", "rejected": "Rejected", "probable": "Kept as probable"}
_NOW: dict[JoinState | None, str] = {
    "confirmed": "is confirmed now",
    "probable": "is used now, as probable",
    "rejected": "is no longer used",
    None: "is no longer proposed",
}


def judge(join_id: str, state: JoinState | None) -> None:
    """For a button's click: the next run of the page begins with this verdict; None: the program decides again."""
    st.session_state[_WANTED] = ("judge", join_id, state)


def add(child_table: str, child: Sequence[str], parent_table: str, parent: Sequence[str]) -> None:
    """For a button's click: the next run of the page begins with adding this join."""
    st.session_state[_WANTED] = ("add", child_table, tuple(child), parent_table, tuple(parent))


def carry_out(ws: Workspace) -> None:
    """Do what was clicked, with a sign of life, before anything else is drawn; note what changed with it."""
    wanted = st.session_state.pop(_WANTED, None)
    if wanted is None:
        return
    bar = st.progress(0.0, text=_WEIGHING)
    before = ws.joins.all(rejected=True)
    with faults.faults_shown():
        try:
            if wanted[0] == "add":
                made = ws.joins.add(*wanted[1:])
                known = next((j for j in before if j.pairs == made.pairs), None)
                words = f"Added: {network.pair_words(made)}"
                st.session_state["node_next"], st.session_state["tab_next"] = f"join:{made.id}", TO_SEE
                _in_sight("confirmed")
            else:
                known = next((j for j in before if j.id == wanted[1]), None)
                if known is None:
                    raise UnknownName(wanted[1], kind="join")
                made = known
                ws.joins.review(made.id, wanted[2], progress=lambda what, share: _tell(bar, share))
                words = f"{_DONE.get(wanted[2], 'Left to the program')}: {network.pair_words(made)}"
                st.session_state["wanted"] = f"join:{made.id}"
                if wanted[2] == "confirmed":
                    _in_sight("confirmed")
        finally:
            bar.empty()
        found = changes(before, ws.joins.all(rejected=True))
        st.session_state[_KEY] = {
            "words": words,
            "join": made.id,
            "previous": known.state if known is not None and known.reviewed else None,
            "changes": found,
            "affected": affected(found, ws.verified.all(), ws.chats, "sqlite"),
        }


def _tell(bar: st.delta_generator.DeltaGenerator, share: float) -> None:
    bar.progress(min(1.0, max(0.0, share)), text=_WEIGHING)


def _in_sight(state: JoinState | None) -> None:
    """Joins of that state are then drawn."""
    if state and state not in (st.session_state.get("states") or ()):
        st.session_state["states_next"] = [*st.session_state.get("states", []), state]


def show(ws: Workspace) -> None:
    """Carry out what was clicked; then what it led to, with a way back, until it is put away."""
    carry_out(ws)
    verdict = st.session_state.get(_KEY)
    if verdict is None:
        return
    others = [c for c in verdict["changes"] if c.used and c.join.id != verdict["join"]]
    with st.container(border=True, key="verdict-told"):
        with st.container(horizontal=True, vertical_alignment="center"):
            tables = ws.tables.all()
            st.markdown(f"**{markup.literal(labelled(verdict['words'], tables))}**", width="stretch")
            st.button(
                "Undo",
                icon="↩️",
                key="verdict-undo",
                disabled=ws.read_only or all(j.id != verdict["join"] for j in ws.joins.all(rejected=True)),
                on_click=judge,
                args=(verdict["join"], verdict["previous"]),
            )
            st.button("Close", icon="✖️", key="verdict-close", on_click=_put_away)
        st.markdown(_consequences(others, verdict["affected"], tables))


def _put_away() -> None:
    st.session_state.pop(_KEY, None)


def _consequences(others: Sequence[Change], hit: Affected, tables: Sequence[Table]) -> str:
    """The rest in words: other joins, then answers."""
    lines = [
        f"- {markup.literal(labelled(network.pair_words(c.join), tables))} {_NOW[c.after]}" for c in others[:_FEW]
    ] or ["No other join changed with it."]  # fmt: skip
    if len(others) > _FEW:
        lines.append(f"- and {len(others) - _FEW:,} more")
    if hit.verified:
        asked = ", ".join(f"“{markup.literal(q)}”" for q in hit.verified[:_FEW])
        more = f" and {len(hit.verified) - _FEW:,} more" if len(hit.verified) > _FEW else ""
        lines.append(f"- ⚠️ Look again at {markup.count(len(hit.verified), 'verified answer')}: {asked}{more}")
    if hit.asked:
        one = hit.asked[0][1]
        lines.append(
            f"- {markup.count(len(hit.asked), 'answer')} in your chats used it, the last one to "
            f"“{markup.literal(one)}”. Ask again to have it anew."
        )
    return "\n".join(lines)
