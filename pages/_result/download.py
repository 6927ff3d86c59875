"""An answer as a file to keep: a menu of formats, each made when it is asked for."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from core.export import FORMATS, MOST_ROWS, Format, gather
from core.model import Answer
from pages._ui.folded import popover
from pages._ui.markup import cell

if TYPE_CHECKING:
    from core.workspace import Workspace

_COPIED = 100
_LONGEST_NAME = 60
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
"""Names that Windows gives to no file."""
_CELL = re.compile(r"[\t\r\n]+")
_SAYS = {
    ".csv": "the rows, for any program",
    ".xlsx": "the rows, and how they were found",
    ".zip": "the rows as CSV, and where they came from",
    ".parquet": "the rows, for other tools",
    ".sql": "the query",
    ".py": "finds the answer again",
    ".ipynb": "finds the answer again",
}


def menu(ws: Workspace, answer: Answer, key: str, *, lazily: bool = False) -> None:
    """The formats that this answer can have. Files hold all rows, also where the page shows the first ones.
    `lazily`: drawn once it is opened, here and below."""
    folded = popover("Download", lazily, icon="⬇️", key=f"download-{key}")
    if folded.open is False:
        return
    with folded:
        in_database = bool(ws.database.database or ws.database.schema)
        answer = anew(ws, answer)
        for form in FORMATS:
            if (form.needs_sql and answer.sql is None) or (form.asks_files and in_database):
                continue
            st.download_button(
                f"{form.name}: {_SAYS[form.suffix]}",
                data=partial(_made, ws, answer, form),
                file_name=f"{named(answer.question)}{form.suffix}",
                mime=form.mime,
                key=f"save-{form.suffix}-{key}",
                on_click="ignore",
                type="tertiary",
            )
        if in_database:
            st.caption("The rows are in a database: there is no script or notebook that works them out anew.")
        if answer.truncated:
            there = {t.name for t in ws.tables.all()}
            whole = f"Files hold all rows, up to {MOST_ROWS:,}."
            st.caption(whole if there.issuperset(answer.tables) else "Files hold the rows shown here.")


def anew(ws: Workspace, answer: Answer) -> Answer:
    """An answer that was changed by hand, under the question that it answers now: in files nobody sees the chat."""
    said = ws.questions.said_anew(answer) if answer.by_hand and not answer.built else ""
    return replace(answer, question=said, rewritten="") if said else answer


def named(question: str) -> str:
    """A file's name of the question's words, as any system takes it: `orders-per-town`."""
    words = re.findall(r"\w+", question.lower())
    while len(said := "-".join(words)) > _LONGEST_NAME and len(words) > 1:
        words.pop()
    said = said[:_LONGEST_NAME]
    return f"answer-{said}" if said in _RESERVED else said or "answer"


def copy(answer: Answer, key: str, *, lazily: bool = False) -> None:
    """The answer as text: the sentence, and the first rows as cells for a spreadsheet. Each block has a copy button."""
    folded = popover("Copy", lazily, icon="📋", key=f"copied-{key}")
    if folded.open is False:
        return
    with folded:
        st.caption("Point at a block and press the sign in its corner.")
        st.code(answer.answer.replace("`", ""), language=None, wrap_lines=True)
        rows = (answer.columns, *answer.rows[:_COPIED])
        st.code("\n".join("\t".join(_CELL.sub(" ", cell(c)) for c in row) for row in rows), language=None, height=200)
        if len(answer.rows) > _COPIED:
            st.caption(f"The first {_COPIED} rows. A download has all.")


def _made(ws: Workspace, answer: Answer, form: Format) -> bytes:
    return form.write(gather(answer, ws.questions, ws.tables.all(), ws.folder))
