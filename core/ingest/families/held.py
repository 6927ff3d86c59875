"""What a family's columns hold in the rows of some files, and what its other rows say of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from sqlglot import exp

from core.ingest.profile_change import Held, Stay
from core.model import NUMERIC, Column, Rows, Table, Value
from core.sql.base import SqlEngine

if TYPE_CHECKING:
    import duckdb

Cells = Sequence[Sequence[Value]]
"""Rows of a table, cells in the order of its columns."""

_SECONDS = 600.0
_AT_ONCE = 2_000
"""Values that a query names."""
_CAPITALS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def removed_rows(engine: SqlEngine, table: Table, sources: Collection[str]) -> Cells | None:
    """The rows that came from these files; None where the engine cannot give all of them at once."""
    if not sources or table.family is None:
        return ()
    rows = sum(m.rows for m in table.family.members if m.source in sources)
    cells = ", ".join(_quoted(engine, c.name) for c in table.columns)
    where = f"{_quoted(engine, table.family.file_column)} IN ({', '.join('?' * len(sources))})"
    query = f"SELECT {cells} FROM {_quoted(engine, table.name)} WHERE {where}"
    found = engine.read(query, tuple(sources), limit=rows + 1, seconds=_SECONDS)
    return found.rows if len(found.rows) == rows else None


def held_in(con: duckdb.DuckDBPyConnection, rows: Cells, column: Column) -> Held:
    """What a column holds in these rows."""
    counts = Counter(row[column.position] for row in rows)
    counts.pop(None, 0)
    texts = _texts(con, column, list(counts))
    return Held(len(rows), {text: (x, counts[x]) for x, text in texts.items()})


def staying(
    engine: SqlEngine, con: duckdb.DuckDBPyConnection, table: Table, column: Column, without: Collection[str]
) -> Stay:
    """What may be asked of a column of a family in which the rows of some files are about to change."""
    cell, name = _quoted(engine, column.name), _quoted(engine, table.name)
    file = _quoted(engine, table.family.file_column) if table.family else ""
    plain = cell if column.type in NUMERIC else f"LOWER(TRIM({cell}))"

    def read(query: str, parameters: Sequence[Value] = (), limit: int = 1_000_000) -> Rows:
        return engine.read(query, parameters, limit=limit, seconds=_SECONDS)

    def counts(values: Mapping[str, Value]) -> dict[str, int]:
        wanted = {_folded(x) for x in values.values()}
        found: dict[Value, int] = {}
        for some in _batches(wanted):
            query = f"SELECT {cell}, COUNT(*) FROM {name} WHERE {plain} IN ({', '.join('?' * len(some))}) GROUP BY 1"
            found.update((x, int(str(n))) for x, n in read(query, some).rows)
        known = {x: text for text, x in values.items()}
        return {known.get(x, str(x)): n for x, n in found.items()}

    def ends() -> tuple[Value, Value]:
        where = f" WHERE {file} NOT IN ({', '.join('?' * len(without))})" if without else ""
        ((low, high),) = read(f"SELECT MIN({cell}), MAX({cell}) FROM {name}{where}", tuple(without)).rows
        return low, high

    def common(most: int) -> list[tuple[str, int]]:
        query = f"SELECT {cell}, COUNT(*) FROM {name} WHERE {cell} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"
        # Of equally common numbers the first by their texts are kept, which are not the first by size.
        rows = [*read(f"{query} LIMIT {most}").rows]
        if column.type in NUMERIC and len(rows) == most:
            rows += read(query.replace(" ORDER", f" HAVING COUNT(*) = {rows[-1][1]} ORDER")).rows
        texts = _texts(con, column, [x for x, _ in rows])
        return [(texts[x], int(str(n))) for x, n in rows]

    return Stay(counts, ends, common)


def _texts(con: duckdb.DuckDBPyConnection, column: Column, values: Sequence[Value]) -> dict[Value, str]:
    """Stored values as the texts that profiles have of them."""
    if column.type != "real" or not values:
        return {x: str(x) for x in values}
    found = con.execute("SELECT x, CAST(x AS VARCHAR) FROM (SELECT unnest(?::DOUBLE[]) AS x)", [list(values)])
    return dict(found.fetchall())


def _folded(value: Value) -> Value:
    """A value as the engine's LOWER(TRIM()) spells it."""
    return value.strip(" ").translate(_CAPITALS) if isinstance(value, str) else value


def _batches(values: Collection[Value]) -> Iterator[tuple[Value, ...]]:
    rest = iter(values)
    while some := tuple(islice(rest, _AT_ONCE)):
        yield some


def _quoted(engine: SqlEngine, name: str) -> str:
    return exp.to_identifier(name, quoted=True).sql(dialect=engine.dialect)
