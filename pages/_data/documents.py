"""The documents on the data page: data dictionaries and notes, and which columns they describe."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import streamlit as st

from core.documents.codes import codes as codes_of
from core.documents.match import Entry
from core.documents.notes import is_notes
from pages._data import passage_search
from pages._ui import faults, frames, markup

if TYPE_CHECKING:
    from core.workspace import Workspace


def show(ws: Workspace) -> None:
    """Each document with what it says of the tables; nothing but a word on what they are while there are none."""
    st.header("Notes and data dictionaries", anchor=False)
    with faults.faults_shown():
        names = [(name, passages) for name, passages in ws.documents.names() if not is_notes(name)]
        if not names:
            st.markdown(
                "Load documents that say what the columns mean, as you load files: Markdown, text, PDF, Word, HTML, or "
                "a table of names and descriptions. They describe columns, help to find them, and are cited beside "
                "answers."
            )
            return
        by_document: dict[str, list[Entry]] = defaultdict(list)
        for entry in ws.documents.entries(ws.tables.all()):
            by_document[entry.passage.document].append(entry)
        for name, passages in names:
            _one(ws, name, passages, by_document[name])
        passage_search.show(ws)


def _codes(ws: Workspace, name: str) -> list[tuple[str, str, str]]:
    """Columns whose codes a document explains: the column, what they mean, and where the first is said."""
    rows = []
    for column in (c for t in ws.tables.all() for c in t.columns):
        own = {v: source for v, source in column.code_sources if source == name or source.startswith(f"{name}, ")}
        said = [f"{v} = {meaning}" for v, meaning in column.codes if v in own]
        if said:
            rows.append((column.id, "; ".join(said), next(iter(own.values())).removeprefix(name).removeprefix(", ")))
    return rows


def _one(ws: Workspace, name: str, passages: int, found: list[Entry]) -> None:
    codes = _codes(ws, name)
    about = len({e.about for e in found})
    described = [f"describes {markup.count(about, 'column or table', 'columns or tables')}"] if about else []
    described += [f"explains the codes of {markup.count(len(codes), 'column')}"] if codes else []
    if not described and (told := codes_of(ws.documents.passages(name), ws.tables.all())):
        columns = len({c.about for c in told})
        described = [f"explains the codes of {markup.count(columns, 'column')}, as another document does"]
    said = ", ".join(described) or "describes no column"
    label = f"{markup.literal(name)}: {markup.count(passages, 'passage')}, {said}"
    with st.expander(label, icon="📖", key=f"document-{name}"):
        if found or codes:
            rows = [*((e.about, e.text, e.passage.place) for e in found), *codes]
            heads = ("Of", "It says", "Where")
            st.dataframe(frames.frame(heads, rows), hide_index=True, alt="What the document says of columns")
        st.button(
            "Remove this document",
            key=f"drop-document-{name}",
            icon="🗑️",
            disabled=ws.read_only,
            on_click=ws.documents.drop,
            args=(name,),
        )
