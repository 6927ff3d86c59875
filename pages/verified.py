"""The verified answers: see them, change them, delete them, take them elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import JoineryError
from pages._ui import faults, markup, opening

if TYPE_CHECKING:
    from core.catalogue.verified_answers import Verified
    from core.workspace import Workspace

LISTED = 50  # the latest; all are in the file
SAID = "verified-said"


def entry(ws: Workspace, one: Verified) -> None:
    """One answer, to be changed or deleted."""
    with st.expander(markup.literal(one.question), key=f"verified-{one.id}", icon="✅"):
        st.text_input("Question", value=one.question, key=f"asked-{one.id}", disabled=ws.read_only)
        st.text_area("SQL", value=one.sql, key=f"sql-v{one.id}", height=180, disabled=ws.read_only)
        if one.hint:
            st.caption(f"With the hint: {markup.literal(one.hint)}")
        st.caption(f"Kept on {one.created[:10]}")
        with st.container(horizontal=True):
            if st.button("Save", key=f"save-{one.id}", icon="💾", disabled=ws.read_only):
                change(ws, one)
            with st.popover("Delete", icon="🗑️", key=f"del-{one.id}", disabled=ws.read_only):
                st.markdown("The question will be read anew from then on.")
                if st.button("Delete for good", key=f"delete-{one.id}", type="primary"):
                    ws.verified.delete(one.id)
                    st.session_state[SAID] = "Deleted."
                    st.rerun()


def change(ws: Workspace, one: Verified) -> None:
    """Keep what was typed, if its SQL runs."""
    question, sql = str(st.session_state[f"asked-{one.id}"]).strip(), str(st.session_state[f"sql-v{one.id}"])
    if not question:
        st.error("Write the question.", icon="⚠️")
        return
    try:
        ws.verified.edit(one.id, question=question, sql=sql)
    except JoineryError as error:
        faults.show_fault(error)
        return
    st.session_state[SAID] = "Saved."
    st.rerun()


def elsewhere(ws: Workspace, any_kept: bool) -> None:
    """To a file and from a file."""
    st.header("Take them elsewhere", anchor=False)
    st.download_button(
        "Download all",
        data=lambda: ws.verified.export().encode("utf-8"),
        file_name="verified.jsonl",
        mime="application/jsonl",
        icon="⬇️",
        key="verified-file",
        on_click="ignore",
        disabled=not any_kept,
    )
    st.caption(
        "The file is a test as well. Give it to the Evaluate page, or to `python -m core eval verified.jsonl --data "
        "FOLDER`: all questions are asked without these answers, and you see which are answered right all the same."
    )
    given = st.file_uploader("Add verified answers from a file", type=["jsonl"], key="verified-given")
    if given is not None and st.button("Add them", key="verified-add", icon="➕", disabled=ws.read_only):
        try:
            added = ws.verified.take_in(given.getvalue().decode("utf-8", errors="replace"), given.name)
        except JoineryError as error:
            faults.show_fault(error)
            return
        st.session_state[SAID] = f"{markup.count(added, 'answer')} added."
        st.rerun()


opening.routed()
ws = opening.workspace()
st.title("Verified answers", anchor=False)
st.markdown(
    "Press 👍 under an answer to keep it. The same question is then answered by the SQL you kept; it is checked again "
    "each time. Answers to similar questions name it."
)
if said := st.session_state.pop(SAID, None):
    st.success(said, icon="✅")
with faults.faults_shown():
    kept = ws.verified.all()
    if not kept:
        st.info("Nothing is kept yet.", icon="👍")
    for one in kept[:LISTED]:
        entry(ws, one)
    if len(kept) > LISTED:
        st.caption(f"The latest {LISTED} of {len(kept):,}. All are in the file below.")
    elsewhere(ws, bool(kept))
