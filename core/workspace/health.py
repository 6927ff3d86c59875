"""What of a workspace serves: every part is asked to do a little of its real work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import JoineryError, WorkspaceDamaged
from core.model import Table
from core.text.words import counted
from core.workspace.lazy_store import LazyStore
from core.workspace.stores import Stores
from core.workspace.translators import Translators


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the machinery. `using` names what does the work; `message` and `hint` are for people."""

    name: str
    using: str
    ok: bool
    message: str
    hint: str = ""


def check_up(
    stores: Stores, tables: Sequence[Table], translators: Translators, in_step: Callable[[LazyStore[Any]], Any]
) -> Iterator[Part]:
    """All parts, in the order in which a question meets them. `in_step` gives a store, filled if it was behind."""
    yield _probe("SQL engine", stores.engine_name, lambda: _engine(stores, tables))
    yield _probe("schema graph", stores.graph_name, lambda: _graph(stores, tables, in_step))
    yield _probe("label index", stores.labels_name, lambda: _labels(stores, in_step))
    yield _probe("embeddings", stores.embedder()[0].name, lambda: _embeddings(stores))
    yield _probe("value index", "SQLite", lambda: _values(stores, in_step))
    yield _probe("translator", translators.using, translators.try_out)


def _probe(name: str, using: str, work: Callable[[], str]) -> Part:
    try:
        return Part(name, using, True, work())
    except JoineryError as fault:
        return Part(name, using, False, fault.message, fault.hint)


def _engine(stores: Stores, tables: Sequence[Table]) -> str:
    engine = stores.engine.get(again=True)
    engine.show_only(t.name for t in tables)
    if lost := sorted({t.name for t in tables} - set(engine.tables())):
        hint = "Load these files again." if stores.takes_files else "Attach again: python -m core attach --again."
        raise WorkspaceDamaged(f"The rows of {', '.join(lost[:5])} are missing.", hint)
    engine.read("SELECT 1")
    return f"{counted(len(tables), 'table')}, {counted(sum(t.rows for t in tables), 'row')}."


def _graph(stores: Stores, tables: Sequence[Table], in_step: Callable[[LazyStore[Any]], Any]) -> str:
    stores.graph.get(again=True)
    graph = in_step(stores.graph)
    held = graph.read("MATCH (t:Table) RETURN count(t) AS n").rows[0][0]
    _unnoted(stores.graph)
    if held != len(tables):
        raise WorkspaceDamaged(f"The graph holds {held} of {len(tables)} tables.", "Rebuild the indexes.")
    return f"{counted(len(tables), 'table')} in the graph."


def _labels(stores: Stores, in_step: Callable[[LazyStore[Any]], Any]) -> str:
    stores.labels.get(again=True)
    labels = in_step(stores.labels)
    labels.search(["health"], k=1)
    _unnoted(stores.labels)
    return f"{labels.count():,} labels."


def _embeddings(stores: Stores) -> str:
    embedder, sentence = stores.embedder()
    embedder.embed(["health"])
    return sentence


def _values(stores: Stores, in_step: Callable[[LazyStore[Any]], Any]) -> str:
    stores.values.get(again=True)
    values = in_step(stores.values)
    values.find(["health"])
    _unnoted(stores.values)
    return f"{counted(values.count(), 'value')}."


def _unnoted(handle: LazyStore[Any]) -> None:
    """Raise the fault that an earlier use met and that nothing has mended since."""
    if handle.fault is not None:
        raise handle.fault
