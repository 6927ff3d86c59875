"""What a column's values say: counts, extremes, the commonest values and a sketch of the distinct ones.

Hashes are the lower 64 bits of MD5 (bytes 8..15, big-endian) of a value normalised by `core.text.normalise`: the same
in every run and on every platform. MD5 is used for its spread alone. DuckDB normalises the plain forms, which are
nearly all; whatever its rules do not surely cover goes through Python.
"""

from __future__ import annotations

import hashlib
from array import array
from typing import TYPE_CHECKING, Any

from core.ingest.types import Typing, is_missing
from core.model import Profile
from core.text import normalise

if TYPE_CHECKING:
    import duckdb

SKETCH = 1_024
COMMON = 12
_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
_NORMALISED = rf"""
    CASE
        WHEN regexp_full_match(s, '[1-9][0-9]{{0,17}}|0[0-9]*') THEN s
        WHEN regexp_full_match(s, '-?[0-9]{{1,14}}\.[0-9]{{1,20}}')
            THEN CASE
                WHEN regexp_full_match(s, '-?0[0-9].*') OR abs(CAST(s AS DOUBLE)) < 0.001 THEN NULL
                ELSE regexp_replace(CAST(CAST(s AS DOUBLE) AS VARCHAR), '\.0$', '') END
        WHEN NOT regexp_full_match(s, '[!-~]+(?: [!-~]+)*') OR regexp_full_match(s, '{_NUMBER}') THEN NULL
        ELSE lower(s)
    END"""
"""`normalise(s)` in SQL for plain ASCII; null for what Python must decide."""


def hash64(normalised: str) -> int:
    """The sketch's hash of a normalised value, 0 ≤ h < 2**64."""
    digest = hashlib.md5(normalised.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    return int.from_bytes(digest[8:], "big")


def group(con: duckdb.DuckDBPyConnection, column: str) -> None:
    """Fill the table `one` (v, n) with the column's distinct texts and how often each occurs."""
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE one AS SELECT {column} AS v, count(*) AS n FROM raw "
        f"WHERE {column} IS NOT NULL GROUP BY ALL"
    )


def profile(con: duckdb.DuckDBPyConnection, typing: Typing, rows: int) -> Profile:
    """The profile of the column whose distinct texts are in `one`, once it is stored as `typing` says."""
    missing: tuple[tuple[str, int], ...] = ()
    if typing.tokens:
        found = con.execute(f"SELECT v, n FROM one WHERE {is_missing('v')} ORDER BY n DESC, v").fetchall()
        missing = tuple((str(v), int(n)) for v, n in found)
    keep = f"WHERE NOT {is_missing('v')}" if typing.tokens else ""
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE stored AS SELECT x, s, n, {_NORMALISED} AS norm FROM "
        f"(SELECT x, CAST(x AS VARCHAR) AS s, n FROM (SELECT {_plain(typing)} AS x, n FROM one {keep}))"
    )
    con.execute(
        "CREATE OR REPLACE TEMP TABLE hashed AS "
        "SELECT DISTINCT md5_number_lower(norm) AS h FROM stored WHERE norm IS NOT NULL"
    )
    _hash_rest(con)
    filled, length, least, most = _row(
        con, "SELECT coalesce(sum(n), 0), coalesce(sum(n * length(s)), 0), min(x), max(x) FROM stored"
    )
    (distinct,) = _row(con, "SELECT count(DISTINCT h) FROM hashed")
    sketch = con.execute(f"SELECT DISTINCT h FROM hashed ORDER BY h LIMIT {SKETCH}").fetchall()
    common = con.execute(
        f"SELECT s, sum(n) AS times FROM stored GROUP BY s ORDER BY times DESC, s LIMIT {COMMON}"
    ).fetchall()
    return Profile(
        rows=rows,
        nulls=rows - int(filled),
        distinct=int(distinct),
        minimum=least,
        maximum=most,
        mean_length=round(int(length) / int(filled), 2) if filled else 0.0,
        common=tuple((str(s), int(n)) for s, n in common),
        missing=missing,
        sketch=tuple(int(h) for (h,) in sketch),
        sketch_complete=int(distinct) <= SKETCH,
    )


def _plain(typing: Typing) -> str:
    """SQL for the stored value of a text that is no token."""
    return typing.reading.value("v") if typing.reading else "v"


def _hash_rest(con: duckdb.DuckDBPyConnection) -> None:
    """Normalise in Python what SQL left."""
    import pyarrow as pa

    hashes = array("Q")
    rest = con.execute("SELECT s FROM stored WHERE norm IS NULL")
    while batch := rest.fetchmany(50_000):
        hashes.extend({hash64(normalise(s)) for (s,) in batch})
    if hashes:
        con.register("block", pa.table({"h": pa.array(hashes, pa.uint64())}))
        con.execute("INSERT INTO hashed SELECT h FROM block")
        con.unregister("block")


def _row(con: duckdb.DuckDBPyConnection, sql: str) -> tuple[Any, ...]:
    row = con.execute(sql).fetchone()
    return row or ()
