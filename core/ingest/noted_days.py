"""A column of days in which some cells say in words why there is none: `still out`, `cancelled`, `LOST`.

The days become a column of dates, empty where a word stands, and the words a column of their own behind all others:
nothing is lost, and what was due can be compared with what was done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.ingest import types
from core.ingest.texts import Texts
from core.ingest.types import Typing, is_token, quoted
from core.model import TEMPORAL, Column

if TYPE_CHECKING:
    import duckdb

BEHIND = " note"
"""What the label of the words' column has behind the day's."""
_WORDS = re.compile(r"[^\W\d_][^\d]{0,39}")
_MOST = 12
"""Different texts that stand in a day's place at most."""
_LEAST = 5
"""Cells with a day at least, and no fewer than with words."""


def words_apart(con: duckdb.DuckDBPyConnection, texts: Texts, other: str) -> tuple[Texts, Typing, Texts] | None:
    """Put the words of a column of days of `raw` into its new column `other`; the days with their typing, and the
    words. None where it is no such column, and `raw` is as it was."""
    if texts.few is None:
        return None
    said = {v: n for v, n in texts.few if _WORDS.fullmatch(v.strip()) and not is_token(v)}
    held = sum(n for v, n in texts.few if v not in said and not is_token(v))
    if not 0 < len(said) <= _MOST or held < max(_LEAST, sum(said.values())):
        return None
    words = ", ".join(map(quoted, said))
    con.execute(f"CREATE OR REPLACE TEMP TABLE even AS SELECT v, n FROM {texts.table()} WHERE v NOT IN ({words})")
    typing = types.decide(con, "even")
    if typing.type not in ("date", "datetime"):
        return None
    column = texts.column
    texts.done()
    con.execute(f"ALTER TABLE raw ADD COLUMN {other} VARCHAR")
    con.execute(f"UPDATE raw SET {other} = {column}, {column} = NULL WHERE {column} IN ({words})")
    converted = f"words such as “{next(iter(said))}” stand in a column of their own"
    return Texts(con, column), replace(typing, converted=converted), Texts(con, other)


def places_of_words(columns: Sequence[Column]) -> dict[int, int]:
    """Of a loaded table's columns of days with words apart, the places of both: the day's, the words'."""
    days = {c.label: c.position for c in columns if c.type in TEMPORAL}
    words = (
        (c.label.removesuffix(BEHIND), c.position) for c in columns if c.type == "text" and c.label.endswith(BEHIND)
    )
    return {days[label]: at for label, at in words if label in days}
