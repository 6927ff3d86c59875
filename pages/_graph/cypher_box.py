"""A person's own Cypher over the schema graph: examples that run as they stand, plain faults, the rows to keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from core.export.delimited import csv_of
from core.graph.base import GraphRows
from core.model import Join, Table
from pages._ui import faults, frames, markup

if TYPE_CHECKING:
    from core.workspace import Workspace

MOST = 1_000
"""Rows that are shown."""
_ALL = "MATCH (t:Table)\nRETURN t.label AS table, t.rows AS rows\nORDER BY rows DESC"


_PASSAGES = {
    "Documents and what they speak of": (
        "MATCH (d:Document)-[h:HAS_THEME]->(t:Theme)\n"
        "WHERE d.kind = 'passage'\n"
        "RETURN d.label AS document, collect(t.label) AS themes\nORDER BY document"
    ),
    "Passages that say nearly the same": (
        "MATCH (a:Chunk)-[n:NEAR {across: true, rank: 1}]->(b:Chunk)\n"
        "RETURN a.document AS one, a.text AS says, b.document AS other, b.text AS there, n.score AS alike\n"
        "ORDER BY alike DESC, one\nLIMIT 20"
    ),
}
"""Over the similarity graph of the documents."""


def examples(tables: Sequence[Table], joins: Sequence[Join], documents: bool = False) -> dict[str, str]:
    """Queries for these very tables and documents, by what they answer; the first needs nothing but a table."""
    found = {"All tables": _ALL}
    if not tables:
        return found | (_PASSAGES if documents else {})
    degree = {t.name: sum(j.touches(t.name) for j in joins) for t in tables}
    hub = max(tables, key=lambda t: (degree[t.name], t.rows))
    found |= {
        f"Columns of {hub.label}": (
            f"MATCH (t:Table {{id: {_text(hub.name)}}})-[h:HAS_COLUMN]->(c:Column)\n"
            "RETURN c.label AS column, c.data_type AS type, c.is_unique AS unique, c.nulls AS empty\n"
            "ORDER BY h.position"
        ),
        f"What joins {hub.label}": (
            f"MATCH (t:Table {{id: {_text(hub.name)}}})-[:HAS_COLUMN]->(a:Column)"
            "-[j:SAME_ATTRIBUTE]-(b:Column)<-[:HAS_COLUMN]-(other:Table)\n"
            "RETURN other.label AS table, a.label AS here, b.label AS there, j.state AS state, j.similarity AS sure\n"
            "ORDER BY sure DESC"
        ),
    }
    if two := _apart(joins, hub.name):
        found[f"From {_label(tables, two[0])} to {_label(tables, two[1])} in two joins"] = (
            f"MATCH (a:Table {{id: {_text(two[0])}}})-[:HAS_COLUMN]->(:Column)-[j1:SAME_ATTRIBUTE]-(:Column)"
            "<-[:HAS_COLUMN]-(m:Table)\n"
            "WITH a, m, j1\n"
            "MATCH (m)-[:HAS_COLUMN]->(:Column)-[j2:SAME_ATTRIBUTE]-(:Column)<-[:HAS_COLUMN]-"
            f"(b:Table {{id: {_text(two[1])}}})\n"
            "WHERE m.id <> a.id AND m.id <> b.id\n"
            "RETURN m.label AS over, j1.join_id AS first, j2.join_id AS second\nORDER BY over"
        )
    found |= {
        "Joins, the least sure first": (
            "MATCH (a:Column)-[j:SAME_ATTRIBUTE]->(b:Column)\n"
            "RETURN a.id AS child, b.id AS parent, j.state AS state, j.similarity AS sure\n"
            "ORDER BY sure, child, parent"
        ),
        "Columns that many tables share": (
            "MATCH (t:Table)-[:HAS_COLUMN]->(c:Column)\n"
            "RETURN c.label AS label, count(DISTINCT t.id) AS tables\n"
            "ORDER BY tables DESC, label\nLIMIT 20"
        ),
        "Tables that join nothing": (
            "MATCH (t:Table)\n"
            "WHERE NOT EXISTS { MATCH (t)-[:HAS_COLUMN]->(:Column)-[:SAME_ATTRIBUTE]-(:Column) }\n"
            "RETURN t.label AS table\nORDER BY table"
        ),
    }
    return found | (_PASSAGES if documents else {})


def _apart(joins: Sequence[Join], hub: str) -> tuple[str, str] | None:
    """Two tables that both join the hub."""
    near = sorted(
        {t for j in joins if j.touches(hub) and not j.is_self for t in (j.child_table, j.parent_table)} - {hub}
    )
    return (near[0], near[1]) if len(near) > 1 else None


def _label(tables: Sequence[Table], name: str) -> str:
    return next(t.label for t in tables if t.name == name)


def _text(name: str) -> str:
    """A name as a Cypher text."""
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def show(ws: Workspace, tables: Sequence[Table], joins: Sequence[Join]) -> None:
    """The box, its examples and what came back."""
    documents = bool(ws.documents.names())
    over = "tables, columns and joins" + (", or over the passages of the documents" if documents else "")
    st.markdown(f"Ask the graph in Cypher, over {over}. Only reading is allowed.")
    offered = examples(tables, [j for j in joins if j.state != "rejected"], documents)

    def fill() -> None:
        if example := st.session_state.get("example"):
            st.session_state["cypher"] = offered[example]

    st.pills("Examples", list(offered), key="example", on_change=fill)
    st.session_state.setdefault("cypher", _ALL)
    st.text_area("Cypher", key="cypher", height=160, persist_state="session")
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button("Run", key="run-cypher", icon="▶️"):
            try:
                st.session_state["cypher_rows"] = ws.questions.cypher(
                    st.session_state["cypher"], limit=MOST, passages=True
                )
            except JoineryError as error:
                st.session_state["cypher_rows"] = error
        st.caption(f"At most {MOST:,} rows and {ws.settings.given.query_seconds:g} seconds.", width="content")
    found = st.session_state.get("cypher_rows")
    if isinstance(found, JoineryError):
        faults.show_fault(found)
    elif isinstance(found, GraphRows):
        _rows(found)


def _rows(found: GraphRows) -> None:
    """What came back, with its words to copy or keep."""
    frame = frames.frame(found.columns, found.rows)
    more = f"The first {markup.count(len(found.rows), 'row')}; there are more." if found.truncated else ""
    st.caption(more or markup.count(len(found.rows), "row"))
    st.dataframe(frame, hide_index=True, alt="What the graph answered")
    if not found.rows:
        return
    with st.container(horizontal=True):
        st.download_button(
            "Download CSV",
            data=lambda: csv_of(
                [str(c) for c in frame.columns], frame.astype(object).where(frame.notna(), None).values.tolist()
            ),
            file_name="cypher.csv",
            mime="text/csv",
            key="cypher-csv",
            icon="⬇️",
            on_click="ignore",
        )
        with st.popover("Copy", icon="📋"):
            st.caption("The copy sign is at the top right. The cells are parted by tabs, for a spreadsheet.")
            st.code(frame.to_csv(index=False, sep="\t"), language=None, height=260)
