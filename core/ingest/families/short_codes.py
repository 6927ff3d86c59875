"""Columns of a few codes that another edition of a file writes in short: `New`, `F/U`, then `N`, `FU`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from core.text.abbreviations import LOOSE, shortens
from core.text.words import MARKS

if TYPE_CHECKING:
    import duckdb

_FEW = 8
"""Values of a column of codes that may be written in short."""


def partners(one: Collection[str], other: Collection[str]) -> Mapping[str, str]:
    """For each value of the one the only one of the other that it shortens, or that shortens it; empty where one has
    none of its own. Numbers, and letters with numbers, shorten nothing."""
    if not 2 <= len(one) <= len(other) <= _FEW:
        return {}
    found = {value: [v for v in other if _short_for(value, v)] for value in one}
    alone = {value: met[0] for value, met in found.items() if len(met) == 1}
    return alone if len(alone) == len(one) == len(set(alone.values())) else {}


def in_full(con: duckdb.DuckDBPyConnection, column: str) -> Mapping[str, str]:
    """For each value of a column of `gathered` that some files write in short, the one that the other files write.

    No file has values of both ways, and each value of the one way is short for one of the other alone.
    """
    rows = con.execute(f"SELECT DISTINCT s, {column} FROM gathered WHERE {column} <> '' LIMIT 1000").fetchall()
    held: dict[object, set[str]] = {}
    for source, value in rows:
        held.setdefault(source, set()).add(str(value))
    ways: list[set[str]] = []
    for values in held.values():
        met = [w for w in ways if w & values]
        ways = [w for w in ways if not w & values] + [values.union(*met)]
    if len(ways) != 2 or sum(map(len, ways)) > 2 * _FEW:
        return {}
    few, many = sorted(ways, key=len)
    pairs = {a: b for a, b in partners(few, many).items() if a.casefold() != b.casefold()}
    return {short: long for a, b in pairs.items() for short, long in [sorted((a, b), key=_letters)]}


def _letters(value: str) -> tuple[int, int, str]:
    plain = MARKS.sub("", value)
    return len(plain), len(value), value


def _short_for(one: str, other: str) -> bool:
    short, long = sorted((MARKS.sub("", v).casefold() for v in (one, other)), key=len)
    if short == long:
        return True
    plain = short.isalpha() and long.isalpha()
    return plain and (long.startswith(short) or shortens(short, long) >= LOOSE)
