"""The layers between an untrusted query and an SQLite file. Each stops something that the others let pass.

| layer | stops |
|---|---|
| `connect_read_only` (mode=ro) | writing the main file |
| `allow_reading` | other tables, ATTACH, PRAGMA, VACUUM INTO, temporary tables, dangerous functions |
| `stop_in_time` | queries without end |
| `bound_sizes` | single huge values, huge programs, a second database |
| `names_only_in_double_quotes` | `"no such column"` read as a text, where Python can switch that off (3.12) |
| `take` | too many rows, too much text |

Before all of them stands `core.sql.guard`.
"""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from core.errors import BadSyntax, QueryError, QueryFailed, QueryRefused, QueryTimeout, UnknownName
from core.model import Rows, Value
from core.processes.queries import out_of_memory
from core.sql.names import key
from core.storage.sqlite_files import reading_uri

MOST_TEXT = 64_000_000
"""Characters of text that one answer holds."""

DENIED = frozenset(
    "load_extension writefile readfile edit fts3_tokenizer randomblob zeroblob sqlite_log sqlite_offset lsdir fsdir "
    "sqlite_compileoption_get sqlite_compileoption_used sqlite_source_id eval usleep rtreecheck fts5".split()
)
"""Functions that reach outside the data or make values from nothing."""

LIMITS: tuple[tuple[int, int], ...] = (
    (sqlite3.SQLITE_LIMIT_LENGTH, 2_000_000),  # bytes of one value or one row
    (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 400_100),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
    (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 500),
    (sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 450),  # a long view has a SELECT for each of up to 400 times
    (sqlite3.SQLITE_LIMIT_VDBE_OP, 250_000),
    (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
    (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
)
"""Far above what a question needs, far below what hurts."""

_STEPS = 1_000
"""Instructions of SQLite's machine between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Access:
    """What one query may do."""

    tables: frozenset[str]
    """`key`s of the tables it may read."""
    ctes: frozenset[str] = frozenset()
    """`key`s of its own common table expressions."""
    deadline: float = math.inf
    """On time.monotonic()."""
    effort: float = math.inf
    """Millions of instructions of SQLite's machine."""


Layer = Callable[[sqlite3.Connection, Access], None]


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot write the file. Any thread may use it, one at a time."""
    connection = sqlite3.connect(
        reading_uri(path),
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=0,  # a cached statement would escape the next query's authorizer
        timeout=5.0,
    )
    connection.text_factory = _text
    return connection


def allow_reading(connection: sqlite3.Connection, access: Access) -> None:
    """SELECT, recursion, harmless functions, and the columns of the listed tables; nothing else."""

    def authorise(action: int, first: str | None, second: str | None, base: str | None, _by: str | None) -> int:
        if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION and key(second or "") not in DENIED:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ and base in (None, "main"):
            table = key(first or "")
            # Of a common table expression only the name is ever reported, without a column.
            if table in access.tables or (not second and table in access.ctes):
                return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY

    connection.set_authorizer(authorise)


def stop_in_time(connection: sqlite3.Connection, access: Access) -> None:
    """Interrupt whatever runs when the deadline has passed or the effort is spent."""
    looks = count(1)
    most = access.effort * 1_000_000 / _STEPS
    connection.set_progress_handler(lambda: next(looks) > most or time.monotonic() > access.deadline, _STEPS)


def bound_sizes(connection: sqlite3.Connection, access: Access) -> None:
    """Lower SQLite's own limits; its clock is not looked at while one long value is made."""
    for limit, value in LIMITS:
        connection.setlimit(limit, value)


def names_only_in_double_quotes(connection: sqlite3.Connection, access: Access) -> None:
    """Make an unknown name in double quotes an error. Python 3.11 has no way to say so; there the guard does it."""
    if setconfig := getattr(connection, "setconfig", None):
        setconfig(getattr(sqlite3, "SQLITE_DBCONFIG_DQS_DML"), False)  # noqa: B009 - unknown to 3.11's types
        setconfig(getattr(sqlite3, "SQLITE_DBCONFIG_DQS_DDL"), False)  # noqa: B009


LAYERS: tuple[Layer, ...] = (bound_sizes, names_only_in_double_quotes, stop_in_time, allow_reading)


def take(cursor: sqlite3.Cursor, limit: int) -> Rows:
    """At most `limit` rows, and at most MOST_TEXT characters of them."""
    rows: list[tuple[Value, ...]] = []
    text, truncated = 0, False
    for row in cursor:
        if len(rows) >= limit or text > MOST_TEXT:
            truncated = True
            break
        rows.append(tuple(map(as_cell, row)))
        text += sum(len(v) for v in row if isinstance(v, str))
    columns = tuple(d[0] for d in cursor.description or ())
    cursor.close()
    return Rows(columns, tuple(rows), truncated)


@contextmanager
def named_faults(seconds: float) -> Iterator[None]:
    """SQLite's faults by our names."""
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise _named(error, seconds) from error
    except MemoryError as error:
        raise out_of_memory() from error
    except (OverflowError, UnicodeEncodeError) as error:
        raise QueryFailed(f"A value cannot be given to the query: {error}.", "Use shorter numbers and text.") from error


def _named(error: Exception, seconds: float) -> QueryError:
    words = str(error).rstrip(".")
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_INTERRUPT:
        return QueryTimeout(seconds)
    if code == sqlite3.SQLITE_AUTH or words.startswith("not authorized") or "one statement at a time" in words:
        return QueryRefused(f"The query was refused: {words}.", "Read the tables shown on the data page.")
    if code == sqlite3.SQLITE_TOOBIG:
        return QueryFailed(f"A value is too large: {words}.", "Ask for less at a time.")
    if code == sqlite3.SQLITE_NOMEM:
        return out_of_memory()
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL):
        return QueryFailed(f"The query wrote more to disk than it may: {words}.", "Ask for less at a time.")
    if "syntax error" in words or "incomplete input" in words:
        return BadSyntax(f"The query cannot be read: {words}.", "Look for a missing comma, bracket or quote there.")
    for start, kind in (
        ("no such column: ", "column"),
        ("no such table: ", "table"),
        ("no such function: ", "function"),
    ):
        if words.startswith(start):
            return UnknownName(words.removeprefix(start), (), kind)
    return QueryFailed(f"SQLite says: {words}.", "Change the query and run it again.")


def as_cell(cell: object) -> Value:
    """A cell as an answer holds it."""
    if isinstance(cell, str | int):
        return cell
    if isinstance(cell, float):
        return cell if math.isfinite(cell) else None
    if isinstance(cell, bytes):
        return f"<{len(cell):,} bytes>"
    return None


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
