"""Chats that are kept: every question with its whole answer, in a file of their own.

Not in the catalogue's file, whose cache would be read anew after every question; and so that a second app, which may
only read the tables, keeps its chats too.
"""

from __future__ import annotations

import json
import math
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.catalogue.transaction import damage, disk_faults, transaction
from core.errors import UnknownName, WorkspaceDamaged
from core.model import (
    Alternative,
    Answer,
    Beside,
    Caution,
    Chip,
    Citation,
    Exchange,
    Override,
    PathEdge,
    Step,
    Told,
    Visited,
)
from core.storage.sqlite_files import in_memory, protected, refuse_own_code
from core.text.words import fold

VERSION = 1
_SAID = ("question", "rewritten", "answer")
"""What of an answer is searched."""
_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS chat (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chat INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
    at TEXT NOT NULL,
    answer TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS entry_chat ON entry(chat);
PRAGMA user_version = {VERSION};
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class Chat:
    """A conversation. `created` is UTC, ISO 8601."""

    id: str
    title: str
    created: str


class Chats:
    """Chats on disk. Any thread, and any number of processes, may use one; the file is made by the first `new`. In a
    protected folder, what is said is kept until `close`.

    Raises WorkspaceDamaged when the file is not a file of chats, UnknownName for a chat that is not there.
    """

    def __init__(self, path: Path, deleted: Callable[[str], None] = lambda chat_id: None) -> None:
        """`deleted` is told of every chat that was deleted."""
        self.path = path
        self._deleted = deleted
        self._lock = threading.RLock()
        self._db: sqlite3.Connection | None = None

    @property
    def lasts(self) -> bool:
        """Whether what is said is there after `close`."""
        return not protected(self.path)

    def chats(self) -> tuple[Chat, ...]:
        """The latest first."""
        with self._reading() as db:
            rows = db.execute("SELECT id, title, created FROM chat ORDER BY id DESC").fetchall() if db else []
        return tuple(Chat(str(number), str(title), str(created)) for number, title, created in rows)

    def find(self, text: str) -> tuple[Chat, ...]:
        """The chats whose name, questions and answers together hold every word of `text`, the latest first."""
        said = " ".join(f"coalesce(json_extract(answer, '$.{key}'), '') || ' ' ||" for key in _SAID)
        query = (
            "SELECT id, title, created FROM ("
            f"SELECT chat.*, fold(title || ' ' || coalesce(group_concat({said} ''), '')) AS said"
            " FROM chat LEFT JOIN entry ON entry.chat = chat.id GROUP BY chat.id) WHERE true"
        )
        words = fold(text).split()
        query += " AND instr(said, ?) > 0" * len(words) + " ORDER BY id DESC"
        with self._reading() as db:
            rows = db.execute(query, words).fetchall() if db else []
        return tuple(Chat(str(number), str(title), str(created)) for number, title, created in rows)

    def new(self, title: str) -> str:
        """Begin a chat; its id, which is never given twice."""
        with self._writing() as db:
            return str(db.execute("INSERT INTO chat (title, created) VALUES (?, ?)", (title, _now())).lastrowid)

    def rename(self, chat_id: str, title: str) -> None:
        with self._writing() as db:
            if not db.execute("UPDATE chat SET title = ? WHERE id = ?", (title, chat_id)).rowcount:
                raise UnknownName(str(chat_id), kind="chat")

    def delete(self, chat_id: str) -> None:
        """Delete a chat with its entries; nothing happens if it is not there."""
        with self._writing() as db:
            db.execute("DELETE FROM chat WHERE id = ?", (chat_id,))
        self._deleted(chat_id)

    def add(self, chat_id: str, answer: Answer) -> None:
        """Keep an answer at the chat's end. Raises UnknownName."""
        text = json.dumps(answer_to_dict(answer), allow_nan=False)  # in ASCII: half a character is kept as well
        with self._writing() as db:
            if not db.execute("SELECT 1 FROM chat WHERE id = ?", (chat_id,)).fetchone():
                raise UnknownName(chat_id, kind="chat")
            db.execute("INSERT INTO entry (chat, at, answer) VALUES (?, ?, ?)", (chat_id, _now(), text))

    def replace(self, chat_id: str, place: int, answer: Answer) -> None:
        """Put an answer in the place of the chat's `place`-th, counted from 0. Raises UnknownName."""
        text = json.dumps(answer_to_dict(answer), allow_nan=False)
        of = "(SELECT id FROM entry WHERE chat = ? ORDER BY id LIMIT 1 OFFSET ?)"
        with self._writing() as db:
            if not db.execute(f"UPDATE entry SET answer = ? WHERE id = {of}", (text, chat_id, place)).rowcount:
                raise UnknownName(f"{chat_id}, {place}", kind="entry")

    def entries(self, chat_id: str) -> tuple[Answer, ...]:
        """A chat's answers, each with its question, in the order they were asked; none for a chat that is not there."""
        query = "SELECT answer FROM entry WHERE chat = ? ORDER BY id"
        with self._reading() as db:
            rows = db.execute(query, (chat_id,)).fetchall() if db else []
            return tuple(answer_from_dict(json.loads(text)) for (text,) in rows)

    def over(self, joins: Collection[str]) -> tuple[tuple[str, str], ...]:
        """The answers whose path went over one of these joins, by id: (chat, question), each once, the latest first."""
        query = (
            "SELECT DISTINCT chat, json_extract(answer, '$.question') FROM entry WHERE EXISTS (SELECT 1 FROM"
            " json_each(answer, '$.path') AS e JOIN json_each(?) AS j ON json_extract(e.value, '$.join_id') = j.value)"
            " ORDER BY id DESC"
        )
        with self._reading() as db:
            rows = db.execute(query, (json.dumps(sorted(joins)),)).fetchall() if db else []
        return tuple((str(chat), str(question)) for chat, question in rows)

    def close(self) -> None:
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        with self._lock, damage(self.path):
            yield self._open() if self._db is not None or self.path.is_file() else None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, undone whole when the block raises."""
        with self._lock, damage(self.path), transaction(self._open(), self.path) as db:
            yield db

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            with disk_faults(self.path):
                if protected(self.path):
                    db = in_memory(self.path)
                else:
                    db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, timeout=10)
            try:
                if not db.execute("PRAGMA user_version").fetchone()[0]:
                    db.executescript(_SCHEMA)
                if (found := db.execute("PRAGMA user_version").fetchone()[0]) != VERSION:
                    raise WorkspaceDamaged(
                        f"{self.path} is of version {found}; this program reads {VERSION}.",
                        "Open it with the program that made it, or move the file away.",
                    )
                refuse_own_code(db, self.path)
                db.execute("PRAGMA foreign_keys = ON")
                db.create_function("fold", 1, fold, deterministic=True)
            except sqlite3.DatabaseError as error:
                db.close()
                raise WorkspaceDamaged(f"{self.path} holds no chats: {error}.", "Move the file away.") from error
            except WorkspaceDamaged:
                db.close()
                raise
            self._db = db
        return self._db


def answer_to_dict(answer: Answer) -> dict[str, Any]:
    """An answer as plain JSON values, keyed by its fields. Tuples become lists; nothing else changes."""
    found: dict[str, Any] = _plain({f.name: getattr(answer, f.name) for f in fields(Answer)})
    return found


def answer_from_dict(found: Mapping[str, Any]) -> Answer:
    """What `answer_to_dict` made, also after JSON. Keys that this version does not know are passed over."""
    known = {f.name for f in fields(Answer)}
    kept: dict[str, Any] = {k: _frozen(v) for k, v in found.items() if k in known}
    kept["path"] = tuple(PathEdge(**e) for e in kept.get("path", ()))
    kept["runner_up_paths"] = tuple(tuple(PathEdge(**e) for e in path) for path in kept.get("runner_up_paths", ()))
    kept["warnings"] = tuple(Caution(**w) for w in kept.get("warnings", ()))
    kept["steps"] = tuple(Step(**s) for s in kept.get("steps", ()))
    kept["alternatives"] = tuple(Alternative(**a) for a in kept.get("alternatives", ()))
    kept["chips"] = tuple(Chip(**c) for c in kept.get("chips", ()))
    overrides = found.get("overrides", found.get("pins", ()))  # the name of before
    kept["overrides"] = tuple(Override(**o) for o in overrides)
    kept["exchanges"] = tuple(Exchange(**e) for e in kept.get("exchanges", ()))
    kept["beside"] = Beside(**kept["beside"]) if kept.get("beside") else None
    kept["edits"] = tuple(kept.get("edits", ()))
    kept["citations"] = tuple(Citation(**c) for c in kept.get("citations", ()))
    told = kept.get("told", ())
    kept["told"] = tuple(Told(t["text"], tuple(Citation(**c) for c in t["sources"])) for t in told)
    kept["visited"] = tuple(Visited(**v) for v in kept.get("visited", ()))
    return Answer(**kept)


def _plain(value: Any) -> Any:
    """Dataclasses and mappings as dicts, sequences as lists, numbers without end as None; else a thing's text."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, str | int | float) or value is None:
        return value
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(v) for v in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    return str(value)


def _frozen(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    if isinstance(value, list):
        return tuple(_frozen(v) for v in value)
    if isinstance(value, dict):
        return {k: _frozen(v) for k, v in value.items()}
    return value


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
