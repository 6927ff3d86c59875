"""Whether catalogue, rows, graph and indexes agree, and what is done where they do not: `python -m core check`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.errors import StoreError, WorkspaceError
from core.graph.base import stored
from core.index.labels import entries_for
from core.index.values import INDEXED
from core.text.words import counted
from core.workspace.open_stores import OpenStores
from core.workspace.sync import LONG, quoted

_MOST = 5
_ALL = 10_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not agree with the catalogue. `tables` it is about, all if there are none."""

    part: str
    """rows, joins, schema graph, label index, value index."""
    message: str
    tables: tuple[str, ...] = ()
    mended: bool = False


def check(stores: OpenStores) -> tuple[Finding, ...]:
    """What does not agree, each as it is after mending; a workspace open for reading only is not mended.

    Rows that are gone cannot be made again: their tables are taken away, so that no question meets them.
    """
    found = tuple(_findings(stores))
    if not found or stores.read_only:
        return found
    with stores.changing():
        _mend(stores, found)
    left = {(f.part, f.tables) for f in _findings(stores)}
    return tuple(replace(f, mended=(f.part, f.tables) not in left) for f in found)


def _findings(stores: OpenStores) -> Iterator[Finding]:
    yield from _rows(stores)
    unfinished = stores.catalogue.unready()
    if unfinished:
        yield Finding("rows", f"The loading of {_some(unfinished)} did not end.", unfinished)
    if waiting := stores.sync.pending("joins"):
        yield Finding("joins", f"The joins of {_some(waiting)} have not been looked for.", waiting)
    for part, look in (("schema graph", _graph), ("label index", _labels), ("value index", _values)):
        try:
            yield from look(stores)
        except (StoreError, WorkspaceError) as fault:
            yield Finding(part, fault.message)


def _rows(stores: OpenStores) -> Iterator[Finding]:
    engine, tables = stores.adapters.engine.get(), stores.catalogue.tables()
    engine.show_only(t.name for t in tables)
    there = engine.tables()
    wrong = []
    for table in tables:
        beside = (table.family.file_column,) if table.family else ()
        same = there.get(table.name) == (*(c.name for c in table.columns), *beside)
        version = engine.version(table.name)
        if not same or (version and version != table.version):
            wrong.append(table.name)
        elif not table.derived_from:
            held = engine.read(f"SELECT COUNT(*) FROM {quoted(engine, table.name)}", seconds=LONG).rows
            if held != ((table.rows,),):
                wrong.append(table.name)
    if wrong:
        yield Finding("rows", f"The rows of {_some(wrong)} are not those that were loaded.", tuple(wrong))
    if left := sorted(set(engine.held()) - {t.name for t in tables} - set(stores.catalogue.unready())):
        yield Finding("rows", f"There are rows of {_some(left)}, which is not loaded.", tuple(left))


def _graph(stores: OpenStores) -> Iterator[Finding]:
    graph, tables = stores.adapters.graph.get(), stores.catalogue.tables()
    wanted = (
        {t.name for t in tables},
        {c.id for t in tables for c in t.columns},
        {j.id for j in stored(stores.catalogue.joins())},
    )
    queries = (
        "MATCH (t:Table) RETURN t.id",
        "MATCH (c:Column) RETURN c.id",
        "MATCH (:Column)-[s:SAME_ATTRIBUTE]->(:Column) RETURN DISTINCT s.join_id",
    )
    held = [{str(r[0]) for r in graph.read(q, limit=_ALL, seconds=60.0).rows} for q in queries]
    for what, there, due in zip(("table", "column", "join"), held, wanted, strict=True):
        if there != due:
            yield Finding("schema graph", f"It is not that of the tables: {counted(len(there ^ due), what)} differ.")
            return
    if stores.sync.graph_behind:
        yield Finding("schema graph", "It is not up to date.")


def _labels(stores: OpenStores) -> Iterator[Finding]:
    due = sum(len(entries_for(t)) for t in stores.catalogue.tables())
    held = stores.adapters.labels.get().count()
    if held != due:
        yield Finding("label index", f"It holds {counted(held, 'label')}, and there are {due:,}.")
    elif waiting := stores.sync.pending("labels"):
        yield Finding("label index", f"It may hold older labels of {_some(waiting)}.")


def _values(stores: OpenStores) -> Iterator[Finding]:
    due = {
        t.name
        for t in stores.catalogue.tables()
        if any(c.type in INDEXED and (c.profile.filled or t.derived_from) for c in t.columns)
    }
    held = stores.adapters.values.get().tables()
    lacking = (due - held) | (held - {t.name for t in stores.catalogue.tables()}) | set(stores.sync.pending("values"))
    if lacking:
        yield Finding("value index", f"It is not that of the tables: {_some(sorted(lacking))}.", tuple(sorted(lacking)))


def _mend(stores: OpenStores, found: tuple[Finding, ...]) -> None:
    stores.refuse_if_read_only()
    sync, catalogue = stores.sync, stores.catalogue
    known = {t.name for t in catalogue.tables()}
    for finding in (f for f in found if f.part == "rows"):
        for name in finding.tables:
            if name in catalogue.unready():
                sync.undo(name)
            elif name in known:
                sync.forget([name])
            else:
                stores.adapters.engine.get().drop(name)
    parts = {f.part for f in found}
    names = catalogue.names()
    if "schema graph" in parts:
        sync.graph_lost()
    if "label index" in parts:
        stores.adapters.labels.get().rebuild()
        sync.add_pending(["labels"], names)
    if "value index" in parts:
        sync.add_pending(["values"], sorted({*names, *(n for f in found if f.part == "value index" for n in f.tables)}))
    sync.derive()
    if sync.pending("joins"):
        sync.match()
    sync.catch_up()


def _some(names: tuple[str, ...] | list[str]) -> str:
    more = f" and {len(names) - _MOST:,} more" if len(names) > _MOST else ""
    return ", ".join(f"“{n}”" for n in names[:_MOST]) + more
