"""The rows of a database's table as a file that is loaded like others: Parquet, each value as its text.

So nothing of it has to be guessed anew but what a text of a file leaves open as well: the types of its columns.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from core.errors import StoreRefused
from core.model import Value
from core.sql.remote.base import Attached

ROWS = 1_000_000
CHARACTERS = 500_000_000
_BATCH = 20_000
_SECONDS = 3_600.0
_COUNTING = 60.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """What may be copied of one table; `first`: as much as that, where there is more."""

    rows: int = ROWS
    characters: int = CHARACTERS
    first: bool = False


@dataclass(frozen=True, slots=True)
class Copied:
    """A table's rows in a file."""

    path: Path
    rows: int
    lacks: str
    """What was left in the database, in words; "": nothing."""


def copied(
    engine: Attached,
    table: str,
    shown: str,
    path: Path,
    bounds: Bounds,
    check: Callable[[], None],
    tell: Callable[[int], None],
) -> Copied:
    """The rows of `table`, which people call `shown`, in a new file.

    `check` is called now and then, `tell` with the rows so far. Raises StoreRefused for a table beyond the bounds,
    StoreError, QueryError, OSError, and what `check` raises; there is no file then.
    """
    most = bounds.rows + 1
    counting = f"SELECT COUNT(*) FROM (SELECT 1 AS one FROM {engine.place(table)} LIMIT {most}) AS m"
    if not bounds.first and int(str(engine.ask(counting, [("n", "integer")], 1, _COUNTING).rows[0][0])) > bounds.rows:
        raise _beyond(shown, f"{bounds.rows:,} rows")
    try:
        return _written(engine, table, shown, path, bounds, check, tell)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _written(
    engine: Attached,
    table: str,
    shown: str,
    path: Path,
    bounds: Bounds,
    check: Callable[[], None],
    tell: Callable[[int], None],
) -> Copied:
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema([(name, pa.string()) for name, _ in engine.kinds(table)])
    waiting: list[tuple[Value, ...]] = []
    rows, characters, lacks = 0, 0, ""

    def put() -> None:
        columns = list(zip(*waiting, strict=True)) or [()] * len(schema)
        arrays = [pa.array([_text(cell) for cell in column], pa.string()) for column in columns]
        file.write_batch(pa.record_batch(arrays, schema=schema))
        waiting.clear()

    # A dictionary would shrink some tables so much that they look like a file made to swell.
    with (
        parquet.ParquetWriter(path, schema, compression="snappy", use_dictionary=False) as file,
        closing(engine.stream(table, bounds.rows + 1, _SECONDS)) as found,
    ):
        for some in found:
            check()
            for row in some:
                characters += sum(len(cell) for cell in row if isinstance(cell, str))
                if rows >= bounds.rows or characters > bounds.characters:
                    what = f"{bounds.rows:,} rows" if rows >= bounds.rows else f"{bounds.characters:,} characters"
                    if not bounds.first:
                        raise _beyond(shown, what)
                    lacks = f"Only {rows:,} rows of {shown} were brought in; there are more."
                    break
                waiting.append(row)
                rows += 1
            if lacks:
                break
            if len(waiting) >= _BATCH:
                put()
                tell(rows)
        put()
    return Copied(path, rows, lacks)


def _text(cell: Value) -> str | None:
    return cell if cell is None or isinstance(cell, str) else str(cell)


def _beyond(shown: str, most: str) -> StoreRefused:
    return StoreRefused(
        f"{shown} holds more than {most}.",
        "Bring in its first rows only, allow more, or attach the database in another workspace.",
    )
