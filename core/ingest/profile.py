"""What a column's values say: counts, extremes, the commonest values and a sketch of the distinct ones.

All of it comes from the column's distinct texts and how often each occurs, which are gathered once. DuckDB also
normalises the plain forms, which are nearly all, exactly as `core.text.words.normalise` does; what its rules do not
surely cover goes through Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from core.ingest.batches import rows_at_once
from core.ingest.sketch import SKETCH, Sketch
from core.ingest.texts import Texts
from core.ingest.types import MARKED, PLAIN, REAL, Typing, is_missing, is_token, tried
from core.model import Profile, Value
from core.storage.arrays import array
from core.text.words import normalise

if TYPE_CHECKING:
    import duckdb

COMMON = 30
_LEAST, _MOST = 0.001, 1e15
"""Between these, Python and DuckDB write a number alike."""
_FEW = 2_000
"""Up to so many distinct texts are summed up by Python."""
_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
_ROUND = "CASE WHEN x = trunc(x) THEN CAST(CAST(x AS BIGINT) AS VARCHAR) ELSE s END"
_TEXT = rf"""
    CASE
        WHEN regexp_full_match(v, '[!-*/:-~][!-~]*(?: [!-~]+)*') THEN lower(v)
        WHEN regexp_full_match(v, '[1-9][0-9]{{0,17}}|0[0-9]*') THEN v
        WHEN NOT regexp_full_match(v, '[!-~]+(?: [!-~]+)*') OR regexp_full_match(v, '{_NUMBER}') THEN NULL
        ELSE lower(v)
    END"""


_BATCH = 100_000
_MOST_HELD = 2_000_000
"""Up to so many stored values are kept as a table; more are worked out anew for each query, to save memory."""


def as_text(typing: Typing) -> str:
    """SQL over a text `v` and its stored value `x`: the stored value as text."""
    if typing.verbatim:
        return "v"
    return "CASE WHEN v = '-0' THEN '0' ELSE v END" if typing.reading is PLAIN else "CAST(x AS VARCHAR)"


def normalised(typing: Typing) -> str:
    """SQL over a text `v`, its stored value `x` and that as text, `s`: `normalise` of `s`; null where Python must
    decide."""
    if typing.type == "integer":
        return "s"
    if typing.type == "real":
        return f"CASE WHEN abs(x) >= {_LEAST} AND abs(x) < {_MOST} THEN {_ROUND} END"
    if typing.reading:
        return "lower(s)"
    return _TEXT


def profile(con: duckdb.DuckDBPyConnection, typing: Typing, rows: int, texts: Texts) -> Profile:
    """The profile of a column once it is stored as `typing` says."""
    if texts.few is not None and not typing.partial and (typing.verbatim or typing.reading in (PLAIN, REAL)):
        found_here = _profile_few(texts.few, typing, rows)
        if found_here is not None:
            return found_here
    table = texts.table()
    missing: tuple[tuple[str, int], ...] = ()
    if typing.tokens:
        found = con.execute(f"SELECT v, n FROM {table} WHERE {is_missing('v')} ORDER BY n DESC, v").fetchall()
        missing = tuple((str(v), int(n)) for v, n in found)
    stored = _stored(table, typing)
    few = rows_at_once(_FEW, texts.longest)
    some = con.execute(f"SELECT x, s, n, {normalised(typing)} FROM {stored} LIMIT {few}").fetchall()
    summed = _sum_up(some) if len(some) < few else _sum_up_many(con, typing, stored, texts)
    return _profile_of(summed, rows, missing)


def held(con: duckdb.DuckDBPyConnection, typing: Typing, texts: Texts) -> dict[str, tuple[Value, int]]:
    """Of each value of a column once it is stored, as text: the value, and in how many cells it stands."""
    query = f"SELECT s, any_value(x), sum(n) FROM {_stored(texts.table(), typing)} GROUP BY s"
    found: dict[str, tuple[Value, int]] = {}
    for s, x, n in con.execute(query).fetchall():
        # The engine has one nought.
        text, value = ("0.0", 0.0) if isinstance(x, float) and not x else (str(s), x)
        found[text] = (value, int(n) + found.get(text, (0, 0))[1])
    texts.done()
    return found


def _stored(table: str, typing: Typing) -> str:
    """SQL for the texts of `table` that are stored: the text `v`, how often, the stored value `x`, and that as text."""
    source = f"(FROM {table} WHERE NOT {is_missing('v')})" if typing.tokens else table
    if typing.partial:
        source = f"(FROM {source} WHERE NOT ({typing.unfit('v')}))"
    # DuckDB may work out the value of texts that WHERE leaves out.
    values = f"SELECT v, n, {tried(typing.reading.value('v')) if typing.reading else 'v'} AS x FROM {source}"
    stored = f"(SELECT v, n, x, {as_text(typing)} AS s FROM ({values}))"
    # Signs in a figure's place are no values.
    return f"(FROM {stored} WHERE x IS NOT NULL)" if typing.reading and typing.reading.name == MARKED else stored


def _profile_few(texts: Sequence[tuple[str, int]], typing: Typing, rows: int) -> Profile | None:
    """The profile of a column of few texts that are stored as they are, or as plain numbers; None where Python would
    write one of these otherwise than DuckDB."""
    missing = [(v, n) for v, n in texts if typing.tokens and is_token(v)]
    kept = [(v, n) for v, n in texts if not (typing.tokens and is_token(v))]
    values: list[tuple[Any, str, int, str | None]]
    if typing.reading is PLAIN:
        whole = [(int(v), n) for v, n in kept]
        values = [(x, str(x), n, str(x)) for x, n in whole]
    elif typing.reading is REAL:
        reals = [(float(v), n) for v, n in kept]
        if any(not _LEAST <= abs(x) < _MOST and (x or str(x) != "0.0") for x, _ in reals):
            return None
        values = [(x, repr(x), n, str(int(x)) if x and x.is_integer() else repr(x) if x else None) for x, n in reals]
    elif typing.reading:
        values = [(v, v, n, v.lower()) for v, n in kept]
    else:
        values = [(v, v, n, None) for v, n in kept]
    return _profile_of(_sum_up(values), rows, tuple(sorted(missing, key=lambda item: (-item[1], item[0]))))


def _profile_of(summed: _Sum, rows: int, missing: tuple[tuple[str, int], ...]) -> Profile:
    filled, length, least, most, common, (distinct, sketch) = summed
    return Profile(
        rows=rows,
        nulls=rows - filled,
        distinct=distinct,
        minimum=least,
        maximum=most,
        mean_length=round(length / filled, 2) if filled else 0.0,
        common=common,
        missing=missing,
        sketch=sketch,
        sketch_complete=distinct <= SKETCH,
    )


_Sum = tuple[int, int, Value, Value, tuple[tuple[str, int], ...], tuple[int, tuple[int, ...]]]
"""Filled cells, their characters, least, greatest, the commonest, distinct values and their sketch."""


def _sum_up(values: Sequence[tuple[Any, str, int, str | None]]) -> _Sum:
    """The sum of a few values (stored, as text, how often, normalised): quicker than three queries."""
    import pyarrow as pa

    if not values:
        return 0, 0, None, None, (), (0, ())
    times: Counter[str] = Counter()
    for _, text, n, _ in values:
        times[text] += n
    kept = [x for x, *_ in values]
    gathered = Sketch()
    plain = [normalise(text) if norm is None else norm for _, text, _, norm in values]
    gathered.add(array(plain, pa.string()))
    return (
        times.total(),
        sum(len(text) * n for text, n in times.items()),
        min(kept),
        max(kept),
        tuple(sorted(times.items(), key=lambda item: (-item[1], item[0]))[:COMMON]),
        gathered.result(),
    )


def _sum_up_many(con: duckdb.DuckDBPyConnection, typing: Typing, stored: str, texts: Texts) -> _Sum:
    """The same by queries, for any number of values; `stored` gives those of the `texts`."""
    table = texts.table()
    plain = typing.reading is PLAIN
    if (
        not typing.verbatim
        and not plain
        and con.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0] <= _MOST_HELD
    ):
        con.execute(f"CREATE OR REPLACE TEMP TABLE stored AS SELECT n, x, s FROM {stored}")
        stored = "stored"
    zero = "bool_or(v = '-0')" if plain else "false"
    found = con.execute(
        f"SELECT coalesce(sum(n), 0), coalesce(sum(n * length(s)), 0), min(x), max(x), {zero} FROM {stored}"
    ).fetchall()
    filled, length, least, most, zeros = found[0]
    counted = _commonest(con, stored, one_to_one=typing.verbatim or (plain and not zeros))
    sketch = _sketch(con, typing, stored, rows_at_once(_BATCH, texts.mean))
    if stored == "stored":
        con.execute("DROP TABLE stored")
    return int(filled), int(length), least, most, counted, sketch


def _commonest(con: duckdb.DuckDBPyConnection, stored: str, *, one_to_one: bool) -> tuple[tuple[str, int], ...]:
    """The commonest values, of equally common ones the first by their texts; `one_to_one`: no two texts mean one."""
    if one_to_one:
        query = f"SELECT s, n AS times FROM {stored} ORDER BY times DESC, s LIMIT {COMMON}"
    else:
        # To write numbers as texts takes longer than to count them: only those that may be among the first are.
        query = (
            f"WITH counted AS MATERIALIZED (SELECT x, sum(n) AS times FROM {stored} GROUP BY x) "
            "SELECT CAST(x AS VARCHAR) AS s, times FROM counted WHERE times >= "
            f"(SELECT min(times) FROM (SELECT times FROM counted ORDER BY times DESC LIMIT {COMMON})) "
            f"ORDER BY times DESC, s LIMIT {COMMON}"
        )
    return tuple((str(s), int(n)) for s, n in con.execute(query).fetchall())


def _sketch(
    con: duckdb.DuckDBPyConnection, typing: Typing, stored: str, batch_rows: int
) -> tuple[int, tuple[int, ...]]:
    """Distinct normalised values, counted and sketched."""
    import pyarrow as pa

    gathered = Sketch()
    plain = normalised(typing)
    odd = False
    for batch in con.sql(f"SELECT {plain} AS norm FROM {stored}").to_arrow_reader(batch_rows):
        column = batch.column(0)
        odd = odd or bool(column.null_count)
        gathered.add(column.drop_null())
    if odd:
        query = f"SELECT s FROM {stored} WHERE ({plain}) IS NULL"
        for batch in con.sql(query).to_arrow_reader(batch_rows):
            gathered.add(array([normalise(s) for s in batch.column(0).to_pylist()], pa.string()))
    return gathered.result()
