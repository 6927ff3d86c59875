"""Loading files as a job: uploads, paths and samples, with a bar, Stop, and what was found."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import JoineryError
from core.samples import Sample
from pages import _suggest
from pages._jobs import Job, jobs
from pages._shared import count, folder, literal, show_fault, size

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from core.workspace import LoadReport, Workspace

_CHUNK = 1 << 20
_UNFIT = re.compile(r"[/\x00-\x1f]")
_UNFIT_WINDOWS = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


def key(ws: Workspace) -> str:
    """A workspace's loading, among all jobs."""
    return f"load@{ws.folder}"


def load(ws: Workspace, title: str, find: Callable[[], Sequence[Path | str]]) -> None:
    """Start loading; `find` gives the paths, in the job's own thread."""

    def work(job: Job) -> object:
        def progress(what: str, share: float) -> None:
            job.events.append((what, share))

        return ws.load(find(), progress=progress, stop=job.stop)

    st.session_state.pop("load_report", None)
    jobs().start(key(ws), title, work)


def load_sample(ws: Workspace, sample: Sample) -> None:
    """Write a sample's files into the workspace and load them."""
    load(ws, f"Loading {sample.title}", lambda: list(sample.write(_suggest.sample_folder(ws, sample))))


def keep_uploads(ws: Workspace, files: Iterable[Any]) -> list[Path]:
    """Write uploaded files into the workspace's `uploads` folder under their own names, a chunk at a time."""
    kept = []
    for file in files:
        path = folder(ws, "uploads") / safe_name(file.name)
        partial = path.with_name(path.name + ".part")
        file.seek(0)
        with partial.open("wb") as out:
            shutil.copyfileobj(file, out, _CHUNK)
        partial.replace(path)
        kept.append(path)
    return kept


def safe_name(name: str, windows: bool = os.name == "nt") -> str:
    """A file's own name, without folders and without signs that the file system refuses."""
    last = (_UNFIT_WINDOWS if windows else _UNFIT).sub("_", name.replace("\\", "/").rsplit("/", 1)[-1]).strip(" .")
    return last or "file.csv"


def show_progress(ws: Workspace, place: DeltaGenerator) -> None:
    """While files load: the bar, the file's name, Stop. When they are loaded: the page runs anew with the report.

    A page calls this last, so that all else on it is there and can be used meanwhile.
    """
    job = jobs().get(key(ws))
    if job is None:
        return
    with place, st.container(horizontal=True, vertical_alignment="center", key="loading"):
        bar = st.progress(0.0, text=literal(job.title))
        st.button("Stop", key="stop-load", icon="⏹️", on_click=jobs().stop, args=(key(ws),), disabled=job.stop.is_set())
    what, share = job.title, 0.0
    for event in job.follow():
        if isinstance(event, tuple):
            what, share = str(event[0]), min(max(float(event[1]), share), 1.0)
        bar.progress(share, text=f"{literal(what)} · {job.seconds:.0f} s" if job.seconds >= 1 else literal(what))
    st.session_state["load_report"] = job.fault or job.result
    jobs().take(key(ws))
    st.rerun()


def show_report() -> None:
    """What the last load of this session found, file by file, and the problems with what to do."""
    report = st.session_state.get("load_report")
    if isinstance(report, JoineryError):
        show_fault(report)
    elif report is not None:
        _report(report)


def _report(report: LoadReport) -> None:
    if report.documents:
        names = ", ".join(literal(n) for n in report.documents)
        st.success(f"Read {count(len(report.documents), 'document')} about the tables: {names}.", icon="📖")
    if report.tables:
        st.success(f"Loaded {count(len(report.tables), 'table')}.", icon="✅")
        with st.expander("What was found in each file", expanded=len(report.tables) <= 3, key="found"):
            for table in report.tables:
                kinds = ", ".join(f"{literal(c.label)} *{c.type}*" for c in table.columns[:12])
                more = f" and {len(table.columns) - 12} more" if len(table.columns) > 12 else ""
                st.markdown(
                    f"**{literal(table.label)}** · {count(table.rows, 'row')}, {count(len(table.columns), 'column')}"
                    f"{f', {size(table.size)}' if table.size else ''}  \n{kinds}{more}"
                )
    elif not report.problems and not report.documents:
        st.warning("No file was found there.", icon="⚠️")
    _problems(report)


def show_problems() -> None:
    """Of the last load, only what went wrong."""
    report = st.session_state.get("load_report")
    if isinstance(report, JoineryError):
        show_fault(report)
    elif report is not None:
        _problems(report)


def _problems(report: LoadReport) -> None:
    for problem in report.problems:
        file = literal(Path(problem.file).name)
        st.warning(literal(problem.hint) or "Look at the file.", title=f"{file}: {literal(problem.message)}", icon="⚠️")
