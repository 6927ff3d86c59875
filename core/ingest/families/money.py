"""Money that some files of a family write with its sign and others without: `£1,250.00` in one year, `1250.5` in the
next. All are given the sign, and lose what parts their thousands, so that the column is one of money.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.ingest.types import quoted

if TYPE_CHECKING:
    import duckdb

SIGNS = "£$€¥₹"
"""The signs of moneys."""
_NUMBER = r"[0-9][0-9.,'’ \x{a0}\x{202f}]*"
_SIGNED = rf"-? ?([{SIGNS}]) ?-?{_NUMBER}|-?{_NUMBER} ?([{SIGNS}])"
_PLAIN = rf"-?{_NUMBER}"
_MOST = 0.9
"""The share of a file's cells that write money in its one way."""
_BY_COMMA = (r"-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?", r"-?[0-9]+,[0-9]{1,2}", ",")
_BY_POINT = (r"-?[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]{1,2})?", r"-?[0-9]+\.[0-9]{1,2}", ".")
"""How thousands are parted, what speaks against it, and the sign that parts them."""


def unite_money(con: duckdb.DuckDBPyConnection, column: str) -> bool:
    """Write the money of a column of `gathered` alike where some files have its sign and some do not; whether that was
    done."""
    signs = con.execute(
        f"SELECT DISTINCT regexp_extract({column}, {quoted(f'[{SIGNS}]')}) FROM gathered "
        f"WHERE regexp_matches({column}, {quoted(f'[{SIGNS}]')})"
    ).fetchall()
    if len(signs) != 1:
        return False
    signed, plain = (f"regexp_full_match(trim({column}), {quoted(p)})" for p in (_SIGNED, _PLAIN))
    filled = f"nullif(count(nullif(trim({column}), '')), 0)"
    files = con.execute(
        f"SELECT count(*) FILTER ({signed}) / {filled}, count(*) FILTER ({plain}) / {filled} FROM gathered GROUP BY s"
    ).fetchall()
    shares = [(a, b) for a, b in files if a is not None]
    ways = {(a >= _MOST, b >= _MOST) for a, b in shares}
    if ways != {(True, False), (False, True)}:
        return False
    bare = f"regexp_replace(trim({column}), {quoted(f' ?[{SIGNS}] ?')}, '')"
    con.execute(f"UPDATE gathered SET {column} = {bare} WHERE {signed}")
    for parted, against, sign in (_BY_COMMA, _BY_POINT):
        found, other = con.execute(
            f"SELECT bool_or(regexp_full_match({column}, {quoted(parted)})), "
            f"bool_or(regexp_full_match({column}, {quoted(against)})) FROM gathered"
        ).fetchall()[0]
        if found and not other:
            con.execute(
                f"UPDATE gathered SET {column} = replace({column}, {quoted(sign)}, '') "
                f"WHERE regexp_full_match({column}, {quoted(parted)})"
            )
    con.execute(f"UPDATE gathered SET {column} = {quoted(signs[0][0])} || trim({column}) WHERE {plain}")
    return True
