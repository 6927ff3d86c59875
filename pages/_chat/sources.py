"""Which files the rows of an answer came from: in a line under it, and with all that is known of each file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.ask.edit import parts
from core.ask.form import Form
from core.model import Answer
from core.profiles.provenance import Provenance, provenance, said, short
from pages._ui.markup import count, literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.model import Table
    from core.workspace import Workspace

_TABLES, _FILES = 4, 20
"""So many tables are named under an answer, so many files in full."""


def files(ws: Workspace, answer: Answer) -> list[Provenance]:
    """The files of the tables that an answer used, in their order."""
    tables = ws.tables.all() if answer.sql else ()
    return [one for t in _used(answer, tables) for one in provenance(t, tables)]


def line(ws: Workspace, answer: Answer) -> str:
    """The files in a few words; empty where the answer used none."""
    tables = ws.tables.all() if answer.sql else ()
    used = _used(answer, tables)
    names = [short(t, tables) for t in used]
    more = f" and {count(len(names) - _TABLES, 'more table')}" if len(names) > _TABLES else ""
    meanings = _meanings(answer, used)
    also = f"; what codes mean from {literal('; '.join(meanings[:_TABLES]))}" if meanings else ""
    return f"from {literal('; '.join(names[:_TABLES]))}{more}{also}" if names else ""


def _meanings(answer: Answer, tables: Sequence[Table]) -> list[str]:
    """The documents that say what those codes mean which the answer cites."""
    said = {source for t in tables for c in t.columns for _, source in c.code_sources}
    cited = [c.source for c in answer.citations if c.source in said]
    return list(dict.fromkeys(source.rpartition(", ")[0] or source for source in cited))


def _used(answer: Answer, tables: Sequence[Table]) -> list[Table]:
    """The tables of an answer, the one that it is about first."""
    there = {t.name: t for t in tables}
    form = Form.of(answer.form)
    first = parts.about(form.query) if form is not None else ""
    names = sorted(answer.tables, key=lambda name: name != first)
    return [there[name] for name in names if name in there]


def show(found: list[Provenance]) -> None:
    """Each file on a line."""
    for one in found[:_FILES]:
        st.markdown(f"📄 {literal(said(one))}")
    if len(found) > _FILES:
        st.caption(f"And {len(found) - _FILES:,} more files.")
