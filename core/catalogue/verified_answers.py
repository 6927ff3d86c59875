"""Verified answers: questions with the SQL that a person confirmed, kept in the workspace's `state.sqlite`.

They are used only because a person saved them. As JSON lines they are questions for `python -m core eval`, so that
what was right once can be tested again.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.catalogue.transaction import damage, disk_faults, transaction
from core.errors import BadCase, QueryRefused, QuestionTooLong, UnknownName, WorkspaceBusy, WorkspaceDamaged
from core.storage.sqlite_files import reading_uri, refuse_own_code
from core.text.words import fold

_SCHEMA = """
CREATE TABLE IF NOT EXISTS verified (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    question TEXT NOT NULL,
    hint TEXT NOT NULL,
    sql TEXT NOT NULL,
    enriched TEXT NOT NULL,
    tables TEXT NOT NULL,
    created TEXT NOT NULL
)
"""
_COLUMNS = "id, question, hint, sql, enriched, tables, created"
MOST_ASKED = 1_000
"""Characters of a question: reading it takes the longer the more words there are."""
_ENDS = re.compile(r"[\s?!.:]+$")
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "`": "'"})


@dataclass(frozen=True, slots=True)
class Verified:
    """A question and the SQL that answers it, by a person's word. `created` is UTC, ISO 8601."""

    id: str
    question: str
    sql: str
    hint: str = ""
    enriched: str = ""
    tables: tuple[str, ...] = ()
    created: str = ""


def key_of(question: str, hint: str = "") -> str:
    """What two wordings of one question share: case, accents, blanks, quotes, "please" and the end's marks aside."""
    return "\n".join(
        " ".join(w for w in fold(_ENDS.sub("", text).translate(_QUOTES)).split() if w not in ("please", "please,"))
        for text in (question, hint)
    ).rstrip("\n")


class VerifiedAnswers:
    """The saved ones. Any thread may use it; the table is made by the first `save`.

    `check` is asked about every SQL before it is kept, and raises QueryError for one that cannot run. Writing raises
    WorkspaceBusy when the workspace is open for reading only.
    """

    def __init__(self, path: Path, *, check: Callable[[str], None], read_only: bool = False) -> None:
        self.path = path
        self._check = check
        self._read_only = read_only
        self._lock = threading.RLock()
        self._db: sqlite3.Connection | None = None

    def all(self) -> tuple[Verified, ...]:
        """The latest first."""
        with self._lock, damage(self.path):
            return tuple(map(_read, self._rows("ORDER BY id DESC")))

    def find(self, question: str, hint: str = "") -> Verified | None:
        """The one saved for this question, as `key_of` compares."""
        with self._lock, damage(self.path):
            return next(map(_read, self._rows("WHERE key = ?", (key_of(question, hint),))), None)

    def save(
        self, question: str, sql: str, *, hint: str = "", enriched: str = "", tables: Sequence[str] = ()
    ) -> Verified:
        """Keep an answer; one kept for the same question gives way. Raises QueryError, WorkspaceBusy."""
        self._check(sql)
        question = _asked(question)
        given = (question, hint, sql.strip(), enriched, json.dumps(list(tables)), _now())
        with self._writing() as db:
            db.execute("DELETE FROM verified WHERE key = ?", (key_of(question, hint),))
            db.execute(
                "INSERT INTO verified (key, question, hint, sql, enriched, tables, created) VALUES (?,?,?,?,?,?,?)",
                (key_of(question, hint), *given),
            )
        found = self.find(question, hint)
        assert found is not None
        return found

    def edit(self, verified_id: str, *, question: str, sql: str) -> None:
        """Change the words or the SQL. Raises UnknownName, QueryError, WorkspaceBusy."""
        with self._lock, damage(self.path):
            old = next(map(_read, self._rows("WHERE id = ?", (verified_id,))), None)
        if old is None:
            raise UnknownName(verified_id, kind="verified answer")
        self._check(sql)
        question = _asked(question)
        key = key_of(question, old.hint)
        with self._writing() as db:
            db.execute("DELETE FROM verified WHERE key = ? AND id <> ?", (key, verified_id))
            db.execute(
                "UPDATE verified SET key = ?, question = ?, sql = ? WHERE id = ?",
                (key, question, sql.strip(), verified_id),
            )

    def delete(self, verified_id: str) -> None:
        """Forget one; nothing happens if it is not there."""
        with self._writing() as db:
            db.execute("DELETE FROM verified WHERE id = ?", (verified_id,))

    def export(self, db: str = "") -> str:
        """All as JSON lines, oldest first; `db` names the folder of files that `eval --data` shall look in."""
        lines = []
        for one in reversed(self.all()):
            body: dict[str, Any] = {"id": one.id, "db": db, "question": one.question, "sql": one.sql}
            body |= {"hint": one.hint} if one.hint else {}
            body |= {"enriched": one.enriched, "tables": list(one.tables)}
            lines.append(json.dumps(body, ensure_ascii=False) + "\n")
        return "".join(lines)

    def take_in(self, text: str, name: str = "questions.jsonl") -> int:
        """Save what `export` gave, here or in another workspace; how many. `name` is for messages.

        Nothing is saved when a line cannot be used. Raises BadCase, QueryError, WorkspaceBusy.
        """
        found = [_parsed(line, n, name) for n, line in enumerate(text.lstrip("\ufeff").split("\n"), 1) if line.strip()]
        for one in found:
            self._check(one.sql)
        for one in found:
            self.save(one.question, one.sql, hint=one.hint, enriched=one.enriched, tables=one.tables)
        return len(found)

    def close(self) -> None:
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None

    def _rows(self, where: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        try:
            db = self._open()
            if db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'verified'").fetchone() is None:
                return []
            return db.execute(f"SELECT {_COLUMNS} FROM verified {where}", values).fetchall()
        except sqlite3.DatabaseError as error:
            raise WorkspaceDamaged(f"{self.path} cannot be read: {error}.", "Name another workspace folder.") from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, undone whole when the block raises."""
        if self._read_only:
            raise WorkspaceBusy(str(self.path.parent))
        with self._lock, transaction(self._open(), self.path) as db:
            db.execute(_SCHEMA)
            yield db

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            uri = reading_uri(self.path) if self._read_only else f"{self.path.resolve().as_uri()}?mode=rwc"
            with disk_faults(self.path):
                db = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, timeout=10)
            try:
                with damage(self.path):
                    refuse_own_code(db, self.path)
            except BaseException:
                db.close()
                raise
            self._db = db
        return self._db


def _asked(question: str) -> str:
    """The question as it is kept: in one line, of characters that can be written. Raises QueryError."""
    plain = " ".join(question.encode("utf-8", "replace").decode().split())
    if not plain:
        raise QueryRefused("There is no question to be kept with the query.", "Write what it answers.")
    if len(plain) > MOST_ASKED:
        raise QuestionTooLong("question", len(plain), MOST_ASKED)
    return plain


def _read(row: Sequence[Any]) -> Verified:
    number, question, hint, sql, enriched, tables, created = row
    of = tuple(map(str, json.loads(tables)))
    return Verified(str(number), str(question), str(sql), str(hint), str(enriched), of, str(created))


def _parsed(line: str, number: int, name: str) -> Verified:
    """One line of JSON. Raises BadCase."""
    try:
        body = json.loads(line)
    except ValueError as error:
        raise BadCase(name, number, "it is not JSON") from error
    if not isinstance(body, dict):
        raise BadCase(name, number, "it is not a JSON object in { }")

    def text(key: str) -> str:
        value = body.get(key) or ""
        if not isinstance(value, str):
            raise BadCase(name, number, f"“{key}” must be a text")
        return value

    question, sql, tables = (
        text("question").strip(),
        (text("sql") or text("gold_sql")).strip(),
        body.get("tables") or [],
    )
    if not question or not sql:
        raise BadCase(name, number, f"it has no “{'question' if not question else 'sql'}”")
    if not isinstance(tables, list) or not all(isinstance(t, str) for t in tables):
        raise BadCase(name, number, "“tables” must be a list of names")
    return Verified("", question, sql, text("hint"), text("enriched"), tuple(tables))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
