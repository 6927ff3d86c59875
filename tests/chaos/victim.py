"""What is killed, and who looks at what is left: in child processes, forked from one that has imported all they need.

A *point* is the moment before or after a call that changes a file of the workspace; the calls are those of `POINTS`.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import signal
import sqlite3
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import chromadb  # noqa: F401 - imported once, before the forks
import duckdb  # noqa: F401
import ladybug  # noqa: F401

from core.catalogue.store import Catalogue
from core.config import Settings
from core.config.saved import StoreChoice
from core.graph.embedded import EmbeddedGraph
from core.index.chroma import ChromaLabelIndex
from core.index.embed import NgramEmbedder
from core.index.values import ValueIndex
from core.ingest import load as ingest_load  # noqa: F401
from core.sql.sqlite import SqliteEngine
from core.workspace import Workspace, open_workspace
from tests.workspace.shop import JOIN, NAMES, write_customers, write_guests, write_orders

Operation = Callable[[Workspace, Path], object]
SAFE, _FULL = "on-the-disk", 2
"""The file that tells `cut` what may not be lost, and the least that SQLite calls so."""
POINTS: tuple[tuple[type, str], ...] = (
    *((Catalogue, n) for n in ("stage", "ready", "unstage", "remove", "put_joins", "review", "set_meta")),
    *((SqliteEngine, n) for n in ("stage", "put_in_place", "drop", "view", "index")),
    *((EmbeddedGraph, n) for n in ("put", "_build", "_open")),
    *((ValueIndex, n) for n in ("put", "remove")),
    *((ChromaLabelIndex, n) for n in ("put", "remove", "rebuild")),
)


def prepare(operation: str, files: Path) -> None:
    """Change the files as the load of that name finds them."""
    if operation == "load_more":
        write_guests(files)
    if operation == "reload":
        write_customers(files, [f"{n}a" for n in NAMES] + ["Mia", "Noa"])
    if operation == "reload_two":
        write_customers(files, [f"{n}b" for n in NAMES[:9]])
        write_orders(files, "client")


def load_more(ws: Workspace, files: Path) -> object:
    prepare("load_more", files)
    return ws.tables.load([files / "guests.csv"])


def reload(ws: Workspace, files: Path) -> object:
    prepare("reload", files)
    return ws.tables.load([files / "customers.csv"])


def reload_two(ws: Workspace, files: Path) -> object:
    prepare("reload_two", files)
    return ws.tables.load([files])


def remove(ws: Workspace, files: Path) -> object:
    if ws.tables.get("orders") is not None:
        ws.tables.remove(["orders"])
    return None


def verdict(ws: Workspace, files: Path) -> object:
    ws.joins.review(JOIN, "rejected")
    return None


def switch(ws: Workspace, files: Path) -> object:
    ws.settings.choose_stores(StoreChoice(embeddings="ngrams"))
    return ws.tables.rebuild()


OPERATIONS: dict[str, Operation] = {f.__name__: f for f in (load_more, reload, reload_two, remove, verdict, switch)}


def settings(folder: Path) -> Settings:
    return Settings(workspace=folder / "ws", cache=folder / "cache")


def opened(folder: Path, read_only: bool | None = None) -> Workspace:
    return open_workspace(settings(folder), read_only=read_only, embedder=NgramEmbedder())


class Child:
    """A process forked from this one that does one thing."""

    def __init__(self, work: Callable[[], object]) -> None:
        reading, writing = os.pipe()
        self._begun, self._reading = time.monotonic(), reading
        self.pid = os.fork()
        if not self.pid:
            os.close(reading)
            status = 1
            try:
                os.write(writing, json.dumps(work()).encode())
                status = 0
            except BaseException:  # noqa: BLE001 - told to the parent
                os.write(writing, json.dumps({"raised": traceback.format_exc()[-2000:]}).encode())
            finally:
                os._exit(status)
        os.close(writing)

    def end(self, seconds: float = 120.0, signals: Sequence[tuple[float, int]] = ()) -> tuple[int, Any]:
        """Its signal or status, and what it returned, as plain values. It gets the signals, each after so many
        seconds, and is killed after `seconds`."""
        waiting = sorted([*signals, (seconds, signal.SIGKILL)])
        done = code = 0
        while not done:
            done, code = os.waitpid(self.pid, os.WNOHANG)
            if not done and waiting and time.monotonic() - self._begun > waiting[0][0]:
                os.kill(self.pid, waiting.pop(0)[1])
            time.sleep(0.002)
        with os.fdopen(self._reading, "rb") as pipe:
            said = pipe.read()
        try:
            return os.waitstatus_to_exitcode(code), json.loads(said) if said else None
        except ValueError:
            return os.waitstatus_to_exitcode(code), None


def in_child(work: Callable[[], object], seconds: float = 120.0, kill_after: float | None = None) -> tuple[int, Any]:
    """What a child ends with, killed after so many seconds."""
    return Child(work).end(seconds if kill_after is None else kill_after)


def have(modules: Iterable[str]) -> None:
    """Import these here, where that is possible: each child that is forked has them then."""
    for name in modules:
        with suppress(Exception):
            importlib.import_module(name)


def counting(die_at: int = -1, noting: Callable[[], object] = lambda: None) -> list[str]:
    """Note each point that is passed from now on, in this process; die at the one of that number."""
    passed: list[str] = []

    def at(name: str) -> None:
        passed.append(name)
        noting()
        if len(passed) - 1 == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(real: Any, name: str) -> Any:
        def call(*args: Any, **more: Any) -> Any:
            at(f"before {name}")
            found = real(*args, **more)
            at(f"after {name}")
            return found

        return call

    for kind, name in POINTS:
        setattr(kind, name, watched(getattr(kind, name), f"{kind.__name__}.{name}"))
    return passed


def operate(folder: Path, operation: str, die_at: int = -1) -> list[str]:
    """Open, do it, close; the points that were passed."""
    passed: list[str] = []
    with opened(folder, read_only=False) as ws:
        passed = counting(die_at, lambda: note_safe(ws, folder))
        OPERATIONS[operation](ws, folder / "files")
    return passed


def note_safe(ws: Workspace, folder: Path) -> None:
    """How much of the logs is on the disk: all of those that wait for it at the end of each transaction."""
    engine, catalogue = ws.stores.engine, ws.stores.catalogue
    assert isinstance(engine, SqliteEngine)
    size = {}
    for path, db in ((engine._path, engine._writer), (catalogue.path, catalogue._db)):
        log = path.with_name(f"{path.name}-wal")
        waits = db.execute("PRAGMA synchronous").fetchone()[0] >= _FULL
        size[log.name] = log.stat().st_size if waits and log.exists() else 0
    written = folder / f"{SAFE}.new"
    written.write_text(json.dumps(size), encoding="utf-8")
    written.replace(folder / SAFE)


def cut(folder: Path, picked: random.Random) -> None:
    """As a power cut would: each log that is written ahead loses some of its end, by itself; one in three nothing."""
    safe = json.loads((folder / SAFE).read_text(encoding="utf-8")) if (folder / SAFE).exists() else {}
    for log in sorted(f for f in (folder / "ws").rglob("*") if f.name.endswith(("-wal", ".wal"))):
        size = log.stat().st_size
        if picked.random() < 2 / 3:
            os.truncate(log, picked.randint(min(size, safe.get(log.name, 0)), size))


def seen(ws: Workspace) -> dict[str, Any]:
    """What people see: each table with its profile and its rows, which must be of one load."""
    found = {}
    for table in ws.tables.all():
        columns = [c.name for c in table.columns]
        quoted = ", ".join(f'"{c}"' for c in columns)
        rows = ws.stores.engine.read(f'SELECT {quoted} FROM "{table.name}" ORDER BY 1').rows
        distinct = [len({r[i] for r in rows if r[i] is not None}) for i in range(len(columns))]
        found[table.name] = {
            "agrees": table.rows == len(rows) and distinct == [c.profile.distinct for c in table.columns],
            "rows": [list(r) for r in rows],
            "columns": columns,
        }
    joins = {j.id: (j.state, j.reviewed) for j in ws.joins.all(rejected=True)}
    return {"tables": found, "joins": joins}


def state(folder: Path, read_only: bool | None) -> dict[str, Any]:
    with opened(folder, read_only=read_only) as ws:
        return json.loads(json.dumps(seen(ws)))


def checked(folder: Path) -> dict[str, Any]:
    """After opening for writing: what people see, what did not agree, and what still does not after mending."""
    with opened(folder, read_only=False) as ws:
        first = [[f.part, f.message, f.mended] for f in ws.tables.check()]
        again = [[f.part, f.message] for f in ws.tables.check()]
        left = [p.name for p in ws.folder.iterdir() if p.name.startswith(("load-", "data.sqlite.staging"))]
        return {"seen": json.loads(json.dumps(seen(ws))), "found": first, "again": again, "left": left}


def mended(folder: Path, operation: str) -> dict[str, Any]:
    """What the next who opens it finds, and how it ends when the work is done again."""
    found = checked(folder)
    with opened(folder, read_only=False) as ws:
        OPERATIONS[operation](ws, folder / "files")
    return {**found, "ended": checked(folder)}


def whole(path: Path) -> bool:
    """SQLite's own opinion of a file."""
    with sqlite3.connect(path) as db:
        return bool(db.execute("PRAGMA integrity_check").fetchone() == ("ok",))
