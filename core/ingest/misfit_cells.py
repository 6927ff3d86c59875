"""Cells that do not fit the column they stand in.

In a row with too many or too few cells, cells have moved into columns they do not belong to. Such rows are set apart
and have no say in what a column is; a cell of theirs that does not fit is left out of the column, kept in its profile
and told. A few such cells in whole rows are another matter: the column stays text, and that is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from core.ingest import types
from core.ingest.numbers import decide
from core.ingest.texts import Texts
from core.ingest.types import READINGS, Reading, Typing, is_missing
from core.model import ColumnType, Problem
from core.storage.arrays import array

if TYPE_CHECKING:
    import duckdb

MOST_ROWS = 10_000
"""Most rows that are set apart."""
_SHARE = 5
"""Rows set apart are at most one in this number."""
_LOOKED_AT = 1_000
_FEW = 20
"""Different cells that may be called misfit_cells."""
_NEARLY = re.compile(r"[-+(]?\s?[$€£¥]?\s?[0-9][-0-9.,:/TZ+ '%$€£¥)]*|[A-Za-z]{3,9} [0-9]{1,2},? [0-9]{4}")
_SAID: dict[ColumnType, str] = {
    "integer": "numbers",
    "real": "numbers",
    "date": "dates of the same form",
    "datetime": "times of the same form",
    "time": "times of the same form",
}


class Apart:
    """Passes rows on and keeps a copy of those that have not as many cells as most."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []
        self._seen = 0

    def watch(self, rows: Iterable[list[str]]) -> Iterator[list[str]]:
        source = iter(rows)
        first = list(islice(source, _LOOKED_AT))
        usual = Counter(map(len, first)).most_common(1)[0][0] if first else 0
        for row in chain(first, source):
            self._seen += 1
            if len(row) != usual and len(self._rows) <= MOST_ROWS:
                self._rows.append(row)
            yield row

    def put(self, con: duckdb.DuckDBPyConnection, width: int) -> int:
        """Make the table `odd` of the rows set apart, as wide as `raw`; return how many, 0 if they are not few."""
        import pyarrow as pa

        if not self._rows or len(self._rows) > min(MOST_ROWS, self._seen // _SHARE):
            return 0
        cells = ([r[i] if i < len(r) and r[i] else None for r in self._rows] for i in range(width))
        block = pa.table([array(list(c), pa.string()) for c in cells], names=[f"c{i}" for i in range(width)])
        con.register("block", block)
        con.execute("CREATE OR REPLACE TABLE odd AS FROM block")
        con.unregister("block")
        return len(self._rows)


def decide_by_even(con: duckdb.DuckDBPyConnection, texts: Texts, *, plain: bool, comma: bool) -> Typing | None:
    """The typing of a column by the rows that are not in `odd`; None if that is text too.

    What stands in `odd` alone need not fit, but a fifth of all cells is too many.
    """
    table = texts.table()
    con.execute(
        "CREATE OR REPLACE TEMP TABLE even AS SELECT v, n - m AS n FROM (SELECT v, n, coalesce(m, 0) AS m FROM "
        f"{table} LEFT JOIN (SELECT {texts.column} AS v, count(*) AS m FROM odd GROUP BY ALL) USING (v)) WHERE n > m"
    )
    typing = decide(con, "even", plain=plain, comma=comma)
    if typing.reading is None:
        return None
    real = next(r for r in READINGS if r.type == "real")
    if typing.reading.type == "integer" and not typing.unit:
        odd = con.execute(f"SELECT v FROM {table} WHERE v NOT IN (SELECT v FROM even)").fetchall()
        if any(re.fullmatch(real.also, v) for (v,) in odd):
            typing = replace(typing, type="real", reading=real)
    tokens = typing.tokens or bool(con.execute(f"SELECT bool_or({is_missing('v')}) FROM {table}").fetchall()[0][0])
    typing = replace(typing, tokens=tokens, partial=True)
    query = f"SELECT coalesce(sum(n), 0), coalesce(sum(n) FILTER ({typing.unfit('v')}), 0) FROM {table}"
    filled, unfit = con.execute(f"{query} WHERE NOT {is_missing('v')}").fetchall()[0]
    return typing if _SHARE * unfit < filled else None


def unfit_cells(
    con: duckdb.DuckDBPyConnection, typing: Typing, column: str, most: int = MOST_ROWS
) -> tuple[tuple[int, str], ...]:
    """The cells of a partial column of `raw` that are left out: (row, counted from 1, text), in the file's order."""
    query = (
        f"SELECT r, v FROM (SELECT row_number() OVER () AS r, {column} AS v FROM raw) "
        f"WHERE {typing.unfit('v')} ORDER BY r LIMIT {most}"
    )
    return tuple((int(r), str(v)) for r, v in con.execute(query).fetchall())


@dataclass(frozen=True, slots=True)
class MisfitCells:
    """Few cells because of which a column is text."""

    type: ColumnType
    """What the column would be without them."""
    cells: int
    filled: int
    examples: tuple[str, ...]


def misfit_cells(con: duckdb.DuckDBPyConnection, texts: Texts) -> MisfitCells | None:
    """The few cells that make text of a column; None if there are no such.

    They are one in a hundred at most, or a single one in twenty and more, and hardly differ.
    """
    sample = texts.sample
    some = sample.holds[:200]
    if len(some) < 2 or sum(bool(_NEARLY.fullmatch(v.strip())) for v in some) < 0.8 * len(some):
        return None
    fitting = Counter({r.name: sum(map(r.fits, sample.holds)) for r in READINGS})
    name, most = fitting.most_common(1)[0]
    reading = next(r for r in READINGS if r.name == name)
    if most < len(sample.holds) - _FEW:
        reading = replace(reading, name="looks", pattern=_NEARLY.pattern, formats=(), iso=False, also="")
    return _few(con, texts.table(), reading)


def _few(con: duckdb.DuckDBPyConnection, table: str, reading: Reading) -> MisfitCells | None:
    fits = reading.sql("v")
    found = con.execute(
        f"SELECT v, n FROM {table} WHERE NOT {is_missing('v')} AND NOT ({fits}) ORDER BY n DESC, v LIMIT {_FEW + 1}"
    ).fetchall()
    if not found or len(found) > _FEW or all(re.fullmatch("[0-9 ]+", v) for v, _ in found):
        return None
    con.execute(f"CREATE OR REPLACE TEMP TABLE even AS SELECT v, n FROM {table} WHERE {is_missing('v')} OR {fits}")
    typing = decide(con, "even") if reading.name == "looks" else types.decide(con, "even")
    if typing.reading is None:
        return None
    cells = sum(int(n) for _, n in found)
    (filled,) = con.execute(f"SELECT coalesce(sum(n), 0) FROM {table} WHERE NOT {is_missing('v')}").fetchall()[0]
    if cells > max(1, filled // 100) or cells * 20 > filled:
        return None
    return MisfitCells(typing.type, cells, int(filled), tuple(str(v) for v, _ in found[:3]))


def misfit_problem(file: str, column: str, label: str, found: MisfitCells) -> Problem:
    """In words, with what to do."""
    return Problem(
        file,
        "stray_cells",
        f"“{label}”: {found.cells:,} of {found.filled:,} cells are no {_SAID[found.type]} "
        f"({_examples(found.examples, found.cells)}), so the whole column is text.",
        "It cannot be added up, and its order is that of words. Mend these cells in the file and load it again, or "
        "choose the column's type on the data page: they are then left out.",
        column,
    )


def unfit_problem(
    file: str, column: str, label: str, kind: ColumnType, cells: Sequence[tuple[int, str]], filled: int
) -> Problem:
    """In words, with what to do. `filled` counts the cells that fit."""
    texts = tuple(f"row {r:,}: {_short(v)}" for r, v in cells[:3])
    return Problem(
        file,
        "unfit_cells",
        f"“{label}”: {len(cells):,} of {len(cells) + filled:,} cells are no {_SAID[kind]} "
        f"({'; '.join(texts)}{'; …' if len(cells) > len(texts) else ''}). "
        "They stand in rows with too many or too few cells and were left out of the column.",
        "Mend these rows in the file and load it again, or keep the column as text.",
        column,
    )


def _examples(texts: Sequence[str], cells: int) -> str:
    return ", ".join(map(_short, texts)) + (", …" if cells > len(texts) else "")


def _short(text: str) -> str:
    return f"“{text[:40]}{'…' if len(text) > 40 else ''}”"
