"""The memory of talks: LangGraph's SQLite checkpointer, one thread for each chat, in a file of the workspace.

A thread holds plain values only: the last questions, and a question back that waits for its answer. It is read with
nothing but MessagePack; no pickle, no class of ours. One checkpoint is kept for each thread, so the file stays small.
On a full disk talks go on in memory.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

from core.ask.state import Question
from core.ask.turns import KEPT, chosen
from core.ask.workflow import remembering
from core.catalogue.transaction import damage, disk_fault, disk_faults
from core.errors import WorkspaceDamaged
from core.storage.sqlite_files import in_memory, protected, refuse_own_code

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import CheckpointTuple

PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
_T = TypeVar("_T")


class ChatMemory:
    """The threads of one workspace. Any thread of the program may use one; the file is made by the first question.

    Raises WorkspaceDamaged when the file is something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._open: tuple[SqliteSaver, Any] | None = None

    def talk(self, chat: str) -> ChatThread:
        """The chat's thread; it need not have begun."""
        with self._lock:
            if self._open is None:
                self._open = _opened(self.path)
            saver, graph = self._open
        return ChatThread(chat, saver, graph)

    def forget(self, chat: str) -> None:
        """Delete the chat's thread; nothing happens if there is none. Raises WorkspaceUnwritable, WorkspaceBusy."""
        if self._open is not None or self.path.is_file():
            with disk_faults(self.path):
                self.talk(chat).forget()

    def close(self) -> None:
        with self._lock:
            if self._open is not None:
                self._open[0].conn.close()
                self._open = None


class ChatThread:
    """One chat's thread."""

    def __init__(self, chat: str, saver: SqliteSaver, graph: Any) -> None:
        self.graph = graph
        self.config: RunnableConfig = {"configurable": {"thread_id": chat}}
        self._chat, self._saver = chat, saver

    def state(self) -> Mapping[str, Any]:
        """What the thread holds; empty before the first question."""
        found = self._saver.get_tuple(self.config)
        values: Mapping[str, Any] = found.checkpoint["channel_values"] if found else {}
        return values

    def given(self, question: Question) -> Any:
        """What to run the graph with: the answer to the question back that waits, else a new question."""
        option = chosen(question.text, self.state().get("pending") or {})
        if option:
            return Command(resume=option)
        return {"asked": question.plain(), "pending": {}, "choice": ""}

    def amend(self, text: str, turn: Mapping[str, Any] | None) -> None:
        """Put `turn` in the place of the earlier turn of the question `text`, which was asked again; with None the
        earlier one is taken away. A question back that waits goes on waiting."""
        before = self.state()
        kept = [t for t in before.get("turns") or () if t["text"] != text]
        kept += [dict(turn)] if turn else []
        if before or turn:
            node = "read" if before.get("pending") else "tell"
            self.graph.update_state(self.config, {"turns": kept[-KEPT:]}, as_node=node)

    def trim(self) -> None:
        """Drop all checkpoints but the last; what the disk refuses is dropped next time."""
        with suppress(sqlite3.OperationalError), self._saver.cursor() as db:
            last = "(SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?)"
            for table in ("writes", "checkpoints"):
                db.execute(
                    f"DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id < {last}",
                    (self._chat, self._chat),
                )

    def forget(self) -> None:
        self._saver.delete_thread(self._chat)


class _PlainValues(JsonPlusSerializer):
    """MessagePack and nothing else: of JSON the library would make objects of LangChain's classes."""

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        if data[0] not in ("msgpack", "null"):
            raise ValueError(f"a value is kept as {data[0]!r}")
        return super().loads_typed(data)


class _Saver(SqliteSaver):
    """A checkpointer that goes on with a copy in memory from the first write on that the disk refuses."""

    path = Path()
    """The file, for messages."""

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        with damage(self.path):
            found = super().get_tuple(config)
            if found is not None:
                _must_be_ours(found.checkpoint)
            return found

    def put(self, *given: Any, **more: Any) -> RunnableConfig:
        return self._written(lambda: super(_Saver, self).put(*given, **more))

    def put_writes(self, *given: Any, **more: Any) -> None:
        self._written(lambda: super(_Saver, self).put_writes(*given, **more))

    def _written(self, write: Callable[[], _T]) -> _T:
        try:
            return write()
        except sqlite3.OperationalError as error:
            if disk_fault(error) is None:
                raise
            with self.lock:
                self.conn.rollback()
                copy = sqlite3.connect(":memory:", check_same_thread=False)
                self.conn.backup(copy)
                self.conn.close()
                self.conn = copy
            return write()


def _must_be_ours(checkpoint: object) -> None:
    """Raises ValueError where a thread holds anything but turns and a question back."""
    values = checkpoint.get("channel_values") if isinstance(checkpoint, dict) else None
    if not isinstance(values, dict):
        raise ValueError("a thread is no thread")
    turns, pending = values.get("turns") or (), values.get("pending") or {}
    if not isinstance(turns, list | tuple) or not isinstance(pending, dict):
        raise ValueError("a thread holds what no thread holds")
    if not all(isinstance(turn, dict) and isinstance(turn.get("text"), str) for turn in turns):
        raise ValueError("a thread holds turns without a question")


def _opened(path: Path) -> tuple[SqliteSaver, Any]:
    lasts = not protected(path)
    try:
        db = sqlite3.connect(path, check_same_thread=False, timeout=PATIENCE) if lasts else in_memory(path)
        saver = _made(db, path)
    except sqlite3.DatabaseError as error:
        if disk_fault(error) is None:
            raise WorkspaceDamaged(f"{path} holds no talks: {error}.", "Move the file away.") from error
        saver = _made(sqlite3.connect(":memory:", check_same_thread=False), path)
    return saver, remembering(saver)


def _made(db: sqlite3.Connection, path: Path) -> SqliteSaver:
    try:
        refuse_own_code(db, path)
        saver = _Saver(db, serde=_PlainValues(pickle_fallback=False, allowed_msgpack_modules=None))
        saver.setup()
        db.execute("PRAGMA synchronous = NORMAL")
        saver.path = path
    except (sqlite3.DatabaseError, WorkspaceDamaged):
        db.close()
        raise
    return saver
