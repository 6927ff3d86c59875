"""The columns of a table on the data page: a list, and of the chosen one what it holds, its type, its other names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import altair as alt
import pandas as pd
import streamlit as st

from core.ask.hints.column_terms import told_of
from core.errors import QueryError
from core.ingest.type_overrides import TYPE_OVERRIDES, TypeOverride
from core.model import Column, Problem, Table
from core.profiles.histogram import Distribution, distribution
from pages._data import load_job, meanings_form, profile_frames, remark_view, table_list
from pages._ui import faults, frames, markup

if TYPE_CHECKING:
    from core.workspace import Workspace

_LIST, _TOLD, _DETAIL = 410, 210, 490
"""Pixels of the list, of what is told of the columns in it, and of what stands beside it; where there is no room, it
comes below."""
_SECONDS = 3.0
_Choice = TypeOverride | Literal[""]
_CHOICES: dict[_Choice, str] = {
    "": "As the file suggests",
    "text": "Text",
    "number": "Number",
    "date": "Date",
    "day first": "Date, day first: 03/04 is 3 April",
    "month first": "Date, month first: 03/04 is March 4",
    "yes or no": "Yes or no",
}


def browse(ws: Workspace, table: Table) -> None:
    """The list of columns and the chosen one."""
    about: dict[str, list[Problem]] = {}
    for problem in table.problems:
        about.setdefault(problem.column, []).append(problem)
    slot = f"column-{table.name}"
    names = [c.name for c in table.columns]
    kept = st.session_state.get(slot)
    at = names.index(kept) if kept in names else next((i for i, n in enumerate(names) if n in about), 0)
    told = told_of([table], ws.glossary.terms())
    heads = ("Column", *(("What it is",) if told else ()), "Type", "Empty", "Distinct", "Remarks")
    rows = [
        (
            c.label or c.name,
            *((told.get((table.name, c.name), ""),) if told else ()),
            *(c.type, c.profile.nulls, c.profile.distinct, table_list.marks(len(about.get(c.name, ())))),
        )
        for c in table.columns
    ]
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=_LIST + (_TOLD if told else 0)):
            event = st.dataframe(
                frames.frame(heads, rows),
                hide_index=True,
                height=frames.table_height(len(rows), 14),
                key=f"columns-{table.name}-{table.version}-{len(names)}",
                on_select="rerun",
                selection_mode="single-row-required",
                selection_default={"selection": {"rows": [at], "columns": [], "cells": []}},
                column_config={
                    "Column": st.column_config.TextColumn(width=130),
                    "What it is": st.column_config.TextColumn(width=_TOLD),
                    "Empty": st.column_config.NumberColumn(format="%,d"),
                    "Distinct": st.column_config.NumberColumn(format="%,d"),
                },
                alt="The table's columns",
            )
        chosen = event.selection.rows[0] if event.selection.rows else at
        column = table.columns[min(chosen, len(names) - 1)]
        st.session_state[slot] = column.name
        with st.container(width=_DETAIL, border=True):
            _show(ws, table, column, about.get(column.name, []))


def _show(ws: Workspace, table: Table, column: Column, problems: list[Problem]) -> None:
    profile_frames.show_column(column, converted=not column.examples)
    for n, problem in enumerate(problems):
        remark_view.show(table, problem, f"{column.name}-{n}")
    _sketch(ws, table, column)
    _unfit(column)
    _examples(column)
    _type(ws, table, column)
    _private(ws, table, column)
    _synonyms(ws, table, column)
    meanings_form.show(ws, table, column)


def _private(ws: Workspace, table: Table, column: Column) -> None:
    """Whether its values may be sent to a chat model, and what was found."""
    slot = f"private-{column.id}"

    def change() -> None:
        with faults.faults_shown():
            ws.tables.keep_private(table.name, column.name, bool(st.session_state[slot]))

    st.toggle(
        "Keep its values on this machine",
        value=bool(column.private),
        key=slot,
        on_change=change,
        disabled=ws.read_only,
        help="A chat model is then told the column's name and type, and never a value of it.",
    )
    if column.private:
        st.caption(f"🔒 {markup.literal(column.private.capitalize())}: sent to no model.")


def _sketch(ws: Workspace, table: Table, column: Column) -> None:
    """How the values are spread, drawn small."""
    kept = st.session_state.setdefault("sketches", {})
    key = (str(ws.folder), column.id, table.version, column.type)
    if key not in kept:
        try:
            kept[key] = distribution(column, lambda sql: ws.questions.sql(sql, limit=10_000, seconds=_SECONDS))
        except QueryError:
            kept[key] = None
    drawn: Distribution | None = kept[key]
    if drawn is None or not drawn.bars:
        return
    found = _labelled(column, drawn)
    height = 45 + 24 * len(found.bars) if found.kind == "values" else 180
    st.altair_chart(
        _drawn(found),
        width="stretch",
        height=height,
        alt=f"How the values of {column.label} are spread",
    )
    if found.others:
        st.caption(
            "One cell holds another value." if found.others == 1 else f"{found.others:,} cells hold other values."
        )
    if found.looked_at:
        st.caption(f"Drawn from the first {found.looked_at:,} rows.")


def _labelled(column: Column, found: Distribution) -> Distribution:
    """With what codes are told to mean, as it is now."""
    if found.kind != "values" or not column.codes:
        return found
    said = profile_frames.labelled(column, [(b.label, b.cells) for b in found.bars])
    return replace(found, bars=tuple(replace(b, label=label) for b, (label, _) in zip(found.bars, said, strict=True)))


def _drawn(found: Distribution) -> alt.Chart:
    heads = ["value", "low", "high", "cells"]
    data = pd.DataFrame([(markup.cell(b.label), b.low, b.high, b.cells) for b in found.bars], columns=heads)
    many = alt.Tooltip("cells:Q", title="Cells", format=",")
    cells = alt.Y(
        "cells:Q", title="Cells", axis=alt.Axis(tickCount=3, tickMinStep=1, format=_plain(data["cells"].max()))
    )
    bars: dict[str, object]
    if found.kind == "numbers":
        bars = {
            "x": alt.X(
                "low:Q", bin="binned", title=None, axis=alt.Axis(tickCount=5, format=_plain(data["high"].max()))
            ),
            "x2": "high:Q",
            "y": cells,
            "tooltip": [
                alt.Tooltip("low:Q", title="From", format=",.6~g"),
                alt.Tooltip("high:Q", title="Below", format=",.6~g"),
                many,
            ],
        }
    elif found.kind == "times":
        axis = alt.Axis(labelOverlap=True, labelAngle=0)
        bars = {
            "x": alt.X("value:O", title=None, sort=None, axis=axis),
            "y": cells,
            "tooltip": [alt.Tooltip("value:N", title="Time"), many],
        }
    else:
        axis = alt.Axis(tickCount=4, tickMinStep=1, format=_plain(data["cells"].max()))
        bars = {
            "y": alt.Y("value:N", title=None, sort=None, axis=alt.Axis(labelLimit=160, labelOverlap=False)),
            "x": alt.X("cells:Q", title=None, axis=axis),
            "tooltip": [alt.Tooltip("value:N", title="Value"), many],
        }
    chart: alt.Chart = alt.Chart(data).mark_bar().encode(**bars)
    return chart


def _plain(most: float) -> str:
    """Small figures as they are, large ones shortened."""
    return "~s" if most >= 10_000 else ",~r"


def _unfit(column: Column) -> None:
    """The cells that were left out, with their rows."""
    cells = column.profile.unfit
    if not cells:
        return
    total = column.profile.unfit_cells or len(cells)
    with st.expander(f"{markup.count(total, 'cell')} that did not fit", key=f"unfit-{column.id}"):
        if total > len(cells):
            st.caption(f"The first {len(cells):,}.")
        st.dataframe(
            frames.frame(("Row", "In the file"), cells),
            hide_index=True,
            height=frames.table_height(len(cells), 6),
            alt="Cells that did not fit the column's type",
        )


def _examples(column: Column) -> None:
    """What the file has and what became of it."""
    if not column.examples:
        return
    unit = f" · {markup.literal(column.unit)} taken off" if column.unit else ""
    st.markdown(f"**Converted**{unit}")
    st.dataframe(
        frames.frame(("In the file", "Became"), [(before, after) for before, after in column.examples]),
        hide_index=True,
        width="content",
        height=frames.table_height(len(column.examples)),
        alt="How the column was converted",
    )


def _type(ws: Workspace, table: Table, column: Column) -> None:
    """Have the column read as something else."""
    type_override: _Choice = next((w for w in TYPE_OVERRIDES if w == column.type_override), "")
    options: list[_Choice] = ["", *TYPE_OVERRIDES]
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"type-row-{column.id}"):
        chosen = st.selectbox(
            "Read it as",
            options,
            index=options.index(type_override),
            format_func=lambda w: _CHOICES[w],
            key=f"type-{column.id}-{table.version}",
            disabled=load_job.busy(ws),
            help="The table is loaded anew from its file. Cells that do not fit stay in the file and are counted.",
            width=260,
        )
        if st.button(
            "Change", key=f"set-type-{column.id}", icon="🔤", disabled=load_job.busy(ws) or chosen == type_override
        ):
            load_job.set_type(ws, table, column, chosen or None)
            st.rerun()


def _synonyms(ws: Workspace, table: Table, column: Column) -> None:
    """The words of the glossary that mean this column, and a box for one more."""
    named = re.compile(rf"(?<!\w){re.escape(column.label or column.name)}(?!\w)", re.IGNORECASE)
    terms = [t for t in ws.glossary.terms() if named.search(t.meaning)]
    if terms:
        said = "; ".join(f"“{t.words}” means {t.meaning}" for t in terms[:5])
        st.markdown(f"**Your words for it**: {markup.literal(said)}")
    turn = st.session_state.setdefault("synonym_turn", 0)
    with (
        st.form(f"synonym-{column.id}-{turn}", border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        words = st.text_input(
            "Another word for it", key=f"synonym-words-{column.id}-{turn}", placeholder="turnover", width=260
        )
        if st.form_submit_button("Keep", icon="💾", disabled=ws.read_only):
            with faults.faults_shown():
                ws.glossary.keep(words or "", _meaning(ws, table, column))
                st.session_state["synonym_turn"] = turn + 1
                st.rerun()


def _meaning(ws: Workspace, table: Table, column: Column) -> str:
    """The column's label; where several tables have such a column, with its table's."""
    label = column.label or column.name
    same = sum(c.label.casefold() == label.casefold() for t in ws.tables.all() for c in t.columns)
    return label if same <= 1 else f"{table.label}.{label}"
