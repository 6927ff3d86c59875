"""Profiles of tables that are in a database: worked out there, in one query for a table and one for each column, or
for several columns together. Small tables of a server are read whole (`core.ingest.attached_whole`).

What travels of a column is its figures, its commonest values and at most 1,024 values or hashes of values. Hashes are
the first 64 bits of MD5, which databases can make; the values are normalised there nearly as
`core.text.words.normalise` does it. What takes too long is worked out from a sample of the rows, and that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from core.errors import QueryError
from core.ingest.attached_whole import LONGEST, Cells, ordered
from core.ingest.attached_whole import profile as whole
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
_WIDE = 300
"""Columns of a table that one query counts."""
_SEVERAL, _SEVERAL_ROWS = 8, 1_000_000
"""Columns of one query, and their cells together, where an engine groups anew for each part."""

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


def profiled(engine: Attached, name: str, held: Cells | None = None) -> Profiled:
    """The rows and columns of an attached table; `held` are its cells, where it was read whole.

    Raises StoreError, QueryError when even a sample takes too long.
    """
    columns = engine.kinds(name)
    if held is not None:
        profiles = [whole(held[column], kind) for column, kind in columns]
        made = [_column(name, i, *column, p) for i, (column, p) in enumerate(zip(columns, profiles, strict=True))]
        return Profiled(profiles[0].rows, tuple(made))
    rows, counted = _counted(engine, name, columns)
    found = _found(engine, name, [c for c in columns if counted[c[0]][0]], rows)
    made = []
    for position, (column, kind) in enumerate(columns):
        said, profile = "", Profile(rows, rows, 0, sketch_hash="md5")
        filled, low, high = counted[column]
        if column in found:
            seen, of_sample = found[column]
            profile = _profile(seen, rows, filled)
            if kind in NUMBERS:
                profile = replace(profile, minimum=low, maximum=high)
            if of_sample:
                profile = _scaled(profile, filled)
                said = f"What is said of its values is from a sample of about {SAMPLED:,} rows."
        made.append(_column(name, position, column, kind, profile, said))
    return Profiled(rows, tuple(made))


def _column(table: str, position: int, name: str, kind: Kind, profile: Profile, said: str = "") -> Column:
    type_ = _TYPES.get(kind, "text")
    return Column(table, name, name, type_, position, profile, description=said, private=kind_of(name, type_, profile))


def _counted(
    engine: Attached, name: str, columns: Sequence[tuple[str, Kind]]
) -> tuple[int, dict[str, tuple[int, Value, Value]]]:
    """How many rows there are; of each column its filled cells, and the extremes of its numbers."""
    rows = 0
    found: dict[str, tuple[int, Value, Value]] = {}
    for start in range(0, max(1, len(columns)), _WIDE):
        some = columns[start : start + _WIDE]
        asked, kinds = ["COUNT(*)"], list(_numbers(1))
        for column, kind in some:
            cell = quote(column)
            ends = (f"MIN({cell})", f"MAX({cell})") if kind in NUMBERS else ("NULL", "NULL")
            asked += [f"COUNT({cell})", *ends]
            kinds += [("n", "integer"), ("low", kind), ("high", kind)]
        answer = engine.ask(f"SELECT {', '.join(asked)} FROM {engine.place(name)}", kinds, 1, SECONDS * 5).rows[0]
        rows = int(str(answer[0]))
        told = zip(answer[1::3], answer[2::3], answer[3::3], strict=True)
        found |= {c: (int(str(n)), low, high) for (c, _), (n, low, high) in zip(some, told, strict=True)}
    return rows, found


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


def _found(
    engine: Attached, name: str, columns: Sequence[tuple[str, Kind]], rows: int
) -> dict[str, tuple[_Found, bool]]:
    """What these columns hold, and whether that is of a sample: several at once where a query for each costs more."""
    size = 1 if engine.shares else max(1, min(_SEVERAL, _SEVERAL_ROWS // max(1, rows)))
    found: dict[str, tuple[_Found, bool]] = {}
    for start in range(0, len(columns), size):
        some = columns[start : start + size]
        try:
            seen = [(one, False) for one in _asked(engine, engine.place(name), some)]
        except QueryError:
            seen = [_alone(engine, name, column, len(some) > 1, rows) for column in some]
        found |= dict(zip((c for c, _ in some), seen, strict=True))
    return found


def _alone(engine: Attached, name: str, column: tuple[str, Kind], again: bool, rows: int) -> tuple[_Found, bool]:
    if again:
        with suppress(QueryError):
            return _asked(engine, engine.place(name), [column])[0], False
    share = min(100.0, 100.0 * SAMPLED / max(1, rows))
    return _asked(engine, engine.sample(name, share, SAMPLED), [column])[0], True


def _asked(engine: Attached, place: str, columns: Sequence[tuple[str, Kind]]) -> list[_Found]:
    grouped = [_grouped(place, name, kind, i) for i, (name, kind) in enumerate(columns)]
    return [_at_once(engine, one) for one in grouped] if engine.shares else _in_parts(engine, grouped)


def _grouped(place: str, name: str, kind: Kind, i: int) -> str:
    """A column's values with how often each occurs, for WITH, in a query of our own only."""
    cell = quote(name)
    # Not all other types can be told apart, and some databases tell texts apart only then.
    one_each = f"CAST({cell} AS TEXT)" if kind in ("other", "text") else cell
    text = "x" if kind == "other" else _as_text("x", kind)
    return (
        f"g{i} AS MATERIALIZED (SELECT {one_each} AS x, COUNT(*) AS n FROM {place} WHERE {cell} IS NOT NULL "
        f"GROUP BY 1), d{i} AS MATERIALIZED (SELECT {text} AS v, {_normal('x', text, kind)} AS p, n FROM g{i})"
    )


def _profile(found: _Found, rows: int, filled: int) -> Profile:
    hashes = found.hashes
    if found.values:
        hashes = tuple(sorted(set(md5_texts([normalise(v) for v in found.values]).tolist())))
    return Profile(
        rows=rows,
        nulls=rows - filled,
        distinct=len(hashes) if found.values else found.distinct,
        minimum=found.low,
        maximum=found.high,
        mean_length=round(found.length / found.seen, 2) if found.seen else 0.0,
        common=found.common,
        sketch=hashes,
        sketch_hash="md5",
        sketch_complete=bool(found.values) or not hashes,
    )


_ORDER = ' COLLATE "C"'


def _common(first: str, i: int) -> str:
    return f"SELECT {first}SUBSTR(v, 1, {LONGEST}) AS v, n FROM d{i} ORDER BY n DESC, v{_ORDER} LIMIT {COMMON}"


def _at_once(engine: Attached, grouped: str) -> _Found:
    """By one query, for a database that groups the values once for all its parts."""
    common = _common("'c' AS what, ", 0)
    query = (
        f"WITH {grouped}, h AS MATERIALIZED (SELECT DISTINCT p FROM d0) "
        "SELECT 'd' AS what, NULL AS v, COUNT(*) AS n FROM h "
        "UNION ALL SELECT 'l', NULL, CAST(SUM(CAST(LENGTH(v) AS BIGINT) * n) AS BIGINT) FROM d0 "
        "UNION ALL SELECT 'f', NULL, CAST(SUM(n) AS BIGINT) FROM d0 "
        f"UNION ALL SELECT 'a', MIN(v{_ORDER}), 0 FROM d0 UNION ALL SELECT 'z', MAX(v{_ORDER}), 0 FROM d0 "
        f"UNION ALL ({common}) "
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


def _in_parts(engine: Attached, grouped: Sequence[str]) -> list[_Found]:
    """Of several columns by three queries, for a database that would group the values anew for each part."""
    columns, seconds = range(len(grouped)), SECONDS * len(grouped)
    known = f"WITH {', '.join(grouped)} "
    figures = known + " UNION ALL ".join(
        f"SELECT {i} AS c, COUNT(DISTINCT p) AS a, CAST(SUM(CAST(LENGTH(v) AS BIGINT) * n) AS BIGINT) AS b, "
        f"CAST(SUM(n) AS BIGINT) AS s, MIN(v{_ORDER}) AS l, MAX(v{_ORDER}) AS h FROM d{i}"
        for i in columns
    )
    kinds: list[tuple[str, Kind]] = [*_numbers(4), ("low", "text"), ("high", "text")]
    told = {int(str(c)): rest for c, *rest in engine.ask(figures, kinds, len(grouped), seconds).rows}
    distinct = {i: int(str(told[i][0])) for i in columns}

    def each(part: Callable[[int], str]) -> str:
        return known + " UNION ALL ".join(f"SELECT * FROM ({part(i)}) AS q{i}" for i in columns)

    kinds = [("c", "integer"), ("v", "text"), ("n", "integer")]
    common = engine.ask(each(lambda i: _common(f"{i} AS c, ", i)), kinds, COMMON * len(grouped), seconds).rows

    def travels(i: int) -> str:
        if distinct[i] <= SKETCH:
            return f"SELECT DISTINCT {i} AS c, p AS x FROM d{i}"
        hashed = f"SELECT DISTINCT {i} AS c, SUBSTR(MD5(p), 1, 16) AS x FROM d{i}"
        return f"SELECT c, x FROM ({hashed}) AS m{i} ORDER BY x{_ORDER} LIMIT {SKETCH}"

    held: dict[int, list[str]] = {i: [] for i in columns}
    for c, x in engine.ask(each(travels), kinds[:2], SKETCH * len(grouped), seconds).rows:
        held[int(str(c))].append(str(x))
    return [
        _Found(
            distinct=distinct[i],
            length=int(str(told[i][1] or 0)),
            seen=int(str(told[i][2] or 0)),
            low=told[i][3],
            high=told[i][4],
            common=tuple(ordered({str(v): int(str(n)) for c, v, n in common if int(str(c)) == i})),
            values=tuple(held[i]) if distinct[i] <= SKETCH else (),
            hashes=() if distinct[i] <= SKETCH else tuple(sorted(int(x, 16) for x in held[i])),
        )
        for i in columns
    ]


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
