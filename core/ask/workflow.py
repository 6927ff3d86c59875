"""The workflow on one screen: link → read → path → query → run → tell.

After B. Arfaoui, “Experimental Analysis of Graph RAG” (University of Modena and Reggio Emilia), 7.2.1.

`path` and `query` are sub-graphs of the same form: draft → check → (repair: draft again | done), a bounded number of
times. `otherwise` is where a dead end leads: a translator with a second way starts anew from `path`. In a talk, `read`
may find that two readings differ and nothing decides: `clarify` then interrupts the run with a question back, and the
answer to it starts anew from `link`. Every step streams `Step` events while it works; the last thing streamed is the
`Answer`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any, Protocol, TypedDict, cast, get_type_hints

import langsmith
from langgraph.channels import UntrackedValue
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from core.ask import query_steps, steps
from core.ask.chart_words import chart_asked
from core.ask.form import planned
from core.ask.services import Services
from core.ask.state import Attempt, Question, State
from core.model import Answer, Step

REMEMBERED = frozenset({"asked", "turns", "pending", "choice"})
"""What a talk's memory keeps of the state: plain values."""


class Node(Protocol):
    """One step: the state so far and the handles give what the step adds."""

    def __call__(self, state: State, runtime: Runtime[Services]) -> State: ...


class Memory(Protocol):
    """A talk's thread, as the workflow runs in it."""

    @property
    def graph(self) -> Any: ...
    @property
    def config(self) -> Mapping[str, Any]: ...

    def given(self, question: Question) -> Any: ...

    def amend(self, text: str, turn: Mapping[str, Any] | None) -> None: ...

    def trim(self) -> None: ...


def _channels() -> Any:
    """The state's channels: what is remembered, and what ends with the run."""
    kept = {k: t if k in REMEMBERED else Annotated[object, UntrackedValue] for k, t in get_type_hints(State).items()}
    return TypedDict("Channels", kept, total=False)  # type: ignore[operator]


def _emitting(name: str, node: Node) -> Node:
    """The node, whose steps stream while it works; the first says that it has begun."""

    def run(state: State, runtime: Runtime[Services]) -> State:
        runtime.context.run.through(runtime.stream_writer)
        if name:
            runtime.context.run.step(Step(name, "started"))
        return node(state, runtime)

    return run


def _attempts(name: str, draft: Node, check: Node, result: str, failed: str) -> Any:
    """The sub-graph that drafts, checks and repairs until there is a `result` or the draft step stops."""
    graph = StateGraph(_channels(), context_schema=Services)
    graph.add_node("draft", _emitting(name, draft), input_schema=_channels())
    graph.add_node("check", _emitting("", check), input_schema=_channels())
    graph.add_edge(START, "draft")
    graph.add_conditional_edges("draft", lambda s: END if s.get("stopped") else "check", ["check", END])
    graph.add_conditional_edges("check", lambda s: "draft" if _faulty(s, result, failed) else END, ["draft", END])
    return graph.compile(checkpointer=False)


def _faulty(state: State, result: str, failed: str) -> bool:
    attempts: tuple[Attempt, ...] = state.get(failed, ())  # type: ignore[assignment]
    return bool(attempts) and attempts[-1].draft is state.get(result)


def _next(state: State, then: str) -> str:
    return "otherwise" if state.get("stopped") else then


def _after_path(state: State) -> str:
    """A question about the schema is answered by the Cypher alone."""
    return "tell" if state["reading"].kind == "schema" else "query"


def _again(state: State) -> bool:
    """The rows brought up a doubt: the SQL is drafted again."""
    return not state.get("stopped") and _faulty(state, "sql", "sql_failed")


def _read(state: State) -> str:
    return "clarify" if state.get("pending") else _next(state, "path")


def _built() -> Any:
    """The graph, not yet compiled.

    LangChain's tracing is switched off first: an environment variable must not send questions and rows to anyone.
    """
    langsmith.configure(enabled=False)
    channels = _channels()
    graph = StateGraph(channels, context_schema=Services)
    for name, node in (("link", steps.link), ("read", steps.read), ("run", query_steps.run_sql), ("tell", steps.tell)):
        graph.add_node(name, _emitting(name, node), input_schema=channels)
    for name, node in (("clarify", steps.clarify), ("otherwise", steps.otherwise)):
        graph.add_node(name, _emitting("", node), input_schema=channels)
    path = _attempts("path", query_steps.draft_cypher, query_steps.check_cypher, "cypher", "cypher_failed")
    query = _attempts("query", query_steps.draft_sql, query_steps.check_sql, "sql", "sql_failed")
    graph.add_node("path", path, input_schema=channels)
    graph.add_node("query", query, input_schema=channels)
    graph.add_edge(START, "link")
    graph.add_edge("link", "read")
    graph.add_conditional_edges("read", _read, ["clarify", "path", "otherwise"])
    graph.add_edge("clarify", "link")
    graph.add_conditional_edges("query", lambda s: _next(s, "run"), ["run", "otherwise"])
    graph.add_conditional_edges("path", lambda s: _next(s, _after_path(s)), ["query", "tell", "otherwise"])
    graph.add_conditional_edges(
        "run", lambda s: "query" if _again(s) else _next(s, "tell"), ["query", "tell", "otherwise"]
    )
    graph.add_conditional_edges("otherwise", lambda s: "tell" if s.get("stopped") else "path", ["path", "tell"])
    graph.add_edge("tell", END)
    return graph


@lru_cache(maxsize=1)
def workflow() -> Any:
    """The compiled graph without a memory; it holds no handles and no state, so one serves everybody."""
    return _built().compile()


def remembering(saver: Any) -> Any:
    """The compiled graph that keeps talks with a LangGraph checkpointer."""
    return _built().compile(checkpointer=saver)


def answer(
    question: Question,
    make: Callable[[Callable[[Step], None]], Services],
    talk: Memory | None = None,
    *,
    again: str = "",
) -> Iterator[Step | Answer]:
    """Steps as they happen, then the Answer. `make` builds the services around a function that tells a step.

    With `talk` the question follows on what was said there. The Answer may then be a question back: it has `options`,
    and the next question of the talk may be one of them. `again` is the text of an earlier question of the talk that is
    now asked with something changed: it stands by itself, and then the talk speaks of what came of it.

    Raises Cancelled, QueryTimeout (the question's own deadline) and StoreError.
    """
    services = make(lambda step: None)
    inside = talk if not again else None
    graph = inside.graph if inside else workflow()
    given = inside.given(question) if inside else {"question": question}
    more: dict[str, Any] = {"config": dict(inside.config), "durability": "exit"} if inside else {}
    state: State = {"question": question}
    clock = _Clock()
    for space, mode, found in graph.stream(
        given, context=services, stream_mode=["updates", "custom"], subgraphs=True, **more
    ):
        if mode == "custom":
            yield clock.timed(found)
        elif not space:
            for name, added in found.items():
                clock.done(name)
                state.update(cast(State, added or {}) if name != "__interrupt__" else {})
    if talk and again:
        talk.amend(again, next(iter(state.get("turns") or ()), None))
    if talk:
        talk.trim()
    yield _answer(question, state, services, clock)


class _Clock:
    """How long each step took, in milliseconds: a step since the last that was told, a node in all."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.timings: dict[str, float] = {}
        self._told_at = self._done_at = time.perf_counter()

    def timed(self, step: Step) -> Step:
        now = time.perf_counter()
        spent, self._told_at = round((now - self._told_at) * 1000, 1), now
        if step.state == "started":
            return step
        self.steps.append(Step(step.name, step.state, step.text, step.detail, spent))
        return self.steps[-1]

    def done(self, name: str) -> None:
        now = time.perf_counter()
        if name not in ("__interrupt__", "clarify"):
            self.timings[name] = round(self.timings.get(name, 0.0) + (now - self._done_at) * 1000, 1)
        self._done_at = now


def _answer(question: Question, state: State, services: Services, clock: _Clock) -> Answer:
    stopped = bool(state.get("stopped"))
    pending = state.get("pending") or {}
    reading, cypher, rows = state.get("reading"), state.get("cypher"), state.get("rows")
    paths, sql = state.get("paths", ()), state.get("sql")
    cypher = cypher if paths else None  # one that was refused was never put to the graph
    return Answer(
        question=question.text,
        answer=pending.get("question") or state.get("answer", ""),
        language=state.get("question", question).language,
        hint=question.hint,
        enriched=reading.enriched if reading else "",
        tables=tuple(
            dict.fromkeys([*(reading.tables if reading else ()), *(e.right_table for e in (paths or ((),))[0])])
        ),
        cypher=cypher.text if cypher else None,
        cypher_parameters=dict(cypher.parameters) if cypher else {},
        path=paths[0] if paths else (),
        runner_up_paths=paths[1:],
        sql=sql.text if sql and not stopped else None,
        columns=rows.columns if rows else (),
        rows=rows.rows if rows else (),
        beside=state.get("beside"),
        truncated=rows.truncated if rows else False,
        confidence=state.get("confidence", 0.0),
        warnings=state.get("cautions", ()),
        understood=state.get("understood", ()),
        ignored=state.get("ignored", ()),
        translator=services.translator.name,
        timings_ms=clock.timings,
        model_calls=services.run.calls,
        tokens=services.run.tokens,
        cost=services.run.cost,
        exchanges=tuple(services.run.exchanges),
        steps=tuple(clock.steps),
        rewritten=_whole(question, state),
        earlier=tuple(asdict(t) for t in state["question"].earlier),
        options=tuple(pending.get("options") or ()),
        offered=state.get("offered", ()) if stopped else (),
        alternatives=state.get("alternatives", ()),
        chips=state.get("chips", ()),
        overrides=question.overrides,
        reading=state["question"].reading,
        chart=state.get("chart") or (reading.chart if reading else ""),
        form=state.get("form") or (planned(reading) if stopped and reading else None),
        verified=reading.verified if reading and not stopped else "",
        like=reading.like if reading and not stopped else (),
    )


_OPENED = re.compile(r"\b(what|who|where|when|how)['’]?s\b", re.IGNORECASE)


def _whole(question: Question, state: State) -> str:
    """The whole question that was answered, where what the person typed is not all of it."""
    asked, reading = state["question"], state.get("reading")
    if reading is not None and reading.rewritten:
        same = _OPENED.sub(r"\1 is", question.text).casefold().split() == reading.rewritten.casefold().split()
        return "" if same else reading.rewritten
    return asked.text if asked.text not in (question.text, chart_asked(question.text).text) else ""
