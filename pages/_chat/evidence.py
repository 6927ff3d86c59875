"""Under an answer, folded: all that led to it, a tab for each step."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.ask.labelled import labelled
from core.model import Answer, PathEdge
from pages._chat import chips, query_view, sources
from pages._chat.ask_again import Entry
from pages._chat.spoken import spoken
from pages._chat.step_view import STEP_NAMES, step_line
from pages._graph import dot
from pages._ui import visited
from pages._ui.markup import cell, count, literal
from pages._ui.opening import dark


def show(entry: Entry) -> None:
    """The tabs. What was sent to a model and what was cited have tabs of their own where there is any."""
    answer = entry.answer
    names = ["Question", "Way", "Cypher", "SQL"]
    names += ["Model"] if answer.exchanges else []
    files = sources.files(entry.ws, answer)
    names += ["Sources"] if answer.citations or files else []
    names += ["Documents"] if answer.visited else []
    tabs = dict(zip([*names, "Steps"], st.tabs([*names, "Steps"], key=f"tabs-{entry.place}"), strict=True))
    with tabs["Question"]:
        _question(entry)
    with tabs["Way"]:
        _path(entry)
    with tabs["Cypher"]:
        _cypher(answer)
    with tabs["SQL"]:
        query_view.show(entry)
    if answer.exchanges:
        with tabs["Model"]:
            _model(answer, entry.key)
    if "Sources" in tabs:
        with tabs["Sources"]:
            sources.show(files)
            for citation in answer.citations:
                st.markdown(f"**{literal(citation.source)}**")
                st.code(citation.text, language=None, wrap_lines=True)
    if answer.visited:
        with tabs["Documents"]:
            visited.path(answer.visited)
    with tabs["Steps"]:
        _steps(answer)


def _question(entry: Entry) -> None:
    answer = entry.answer
    if answer.rewritten:
        st.markdown(f"Taken for: {literal(answer.rewritten)}")
    if answer.enriched:
        st.markdown(f"How I understood it: {spoken(entry.ws, answer.enriched)}")
    if answer.hint:
        st.markdown(f"With this definition: {literal(answer.hint)}")
    if answer.unsure or answer.sql is None:
        return  # the chips are above, in place of an answer
    if answer.chips:
        st.caption("Click on words to say what else they mean; the question is asked again at once.")
    chips.show(entry)
    chips.alternatives(entry)


def _path(entry: Entry) -> None:
    answer = entry.answer
    if not answer.tables and not answer.path:
        st.caption("No tables were used.")
        return
    labels = {t.name: t.label for t in entry.ws.tables.all()}
    _drawn(answer.tables, answer.path, labels, "The tables used and their joins")
    st.caption("Solid: confirmed. Dashed: probable." if answer.path else "One table was enough: nothing to join.")
    if answer.runner_up_paths:
        ways = [labelled(_path_words(edges), entry.ws.tables.all()) for edges in answer.runner_up_paths]
        st.markdown("Other ways there were, best first:")
        chosen = st.selectbox(
            "Another way",
            range(len(ways)),
            index=None,
            format_func=lambda n: ways[n],
            key=f"way-{entry.key}",
            placeholder="Choose one to see it drawn",
            label_visibility="collapsed",
        )
        st.markdown("\n".join(f"- {literal(way)}" for way in ways))
        if chosen is not None:
            _drawn((), answer.runner_up_paths[chosen], labels, "Another way between the tables")


def _drawn(tables: Sequence[str], path: Sequence[PathEdge], labels: dict[str, str], alt: str) -> None:
    st.graphviz_chart(dot.path(tables, path, dot.palette(dark()), labels), width="content", alt=alt)


def _path_words(edges: Sequence[PathEdge]) -> str:
    joins = (f"{e.equation} ({e.state})" for e in edges)
    return " and ".join(joins) or "no join"


def _cypher(answer: Answer) -> None:
    if not answer.cypher:
        st.caption("The graph was not asked.")
        return
    verb = "finds the path in" if answer.sql is not None else "was put to"
    st.caption(f"This query {verb} the graph.")
    st.code(answer.cypher, language="cypher", wrap_lines=True)
    given = answer.cypher_parameters.items()
    st.markdown("  \n".join(f"\\${literal(name)} = {literal(cell(value))}" for name, value in given))


def _model(answer: Answer, key: str) -> None:
    """Every call, in full: what left this machine, and what came back."""
    cost = f", {answer.cost:.4f} US dollars" if answer.cost is not None else ""
    st.caption(f"{count(len(answer.exchanges), 'call')}, {count(answer.tokens, 'token')}{cost}. Nothing else was sent.")
    for n, call in enumerate(answer.exchanges):
        facts = [f"{call.seconds:.1f} s", count(call.tokens, "token"), *([literal(call.model)] if call.model else [])]
        facts += [f"sent {call.calls} times"] if call.calls > 1 else []
        head = f"{n + 1}. {literal(call.purpose)} · {' · '.join(facts)}"
        with st.expander(head, key=f"call-{key}-{n}"):
            st.caption("Sent")
            st.code(call.sent, language=None, wrap_lines=True, height=300 if call.sent.count("\n") > 12 else "content")
            st.caption(f"Received nothing: {literal(call.fault)}" if call.fault else "Received")
            if call.received:
                st.code(call.received, language=None, wrap_lines=True)


def _steps(answer: Answer) -> None:
    st.markdown("  \n".join(step_line(step) for step in answer.steps if step.state != "started"))
    if not answer.steps:
        for name, ms in answer.timings_ms.items():
            st.markdown(f"{STEP_NAMES.get(name) or literal(name)}: {ms:,.0f} ms")
