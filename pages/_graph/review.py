"""A person's word on joins: what is to be reviewed, the evidence of one join, and a join added by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.ask.labelled import labelled
from core.model import Column, Join, JoinState, Table
from core.sql.rewrites import after
from pages._graph import network, verdict
from pages._ui import frames, markup

if TYPE_CHECKING:
    from core.workspace import Workspace

STATES: dict[JoinState, str] = {"confirmed": "Confirmed", "probable": "Probable", "rejected": "Rejected"}
TAB = "graph-tab"
PICTURE, REVIEW = "Picture", "To review"
TABS = [PICTURE, REVIEW, "Two tables", "Cypher"]
_VERDICTS: tuple[tuple[str, str, JoinState], ...] = (("Accept", "✅", "confirmed"), ("Reject", "🚫", "rejected"))
_SAID = ("too little speaks for it", "neither side is unique")
"""Reasons that a list of doubts need not give, or gives in fewer words."""
MOST = 50
"""How many joins to review are shown."""
UNLIKELY = 0.05
"""What is not used and less likely is kept apart: it is not what a person should look through first."""


def show_list(ws: Workspace, waiting: Sequence[Join], tables: Mapping[str, Table]) -> None:
    """The joins to review, each with its buttons."""
    ws.joins.prepare_reviews()
    if not waiting:
        st.success("Nothing to review: no join is in doubt.", icon="✅")
        return
    likely, unlikely = parted(waiting)
    if used := [j for j in likely if not j.offered]:
        st.caption(
            "The program uses these joins, and nobody has confirmed them. Those on which most rows depend come first."
        )
        _shown(ws, used, tables)
    if offered := [j for j in likely if j.offered]:
        st.caption("The values of these pairs fit, but they are not used unless you accept them.")
        _shown(ws, offered, tables)
    if unlikely:
        with st.expander(f"Unlikely ({len(unlikely):,})", key="unlikely", icon="🔍"):
            st.caption("Values meet here, as they often do by chance, and little else speaks for these.")
            _shown(ws, unlikely, tables)


def parted(waiting: Sequence[Join]) -> tuple[list[Join], list[Join]]:
    """What a person should look through first, and what is folded away behind it."""
    unlikely = [j for j in waiting if j.offered and j.score < UNLIKELY]
    return [j for j in waiting if j not in unlikely], unlikely


def _shown(ws: Workspace, waiting: Sequence[Join], tables: Mapping[str, Table]) -> None:
    for join in waiting[:MOST]:
        _one(ws, join, tables)
    if len(waiting) > MOST:
        st.caption(f"Shown are the first {MOST} of {len(waiting):,}.")


def show_reviewed(ws: Workspace, joins: Sequence[Join]) -> None:
    """What a person said of joins, each to be taken back."""
    judged = sorted((j for j in joins if j.reviewed), key=lambda j: j.id)
    if not judged:
        return
    with st.expander(f"Reviewed ({len(judged):,})", key="reviewed", icon="🖊️"):
        st.caption("Your word counts, also when a file is loaded anew. Taken back, the program decides again.")
        for join in judged[:MOST]:
            with st.container(horizontal=True, vertical_alignment="center", key=f"reviewed-{join.id}"):
                state, met = STATES[join.state].lower(), labelled(network.pair_words(join), ws.tables.all())
                st.markdown(
                    f"{markup.literal(met)} :small[{state}]",
                    width="stretch",
                )
                _verdict_button("Take back", "↩️", f"list-undo-{join.id}", join, None, ws.read_only)
                st.button(
                    "Look", icon="🔗", key=f"reviewed-look-{join.id}", on_click=look_at, args=(f"join:{join.id}",)
                )
        if len(judged) > MOST:
            st.caption(f"Shown are the first {MOST} of {len(judged):,}.")


def _one(ws: Workspace, join: Join, tables: Mapping[str, Table]) -> None:
    rows = tables[join.child_table].rows
    with st.container(key=f"review-{join.id}"):
        said, buttons = st.columns([3, 2], vertical_alignment="center")  # beside a long reason, too
        met, why = (labelled(text, tables.values()) for text in (network.columns_met(join), doubt(join, rows)))
        said.markdown(f"**{markup.literal(met)}**  \n:small[{markup.literal(why)}]")
        with buttons.container(horizontal=True, horizontal_alignment="right"):
            for label, icon, state in _VERDICTS:
                _verdict_button(label, icon, f"list-{state}-{join.id}", join, state, ws.read_only)
            st.button("Look", icon="🔗", key=f"list-look-{join.id}", on_click=look_at, args=(f"join:{join.id}",))


def look_at(node: str) -> None:
    """Choose a node as if it had been clicked, in the picture."""
    st.session_state["node"] = st.session_state["wanted"] = node
    open_tab(PICTURE)


def begin_adding(start: str, goal: str) -> None:
    """Turn to the form that adds a join, with its two tables chosen."""
    st.session_state["add-0-table"], st.session_state["add-1-table"] = start, goal
    open_tab(REVIEW)


def open_tab(name: str) -> None:
    """Turn to one of the page's tabs."""
    st.session_state[TAB] = name


def doubt(join: Join, rows: int) -> str:
    """Why a join is uncertain, in a few words."""
    said = ["not used"] if join.offered else []
    said += [f"{min(max(join.score, 0.01), 0.99):.0%} sure", markup.count(rows, "row")]
    if (missing := 1.0 - join.evidence.containment) > 0.0:
        examples = ", ".join(f"“{o}”" for o in join.evidence.orphans[:2])
        said.append(f"{max(missing, 0.01):.0%} of the values not found" + (f", like {examples}" if examples else ""))
    else:
        said.append("all values found")
    if any(join.rewrite):
        said[-1] = f"{said[-1]}, {after(join)}"
    if join.evidence.cardinality == "n:m":
        said.append("both sides repeat")
    reasons = join.why.split("; ")[1:]
    return " · ".join([*said, *(r for r in reasons if not r.startswith(_SAID))])


def show_join(ws: Workspace, join: Join) -> None:
    """The evidence, and the verdict's buttons."""
    ws.joins.prepare_reviews()
    e = join.evidence
    tables = ws.tables.all()
    st.markdown(f"**{markup.literal(labelled(network.pair_words(join), tables))}**")
    who = "set by a person" if join.reviewed else f"found by the program, {min(join.score, 0.99):.0%} sure"
    st.markdown(f"{STATES[join.state]}, {who}")
    if join.why:
        st.markdown(markup.literal(labelled(join.why, tables)))
    if any(join.rewrite) and join.state != "rejected":
        _rewriting(join, ws.read_only)
    facts = [
        ("Values of the first found in the second", f"{e.containment:.0%}"),
        ("Values of the second found in the first", f"{e.containment_back:.0%}"),
        ("Values in common", f"{e.shared:,}"),
        ("Rows to rows", e.cardinality),
        ("First without repeats", "yes" if e.child_unique else "no"),
        ("Second without repeats", "yes" if e.parent_unique else "no"),
        ("Names alike", f"{e.label_similarity:.0%}"),
        ("Same name, type and values", "yes" if join.perfect else "no"),
    ]
    if e.as_written is not None and e.as_written < e.containment:
        facts.insert(1, ("The same, spelled alike", f"{e.as_written:.0%}"))
    st.dataframe(frames.frame(("Evidence", "Found"), facts), hide_index=True, alt="Evidence for the join")
    if e.orphans:
        st.markdown("Only in the first: " + ", ".join(f"“{markup.literal(o)}”" for o in e.orphans))
    with st.container(horizontal=True):
        for label, icon, state in _VERDICTS:
            same = join.reviewed and join.state == state
            _verdict_button(label, icon, f"{state}-{join.id}", join, state, ws.read_only or same)
        if join.reviewed:
            _verdict_button("Let the program decide", "↩️", f"undo-{join.id}", join, None, ws.read_only)


def _rewriting(join: Join, disabled: bool) -> None:
    """How the values are rewritten so that they meet, and the button that undoes it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"The values meet only {markup.literal(after(join))}.", width="stretch")
        _verdict_button("Undo the rewriting", "✂️", f"unwrite-{join.id}", join, "rejected", disabled)


def _verdict_button(label: str, icon: str, key: str, join: Join, state: JoinState | None, disabled: bool) -> None:
    st.button(label, icon=icon, key=key, disabled=disabled, on_click=verdict.judge, args=(join.id, state))


def show_adding(ws: Workspace, tables: Mapping[str, Table]) -> None:
    """Two tables' columns to choose, and a button that joins them."""
    st.subheader("Add a join", anchor=False)
    st.caption(
        "Choose two columns that hold the same thing, or several on each side, in the same order, where only together "
        "they tell the rows apart. What you add counts as confirmed."
    )
    ends = [_columns(tables, f"add-{n}", which) for n, which in enumerate(("One side", "The other side"))]
    fit = len(ends[0]) == len(ends[1]) > 0
    if ends[0] and ends[1] and not fit:
        st.caption("Choose as many columns on one side as on the other.")
    args: tuple[object, ...] = ()
    if fit and len(ends[0]) == 1 and ends[0][0].id != ends[1][0].id:
        _tested(ends[0][0], ends[1][0])
    if fit:
        child, parent = oriented(ends[0], ends[1])
        args = (child[0].table, [c.name for c in child], parent[0].table, [c.name for c in parent])
    st.button("Join them", key="add-join", disabled=ws.read_only or not fit, on_click=verdict.add, args=args)


def _tested(one: Column, other: Column) -> None:
    """What the values say of the two columns, before they are joined."""
    from core.match.on_the_spot import tried

    spot = tried(one, other)
    if spot.fits:
        st.success(f"{spot.finding} a unique key.", icon="✅")
    else:
        st.warning(f"{spot.finding}. Joined all the same, rows get lost or repeat.", icon="⚠️")


def _columns(tables: Mapping[str, Table], key: str, which: str) -> list[Column]:
    left, right = st.columns(2)
    name = left.selectbox(
        f"{which}: its table",
        list(tables),
        index=None,
        key=f"{key}-table",
        format_func=lambda n: tables[n].label,
        placeholder="Table",
    )
    columns = {c.name: c for c in tables[name].columns} if name else {}
    chosen = right.multiselect(
        f"{which}: its columns",
        list(columns),
        key=f"{key}-columns-{name}",
        format_func=lambda n: columns[n].label.strip() or n,
        placeholder="Columns",
        disabled=not columns,
    )
    return [columns[c] for c in chosen]


def oriented(first: Sequence[Column], second: Sequence[Column]) -> tuple[Sequence[Column], Sequence[Column]]:
    """Child and parent: the side whose values do not repeat is pointed at, else the second."""
    if len(first) == 1 and first[0].profile.unique and not second[0].profile.unique:
        return second, first
    return first, second
