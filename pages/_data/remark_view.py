"""A remark on a table, with the way to the line of the file that it is about."""

from __future__ import annotations

import streamlit as st

from core.model import Problem, Table
from pages._data import file_view
from pages._ui import markup

VIEW = "data-view"
"""Where the session keeps which view of a table is shown."""


def show(table: Table, problem: Problem, key: str) -> None:
    """The remark with what to do, and a button that shows its line. `key` tells it from the table's other remarks."""
    st.warning(markup.literal(problem.hint) or " ", title=markup.literal(problem.message), icon="⚠️")
    if problem.line and file_view.has_lines(table):
        st.button(
            f"Show line {problem.line:,}",
            key=f"line-{key}-{table.name}",
            icon="🔎",
            type="tertiary",
            on_click=file_view.point_at,
            args=(table, problem, VIEW),
        )
