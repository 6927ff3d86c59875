"""An answer as a file to keep: a menu of formats, each made when it is asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from core.export import FORMATS, MOST_ROWS, Format, gather
from core.model import Answer

if TYPE_CHECKING:
    from core.workspace import Workspace

_SAYS = {
    ".csv": "the rows, for any program",
    ".xlsx": "the rows, and how they were found",
    ".parquet": "the rows, for other tools",
    ".sql": "the query",
    ".py": "finds the answer again",
    ".ipynb": "finds the answer again",
}


def menu(ws: Workspace, answer: Answer, key: str) -> None:
    """The formats that this answer can have. Files hold all rows, also where the page shows the first ones."""
    with st.popover("Download", icon="⬇️", key=f"download-{key}"):
        for form in FORMATS:
            if form.needs_sql and answer.sql is None:
                continue
            st.download_button(
                f"{form.name}: {_SAYS[form.suffix]}",
                data=partial(_made, ws, answer, form),
                file_name=f"answer{form.suffix}",
                mime=form.mime,
                key=f"save-{form.suffix}-{key}",
                on_click="ignore",
                type="tertiary",
            )
        if answer.truncated:
            st.caption(f"Files hold all rows, up to {MOST_ROWS:,}.")


def _made(ws: Workspace, answer: Answer, form: Format) -> bytes:
    return form.write(gather(answer, ws))
