"""Loading files as a job: uploads, paths and samples, with a bar, Stop, and what was found."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import Cancelled, JoineryError, WorkspaceUnwritable
from core.ingest.wishes import SAID, Wish
from core.model import Column, Problem, Table
from core.samples import Sample
from pages import _suggest
from pages._jobs import Job, jobs
from pages._shared import count, folder, literal, show_fault, size

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from core.workspace import LoadReport, Workspace

_CHUNK = 1 << 20
NEXT = "table_next"
"""Where in the session the name of the table stands that the data page is to show next."""
_LISTED, _MOST = 3, 100
"""So many files are named at once, and so many at most."""
_UNFIT = re.compile(r"[/\x00-\x1f]")
_UNFIT_WINDOWS = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


def key(ws: Workspace) -> str:
    """A workspace's loading, among all jobs."""
    return f"load@{ws.folder}"


def load(ws: Workspace, title: str, find: Callable[[], Sequence[Path | str]]) -> None:
    """Start loading; `find` gives the paths, in the job's own thread."""

    def work(job: Job) -> object:
        return ws.load(find(), progress=_telling(job), stop=job.stop)

    st.session_state.pop("load_report", None)
    jobs().start(key(ws), title, work)


def busy(ws: Workspace) -> bool:
    """Nothing can be changed now: another Joinery writes, or something is being loaded."""
    return ws.read_only or under_way(ws)


def under_way(ws: Workspace) -> bool:
    """Something is being loaded."""
    return jobs().get(key(ws)) is not None


def set_type(ws: Workspace, table: Table, column: Column, wish: Wish | None) -> None:
    """Start loading a table anew with a column read as a person wants it."""
    said = column.label or column.name

    def work(job: Job) -> object:
        made = ws.set_type(table.name, column.name, wish, progress=_telling(job), stop=job.stop)
        now = made.column(column.name)
        return Amended(
            table.name,
            f"“{said}” is now read as {SAID[wish] if wish else 'the file suggests'}{f' ({now.type})' if now else ''}.",
        )

    _amend(ws, table, f"Loading {table.label} anew", work)


def replace(ws: Workspace, table: Table, file: Any) -> None:
    """Start loading an uploaded file as a table. If that fails, the file it had stays."""
    own = Path(table.source)
    uploads = folder(ws, "uploads").resolve()
    sources = {t.source for t in ws.tables() if t.name != table.name}
    name = safe_name(file.name)
    path = uploads / name
    if own.parent == uploads and own.suffix == Path(name).suffix:
        path = own
    elif any(s.split("#")[0] == path.as_posix() for s in sources):
        path = uploads / safe_name(table.name) / name
        path.parent.mkdir(exist_ok=True)
    before = path.with_name(path.name + ".before")
    partial = path.with_name(path.name + ".part")
    _write(file, partial)

    def work(job: Job) -> object:
        if path.is_file():
            path.replace(before)
        partial.replace(path)
        try:
            made = ws.replace(table.name, path, progress=_telling(job), stop=job.stop)
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
        _fault(what, "The table is as it was.")
    else:
        st.success(literal(what), icon="✅")


def _amend(ws: Workspace, table: Table, title: str, work: Callable[[Job], object]) -> None:
    st.session_state.pop("load_report", None)
    st.session_state["amending"] = table.name
    jobs().start(key(ws), title, work)


def _telling(job: Job) -> Callable[[str, float], None]:
    return lambda what, share: job.events.append((what, share))


def load_sample(ws: Workspace, sample: Sample) -> None:
    """Write a sample's files into the workspace and load them."""
    load(ws, f"Loading {sample.title}", lambda: list(sample.write(_suggest.sample_folder(ws, sample))))


def keep_uploads(ws: Workspace, files: Iterable[Any]) -> list[Path]:
    """Write uploaded files into the workspace's `uploads` folder under their own names, a chunk at a time."""
    kept = []
    for file in files:
        path = folder(ws, "uploads") / safe_name(file.name)
        partial = path.with_name(path.name + ".part")
        _write(file, partial)
        partial.replace(path)
        kept.append(path)
    return kept


def _write(file: Any, path: Path) -> None:
    """Raises WorkspaceUnwritable; what was written by then is gone, and its room is free."""
    file.seek(0)
    try:
        with path.open("wb") as out:
            shutil.copyfileobj(file, out, _CHUNK)
    except OSError as fault:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise WorkspaceUnwritable(path.parent, fault.strerror) from fault


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
    elif amended and job.fault:
        note(amended, job.fault)
    else:
        st.session_state["load_report"] = job.fault or job.result
        tables = getattr(job.result, "tables", ())
        if tables:
            st.session_state[NEXT] = tables[0].name


def show_report() -> None:
    """What the last load found, file by file, and the problems with what to do."""
    report = st.session_state.get("load_report")
    if isinstance(report, JoineryError):
        _fault(report, "What was whole by then is loaded.")
    elif report is not None:
        _report(report)


def _report(report: LoadReport) -> None:
    failed = failures(report)
    if report.documents:
        names = ", ".join(literal(n) for n in report.documents)
        st.success(f"Read {count(len(report.documents), 'document')} about the tables: {names}.", icon="📖")
    if report.tables:
        more = f" {count(len(failed), 'file')} could not be loaded." if failed else ""
        st.success(f"Loaded {count(len(report.tables), 'table')}.{more}", icon="✅")
    elif not report.problems and not report.documents:
        st.warning("No file was found there.", icon="⚠️")
    _problems(failed)
    if report.tables:
        _found(report.tables)


def _found(tables: Sequence[Table]) -> None:
    """What each file became, folded; remarks are counted and stand at their tables."""
    marked = [t for t in tables if t.problems]
    if marked:
        names = ", ".join(f"{t.label} ({len(t.problems)})" for t in marked[:_LISTED])
        more = f" and {len(marked) - _LISTED} more tables" if len(marked) > _LISTED else ""
        st.caption(f"⚠️ There are remarks on {literal(names)}{more}. They stand at the tables below.")
    with st.expander("What was found in each file", expanded=len(tables) <= 3, key="found"):
        for table in tables[:_MOST]:
            kinds = ", ".join(f"{literal(c.label)} *{c.type}*" for c in table.columns[:12])
            more = f" and {len(table.columns) - 12} more" if len(table.columns) > 12 else ""
            st.markdown(
                f"**{literal(table.label)}** · {count(table.rows, 'row')}, {count(len(table.columns), 'column')}"
                f"{f', {size(table.size)}' if table.size else ''}  \n{kinds}{more}"
            )
        if len(tables) > _MOST:
            st.caption(f"And {len(tables) - _MOST:,} more; the list below has them all.")


def failures(report: LoadReport) -> list[Problem]:
    """Of a report's problems those of files that were not loaded; the others are the tables' own."""
    own = {id(p) for t in report.tables for p in t.problems}
    told = [p for t in report.tables for p in t.problems]
    return [p for p in report.problems if id(p) not in own and p not in told]


def show_problems() -> None:
    """Of the last load, only what could not be loaded."""
    report = st.session_state.get("load_report")
    if isinstance(report, JoineryError):
        _fault(report, "What was whole by then is loaded.")
    elif report is not None:
        _problems(failures(report))


def _fault(fault: JoineryError, stopped: str) -> None:
    """A fault; for a stop by the person what that means."""
    if isinstance(fault, Cancelled):
        st.info(f"Stopped. {stopped}", icon="⏹️")
    else:
        show_fault(fault)


def _problems(failed: Sequence[Problem]) -> None:
    """The first few open, the rest folded; where the files are, folded too."""
    for problem in failed[:_LISTED]:
        _problem(problem)
    if failed[_LISTED:]:
        with st.expander(f"{count(len(failed) - _LISTED, 'more file')} that could not be loaded", key="more-failed"):
            for problem in failed[_LISTED:_MOST]:
                _problem(problem)
    if failed:
        with st.expander("Details", key="failed-details"):
            st.code(
                "\n".join(f"{p.file}\n  {p.code}: {p.message}" for p in failed[:_MOST]), language=None, wrap_lines=True
            )


def _problem(problem: Problem) -> None:
    file = literal(Path(problem.file).name)
    st.warning(literal(problem.hint) or "Look at the file.", title=f"{file}: {literal(problem.message)}", icon="⚠️")
