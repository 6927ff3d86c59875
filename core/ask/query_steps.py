"""The workflow's steps from a reading to its rows: the Cypher of the join path, the SQL along it, both checked and run.

Each is `State -> what it adds`; a fault becomes an attempt, for repair. The order stands in workflow.py.
"""

from __future__ import annotations

from dataclasses import replace

from langgraph.runtime import Runtime

from core.ask.paths import read_paths
from core.ask.schema_answers import schema_rows
from core.ask.services import Services
from core.ask.state import Attempt, JoinTree, SchemaView, State
from core.ask.translators.base import Reviewer
from core.errors import BadSyntax, QueryError, QueryFailed, QueryRefused, UnknownName
from core.model import PathEdge, Rows, Step

MOST_ATTEMPTS = 3


def draft_cypher(state: State, runtime: Runtime[Services]) -> State:
    """Ask the translator for a Cypher query, with the faults so far."""
    services, failed = runtime.context, state.get("cypher_failed", ())
    services.run.check()
    draft = None
    if len(failed) < MOST_ATTEMPTS:
        draft = services.translator.cypher(state["reading"], state["view"], failed, services.run)
    if draft is None:
        reason = failed[-1].message if failed else "I found no way to connect the tables."
        services.run.step(Step("path", "failed", reason))
        return {"stopped": reason}
    return {"cypher": draft}


def check_cypher(state: State, runtime: Runtime[Services]) -> State:
    """Guard, EXPLAIN, run; the rows must be join paths. A fault becomes an attempt, for repair."""
    services, draft = runtime.context, state["cypher"]
    view = SchemaView(state["view"].tables, services.joins)
    try:
        services.graph.check(draft.text, draft.parameters)
        rows = services.graph.read(draft.text, draft.parameters)
        if state["reading"].kind == "schema":
            return schema_rows(state["reading"], rows, services)
        paths = read_paths(rows, state["reading"].tables, view, state["reading"].roles)
    except QueryError as fault:
        attempt = Attempt(draft, fault.code, fault.message, getattr(fault, "close", ()))
        services.run.step(Step("path", "repaired", fault.message, {"cypher": draft.text}))
        return {"cypher_failed": (*state.get("cypher_failed", ()), attempt)}
    said = _chosen_text(paths) if paths[0] else f"One table is enough: {state['reading'].tables[0]}"
    services.run.step(Step("path", "done", said, {"cypher": draft.text}))
    return {"paths": paths}


def draft_sql(state: State, runtime: Runtime[Services]) -> State:
    """Ask the translator for the SQL along the best path, with the faults so far."""
    services, failed = runtime.context, state.get("sql_failed", ())
    services.run.check()
    draft = None
    if len(failed) < MOST_ATTEMPTS:
        draft = services.translator.sql(state["reading"], tree_of(state), failed, services.run)
    if draft is None:
        draft = next((replace(a.draft) for a in reversed(failed) if a.valid), None)
    if draft is None:
        reason = failed[-1].message if failed else "I could not put this into SQL."
        services.run.step(Step("query", "failed", reason))
        return {"stopped": reason}
    return {"sql": draft}


def check_sql(state: State, runtime: Runtime[Services]) -> State:
    """Guard and EXPLAIN. A fault becomes an attempt, for repair."""
    services, draft = runtime.context, state["sql"]
    try:
        services.engine.check(draft.text)
    except (BadSyntax, QueryFailed, QueryRefused, UnknownName) as fault:
        attempt = Attempt(draft, fault.code, fault.message, getattr(fault, "close", ()))
        services.run.step(Step("query", "repaired", fault.message, {"sql": draft.text}))
        return {"sql_failed": (*state.get("sql_failed", ()), attempt)}
    if doubted := _doubted(state, services, None):
        return doubted
    services.run.step(Step("query", "done", "The SQL is checked", {"sql": draft.text}))
    return {}


def _doubted(state: State, services: Services, rows: Rows | None) -> State | None:
    """The translator's doubt about a draft that can run, as an attempt; a draft that was doubted before stands."""
    draft, failed = state["sql"], state.get("sql_failed", ())
    if not isinstance(services.translator, Reviewer) or len(failed) >= MOST_ATTEMPTS:
        return None
    if any(a.valid and a.draft.text == draft.text for a in failed):
        return None
    attempt = services.translator.doubt(state["reading"], tree_of(state), draft, failed, rows, services.run)
    if attempt is None:
        return None
    services.run.step(Step("query" if rows is None else "run", "repaired", attempt.message, {"sql": draft.text}))
    return {"sql_failed": (*failed, attempt)}


def run_sql(state: State, runtime: Runtime[Services]) -> State:
    """Run the checked query, read-only, within its time and row limits."""
    services = runtime.context
    services.run.check()
    try:
        rows = services.engine.read(state["sql"].text, limit=state["question"].limit, seconds=services.seconds)
    except QueryError as fault:
        services.run.step(Step("run", "failed", fault.message))
        return {"stopped": f"{fault.message} {fault.hint}".strip()}
    if doubted := _doubted(state, services, rows):
        return doubted
    size = f"{len(rows.rows):,} row{'s' if len(rows.rows) != 1 else ''}"
    services.run.step(Step("run", "done", f"First {size}" if rows.truncated else size))
    return {"rows": rows}


def tree_of(state: State) -> JoinTree:
    path = state["paths"][0]
    tables = dict.fromkeys(t for e in path for t in (e.left_table, e.right_table)) or state["reading"].tables[:1]
    return JoinTree(tuple(tables), path)


def path_text(path: tuple[PathEdge, ...]) -> str:
    return "; ".join(e.equation for e in path)


def _chosen_text(paths: tuple[tuple[PathEdge, ...], ...]) -> str:
    """The tree that the SQL walks, and the one that the Cypher puts next."""
    first, *others = paths
    said = path_text(first)
    if others:
        said += f" (the first of {len(paths)} trees that the Cypher proposes, before {path_text(others[0])})"
    return said
