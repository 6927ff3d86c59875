"""The value index: which cells a question's words name, found in one SQLite file without reading the data.

    cell(form, col, value, n)   every kept value of every column, by the number of its key
    part(word, size, form)      the words of values of several words, shortest values first
    word(word, back)            every word of letters, with itself reversed, for misspellings

Words are in the singular throughout. `part` and `word` may hold what no cell has any more, until `remove` sweeps.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import RLock

from core.errors import StoreUnreachable, WorkspaceDamaged
from core.index.forms import form_id, key, singulars, value_words
from core.index.value_forms import Forms, forms_of, letters
from core.index.value_search import ValueHit, alike, meant, mended, parts, ranked, spans, whole
from core.model import Column, ColumnType, Table
from core.storage.sqlite_files import reading_uri, refuse_own_code

__all__ = ["ValueHit", "ValueIndex"]

VERSION = 1
INDEXED: frozenset[ColumnType] = frozenset({"text", "boolean"})
_SCHEMA = """
CREATE TABLE col(no INTEGER PRIMARY KEY, tab TEXT NOT NULL, name TEXT NOT NULL, id TEXT NOT NULL UNIQUE);
CREATE TABLE cell(form INTEGER, col INTEGER, value TEXT, n INTEGER NOT NULL, PRIMARY KEY(form, col, value))
    WITHOUT ROWID;
CREATE INDEX cell_col ON cell(col);
CREATE TABLE part(word TEXT, size INTEGER, form INTEGER, PRIMARY KEY(word, size, form)) WITHOUT ROWID;
CREATE TABLE word(word TEXT PRIMARY KEY, back TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX word_back ON word(back);
"""


class ValueIndex:
    """Cell values of text-like columns. Threads may share one; one process writes, others open `read_only`.

    Raises StoreUnreachable when there is nothing to read, WorkspaceDamaged when the file is not a value index of this
    version: delete it (`discard`) and put the tables again.
    """

    def __init__(self, path: Path, read_only: bool = False, per_column: int = 20_000) -> None:
        self.path = path
        self._per_column = per_column
        self._lock = RLock()
        if read_only and not path.is_file():
            raise StoreUnreachable(f"There is no value index at {path}.", "Load the files again to build it.")
        if not read_only:
            path.parent.mkdir(parents=True, exist_ok=True)
        uri = reading_uri(path) if read_only else f"{path.resolve().as_uri()}?mode=rwc"
        self._db = sqlite3.connect(uri, uri=True, check_same_thread=False, timeout=10, isolation_level=None)
        try:
            self._prepare(read_only)
        except BaseException:
            self._db.close()
            raise

    @staticmethod
    def discard(path: Path) -> None:
        """Delete the index's file, so that a fresh one can be made in its place."""
        for file in (path, path.with_name(path.name + "-journal")):
            file.unlink(missing_ok=True)

    def put(self, table: Table, distinct: Callable[[Column], Iterable[tuple[str, int]] | Forms]) -> None:
        """Index one table anew, all or nothing.

        `distinct(column)` yields a column's distinct values with their counts, most frequent first, of which the first
        `per_column` are read; or gives their forms.
        """
        with self._writing() as db:
            self._forget(table.name)
            for column in table.columns:
                if column.type in INDEXED:
                    found = distinct(column)
                    forms = found if isinstance(found, Forms) else forms_of(islice(found, self._per_column))
                    self._put_column(db, column, forms)

    def amend(self, table: Table, counts: Mapping[str, Mapping[str, int]]) -> bool:
        """Take over how often some values of a table's columns now stand, by column; 0: no more. The others stay.

        False, and nothing is changed, where the table's columns are not all here.
        """
        with self._writing() as db:
            numbers = dict(db.execute("SELECT name, no FROM col WHERE tab = ?", (table.name,)).fetchall())
            if any(c.name not in numbers for c in table.columns if c.type in INDEXED):
                return False
            for column in table.columns:
                found = counts.get(column.name, {}) if column.type in INDEXED else {}
                gone = forms_of((v, n) for v, n in found.items() if not n)
                here = "DELETE FROM cell WHERE form = ? AND col = ? AND value = ?"
                db.executemany(here, [(form, numbers[column.name], value) for form, value, _ in gone.cells])
                if some := [(v, n) for v, n in found.items() if n]:
                    self._put_forms(db, numbers[column.name], forms_of(some))
                    self._leave_out_rare(db, numbers[column.name])
        return True

    def remove(self, tables: Iterable[str]) -> None:
        """Forget these tables, and every word that no value holds any more."""
        with self._writing() as db:
            if sum([self._forget(name) for name in tables]):
                db.execute("DELETE FROM part WHERE NOT EXISTS (SELECT 1 FROM cell WHERE cell.form = part.form)")
                kept = {
                    w
                    for (value,) in db.execute("SELECT DISTINCT value FROM cell")
                    for w in letters(singulars(value_words(value)))
                }
                gone = [(w,) for (w,) in db.execute("SELECT word FROM word") if w not in kept]
                db.executemany("DELETE FROM word WHERE word = ?", gone)

    def tables(self) -> frozenset[str]:
        """The tables that have values here."""
        with self._reading():
            return frozenset(name for (name,) in self._db.execute("SELECT DISTINCT tab FROM col"))

    def count(self) -> int:
        """How many values are kept, over all columns."""
        with self._reading():
            return int(self._db.execute("SELECT count(*) FROM cell").fetchone()[0])

    def close(self) -> None:
        with self._reading():
            self._db.close()

    def holds(self, column_id: str, text: str) -> str | None:
        """That column's value equal to `text` but for case, accents and marks; verbatim, the likest first."""
        with self._reading():
            hits = whole(self._db, {form_id(key(text)): [(0, 1, text)]}, {column_id})
        return next((h.value for h in hits if h.kind != "plural"), None)

    def spellings(self, column_id: str, text: str) -> list[str]:
        """That column's values equal to `text` but for case and blanks, verbatim, the most frequent first."""
        with self._reading():
            rows = self._db.execute(
                "SELECT value FROM cell JOIN col ON col.no = cell.col WHERE form = ? AND col.id = ? ORDER BY n DESC",
                (form_id(key(text)), column_id),
            ).fetchall()
        same = " ".join(text.split()).casefold()
        return [v for (v,) in rows if " ".join(v.split()).casefold() == same]

    def values(self, column_id: str, most: int = 1_000) -> list[str]:
        """That column's values, verbatim, the most frequent first."""
        with self._reading():
            rows = self._db.execute(
                "SELECT value FROM cell JOIN col ON col.no = cell.col WHERE col.id = ? ORDER BY n DESC, value LIMIT ?",
                (column_id, most),
            ).fetchall()
        return [v for (v,) in rows]

    def find(self, words: Sequence[str], per_span: int = 20) -> list[ValueHit]:
        """Every run of tokens that may name a value, best first, then longest, then by place and column.

        `words` are a question's tokens as typed; marks may stand alone. Of whole values all hits are returned; of
        values that only contain the run, at most `per_span`. A word like "in" or "no" alone names only a value of the
        same letters and case.
        """
        said = [value_words(w) for w in words]
        with self._reading():
            hits = [h for h in whole(self._db, spans(words, said)) if meant(h, said)]
            settled = {i for h in hits for i in range(h.start, h.end)}
            hits += mended(self._db, said, [i for i, w in enumerate(said) if i not in settled and len(w) == 1])
            inside = {i for h in hits if h.end - h.start > 1 for i in range(h.start, h.end)}
            hits += parts(self._db, said, [i for i in range(len(said)) if i not in inside], per_span)
        return ranked(hits)

    def lookup(self, text: str, columns: Collection[str] | None = None, limit: int = 20) -> list[ValueHit]:
        """The values nearest to a text, such as one in quotes, best first; of these columns (by id) if given.

        Every hit spans the text's words. Last, the values of `columns` are compared letter by letter.
        """
        said = [(w,) for w in value_words(text)]
        end = max(len(said), 1)
        with self._reading():
            hits = whole(self._db, {form_id(key(text)): [(0, end, text)]}, columns)
            if not hits:
                hits = [
                    h
                    for h in mended(self._db, said, range(len(said)), columns)
                    + parts(self._db, said, range(len(said)), limit, columns)
                    if h.end - h.start == end
                ]
            if not hits and columns and said:
                hits = alike(self._db, " ".join(w for (w,) in said), columns, limit)
        return ranked(replace(h, start=0, end=end) for h in hits)[:limit]

    # Writing

    def _prepare(self, read_only: bool) -> None:
        try:
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            refuse_own_code(self._db, self.path)
            fresh = not self._db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
            if fresh and not read_only:
                self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
                version = VERSION
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA cache_size = -32000")
        except sqlite3.DatabaseError as fault:
            if "locked" in str(fault) or "busy" in str(fault):
                raise StoreUnreachable("The value index is being written by another program.", "Try again.") from fault
            version = -1
        if version != VERSION:
            raise WorkspaceDamaged(
                f"{self.path} is not a value index this version can read.", "Delete that file and load the files again."
            )

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.DatabaseError as fault:
                hint = "Delete that file and load the files again."
                raise WorkspaceDamaged(f"{self.path} is damaged: {fault}.", hint) from fault

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, undone whole when the block raises."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk undoes it by itself
                    self._db.execute("ROLLBACK")
                raise

    def _forget(self, table: str) -> int:
        """Delete a table's cells; return how many."""
        numbers = self._db.execute("SELECT no FROM col WHERE tab = ?", (table,)).fetchall()
        deleted = sum([self._db.execute("DELETE FROM cell WHERE col = ?", no).rowcount for no in numbers])
        self._db.execute("DELETE FROM col WHERE tab = ?", (table,))
        return deleted

    def _put_column(self, db: sqlite3.Connection, column: Column, forms: Forms) -> None:
        number = db.execute(
            "INSERT INTO col(tab, name, id) VALUES (?, ?, ?)", (column.table, column.name, column.id)
        ).lastrowid
        self._put_forms(db, int(number or 0), forms)

    def _put_forms(self, db: sqlite3.Connection, column: int, forms: Forms) -> None:
        db.executemany(f"INSERT OR REPLACE INTO cell VALUES (?, {column}, ?, ?)", forms.cells)
        db.executemany("INSERT OR IGNORE INTO part VALUES (?, ?, ?)", forms.parts)
        db.executemany("INSERT OR IGNORE INTO word VALUES (?, ?)", [(w, w[::-1]) for w in forms.words])

    def _leave_out_rare(self, db: sqlite3.Connection, column: int) -> None:
        """Keep the `per_column` most frequent values of a column."""
        (cells,) = db.execute("SELECT count(*) FROM cell WHERE col = ?", (column,)).fetchone()
        if cells > self._per_column:
            values = "SELECT value FROM cell WHERE col = ? GROUP BY value ORDER BY max(n) DESC, value"
            rare = f"{values} LIMIT -1 OFFSET {int(self._per_column)}"
            db.execute(f"DELETE FROM cell WHERE col = ? AND value IN ({rare})", (column, column))
