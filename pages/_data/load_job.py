"""Loading files as a job: uploads, paths and samples, with a bar and Stop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import JoineryError
from core.ingest.type_overrides import SAID, TypeOverride
from core.model import Column, Progress, Table
from core.model.sources import divided
from core.samples import Sample
from core.workspace.uploads import safe_name, write_upload
from pages._data.load_report import show_stop_or_fault
from pages._ui import suggestions
from pages._ui.jobs import Job, jobs
from pages._ui.markup import count, literal
from pages._ui.opening import folder

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from core.ingest.brought import Bounds
    from core.ingest.layout.by_hand import LayoutOverride
    from core.workspace import Workspace

NEXT = "table_next"
"""Where in the session the name of the table stands that the data page is to show next."""


def key(ws: Workspace) -> str:
    """A workspace's loading, among all jobs."""
    return f"load@{ws.folder}"


def load(ws: Workspace, title: str, find: Callable[[], Sequence[Path | str]]) -> None:
    """Start loading; `find` gives the paths, in the job's own thread."""

    def work(job: Job) -> object:
        return ws.tables.load(find(), progress=_telling(job), stop=job.stop)

    st.session_state.pop("load_report", None)
    jobs().queue(key(ws), title, work)


def bring(ws: Workspace, url: str, tables: Sequence[str], bounds: Bounds) -> None:
    """Start copying tables of a database."""

    def work(job: Job) -> object:
        return ws.copies.bring(url, tables, bounds=bounds, progress=_telling(job), stop=job.stop)

    st.session_state.pop("load_report", None)
    jobs().queue(key(ws), f"Copying {count(len(tables), 'table')}", work)


def bring_again(ws: Workspace, table: Table) -> None:
    """Start copying a table of a database anew."""

    def work(job: Job) -> object:
        return ws.copies.again([table.name], progress=_telling(job), stop=job.stop)

    st.session_state.pop("load_report", None)
    jobs().queue(key(ws), f"Copying {table.label} anew", work)


def start(ws: Workspace, title: str, work: Callable[[Progress, threading.Event], Amended]) -> None:
    """Start other work that brings tables, which is told how far it is and when to stop."""
    st.session_state.pop("load_report", None)
    jobs().queue(key(ws), title, lambda job: work(_telling(job), job.stop))


def busy(ws: Workspace) -> bool:
    """Nothing can be changed now: another Joinery writes, or something is being loaded."""
    return ws.read_only or under_way(ws)


def under_way(ws: Workspace) -> bool:
    """Something is being loaded."""
    return jobs().get(key(ws)) is not None


def set_type(ws: Workspace, table: Table, column: Column, type_override: TypeOverride | None) -> None:
    """Start loading a table anew with a column read as a person wants it."""
    said = column.label or column.name
    chosen = SAID[type_override] if type_override else "the file suggests"

    def work(job: Job) -> object:
        made = ws.tables.set_type(table.name, column.name, type_override, progress=_telling(job), stop=job.stop)
        now = made.column(column.name)
        return Amended(
            table.name,
            f"“{said}” is now read as {chosen}{f' ({now.type})' if now else ''}.",
        )

    _amend(ws, table, f"Loading {table.label} anew", work)


def set_layout(ws: Workspace, table: Table, source: str, override: LayoutOverride | None) -> None:
    """Start loading a table's file anew, cut as a person says."""

    def work(job: Job) -> object:
        made = ws.tables.set_layout(table.name, override, source=source, progress=_telling(job), stop=job.stop)
        here = next((t for t in made if t.name == table.name), made[0])
        by = "with these borders" if override else "as the program sees it"
        rows = "; ".join(f"{t.label}: {count(t.rows, 'row')}" for t in made)
        return Amended(here.name, f"Loaded {by}. {rows}.")

    _amend(ws, table, f"Loading {table.label} anew", work)


def replace(ws: Workspace, table: Table, file: Any) -> None:
    """Start loading an uploaded file as a table. If that fails, the file it had stays."""
    own = Path(table.source)
    uploads = folder(ws, "uploads").resolve()
    sources = {t.source for t in ws.tables.all() if t.name != table.name}
    name = safe_name(file.name)
    path = uploads / name
    if own.parent == uploads and own.suffix == Path(name).suffix:
        path = own
    elif any(divided(s)[0] == path.as_posix() for s in sources):
        path = uploads / safe_name(table.name) / name
        path.parent.mkdir(exist_ok=True)
    before = path.with_name(path.name + ".before")
    partial = path.with_name(path.name + ".part")
    write_upload(file, partial)

    def work(job: Job) -> object:
        if path.is_file():
            path.replace(before)
        partial.replace(path)
        try:
            made = ws.tables.replace(table.name, path, progress=_telling(job), stop=job.stop)
        except JoineryError:
            path.unlink()
            if before.is_file():
                before.replace(path)
            raise
        before.unlink(missing_ok=True)
        return Amended(table.name, f"Replaced by {name}: {count(made.rows, 'row')}.")

    _amend(ws, table, f"Loading {name}", work)


@dataclass(frozen=True, slots=True)
class Amended:
    """A table was changed; `text` says how."""

    table: str
    text: str


def note(table: str, what: str | JoineryError) -> None:
    """Keep something to say at a table when the page shows it next."""
    st.session_state["table_note"] = (table, what)


def show_note(table: str) -> None:
    """Say it, once."""
    about, what = st.session_state.get("table_note", ("", ""))
    if about != table:
        return
    del st.session_state["table_note"]
    if isinstance(what, JoineryError):
        show_stop_or_fault(what, "The table is as it was.")
    else:
        st.success(literal(what), icon="✅")


def _amend(ws: Workspace, table: Table, title: str, work: Callable[[Job], object]) -> None:
    st.session_state.pop("load_report", None)
    st.session_state["amending"] = table.name
    jobs().queue(key(ws), title, work)


def _telling(job: Job) -> Callable[[str, float], None]:
    return lambda what, share: job.events.append((what, share))


def load_sample(ws: Workspace, sample: Sample) -> None:
    """Write a sample's files into the workspace and load them."""
    load(ws, f"Loading {sample.title}", lambda: list(sample.write(suggestions.sample_folder(ws, sample))))


def show_progress(ws: Workspace, place: DeltaGenerator) -> None:
    """While files load: the bar, the file's name, Stop. When they are loaded: the page runs anew with the report.

    A page calls this last, so that all else on it is there and can be used meanwhile.
    """
    job = jobs().get(key(ws))
    if job is None:
        return
    with place, st.container(horizontal=True, vertical_alignment="center", key="loading"):
        bar = st.progress(0.0, text=literal(job.title))
        st.button("Stop", key="stop-load", icon="⏹️", on_click=job.stop.set, disabled=job.stop.is_set())
    what, share = job.title, 0.0
    for last in job.progress():
        if last is not None:
            what, share = str(last[0]), min(max(float(last[1]), share), 1.0)
        said = literal("Stopping…" if job.stop.is_set() else what)
        bar.progress(share, text=f"{said} · {job.seconds:.0f} s" if job.seconds >= 1 else said)
    _ended(job)
    jobs().take(key(ws))
    st.rerun()


def _ended(job: Job) -> None:
    """Keep what came of a job for where it belongs: at the table, or at the head of the page."""
    amended = st.session_state.pop("amending", "")
    if isinstance(job.result, Amended):
        note(job.result.table, job.result.text)
        st.session_state[NEXT] = job.result.table
    elif amended and job.fault:
        note(amended, job.fault)
    else:
        st.session_state["load_report"] = job.fault or job.result
        tables = getattr(job.result, "tables", ())
        if tables:
            st.session_state[NEXT] = tables[0].name
