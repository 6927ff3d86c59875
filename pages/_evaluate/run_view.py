"""A run of a question set as people look at it: scores, what changed, and each question beside what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import streamlit as st

from pages._ui import frames, markup

if TYPE_CHECKING:
    from core.evaluate.cases import Case
    from core.evaluate.kept import Evaluations
    from core.evaluate.runs import EvaluationRun, Result
    from core.workspace import Workspace

MOST = 300
"""How many questions of a set are shown."""
_NAMED = 5
"""Questions that are named in a line."""
VERDICTS = {
    "wrong": "❌ wrong",
    "withheld": "🤔 not sure, its rows are not shown",
    "none": "❔ no answer",
    "lenient": "🟡 right, with more columns",
    "right": "✅ right",
    "unscored": "⚪ not scored",
}


def kept(ws: Workspace) -> Evaluations:
    """The workspace's question sets and runs."""
    from core.evaluate.kept import Evaluations

    return Evaluations(ws.folder)


def title(run: EvaluationRun) -> str:
    """A run in a list: its set, when, who answered, and the share that was right."""
    when = datetime.fromisoformat(run.began).astimezone()
    by = f" by {run.asked_by}" if run.asked_by else ""
    return f"{run.set}, {when:%Y-%m-%d %H:%M}{by}: {run.strict:.0%} of {run.scored:,}"


def inside(name: str, cases: Sequence[Case]) -> None:
    """The questions of a set with what is expected, folded under their number."""
    with st.expander(f"Its {markup.count(len(cases), 'question')}", icon="📋", key=f"inside-{name}"):
        listed = [(c.question, _expected(c), c.hint) for c in cases[:MOST]]
        columns = ("Question", "Expected", "Hint") if any(c.hint for c in cases) else ("Question", "Expected")
        st.dataframe(
            frames.frame(columns, [row[: len(columns)] for row in listed]),
            hide_index=True,
            height=frames.table_height(len(listed)),
            alt="The questions of the set",
        )
        if len(cases) > MOST:
            st.caption(f"Shown are the first {MOST} of {len(cases):,}.")


def _expected(case: Case) -> str:
    """Its rows in a line, else its SQL."""
    if case.rows is None:
        return case.sql
    return ", ".join(": ".join(markup.cell(cell) for cell in row) for row in case.rows)


def scores(run: EvaluationRun, before: EvaluationRun | None) -> None:
    """The shares, each with the difference to an earlier run."""

    def points(now: float, then: float | None) -> str | None:
        return None if then is None else f"{(now - then) * 100:+.0f} points"

    with st.container(horizontal=True):
        st.metric(
            "Right",
            f"{run.strict:.0%}",
            points(run.strict, before.strict if before else None),
            help="The rows are those expected, with the columns that were expected and no others.",
            width=120,
        )
        st.metric(
            "Right, more columns allowed",
            f"{run.lenient:.0%}",
            points(run.lenient, before.lenient if before else None),
            help="These, and answers with further columns beside what was expected; the same share if there are none.",
            width=230,
        )
        st.metric("Questions scored", f"{run.scored:,}", width=145)
        if run.faithful is not None:
            st.metric(
                "Faithful",
                f"{run.faithful:.0%}",
                points(run.faithful, before.faithful if before else None),
                help="Of what the answers say, what is held: figures by the rows, sentences by what they cite.",
                width=120,
            )
        times = sorted(r.ms for r in run.results)
        time = f"{times[len(times) // 2]:,.0f} ms" if times else "–"
        st.metric("Time for each", time, help="Half of the questions took less.", width=130)
    if failed := run.count("unscored"):
        st.caption(f"{markup.count(failed, 'question')} could not be scored: the expected SQL does not run here.")


def changes(before: EvaluationRun, after: EvaluationRun) -> None:
    """The questions whose verdict changed, those that got worse first."""
    from core.evaluate.runs import amended, compare, unshared

    found = compare(before, after)
    better = sum(c.better for c in found)
    gone, new = unshared(before, after)
    if gone or new:
        st.caption(
            f"The questions are not the same: {markup.count(gone, 'question')} of then not asked now, "
            f"{markup.count(new, 'question')} of now not asked then. The points are over all that each has."
        )
    if others := amended(before, after):
        named = "; ".join(markup.literal(q) for q in others[:_NAMED])
        more = f"; and {len(others) - _NAMED:,} more" if len(others) > _NAMED else ""
        st.caption(f"Something else was expected then of {markup.count(len(others), 'question')}: {named}{more}")
    if new == len(after.results):
        st.info("No question was asked both times.", icon="ℹ️")
        return
    if not found:
        st.success("Every question of both went the same.", icon="🟰")
        return
    st.markdown(f"**{better:,} better, {len(found) - better:,} worse**")
    rows = [
        ("▲ better" if c.better else "▼ worse", c.after.question, VERDICTS[c.before.verdict], VERDICTS[c.after.verdict])
        for c in found
    ]
    st.dataframe(frames.frame(("", "Question", "Before", "Now"), rows), hide_index=True, alt="Questions that changed")


def questions(run: EvaluationRun) -> None:
    """Each question: asked, understood, SQL and rows beside what was expected."""
    counts = {v: run.count(v) for v in VERDICTS}  # type: ignore[arg-type]
    there = [v for v in VERDICTS if counts[v]]
    default = [v for v in there if v in ("wrong", "withheld", "none", "lenient")] or there
    shown = st.pills(
        "Show",
        there,
        selection_mode="multi",
        default=default,
        format_func=lambda v: f"{VERDICTS[v]} ({counts[v]:,})",
        key=f"verdicts-{run.id}",
    )
    listed = {r.id: r for r in run.results if r.verdict in shown}
    if not listed:
        st.caption("No question to show.")
        return
    chosen = st.selectbox(
        "Question",
        list(listed),
        format_func=lambda k: f"{VERDICTS[listed[k].verdict].split()[0]} {listed[k].question}",
        key=f"case-{run.id}",
    )
    _one(listed[chosen])


def _one(result: Result) -> None:
    with st.container(border=True):
        st.markdown(f"**{markup.literal(result.question)}**")
        st.caption(f"{VERDICTS[result.verdict]} · {result.ms:,.0f} ms")
        if result.understood:
            st.markdown(f"How I understood it: {markup.marked(result.understood)}")
        if result.note:
            st.info(markup.literal(result.note), icon="ℹ️")
        given, expected = st.columns(2, gap="medium")
        with given:
            _side("Answered", result.columns, result.rows, result.rows_count)
        with expected:
            _side("Expected", _heads(result), result.expected, result.expected_count)
        if result.sql or result.expected_sql:
            with st.expander("SQL", icon="🧾", key=f"sql-{result.id}"):
                for head, sql in (("Answered", result.sql), ("Expected", result.expected_sql)):
                    if sql:
                        st.caption(head)
                        st.code(sql, language="sql", wrap_lines=True)


def _heads(result: Result) -> tuple[str, ...]:
    """What a person typed has no heads of its own: as many columns as the answer's are called like these."""
    width = len(result.expected[0]) if result.expected else 0
    if result.expected_columns or not width:
        return result.expected_columns
    if width == len(result.columns):
        return result.columns
    return ("expected",) if width == 1 else tuple(f"expected {i}" for i in range(1, width + 1))


def _side(head: str, heads: tuple[str, ...], rows: tuple[tuple[Any, ...], ...], n: int) -> None:
    st.markdown(f"**{head}**")
    if not rows:
        st.caption("No rows.")
        return
    st.caption(markup.count(n, "row") if n == len(rows) else f"The first {len(rows):,} of {n:,} rows")
    st.dataframe(frames.frame(heads, rows), hide_index=True, height=frames.table_height(min(len(rows), 8)), alt=head)
