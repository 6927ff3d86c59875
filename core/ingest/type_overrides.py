"""Columns read as a person wants them: as text, a number, a date or yes and no, whatever they seem to be.

What does not fit is left out of the column, counted, and kept in its profile; the file has it still, so that the column
can be had as it was. Of the ways to read a number or a date the one is taken that most cells fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, get_args

from core.ingest import numbers
from core.ingest.compact_dates import MONTHS
from core.ingest.texts import Texts
from core.ingest.types import READINGS, TEXT, Reading, Typing, is_missing, one_of
from core.model import NUMERIC, TEMPORAL, Column, Problem, Table

if TYPE_CHECKING:
    import duckdb

TypeOverride = Literal["text", "number", "date", "day first", "month first", "yes or no"]
TYPE_OVERRIDES: tuple[TypeOverride, ...] = get_args(TypeOverride)
SAID: dict[TypeOverride, str] = {
    "text": "text",
    "number": "numbers",
    "date": "dates",
    "day first": "dates with the day first",
    "month first": "dates with the month first",
    "yes or no": "yes or no",
}
MOST_UNFIT = 1_000
"""How many cells that do not fit are kept with their rows; all are counted."""

_DAY = "strftime(try_strptime(trim({v}), [{formats}]), '%Y-%m-%d')"
_MOMENT = "strftime(try_strptime(trim({v}), [{formats}]), '%Y-%m-%d %H:%M:%S')"
_D = r"[0-9]{1,2}"
_CLOCK = r"[ T]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
_YES = ("yes", "y", "true", "t", "1", "on", "x")
_NO = ("no", "n", "false", "f", "0", "off")
_WHOLE = r" *[+-]?[0-9]{1,18} *"
_NUMBERS = (
    Reading("any whole number", "integer", _WHOLE, "CAST(trim({v}) AS BIGINT)"),
    Reading(
        "any number",
        "real",
        rf"{_WHOLE}| *[+-]?(?:[0-9]{{1,18}}\.[0-9]*|\.[0-9]+|[0-9]{{1,18}}(?:\.[0-9]*)?e[+-]?[0-9]{{1,2}}) *",
        "CAST(trim({v}) AS DOUBLE)",
    ),
)


def _ordered(name: str, first: str, second: str) -> tuple[Reading, Reading]:
    """Dates of three numbers with the year last, of two or four digits; and such with a time."""
    days = [f"%{first}{s}%{second}{s}%{year}" for year in ("y", "Y") for s in "/-."]
    moments = tuple(f"{d} {clock}" for d in days for clock in ("%H:%M:%S", "%H:%M"))
    form = rf" *{_D}[-/.]{_D}[-/.](?:[0-9]{{2}}|[0-9]{{4}})"
    return (
        Reading(name, "date", form + " *", _DAY, tuple(days)),
        Reading(name, "datetime", form + f"(?:{_CLOCK}) *", _MOMENT, moments),
    )


ORDERS: tuple[TypeOverride, TypeOverride] = ("day first", "month first")
_DAY_FIRST = _ordered("day first", "d", "m")
_MONTH_FIRST = _ordered("month first", "m", "d")
_COMPACT = Reading("eight digits", "date", r" *[12][0-9]{7} *", _DAY, ("%Y%m%d",))
_KNOWN = [r for r in READINGS if r.type in ("date", "datetime") and r.name not in ("day first", "month first")]
_DATES = (*_KNOWN, _COMPACT, replace(MONTHS, pattern=f" *{MONTHS.pattern} *", store=_DAY))
_BOOLEAN = Reading(
    "yes or no",
    "boolean",
    f" *(?:{'|'.join((*_YES, *_NO))}) *",
    f"CASE WHEN {one_of('{v}', _YES)} THEN 'yes' ELSE 'no' END",
)


@dataclass(frozen=True, slots=True)
class Order:
    """Which of day and month comes first, and where that is said."""

    first: TypeOverride
    said: str


_NUMBERS_OF_DAY = re.compile(r"\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}\b")


def order_in(tables: Iterable[Table]) -> Order | None:
    """How all these tables write their days, told by a few cells and what they are stored as; None where they differ or
    no cell tells."""
    found: dict[TypeOverride, str] = {}
    for table in tables:
        for column in table.columns:
            for text, stored in column.examples if column.type in TEMPORAL else ():
                met = _NUMBERS_OF_DAY.match(text)
                if met and int(met[1]) != int(met[2]):
                    first = ORDERS[0] if stored[8:10] == met[1].zfill(2) else ORDERS[1]
                    found.setdefault(first, f"{table.label}.{column.label or column.name}")
    return Order(*found.popitem()) if len(found) == 1 else None


def known_types(chosen: Mapping[str, str]) -> dict[str, TypeOverride]:
    """The choices that this version knows, by the columns' names; others are left out."""
    return {
        column: type_override
        for column, given in chosen.items()
        for type_override in TYPE_OVERRIDES
        if type_override == given
    }


def read_as(
    con: duckdb.DuckDBPyConnection,
    texts: Texts,
    type_override: TypeOverride,
    *,
    plain: bool = False,
    comma: bool = False,
) -> Typing | None:
    """The typing that a person wants; None where no cell fits it, or day and month cannot be told apart.

    What the column would be by itself stays as it is where that is such a thing already.
    """
    if type_override == "text":
        return TEXT
    table = texts.table()
    own = numbers.decide(con, table, texts.sample, plain=plain, comma=comma)
    if _is(own, type_override):
        return own
    tokens = bool(con.execute(f"SELECT bool_or({is_missing('v')}) FROM {table}").fetchall()[0][0])
    if type_override == "number":
        found = _as_numbers(con, table, texts.sample.holds, comma)
    else:
        found = _most_fitting(con, table, _readings(type_override))
    if found is None:
        return None
    return _with_examples(con, table, replace(found, tokens=tokens, partial=True))


def _is(typing: Typing, type_override: TypeOverride) -> bool:
    if type_override == "number":
        return typing.type in NUMERIC
    if type_override == "yes or no":
        return typing.type == "boolean"
    name = typing.reading.name if typing.reading else ""
    return typing.type in ("date", "datetime") and (type_override == "date" or name == type_override)


def _readings(type_override: TypeOverride) -> tuple[Reading, ...]:
    if type_override == "yes or no":
        return (_BOOLEAN,)
    if type_override == "day first":
        return _DAY_FIRST
    if type_override == "month first":
        return _MONTH_FIRST
    return (*_DATES, *_DAY_FIRST, *_MONTH_FIRST)


def _fitting(con: duckdb.DuckDBPyConnection, table: str, tests: Sequence[str]) -> list[int]:
    """How many cells pass each test, missing-value tokens aside."""
    sums = ", ".join(f"coalesce(sum(n) FILTER ({t}), 0)" for t in tests)
    row = con.execute(f"SELECT {sums} FROM {table} WHERE NOT {is_missing('v')}").fetchall()[0]
    return [int(n) for n in row]


def _most_fitting(con: duckdb.DuckDBPyConnection, table: str, readings: Sequence[Reading]) -> Typing | None:
    """The reading that most cells fit, the first of equals. Day and month that cannot be told apart: None."""
    cells = _fitting(con, table, [r.sql("v") for r in readings])
    most = max(cells)
    best = [r for r, n in zip(readings, cells, strict=True) if n == most]
    if not most or {"day first", "month first"} <= {r.name for r in best}:
        return None
    return Typing(best[0].type, best[0])


def _as_numbers(con: duckdb.DuckDBPyConnection, table: str, sample: Sequence[str], comma: bool) -> Typing | None:
    """Plain numbers, or such as people write them, whichever more cells are."""
    styles = numbers.written_styles(sample)
    tests = [*(r.sql("v") for r in _NUMBERS), *(test for _, _, test in styles)]
    cells = _fitting(con, table, tests)
    most = max(cells)
    if not most:
        return None
    at = cells.index(most)
    if at < len(_NUMBERS):
        return Typing(_NUMBERS[at].type, _NUMBERS[at])
    fits = f"(SELECT v FROM {table} WHERE NOT {is_missing('v')} AND {tests[at]})"
    best = [(s, u) for (s, u, _), n in zip(styles, cells[len(_NUMBERS) :], strict=True) if n == most]
    return numbers.written_as(con, fits, [s for s, u in best if u == best[0][1]], best[0][1], comma)


def _with_examples(con: duckdb.DuckDBPyConnection, table: str, typing: Typing) -> Typing:
    if typing.reading is None:
        return typing
    fits = f"(FROM {table} WHERE NOT {is_missing('v')} AND {typing.reading.sql('v')})"
    return numbers.with_examples(con, fits, typing)


def override_problem(file: str, column: Column, type_override: TypeOverride) -> Problem | None:
    """What to know about a column that was read as wished: the cells that do not fit."""
    unfit = column.profile.unfit_cells
    if not unfit:
        return None
    total = column.profile.filled + unfit
    return Problem(
        file,
        "unfit_wish",
        f"“{column.label or column.name}”: {unfit:,} of {total:,} cells cannot be read as {SAID[type_override]}; "
        "they are empty here.",
        "The file has them still. Mend them there and load it again, or set the column to text.",
        column.name,
    )


def unmet_override_problem(file: str, name: str, label: str, type_override: TypeOverride) -> Problem:
    """A type_override of before that this file's cells do not allow any more."""
    return Problem(
        file,
        "wish_unmet",
        f"“{label}” was to be read as {SAID[type_override]}, "
        "but no cell in it can be. It was read as the file suggests.",
        "Choose another type for the column.",
        name,
    )
