"""The workflow on one screen: link → read → path → query → run → tell (seed 000, 7.2.1).

`path` and `query` are sub-graphs of the same form: draft → check → (repair: draft again | done), a bounded number of
times. `otherwise` is where a dead end leads: a translator with a second way starts anew from `path`. Every step
streams `Step` events; the last thing streamed is the `Answer`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Protocol, cast

import langsmith
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from core.ask import steps
from core.ask.services import Services
from core.ask.state import Attempt, Question, State
from core.model import Answer, Step


class Node(Protocol):
    """One step: the state so far and the handles give what the step adds."""

    def __call__(self, state: State, runtime: Runtime[Services]) -> State: ...


def _attempts(draft: Node, check: Node, result: str, failed: str) -> Any:
    """The sub-graph that drafts, checks and repairs until there is a `result` or the draft step stops."""
    graph = StateGraph(State, context_schema=Services)
    graph.add_node("draft", draft)
    graph.add_node("check", check)
    graph.add_edge(START, "draft")
    graph.add_conditional_edges("draft", lambda s: END if s.get("stopped") else "check", ["check", END])
    graph.add_conditional_edges("check", lambda s: "draft" if _faulty(s, result, failed) else END, ["draft", END])
    return graph.compile()


def _faulty(state: State, result: str, failed: str) -> bool:
    attempts: tuple[Attempt, ...] = state.get(failed, ())  # type: ignore[assignment]
    return bool(attempts) and attempts[-1].draft is state.get(result)


def _next(state: State, then: str) -> str:
    return "otherwise" if state.get("stopped") else then


def _again(state: State) -> bool:
    """The rows brought up a doubt: the SQL is drafted again."""
    return not state.get("stopped") and _faulty(state, "sql", "sql_failed")


@lru_cache(maxsize=1)
def workflow() -> Any:
    """The compiled graph; it holds no handles and no state, so one serves everybody.

    LangChain's tracing is switched off first: an environment variable must not send questions and rows to anyone.
    """
    langsmith.configure(enabled=False)
    graph = StateGraph(State, context_schema=Services)
    graph.add_node("link", steps.link)
    graph.add_node("read", steps.read)
    graph.add_node("path", _attempts(steps.draft_cypher, steps.check_cypher, "cypher", "cypher_failed"))
    graph.add_node("query", _attempts(steps.draft_sql, steps.check_sql, "sql", "sql_failed"))
    graph.add_node("run", steps.run_sql)
    graph.add_node("tell", steps.tell)
    graph.add_edge(START, "link")
    graph.add_edge("link", "read")
    graph.add_node("otherwise", steps.otherwise)
    for here, then in (("read", "path"), ("path", "query"), ("query", "run")):
        graph.add_conditional_edges(here, lambda s, then=then: _next(s, then), [then, "otherwise"])
    graph.add_conditional_edges(
        "run", lambda s: "query" if _again(s) else _next(s, "tell"), ["query", "tell", "otherwise"]
    )
    graph.add_conditional_edges("otherwise", lambda s: "tell" if s.get("stopped") else "path", ["path", "tell"])
    graph.add_edge("tell", END)
    return graph.compile()


def answer(question: Question, make: Callable[[Callable[[Step], None]], Services]) -> Iterator[Step | Answer]:
    """Steps as they happen, then the Answer. `make` builds the services around the function that tells a step.

    Raises Cancelled, QueryTimeout (the question's own deadline) and StoreError.
    """
    waiting: list[Step] = []
    services = make(waiting.append)
    state: State = {"question": question}
    timings: dict[str, float] = {}
    told: list[Step] = []
    began = time.perf_counter()
    for change in workflow().stream(state, context=services, stream_mode="updates"):
        now = time.perf_counter()
        for name, added in change.items():
            spent = round((now - began) * 1000, 1)
            timings[name] = round(timings.get(name, 0.0) + spent, 1)
            state.update(cast(State, added or {}))
            for step in waiting:
                timed = Step(step.name, step.state, step.text, step.detail, spent)
                told.append(timed)
                yield timed
            waiting.clear()
        began = now
    yield _answer(question, state, services, timings, tuple(told))


def _answer(
    question: Question, state: State, services: Services, timings: dict[str, float], told: tuple[Step, ...]
) -> Answer:
    stopped = bool(state.get("stopped"))
    reading, cypher, rows = state.get("reading"), state.get("cypher"), state.get("rows")
    paths, sql = state.get("paths", ()), state.get("sql")
    return Answer(
        question=question.text,
        answer=state.get("answer", ""),
        language=question.language,
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
        truncated=rows.truncated if rows else False,
        confidence=state.get("confidence", 0.0),
        warnings=state.get("cautions", ()),
        understood=state.get("understood", ()),
        ignored=state.get("ignored", ()),
        translator=services.translator.name,
        timings_ms=timings,
        model_calls=services.run.calls,
        tokens=services.run.tokens,
        steps=told,
        alternatives=state.get("alternatives", ()),
        chips=state.get("chips", ()),
        pins=question.pins,
        reading=question.reading,
    )
