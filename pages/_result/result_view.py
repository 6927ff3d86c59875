"""A result: how many rows, the table, a chart where one helps, and the rows as a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import altair as alt
import pandas as pd
import streamlit as st

from core.ask.cells import EMPTY
from core.errors import QueryError
from core.model import Answer, Rows
from pages._result import chart, column_kinds, download, row_names
from pages._result.column_kinds import Shown
from pages._result.first_part import first_part
from pages._ui.frames import frame, table_height
from pages._ui.markup import count, literal

if TYPE_CHECKING:
    from core.model import Table
    from core.workspace import Workspace

_COUNTING_SECONDS = 3.0
_NONE = "none"
_CHART = 480
"""Pixels of a chart beside its table; where both have no room, it comes below."""
_NARROW = 3
"""Most columns of a table that leaves room beside it."""


def show(ws: Workspace, answer: Answer, key: str, *, lazily: bool = False) -> None:
    """The rows of an answer. `key` is its own, so that no widget is shared or stale. `lazily`: what is folded is drawn
    once it is opened."""
    answer = answer.whole
    rows = Rows(answer.columns, answer.rows, answer.truncated)
    table = _labelled(_table(answer), answer.sql, ws.tables.all())
    shown = column_kinds.describe(table, answer.sql, ws.tables.all(), ws.joins.all())
    drawn, of = first_part(table)
    charted = row_names.joined(drawn, shown)
    offer = chart.offer(*charted) if answer.sql else None  # what tables have is listed, and not drawn
    spec: chart.Spec | None = None
    if not rows.rows:
        return
    if line := _line(answer, total(ws, answer, key)):
        st.caption(line)
    place = st.container(key=f"rows-{'few' if len(shown) <= _NARROW else 'many'}-columns-{key}")
    with st.container(horizontal=True, vertical_alignment="center", key=f"under-{key}"):
        download.menu(ws, answer, key, lazily=lazily)
        download.copy(answer, key, lazily=lazily)
        if offer is not None:
            spec = _picked(offer, *charted, key, answer.chart)
    with place:
        drawing = chart.draw(*charted, spec) if spec is not None else None
        told = (literal(of), chart.dropped(charted[0], spec)) if spec is not None else ()
        _drawn(table, shown, drawing, " ".join(filter(None, told)))


def _table(answer: Answer) -> pd.DataFrame:
    """The rows, and last the figure that they are ordered by where the query does not show it."""
    if answer.beside is None or len(answer.beside.values) != len(answer.rows):
        return frame(answer.columns, answer.rows)
    rows = [(*row, value) for row, value in zip(answer.rows, answer.beside.values, strict=True)]
    return frame((*answer.columns, answer.beside.label), rows)


def _labelled(table: pd.DataFrame, sql: str | None, tables: Sequence[Table]) -> pd.DataFrame:
    """The rows with the label of each code that a document explains: `2 (bank transfer)`; downloads keep the codes."""
    found = column_kinds.columns_of(table, sql, tables)
    coded = {n: c for n, c in enumerate(found) if c is not None and c.codes}
    cells = [table.iloc[:, n] for n in range(table.shape[1])]
    for n, column in coded.items():
        said = [column.meaning(v) if pd.notna(v) else "" for v in cells[n]]
        if any(said):
            pairs = zip(cells[n], said, strict=True)
            told = [None if pd.isna(v) else f"{v} ({meaning})" if meaning else str(v) for v, meaning in pairs]
            cells[n] = pd.Series(told, dtype="object", index=table.index, name=table.columns[n])
    return pd.concat(cells, axis=1) if coded else table


def _line(answer: Answer, whole: int | None) -> str:
    """How many rows there are, unless it is one, and where the last column comes from."""
    rows = Rows(answer.columns, answer.rows, answer.truncated)
    said = [rows_line(rows, whole)] if len(rows.rows) > 1 or rows.truncated else []
    if answer.beside is not None:
        said.append(f"They are sorted by **{literal(answer.beside.label)}**, which is shown here and not in downloads.")
    return " ".join(said)


def _named(table: pd.DataFrame, shown: Sequence[Shown]) -> pd.DataFrame:
    """The rows, of figures with the group of those that belong to none called so: its column is as wide as that."""
    if all(s.role != "figure" for s in shown):
        return table
    texts = [c for c, s in zip(table.columns, shown, strict=True) if s.role == "name" and table[c].dtype == object]
    bare = [c for c in texts if table[c].isna().sum() == 1]
    return table.assign(**{c: table[c].fillna(EMPTY) for c in bare}) if bare else table


def _drawn(table: pd.DataFrame, shown: Sequence[Shown], drawing: alt.Chart | None, left_out: str) -> None:
    """The table, and beside a narrow one the chart, else under it."""
    beside = drawing is not None and len(shown) <= _NARROW
    around = st.container(horizontal=True, gap="medium") if beside else st.container()
    left = around.container(width="content") if beside else around
    right = around.container(width=_CHART) if beside else around
    left.dataframe(
        _named(table, shown),
        hide_index=True,
        width="content",
        height=table_height(len(table), 10 if drawing is None or beside else 6),
        column_config=column_kinds.config(table, shown),
        placeholder=EMPTY,
        alt="Rows of the answer",
        lazy=True,
    )
    if drawing is not None:
        right.altair_chart(drawing, width="stretch", alt="Chart of the rows")
        if left_out:
            right.caption(left_out)


def rows_line(rows: Rows, whole: int | None = None) -> str:
    """How many rows there are, or of how many these are the first."""
    if not rows.rows:
        return "No rows."
    shown = count(len(rows.rows), "row")
    if not rows.truncated:
        return f"{shown}."
    said = f"The first {len(rows.rows):,} of {count(whole, 'row')}." if whole else f"The first {shown}; there are more."
    return f"{said} Sorting here sorts these; a download has all."


def total(ws: Workspace, answer: Answer, key: str) -> int | None:
    """How many rows there are where the answer was cut; counted once, None when that takes long."""
    if not answer.truncated or answer.sql is None:
        return None
    slot = f"total-{key}"
    if slot not in st.session_state:
        inner = answer.sql.strip().rstrip(";")
        try:
            counted = ws.questions.sql(f"SELECT COUNT(*) FROM (\n{inner}\n)", limit=1, seconds=_COUNTING_SECONDS).rows
            st.session_state[slot] = int(str(counted[0][0]))
        except QueryError:
            st.session_state[slot] = None
    found: int | None = st.session_state[slot]
    return found


def _picked(
    offer: chart.Offer, table: pd.DataFrame, shown: Sequence[Shown], key: str, asked: str = ""
) -> chart.Spec | None:
    """The chart that the person wants: at first the one that was asked for, else the one that helps."""
    wanted = next((k for k in chart.KINDS if k == asked), None)
    kinds = dict.fromkeys((*offer.kinds, *([wanted] if wanted else [])))
    names: dict[str, str] = {_NONE: "Table only", **{k: chart.KINDS[k] for k in kinds}}
    chosen = st.segmented_control(
        "Chart",
        list(names),
        default=wanted or (offer.first.kind if offer.helps else _NONE),
        format_func=lambda k: names[k],
        key=f"kind-{key}",
        label_visibility="collapsed",
        required=True,
    )
    kind = next((k for k in kinds if k == chosen), None)
    if kind is None:
        return None
    first = chart.with_kind(offer.first, kind)
    figures = [i for i, s in enumerate(shown) if s.role == "figure"]
    if len(shown) < 3:
        return first
    heads = [literal(h) for h in table.columns]
    with st.popover("Axes", key=f"axes-{key}"):
        x = st.selectbox("Along", range(len(heads)), index=first.x, format_func=lambda i: heads[i], key=f"x-{key}")
        at = figures.index(first.y)
        y = st.selectbox("Figure", figures, index=at, format_func=lambda i: heads[i], key=f"y-{key}")
    colour = first.colour if x == first.x else None
    return chart.Spec(first.kind, int(x or 0), int(y if y is not None else first.y), colour)
