"""Numbers whose thousands some files of a family part and others do not: `3,862` in one year, `3990` in the next.

In one column the sign could as well begin the decimals. File by file it cannot: the figures of the files that part them
are of the others' size with the sign left out, or with it read as a point.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from core.ingest.numbers import decide
from core.ingest.types import TEXT, quoted

if TYPE_CHECKING:
    import duckdb

_SIGNS = (",", ".", "'", "’", " ", "\u00a0", "\u202f")
_DECIMALS, _THREE = r"-?[0-9]*\.[0-9]+", r"-?[0-9]{1,3}\.[0-9]{3}"
_BIG = r"-?[0-9]{4,}"


def unite_thousands(con: duckdb.DuckDBPyConnection, column: str) -> bool:
    """Take out the sign that parts thousands in some files' cells of a column of `gathered`, where other files write
    such numbers without it and the column is read as no whole number otherwise; whether that was done."""
    sign = quoted(f"[0-9][{''.join(_SIGNS)}][0-9]{{3}}")
    if not con.execute(f"SELECT bool_or(regexp_matches({column}, {sign})) FROM gathered").fetchall()[0][0]:
        return False  # a look is enough for most columns
    cells = f"(SELECT DISTINCT {column} AS v FROM gathered WHERE trim({column}) <> '')"
    typing = decide(con, cells)
    if typing != TEXT and typing.type != "real":
        return False
    size = f"median(log10(greatest(abs(TRY_CAST(v AS DOUBLE)), 1))) FILTER (regexp_full_match(v, {quoted(_BIG)}))"
    other = f"bool_or(regexp_full_match(v, {quoted(_DECIMALS)}) AND NOT regexp_full_match(v, {quoted(_THREE)}))"
    whole, decimals = con.execute(f"SELECT {size}, {other} FROM {cells}").fetchall()[0]
    if whole is None:
        return False
    done = False
    for sign in _SIGNS if typing == TEXT else () if decimals else (".",):
        parted = quoted(rf"-?[0-9]{{1,3}}(?:{_escaped(sign)}[0-9]{{3}})+")
        if _begins_decimals(con, column, sign):
            continue
        bare = f"replace(v, {quoted(sign)}, '')"
        rows = con.execute(
            f"SELECT s, median(log10(greatest(abs(CAST({bare} AS DOUBLE)), 1))) FROM "
            f"(SELECT s, {column} AS v FROM gathered WHERE regexp_full_match({column}, {parted})) GROUP BY s"
        ).fetchall()
        if rows and all(abs(size - whole) < abs(size - math.log10(1000) - whole) for _, size in rows):
            sources = ", ".join(quoted(s) for s, _ in rows)
            con.execute(
                f"UPDATE gathered SET {column} = replace({column}, {quoted(sign)}, '') "
                f"WHERE s IN ({sources}) AND regexp_full_match({column}, {parted})"
            )
            done = True
    return done


def _begins_decimals(con: duckdb.DuckDBPyConnection, column: str, sign: str) -> bool:
    """Some cell says that the sign parts no thousands: `12.5`, `0.296`."""
    number = quoted(rf"-?[0-9]+(?:{_escaped(sign)}[0-9]+)+")
    parted = quoted(rf"-?[1-9][0-9]{{0,2}}(?:{_escaped(sign)}[0-9]{{3}})+")
    against = f"regexp_full_match({column}, {number}) AND NOT regexp_full_match({column}, {parted})"
    return bool(con.execute(f"SELECT bool_or({against}) FROM gathered").fetchall()[0][0])


def _escaped(sign: str) -> str:
    return "[" + sign + "]"
