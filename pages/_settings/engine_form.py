"""On the settings page: which engine holds the rows, and where to have another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages._ui import markup

if TYPE_CHECKING:
    from core.workspace import Workspace


def section(ws: Workspace) -> None:
    """What is asked now, and the way to the page where that is chosen: it concerns the tables, which are there."""
    if ws.database.database:
        at = markup.literal(ws.database.database)
        st.markdown(
            f"The tables are in {at} and are asked there. Forget that database to load files, or to ask another."
        )
    elif ws.database.schema:
        schema, name = markup.literal(ws.database.schema), markup.literal(ws.database.name)
        st.markdown(
            f"Files are loaded into the schema {schema} of {name}. Leave it to have their rows in the workspace."
        )
    else:
        st.markdown(
            "The rows of your files are in the workspace. An empty one may ask a database in its place, or load files "
            "into a PostgreSQL or a Trino; beside files, tables of a database can be copied."
        )
    st.page_link("pages/data.py", label="Choose on the data page, under “A database”", icon="🔌")
