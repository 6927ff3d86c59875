"""On the data page: what a column's values mean, to be mended, and whether its dates are the ones that count."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import streamlit as st

from core.model import Column, Table
from pages._data import load_job
from pages._ui import faults, markup

if TYPE_CHECKING:
    from core.workspace import Workspace

MOST = 12
"""Different values of a column whose meanings are asked for."""
_SHORT = 3
_CODE = re.compile(r"[A-Z][A-Z0-9]{0,3}|\d{1,3}")


def show(ws: Workspace, table: Table, column: Column) -> None:
    """The forms that suit the column."""
    if column.type in ("date", "datetime") and sum(c.type in ("date", "datetime") for c in table.columns) > 1:
        _counts(ws, table, column)
    values = list(dict.fromkeys([*(v for v, _ in column.profile.common), *(v for v, _ in column.codes)]))
    if column.codes or (column.profile.distinct <= MOST and _coded(column, values)):
        _meanings(ws, table, column, values[: MOST + len(column.codes)])


def _coded(column: Column, values: list[str]) -> bool:
    """Short values, or words with a code among them: `DNA` beside `Attended`."""
    if column.type not in ("text", "integer", "boolean") or not values:
        return False
    among = column.type == "text" and any(_CODE.fullmatch(v) for v in values)
    return among or all(len(v) <= _SHORT for v in values)


def _counts(ws: Workspace, table: Table, column: Column) -> None:
    """Whether times in questions mean this column."""
    now = table.when == column.name
    wanted = st.checkbox(
        "Where a question names a time, this date counts", value=now, key=f"counts-{column.id}", disabled=ws.read_only
    )
    if wanted != now:
        with faults.faults_shown():
            ws.tables.count_by(table.name, column.name if wanted else "")
            st.rerun()


def _meanings(ws: Workspace, table: Table, column: Column, values: list[str]) -> None:
    """Each value with what it means, by a document (named as the field's caption) or a person; empty: nobody said."""
    known, sources = dict(column.codes), dict(column.code_sources)
    with st.expander("What its values mean", key=f"meanings-{column.id}", icon="🏷️"):
        st.caption("Questions may use these words; “not known” leaves a number out of averages and totals.")
        if any(v not in known for v in values):
            _looked_up(ws, table, column)
        with st.form(f"meanings-form-{column.id}", border=False):
            said = {
                value: st.text_input(
                    _heading(value, known, sources), known.get(value, ""), key=f"meaning-{column.id}-{value}"
                )
                for value in values
            }
            if st.form_submit_button("Keep the meanings", icon="💾", disabled=ws.read_only):
                with faults.faults_shown():
                    for value, meaning in said.items():
                        if (meaning or "").strip() != known.get(value, ""):
                            ws.tables.label_value(table.name, column.name, value, meaning or "")
                    load_job.note(table.name, "The meanings are kept.")
                    st.rerun()


def _looked_up(ws: Workspace, table: Table, column: Column) -> None:
    """The offer to have the chat model look in the documents; what it finds fills the fields, for a person to keep."""
    able = ws.settings.translators.has_model and ws.settings.translators.settings.send_values and not column.private
    if not able or ws.read_only or not ws.documents.names():
        return
    if not st.button("Look in the documents with the model", key=f"look-up-{column.id}", icon="💬"):
        return
    with faults.faults_shown(), st.spinner("The model reads what the documents say of it …"):
        found = ws.tables.ask_codes(table.name, column.name)
        for coded in found:
            st.session_state[f"meaning-{column.id}-{coded.value}"] = coded.meaning
        lines = [f"{markup.literal(c.value)}: {_small(f'{c.meaning}, in {c.passage.source}')}" for c in found]
        told = "Found word for word; look at it, then keep it:\n\n- " + "\n- ".join(lines)
        st.info(told if lines else "The documents say nothing of these values.", icon="🔎")


def _small(text: str) -> str:
    return f":small[:gray[{markup.literal(text)}]]"


def _heading(value: str, known: Mapping[str, str], sources: Mapping[str, str]) -> str:
    """The value, and who says what it means."""
    who = f"from {sources[value]}" if value in sources else "said by a person" if value in known else ""
    return f"{markup.literal(value)} {_small(who)}" if who else markup.literal(value)
