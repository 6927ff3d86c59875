"""Small tables of a database on a server: each is read whole by one query, and profiled here.

A query costs a server that plans much, such as Trino, more than the rows of a small table do. Values are normalised by
`core.text.words.normalise` itself; their hashes are those that databases can make.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from core.errors import QueryError
from core.ingest.profile import COMMON
from core.ingest.sketch import SKETCH, md5_texts
from core.model import Profile, Value
from core.sql.names import quote
from core.sql.remote.base import Attached
from core.sql.remote.kinds import NUMBERS, Kind
from core.text.words import normalise

ROWS = 10_000
CELLS = 200_000
"""A table of no more than so many of both is small."""
SECONDS = 60.0
LONGEST = 200
"""Characters of a common value that are looked at."""
_TABLES = 20
"""Whose size one query asks for."""
_MOMENT = len("2024-01-31 08:15:00")

Cells = Mapping[str, Sequence[Value]]
"""A table's cells by column, as queries give them, in one order of the rows."""


def small(engine: Attached, names: Sequence[str]) -> frozenset[str]:
    """Those of the tables that are to be read whole: none but on a server. Raises StoreError, Cancelled."""
    if not engine.far:
        return frozenset()
    found: set[str] = set()
    for start in range(0, len(names), _TABLES):
        some = names[start : start + _TABLES]
        most = [min(ROWS, CELLS // max(1, len(engine.kinds(name)))) for name in some]
        counting = " UNION ALL ".join(
            f"SELECT {i} AS t, COUNT(*) AS n "
            f"FROM (SELECT 1 AS one FROM {engine.place(name)} LIMIT {most[i] + 1}) AS m{i}"
            for i, name in enumerate(some)
        )
        try:
            rows = engine.ask(counting, [("t", "integer"), ("n", "integer")], _TABLES, SECONDS).rows
        except QueryError:  # whose fault it is, is told where that table is looked at
            continue
        found |= {some[int(str(t))] for t, n in rows if int(str(n)) <= most[int(str(t))]}
    return frozenset(found)


def cells(engine: Attached, name: str) -> Cells | None:
    """A small table's cells; None where they cannot be read so. The engine must show the table."""
    columns = [c for c, _ in engine.kinds(name)]
    if not columns:
        return None
    try:
        found = engine.read(
            f"SELECT {', '.join(map(quote, columns))} FROM {quote(name)} LIMIT {ROWS + 1}", limit=ROWS, seconds=SECONDS
        )
    except QueryError:
        return None
    if found.truncated:
        return None
    by_column = list(zip(*found.rows, strict=True)) or [()] * len(columns)
    return dict(zip(columns, by_column, strict=True))


def profile(column: Sequence[Value], kind: Kind) -> Profile:
    """What a column's cells say."""
    filled = [c for c in column if c is not None]
    if not filled:
        return Profile(len(column), len(column), 0, sketch_hash="md5")
    counts = texts(filled, kind)
    hashes = sorted(set(md5_texts(sorted({normalise(t) for t in counts})).tolist()))
    numbers = [c for c in filled if isinstance(c, int | float)] if kind in NUMBERS else []
    return Profile(
        rows=len(column),
        nulls=len(column) - len(filled),
        distinct=len(hashes),
        minimum=min(numbers) if numbers else min(counts),
        maximum=max(numbers) if numbers else max(counts),
        mean_length=round(sum(len(t) * n for t, n in counts.items()) / len(filled), 2),
        common=tuple((t[:LONGEST], n) for t, n in ordered(counts)[:COMMON]),
        sketch=tuple(hashes[:SKETCH]),
        sketch_hash="md5",
        sketch_complete=len(hashes) <= SKETCH,
    )


def texts(column: Sequence[Value], kind: Kind) -> Counter[str]:
    """How often each filled cell occurs, as text."""
    return Counter(_text(c, kind) for c in column if c is not None)


def ordered(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """The most frequent first."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _text(cell: Value, kind: Kind) -> str:
    if isinstance(cell, float) and kind == "decimal" and cell.is_integer():
        return str(int(cell))
    text = str(cell)
    return text[:_MOMENT] if kind == "datetime" else text
