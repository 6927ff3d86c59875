"""Values that the files of a family write with other capitals, or with `&` for `and`: `Yes`, `NO` and `no`.

A sum by such a column would keep each spelling apart, and a count of different values count them all. The spelling
that most rows have is written for all. Single letters stay (`m` and `M` may be metre and mega), and so do columns of
many different values: codes that may well differ by their case alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.ingest.families.short_codes import in_full

if TYPE_CHECKING:
    import duckdb

_MOST = 1_000
"""Different values of a column that is looked at."""
_REPEATED = 2
"""Rows for each of them, at least."""

Spelling = tuple[str, str]
"""As some files write it, as it is written now."""


def unite_spellings(con: duckdb.DuckDBPyConnection, column: str, known: Mapping[str, str]) -> list[Spelling]:
    """Write the values of a column of `gathered` that are spelt alike (`folded`) in one way; which were changed.

    `known` are spellings, by what they are folded to, that rows have which are not in `gathered`: these stay.
    """
    distinct, filled = con.execute(
        f"SELECT approx_count_distinct(lower({column})), count({column}) FROM gathered"
    ).fetchall()[0]
    if distinct > _MOST or filled < (0 if known else _REPEATED * distinct):
        return []
    counts = con.execute(
        f"SELECT {column}, count(*) FROM gathered WHERE lower({column}) <> upper({column}) AND length({column}) > 1 "
        f"GROUP BY 1 ORDER BY 2 DESC, (lower({column}) = {column} OR upper({column}) = {column}), 1"
    ).fetchall()
    kept = dict(known)
    changed: list[Spelling] = list(in_full(con, column).items()) if not known else []
    short = dict(changed)
    for value, _ in counts:
        one = kept.setdefault(folded(value), value) if value not in short else value
        if one != value:
            changed.append((value, one))
    if changed:
        con.execute("CREATE OR REPLACE TEMP TABLE spelt (was VARCHAR, now VARCHAR)")
        con.executemany("INSERT INTO spelt VALUES (?, ?)", [list(pair) for pair in changed])
        con.execute(f"UPDATE gathered SET {column} = spelt.now FROM spelt WHERE {column} = spelt.was")
    return changed


def folded(value: str) -> str:
    """What values spelt alike have in common."""
    return " ".join(value.lower().replace("&", " and ").split())
