"""What scores pairs of columns as joins, and what another scorer would find in these tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.ask.labelled import labelled
from core.config import JOIN_SCORERS
from core.model import Join, Table
from pages._graph.network import pair_words
from pages._settings import store_forms
from pages._ui import faults, frames
from pages._ui.markup import count

if TYPE_CHECKING:
    from core.workspace import Workspace

NAMES = {"own": "in Joinery’s own way", "tfidf": "by values alone", "seed": "by names, then by values"}
"""What people call the scorers; the command line and the settings say the keys."""
_WORDS = {
    "own": "names, values and the whole set weighed together",
    "tfidf": "the same pairs, their values compared as TF-IDF vectors",
    "seed": "pairs whose names mean the same by their embeddings, then their values as TF-IDF vectors",
}
OWN = JOIN_SCORERS[0]
_FOUND = "scorer-found"


def show(ws: Workspace) -> None:
    """How joins are scored, another way to compare with, and what that finds; it may take the place of the first."""
    using, fixed = ws.settings.in_use.join_scorer, ws.settings.given.join_scorer
    by = "A setting outside the page says so." if fixed else "" if using == OWN else "It was chosen for this workspace."
    st.markdown(f"Pairs of columns are scored **{NAMES[using]}**: {_WORDS[using]}. {by}".rstrip())
    others = [name for name in JOIN_SCORERS if name != using]
    may = not (fixed or ws.read_only)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Compare with", others, key="scorer", format_func=lambda n: f"{NAMES[n]}: {_WORDS[n]}")
        clicked = st.button("Find joins that way", icon="🔬", key="scorer-run")
        if may and using != OWN and st.button("Back to Joinery’s own way", icon="↩️", key="scorer-undo"):
            _use(ws, OWN)
    if clicked:
        with faults.faults_shown(), st.spinner("Finding joins…", show_time=True):
            st.session_state[_FOUND] = (name, ws.joins.by(name))
    if (found := st.session_state.get(_FOUND)) and found[0] in others:
        _compared(ws.joins.all(), found[1], found[0], ws.tables.all())
        if may and st.button(f"Score {NAMES[found[0]]} from now on", icon="✅", key="scorer-use"):
            _use(ws, found[0])


def _use(ws: Workspace, name: str) -> None:
    """Find the joins by this one, as a job with progress; the program's own needs no choice to be kept."""
    wanted = "" if name == OWN else name
    done = f"Joins are now scored {NAMES[name]}. Those you judged are as they were."
    store_forms.start(ws, "Finding joins", done, lambda tell: ws.joins.score_by(wanted, progress=tell))


def _compared(mine: tuple[Join, ...], theirs: tuple[Join, ...], name: str, tables: Sequence[Table]) -> None:
    here, there = ({j.pairs: j for j in joins} for joins in (mine, theirs))
    both = len(here.keys() & there.keys())
    found = f"{count(both, 'join')} {'is' if both == 1 else 'are'} found both ways"
    st.markdown(f"{found}, {len(here) - both:,} only now, {len(there) - both:,} only the other way.")
    rows = [("now", labelled(pair_words(j), tables), j.state, j.score) for k, j in here.items() if k not in there]
    rows += [
        (NAMES[name], labelled(pair_words(j), tables), j.state, j.score) for k, j in there.items() if k not in here
    ]
    if rows:
        st.dataframe(
            frames.frame(("Only by", "Join", "State", "Score"), rows), hide_index=True, alt="Joins that only one finds"
        )
