"""The documents of a workspace: kept as passages, searched by words and by meaning.

Search is hybrid: BM25 (SQLite's FTS5) and vectors, fused by reciprocal rank (Cormack et al. 2009).
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from core.documents.blanks import with_blanks
from core.documents.codes import Coded, decoded
from core.documents.match import Entry, Found, described, entries
from core.documents.read import Passage
from core.documents.signs import with_signs
from core.documents.specials import specials
from core.documents.text_lists import codes_told
from core.errors import StoreError, StoreUnreachable, WorkspaceDamaged
from core.index.base import Embedder
from core.model import Table
from core.storage.sqlite_files import refuse_own_code
from core.text.words import words

_SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, added TEXT NOT NULL, passages INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY, document TEXT NOT NULL REFERENCES documents (name), place TEXT NOT NULL,
    text TEXT NOT NULL, cells TEXT NOT NULL, embedder TEXT NOT NULL, vector BLOB NOT NULL,
    lines TEXT NOT NULL DEFAULT '[0]'
);
CREATE INDEX IF NOT EXISTS passages_of ON passages (document);
CREATE VIRTUAL TABLE IF NOT EXISTS spoken USING fts5 (text, tokenize = "porter unicode61 remove_diacritics 2");
"""
_FUSION = 60
"""The constant of reciprocal rank fusion, as in the paper."""
_BATCH = 64
RELEVANT = 0.5
"""Cosine from which a passage is taken to speak of what was asked."""


_T = TypeVar("_T")


class Documents:
    """One file, `documents.sqlite`. Threads may share it; raises StoreUnreachable when the file does not serve."""

    def __init__(self, path: Path, embedder: Callable[[], Embedder]) -> None:
        self._path, self._embedder = path, embedder
        self._lock = threading.Lock()
        self._known: tuple[object, tuple[Entry, ...], tuple[Coded, ...]] | None = None
        self._described: tuple[object, tuple[Table, ...]] | None = None
        self._version = 0

    def names(self) -> tuple[tuple[str, int], ...]:
        """(name, passages) of each document, by name."""
        if not self._path.is_file():
            return ()
        rows = self._run(lambda db: db.execute("SELECT name, passages FROM documents ORDER BY name").fetchall())
        return tuple((str(name), int(n)) for name, n in rows)

    def _state(self) -> object:
        """Changes with every change of the documents, by this handle or by another process; None: there are none."""
        try:
            file = self._path.stat()
        except OSError:
            return None
        return self._version, file.st_mtime_ns, file.st_size

    def put(self, name: str, passages: Sequence[Passage], tell: Callable[[float], None] = lambda share: None) -> None:
        """Keep a document; one of the same name is replaced. `tell` gets the share that is done."""
        embedder = self._embedder()
        vectors: list[bytes] = []
        for i in range(0, len(passages), _BATCH):
            made = embedder.embed([p.text for p in passages[i : i + _BATCH]])
            vectors += _bytes_of(made)
            tell(min(1.0, (i + _BATCH) / len(passages)))

        def write(db: sqlite3.Connection) -> None:
            db.executescript(_SCHEMA)
            if _lines(db) != "lines":
                db.execute("ALTER TABLE passages ADD COLUMN lines TEXT NOT NULL DEFAULT '[0]'")
            _drop(db, name)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            db.execute("INSERT INTO documents VALUES (?, ?, ?)", (name, now, len(passages)))
            for p, vector in zip(passages, vectors, strict=True):
                cells = json.dumps(p.cells, ensure_ascii=False)
                row = db.execute(
                    "INSERT INTO passages (document, place, text, cells, embedder, vector, lines) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (name, p.place, p.text, cells, embedder.name, vector, json.dumps([p.line, *p.breaks])),
                )
                db.execute("INSERT INTO spoken (rowid, text) VALUES (?, ?)", (row.lastrowid, f"{p.place} {p.text}"))

        self._run(write)
        self._version += 1

    def embed_again(self) -> None:
        """Make the vectors that another embedder made anew."""
        if not self.names():
            return
        embedder = self._embedder()
        due = self._run(
            lambda db: db.execute("SELECT id, text FROM passages WHERE embedder <> ?", (embedder.name,)).fetchall()
        )
        for i in range(0, len(due), _BATCH):
            some = due[i : i + _BATCH]
            made = _bytes_of(embedder.embed([str(t) for _, t in some]))
            rows = [(embedder.name, vector, key) for vector, (key, _) in zip(made, some, strict=True)]

            def write(db: sqlite3.Connection, rows: list[tuple[str, bytes, int]] = rows) -> None:
                db.executemany("UPDATE passages SET embedder = ?, vector = ? WHERE id = ?", rows)

            self._run(write)
        self._version += 1

    def drop(self, name: str) -> None:
        self._run(lambda db: _drop(db, name))
        self._version += 1

    def entries(self, tables: Sequence[Table]) -> tuple[Entry, ...]:
        """What the documents say of these tables' columns; found once for the same tables and documents."""
        return self._said(tables)[0]

    def codes(self, tables: Sequence[Table]) -> tuple[Coded, ...]:
        """What the documents say that the values of these tables' columns mean."""
        return self._said(tables)[1]

    def _said(self, tables: Sequence[Table]) -> tuple[tuple[Entry, ...], tuple[Coded, ...]]:
        state = self._state()
        if state is None:
            return (), ()
        columns = ((t.name, t.label, tuple((c.name, c.label, c.type, c.profile) for c in t.columns)) for t in tables)
        key = (state, tuple(columns))
        if self._known is None or self._known[0] != key:
            passages = self._passages()
            coded = codes_told(passages, tables)
            rows = {c.passage for c in coded if c.meaning in c.passage.cells}
            said = entries(passages, tables, rows)
            known = {(c.about, c.value) for c in coded}
            more = (c for c in specials(tables, said) if (c.about, c.value) not in known)
            self._known = (key, said, (*coded, *more))
        return self._known[1:]

    def described(self, tables: tuple[Table, ...]) -> tuple[Table, ...]:
        """The tables with what the documents say of their columns; as they are while the store does not serve."""
        try:
            found, coded = self._said(tables)
            key = (self._state(), tables)
            if self._described is None or self._described[0] != key:
                passages = self._passages() if key[0] is not None else ()
                told = with_signs(decoded(described(tables, found), coded), passages)
                self._described = (key, with_blanks(told, passages))
        except StoreError:
            return tables
        return self._described[1]

    def search(self, question: str, most: int = 3) -> tuple[tuple[Found, float], ...]:
        """The passages that speak most of the question, best first, each with its cosine (-1..1)."""
        if not self.names():
            return ()
        import numpy as np

        embedder = self._embedder()
        asked = embedder.embed([question])[0]

        def look(db: sqlite3.Connection) -> list[tuple[Found, float]]:
            terms = " OR ".join(f'"{w}"' for w in dict.fromkeys(words(question)))
            sparse = [
                int(r[0])
                for r in (
                    db.execute("SELECT rowid FROM spoken WHERE spoken MATCH ? ORDER BY rank LIMIT 50", (terms,))
                    if terms
                    else ()
                )
            ]
            held = db.execute("SELECT id, vector FROM passages WHERE embedder = ?", (embedder.name,)).fetchall()
            near = np.array([np.frombuffer(v, dtype=np.float32) for _, v in held]) @ asked if held else np.zeros(0)
            cosine = {int(held[i][0]): float(near[i]) for i in range(len(held))}
            dense = sorted(cosine, key=lambda k: -cosine[k])[:50]
            fused: dict[int, float] = {}
            for ranked in (sparse, dense):
                for n, key in enumerate(ranked):
                    fused[key] = fused.get(key, 0.0) + 1 / (_FUSION + n)
            best = sorted(fused, key=lambda k: (-fused[k], k))[:most]
            return [(_found(db, key), cosine.get(key, 0.0)) for key in best]

        return tuple(self._run(look))

    def passages(self, name: str) -> tuple[Found, ...]:
        """The passages of one document, in order."""
        if not self._path.is_file():
            return ()
        return self._run(lambda db: _read(db, "WHERE document = ? ORDER BY id", (name,)))

    def _passages(self) -> tuple[Found, ...]:
        return self._run(lambda db: _read(db, "ORDER BY id", ()))

    def _run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        try:
            with self._lock, closing(sqlite3.connect(self._path, timeout=10)) as db, db:
                refuse_own_code(db, self._path)
                return work(db)
        except WorkspaceDamaged as fault:
            raise StoreUnreachable(fault.message, fault.hint) from fault
        except (sqlite3.Error, ValueError, TypeError, LookupError) as fault:
            raise StoreUnreachable(f"The documents cannot be read: {fault}", "Add them again.") from fault


def _bytes_of(vectors: Iterable[object]) -> list[bytes]:
    """As the database keeps them, single precision."""
    import numpy as np

    return [np.asarray(v, dtype=np.float32).tobytes() for v in vectors]


def _drop(db: sqlite3.Connection, name: str) -> None:
    db.execute("DELETE FROM spoken WHERE rowid IN (SELECT id FROM passages WHERE document = ?)", (name,))
    db.execute("DELETE FROM passages WHERE document = ?", (name,))
    db.execute("DELETE FROM documents WHERE name = ?", (name,))


def _found(db: sqlite3.Connection, key: int) -> Found:
    return _read(db, "WHERE id = ?", (key,))[0]


def _read(db: sqlite3.Connection, which: str, values: tuple[object, ...]) -> tuple[Found, ...]:
    """The passages that the condition `which` (this module's own) names."""
    rows = db.execute(f"SELECT document, place, text, cells, {_lines(db)} FROM passages {which}", values)
    return tuple(Found(d, p, t, tuple(json.loads(c)), *_on(json.loads(lines))) for d, p, t, c, lines in rows)


def _on(lines: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    return lines[0], tuple(lines[1:])


def _lines(db: sqlite3.Connection) -> str:
    """The column of the lines, or what stands for it in files of older versions."""
    known = any(name == "lines" for _, name, *_ in db.execute("PRAGMA table_info(passages)"))
    return "lines" if known else "'[0]'"
