"""What the last load found, file by file, and what could not be loaded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import Cancelled, JoineryError
from core.model import Problem, Table
from pages._ui.faults import show_fault
from pages._ui.markup import count, literal, size

if TYPE_CHECKING:
    from core.workspace import LoadReport

_TOLD = "load-told"
_LISTED, _MOST = 3, 100
"""How many files are named at once, and the most of all."""


def told() -> None:
    """The last load's report was there to be seen, and the person went on to ask: it is not told again."""
    st.session_state[_TOLD] = st.session_state.get("load_report")


def untold() -> Any:
    """The last load's report; None where there is none, or it was told."""
    report = st.session_state.get("load_report")
    return None if report is st.session_state.get(_TOLD) else report


def show_report() -> None:
    """What the last load found, file by file, and the problems with what to do."""
    report: Any = untold()
    if isinstance(report, JoineryError):
        show_stop_or_fault(report, "What was whole by then is loaded.")
    elif report is not None:
        _report(report)


def _report(report: LoadReport) -> None:
    failed = failures(report)
    if report.documents:
        names = ", ".join(literal(n) for n in report.documents)
        st.success(f"Read {count(len(report.documents), 'document')} about the tables: {names}.", icon="📖")
    if report.tables:
        files = sum(bool(p.file) for p in failed)
        more = f" {count(files, 'file')} could not be loaded." if files else ""
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
    """Of a report's problems those of files that were not loaded, and of what is not up to date after it (no file); the
    others are the tables' own."""
    own = {id(p) for t in report.tables for p in t.problems}
    at_tables = [p for t in report.tables for p in t.problems]
    return [p for p in report.problems if id(p) not in own and p not in at_tables]


def show_problems() -> None:
    """Of the last load, only what could not be loaded."""
    report: Any = untold()
    if isinstance(report, JoineryError):
        show_stop_or_fault(report, "What was whole by then is loaded.")
    elif report is not None:
        _problems(failures(report))


def show_stop_or_fault(fault: JoineryError, stopped: str) -> None:
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
    file = f"{literal(Path(problem.file).name)}: " if problem.file else ""
    st.warning(literal(problem.hint) or "Look at the file.", title=f"{file}{literal(problem.message)}", icon="⚠️")
