"""The graph page: how the tables join, why, and a person's verdict on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.ask.labelled import labelled
from core.config import JOIN_SCORERS
from core.model import Join, Table
from core.workspace.review_impact import to_review
from pages._data import profile_frames
from pages._graph import (
    cypher_box,
    dot,
    network,
    opinion_button,
    paths_view,
    picture,
    review,
    shapes,
    verdict,
    view_choice,
)
from pages._settings import scorer_form
from pages._ui import building, markup, opening

if TYPE_CHECKING:
    from core.workspace import Workspace

LEGEND = {
    "line confirmed": "confirmed join",
    "line probable": "probable join",
    "line rejected": "rejected join",
    "line confirmed perfect": "same name, type and values",
}
MARGINS = '[data-testid="stMainBlockContainer"]'
MOST = 20
"""How many joins are listed of a table."""
HELP = "Click a table, a column or a line to see what is known about it. Drag to move, Ctrl and wheel to zoom."


def legend(drawn: shapes.Network) -> dict[str, str]:
    """What the looks stand for that are drawn."""
    states = {line.state for line in drawn.lines}
    kinds = {b.kind for b in drawn.boxes}
    found = {look: words for look, words in LEGEND.items() if look.split()[-1] in states}
    if any(line.perfect and line.id for line in drawn.lines):
        found["line confirmed perfect"] = LEGEND["line confirmed perfect"]
    if "shared" in kinds:
        found["box shared"] = "columns that match perfectly, drawn as one"
    if any(row.label.startswith("🔑") for box in drawn.boxes for row in box.rows):
        found["🔑"] = "no value occurs twice"
    if "cluster" in kinds:
        found["box cluster"] = "group of tables: click to unfold"
    return found


def name_of(chosen: str, tables: dict[str, Table], joins: dict[str, Join]) -> str:
    """A node's id in words, for the list."""
    kind, _, rest = chosen.partition(":")
    if kind == "table":
        return f"Table {tables[rest].label}" if rest in tables else rest
    if kind == "join" and rest in joins:
        return f"Join {labelled(network.pair_words(joins[rest]), tables.values())}"
    return f"Column {labelled(rest, tables.values())}"


def show_table(table: Table, joins: Sequence[Join], tables: Mapping[str, Table]) -> None:
    st.markdown(f"**{markup.literal(table.label)}**")
    st.caption(f"{markup.count(table.rows, 'row')}, {markup.count(len(table.columns), 'column')}")
    if table.description:
        st.markdown(markup.literal(table.description))
    building.button(table.name, f"graph-{table.name}")
    join_buttons([j for j in joins if j.touches(table.name)], tables.values())
    st.dataframe(profile_frames.profile_frame(table), hide_index=True, height=260, alt="The table's columns")


def join_buttons(joins: Sequence[Join], tables: Collection[Table]) -> None:
    """Joins to go to by a click."""
    for join in joins[:MOST]:
        words = f"{markup.literal(labelled(network.pair_words(join), tables))} :small[{join.state}]"
        st.button(words, key=f"to-{join.id}", type="tertiary", icon="🔗", on_click=look, args=(f"join:{join.id}",))
    if len(joins) > MOST:
        st.caption(f"Shown are {MOST} of {len(joins):,} joins.")


def choosable(drawing: view_choice.Drawing, tables: dict[str, Table], joins: dict[str, Join]) -> list[str]:
    """What may be looked at, for the list: what is drawn, and what was chosen from another list."""
    drawn = {b.id for b in drawing.network.boxes} | {line.id for line in drawing.network.lines}
    names = {t.name for t in drawing.tables}
    ids = [f"table:{t.name}" for t in drawing.tables]
    ids += [f"join:{i}" for i, j in joins.items() if f"join:{i}" in drawn or {j.child_table, j.parent_table} <= names]
    joining = {
        f"column:{c}" for j in joins.values() if {j.child_table, j.parent_table} <= names for c in network.ends_of(j)
    }
    rows = [row.id for box in drawing.network.boxes for row in box.rows]
    ids += dict.fromkeys([*rows, *sorted(joining)])
    wanted = st.session_state.get("wanted") or ""
    kind, _, rest = wanted.partition(":")
    if wanted not in ids and ((kind == "table" and rest in tables) or (kind == "join" and rest in joins)):
        ids.insert(0, wanted)
    return ids


def look(node: str | None) -> None:
    """Choose what is looked at."""
    st.session_state["node"] = st.session_state["wanted"] = node


def click(node: str) -> None:
    """A group is unfolded, anything else looked at."""
    kind, _, group = node.partition(":")
    if kind == "cluster":
        view_choice.open_group(group)
    else:
        look(node)


def show_chosen(ws: Workspace, chosen: str | None, tables: dict[str, Table], joins: dict[str, Join]) -> None:
    """What is known about what was clicked or chosen from the list."""
    kind, _, rest = (chosen or "").partition(":")
    if kind == "table":
        show_table(tables[rest], list(joins.values()), tables)
    elif kind == "join":
        review.show_join(ws, joins[rest])
    elif kind == "column":
        column = next((c for t in tables.values() for c in t.columns if c.id == rest), None)
        if column:
            st.caption("Column of")
            st.button(
                tables[column.table].label, type="tertiary", icon="🗂️", key="to-table", on_click=look,
                args=(f"table:{column.table}",),
            )  # fmt: skip
            profile_frames.show_column(column)
            join_buttons([j for j in joins.values() if rest in network.ends_of(j)], tables.values())


def show_picture(
    ws: Workspace, tables: dict[str, Table], everything: Sequence[Join], colours: dot.Palette, waiting: int
) -> None:
    """The tables and their joins, drawn; beside them what is known about the one that was clicked."""
    bar = st.container(horizontal=True, vertical_alignment="bottom")
    joins = choices(bar, everything)
    drawing = view_choice.choose(ws, list(tables.values()), joins, everything)
    known = {j.id: j for j in joins}
    ids = choosable(drawing, tables, known)
    if (following := st.session_state.pop("node_next", None)) is not None:
        look(following)
    if st.session_state.get("node") not in ids:
        st.session_state["node"] = None
    chosen = bar.selectbox(
        "Look at",
        ids,
        key="node",
        index=None,
        format_func=lambda i: name_of(i, tables, known),
        placeholder="Click, or choose here",
        on_change=lambda: look(st.session_state["node"]),
        width=245,
    )
    with bar:
        more(ws)
        if waiting:
            review_button(waiting)
    drawn = drawing.network
    beside_or_under(hidden=chosen is None)
    area, side = st.container(key="picture-and-side").columns([2, 1], gap="medium")
    with area:
        if drawn.boxes:
            picture.render(drawn, colours, chosen, legend(drawn), click)
            st.caption(HELP)
    with side:
        if not everything and len(tables) > 1:
            st.info("No joins were found between these tables.", icon="🔗")
        show_chosen(ws, chosen, tables, known)


def beside_or_under(hidden: bool) -> None:
    """The picture has the whole width while nothing is chosen; on a narrow screen what is known stands under it."""
    column = '.st-key-picture-and-side [data-testid="stColumn"]'
    gone = f"{column}:first-child {{ min-width: 100%; }} {column}:last-child {{ display: none; }}" if hidden else ""
    narrow = f"@media (max-width: 1150px) {{ {column} {{ min-width: 100%; }} }}"
    wide = f"@media (min-width: 1151px) {{ {MARGINS} {{ padding-left: 2.5rem; padding-right: 2.5rem; }} }}"
    pills = ".st-key-states button { min-height: 2.5rem; }"  # as high as the fields beside them: the labels are in line
    st.html(f"<style>{narrow} {wide} {gone} {pills}</style>")


def review_button(waiting: int) -> None:
    words = f"{markup.count(waiting, 'join')} to review"
    st.button(words, icon="🔎", key="go-review", on_click=review.open_tab, args=(review.REVIEW,))


def choices(bar: st.delta_generator.DeltaGenerator, everything: Sequence[Join]) -> list[Join]:
    """The joins to draw, as a person chose, and the one that is looked at."""
    with bar:
        st.text_input("Search tables and columns", key="search", placeholder="Part of a name", width=180)
        states = st.pills(
            "Joins",
            list(review.STATES),
            selection_mode="multi",
            format_func=lambda s: review.STATES[s],
            key="states",
            persist_state="session",
        )
    least = st.session_state.get("least") or 0
    wanted = st.session_state.get("wanted")

    def drawn(join: Join) -> bool:
        seen = join.state in states and (join.reviewed or join.score * 100 >= least)
        return seen or wanted == f"join:{join.id}"

    return [j for j in everything if drawn(j)]


def more(ws: Workspace) -> None:
    """What is rarely changed."""
    with st.popover("More", icon="🎚️"):
        st.pills(
            "Columns drawn", list(view_choice.COLUMNS), format_func=lambda c: view_choice.COLUMNS[c], key="columns",
            persist_state="session", help="Without a choice, the joining columns of a few tables, and none of many.",
        )  # fmt: skip
        st.slider("Joins at least so sure", 0, 100, step=5, format="%d %%", key="least", width=240)
        paths_view.show_export(ws)


opening.routed()
ws = opening.workspace()
st.title("Graph", anchor=False)
tables = {t.name: t for t in ws.tables.all()}
if not tables:
    st.info("Nothing is loaded yet.", icon="🗂️")
    st.page_link("pages/data.py", label="Load files", icon="🗂️")
    st.stop()
ws.joins.prepare_reviews()
verdict.show(ws)
everything = ws.joins.all(rejected=True)
st.session_state.setdefault("states", ["confirmed", "probable"])
if (following := st.session_state.pop("states_next", None)) is not None:
    st.session_state["states"] = following
colours = dot.palette(opening.dark())
waiting = to_review(everything, tables)
if (following := st.session_state.pop("tab_next", None)) is not None:
    st.session_state[review.TAB] = following
picture_tab, review_tab, paths_tab, cypher_tab = st.tabs(review.TABS, key=review.TAB, on_change="rerun")
if (scorer := ws.settings.in_use.join_scorer) != JOIN_SCORERS[0]:
    st.caption(f"Joins are scored **{scorer_form.NAMES[scorer]}**, which the page Settings can undo.")
if picture_tab.open:
    with picture_tab:
        show_picture(ws, tables, everything, colours, len(waiting))
if review_tab.open:
    with review_tab:
        review.show_reviewed(ws, everything)
        opinion_button.button(ws)
        review.show_list(ws, waiting, tables)
        review.show_adding(ws, tables)
if paths_tab.open:
    with paths_tab:
        paths_view.show(ws, tables, everything, colours)
if cypher_tab.open:
    with cypher_tab:
        cypher_box.show(ws, list(tables.values()), everything)
opinion_button.show_progress(ws)
