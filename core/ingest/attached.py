"""Profiles of tables that are in a database: worked out there, in one query for a table and one for each column.

What travels of a column is its figures, its commonest values and at most 1,024 values or hashes of values. Hashes are
the first 64 bits of MD5, which databases can make; the values are normalised there nearly as
`core.text.words.normalise` does it. What takes too long is worked out from a sample of the rows, and that is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import QueryError
from core.ingest.profile import COMMON
from core.ingest.sketch import SKETCH, md5_texts
from core.model import Column, ColumnType, Profile, Value
from core.profiles.private import kind_of
from core.sql.names import quote
from core.sql.remote.base import Attached
from core.sql.remote.kinds import NUMBERS, TIMES, Kind
from core.sql.remote.targets.base import REAL_TEXT
from core.text.words import normalise

SECONDS = 60.0
"""For one query."""
SAMPLED = 200_000
"""Rows of a sample, about."""
LONGEST = 200
"""Characters of a common value that are looked at."""

_TYPES: dict[Kind, ColumnType] = {
    "integer": "integer",
    "real": "real",
    "decimal": "real",
    "boolean": "boolean",
    "date": "date",
    "datetime": "datetime",
    "time": "time",
}


@dataclass(frozen=True, slots=True)
class Profiled:
    """A table as it was found."""

    rows: int
    columns: tuple[Column, ...]


def profiled(engine: Attached, name: str) -> Profiled:
    """The rows and columns of an attached table. Raises StoreError, QueryError when even a sample takes too long."""
    place = engine.place(name)
    columns = engine.kinds(name)
    counted = ", ".join(["COUNT(*)", *(f"COUNT({quote(c)})" for c, _ in columns)])
    found = engine.ask(f"SELECT {counted} FROM {place}", _numbers(len(columns) + 1), 1, SECONDS * 5).rows[0]
    rows, filled = int(str(found[0])), [int(str(n)) for n in found[1:]]
    made = [
        _column(engine, name, column, kind, position, rows, there)
        for position, ((column, kind), there) in enumerate(zip(columns, filled, strict=True))
    ]
    return Profiled(rows, tuple(made))


def _column(engine: Attached, table: str, name: str, kind: Kind, position: int, rows: int, filled: int) -> Column:
    said = ""
    try:
        profile = _profile(engine, engine.place(table), name, kind, rows, filled)
    except QueryError:
        share = min(100.0, 100.0 * SAMPLED / max(1, rows))
        profile = _profile(engine, engine.sample(table, share, SAMPLED), name, kind, rows, filled)
        profile = _scaled(profile, filled)
        said = f"What is said of its values is from a sample of about {SAMPLED:,} rows."
    type_ = _TYPES.get(kind, "text")
    return Column(table, name, name, type_, position, profile, description=said, private=kind_of(name, type_, profile))


@dataclass(frozen=True, slots=True)
class _Found:
    """What a column's filled cells are: `length` of all texts together, `seen` cells, `hashes` of the values where
    these were too many to travel."""

    distinct: int
    length: int
    seen: int
    low: Value
    high: Value
    common: tuple[tuple[str, int], ...]
    values: tuple[str, ...]
    hashes: tuple[int, ...]


def _profile(engine: Attached, place: str, name: str, kind: Kind, rows: int, filled: int) -> Profile:
    if not filled:
        return Profile(rows, rows, 0, sketch_hash="md5")
    cell = quote(name)
    # Not all other types can be told apart, and some databases tell texts apart only then.
    one_each = f"CAST({cell} AS TEXT)" if kind in ("other", "text") else cell
    text = "x" if kind == "other" else _as_text("x", kind)
    grouped = (
        f"WITH g AS MATERIALIZED (SELECT {one_each} AS x, COUNT(*) AS n FROM {place} WHERE {cell} IS NOT NULL "
        f"GROUP BY 1), d AS MATERIALIZED (SELECT {text} AS v, {_normal('x', text, kind)} AS p, n FROM g)"
    )
    found = _at_once(engine, grouped) if engine.shares else _in_parts(engine, grouped)
    low, high, hashes = found.low, found.high, found.hashes
    if found.values:
        hashes = tuple(sorted(set(md5_texts([normalise(v) for v in found.values]).tolist())))
    if kind in NUMBERS:
        extremes = engine.ask(f"SELECT MIN({cell}), MAX({cell}) FROM {place}", [("a", kind), ("z", kind)], 1, SECONDS)
        low, high = extremes.rows[0]
    return Profile(
        rows=rows,
        nulls=rows - filled,
        distinct=len(hashes) if found.values else found.distinct,
        minimum=low,
        maximum=high,
        mean_length=round(found.length / found.seen, 2) if found.seen else 0.0,
        common=found.common,
        sketch=hashes,
        sketch_hash="md5",
        sketch_complete=bool(found.values) or not hashes,
    )


_ORDER = ' COLLATE "C"'
_COMMON = f"SELECT {{0}}SUBSTR(v, 1, {LONGEST}) AS v, n FROM d ORDER BY n DESC, v{_ORDER} LIMIT {COMMON}"


def _at_once(engine: Attached, grouped: str) -> _Found:
    """By one query, for a database that groups the values once for all its parts."""
    query = (
        f"{grouped}, h AS MATERIALIZED (SELECT DISTINCT p FROM d) "
        "SELECT 'd' AS what, NULL AS v, COUNT(*) AS n FROM h "
        "UNION ALL SELECT 'l', NULL, CAST(SUM(CAST(LENGTH(v) AS BIGINT) * n) AS BIGINT) FROM d "
        "UNION ALL SELECT 'f', NULL, CAST(SUM(n) AS BIGINT) FROM d "
        f"UNION ALL SELECT 'a', MIN(v{_ORDER}), 0 FROM d UNION ALL SELECT 'z', MAX(v{_ORDER}), 0 FROM d "
        "UNION ALL (" + _COMMON.format("'c' AS what, ") + ") "
        f"UNION ALL (SELECT 's', p, 0 FROM h WHERE (SELECT COUNT(*) FROM h) <= {SKETCH}) "
        f"UNION ALL (SELECT 'h', x, 0 FROM (SELECT SUBSTR(MD5(p), 1, 16) AS x FROM h "
        f"WHERE (SELECT COUNT(*) FROM h) > {SKETCH}) AS m ORDER BY x{_ORDER} LIMIT {SKETCH})"
    )
    kinds: list[tuple[str, Kind]] = [("what", "text"), ("v", "text"), ("n", "integer")]
    found = engine.ask(query, kinds, 10 * SKETCH, SECONDS).rows

    def one(what: str) -> tuple[Value, int]:
        return next(((v, int(str(n or 0))) for w, v, n in found if w == what), (None, 0))

    return _Found(
        distinct=one("d")[1],
        length=one("l")[1],
        seen=one("f")[1],
        low=one("a")[0],
        high=one("z")[0],
        common=tuple((str(v), int(str(n))) for w, v, n in found if w == "c"),
        values=tuple(str(v) for w, v, _ in found if w == "s"),
        hashes=tuple(int(str(v), 16) for w, v, _ in found if w == "h"),
    )


def _in_parts(engine: Attached, grouped: str) -> _Found:
    """By three queries, for a database that would group the values anew for each part."""
    figures = (
        f"{grouped} SELECT COUNT(DISTINCT p), CAST(SUM(CAST(LENGTH(v) AS BIGINT) * n) AS BIGINT), "
        f"CAST(SUM(n) AS BIGINT), MIN(v{_ORDER}), MAX(v{_ORDER}) FROM d"
    )
    kinds: list[tuple[str, Kind]] = [*_numbers(3), ("low", "text"), ("high", "text")]
    distinct, length, seen, low, high = engine.ask(figures, kinds, 1, SECONDS).rows[0]
    common = engine.ask(f"{grouped} {_COMMON.format('')}", [("v", "text"), ("n", "integer")], COMMON, SECONDS).rows
    few = int(str(distinct)) <= SKETCH
    travels = (
        "SELECT DISTINCT p AS x FROM d"
        if few
        else f"SELECT x FROM (SELECT DISTINCT SUBSTR(MD5(p), 1, 16) AS x FROM d) AS m ORDER BY x{_ORDER} LIMIT {SKETCH}"
    )
    held = [str(x) for (x,) in engine.ask(f"{grouped} {travels}", [("x", "text")], SKETCH, SECONDS).rows]
    return _Found(
        distinct=int(str(distinct)),
        length=int(str(length or 0)),
        seen=int(str(seen or 0)),
        low=low,
        high=high,
        common=tuple((str(v), int(str(n))) for v, n in common),
        values=tuple(held) if few else (),
        hashes=() if few else tuple(int(x, 16) for x in held),
    )


def _scaled(profile: Profile, filled: int) -> Profile:
    """A sample's profile for all rows: where hardly a value came twice, as many more values are taken to be there."""
    seen = sum(n for _, n in profile.common)
    unique = profile.common and profile.common[0][1] == 1 and seen == len(profile.common)
    if not unique:
        return replace(profile, sketch_complete=False)
    return replace(profile, distinct=filled, sketch_complete=False)


def _as_text(cell: str, kind: Kind) -> str:
    """SQL for a value as the engine gives it to us as text."""
    if kind == "date":
        return f"TO_CHAR({cell}, 'YYYY-MM-DD')"
    if kind == "datetime":
        return f"TO_CHAR({cell}, 'YYYY-MM-DD HH24:MI:SS')"
    return f"{REAL_TEXT}({cell})" if kind == "real" else f"CAST({cell} AS TEXT)"


def _normal(cell: str, text: str, kind: Kind) -> str:
    """SQL for a value as it is compared: numbers in one spelling, texts without regard to case and blanks around."""
    if kind in ("real", "decimal"):
        small = f"ABS({cell}) < 1e15 AND {cell} = TRUNC({cell})"
        return f"CASE WHEN {small} THEN CAST(CAST({cell} AS BIGINT) AS TEXT) ELSE {text} END"
    if kind == "integer" or kind in TIMES:
        return text
    return f"LOWER(TRIM({text}))"


def _numbers(n: int) -> Sequence[tuple[str, Kind]]:
    return [(f"n{i}", "integer") for i in range(n)]
