"""What type a column is, decided by all of its values, and how each value is then stored.

A *reading* says what a text must look like, and how it becomes a value. The readings are tried in order on a column's
distinct values; the first that fits them all, missing-value tokens aside, is the column's. What fits none is text.
Patterns use what Python's `re` and DuckDB's RE2 understand alike, so that one can check for the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from core.model import ColumnType

if TYPE_CHECKING:
    import duckdb

MISSING: tuple[str, ...] = (
    *"* ** *** **** ***** - -- --- . .. ... … – — ? n/a n.a. n.a na n/d n.d. nd null (null) <null> none nil".split(),
    *"nan #n/a #na <na> #div/0! #value! #ref! #name? #null! #num! missing unknown unavailable blank empty".split(),
    *"suppressed redacted [c] [x] [z] [u] [low] \\n".split(),
    *("not available", "not applicable", "not known", "not recorded", "no data", "not stated"),
)
"""What people write for "no value", in lower case. Counts as null only in columns of numbers, dates or times."""

SAMPLE = 2_000
"""How many distinct texts are looked at first."""
SOME = f"ORDER BY hash(v), v LIMIT {SAMPLE}"
"""SQL that takes them at random, and always the same ones: DuckDB's threads leave rows in any order."""
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way of understanding a column's texts."""

    name: str
    type: ColumnType
    pattern: str
    store: str
    """SQL over `{v}` (a text that fits the pattern) that gives the stored value."""
    formats: tuple[str, ...] = ()
    """For dates: strptime formats, one of which must hold for every value."""
    also: str = ""
    """At least one value must fit this, too."""
    iso: bool = False
    """The first ten characters must be a day that exists."""
    unit: str = ""
    """What stands beside every number and is taken off."""
    mixed: bool = False
    """The days of one column may be written in several ways."""
    changes: str = ""
    """In what the stored value differs from the text, in words."""

    def fits(self, text: str) -> bool:
        """Does `text` look right? Whether a date exists, only `sql` tells."""
        return re.fullmatch(self.pattern, text, re.IGNORECASE) is not None

    def sql(self, v: str) -> str:
        """SQL that says whether `v` fits."""
        test = f"regexp_full_match({v}, {quoted(self.pattern)}, 'i')"
        if self.iso:
            return f"({test} AND TRY_CAST(left({v}, 10) AS DATE) IS NOT NULL)"
        if not self.formats:
            return test
        return f"({test} AND try_strptime({v}, [{', '.join(map(quoted, self.formats))}]) IS NOT NULL)"

    def value(self, v: str) -> str:
        """SQL for the stored value of `v`."""
        return self.store.format(v=v, formats=", ".join(map(quoted, self.formats)))


PARSE_DATE = "strftime(try_strptime({v}, [{formats}]), '%Y-%m-%d')"
_PARSE_MOMENT = "strftime(try_strptime({v}, [{formats}]), '%Y-%m-%d %H:%M:%S')"
_PARSE_SHORT = (
    "strftime(CASE WHEN try_strptime({v}, [{formats}]) > current_date + INTERVAL 20 YEAR "
    "THEN try_strptime({v}, [{formats}]) - INTERVAL 100 YEAR ELSE try_strptime({v}, [{formats}]) END, '%Y-%m-%d')"
)
"""Of a year of two digits: what lies more than twenty years ahead was in the century before."""
_DECIMAL = r"-?(?:0|[1-9][0-9]*)?\.[0-9]+|-?(?:0|[1-9][0-9]*)\."
_EXPONENT = r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)[eE][+-]?[0-9]{1,2}"
_TIME = r"(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?"
_ISO_DAY = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_D = r"[0-9]{1,2}"
_CLOCK = r" (?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?: [AP]M)?"


def _timed(name: str, day: str, *formats: str) -> Reading:
    """Days as people write them, with the time of day behind all of them."""
    clocks = ("%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M:%S %p")
    return Reading(name, "datetime", day + _CLOCK, _PARSE_MOMENT, tuple(f"{f} {c}" for f in formats for c in clocks))


_NAMED = ("%d %b %Y", "%d-%b-%Y", "%d %B %Y", "%d-%B-%Y")
_SLASHED = rf"{_D}[-/.]{_D}[-/.][0-9]{{4}}|{_D}[- ]{_MONTH}[- ,]+[0-9]{{4}}"
_SLASHED_SHORT = rf"{_D}[-/.]{_D}[-/.][0-9]{{2}}|{_D}[- ]{_MONTH}[- ][0-9]{{2}}"


def _mixed(name: str, pattern: str, *formats: str) -> Reading:
    """Days written in several ways in one column: a sheet's own days, and those that were typed as words."""
    short = any("%y" in f for f in formats)
    store = _PARSE_SHORT if short else PARSE_DATE
    return Reading(name, "date", f"{_ISO_DAY}|{pattern}", store, (*formats, "%Y-%m-%d"), mixed=True)


MARKED = "marked number"
"""The name of readings in which some texts are signs and have no value (core.ingest.marks)."""
PLAIN = Reading("integer", "integer", r"-?(?:0|[1-9][0-9]{0,17})", "CAST({v} AS BIGINT)")
REAL = Reading(
    "real",
    "real",
    rf"-?(?:0|[1-9][0-9]{{0,17}})|{_DECIMAL}|{_EXPONENT}",
    "CAST({v} AS DOUBLE)",
    also=_DECIMAL + r"|-?[0-9]*\.[0-9]*[eE][+-]?[0-9]{1,2}",
)
ISO_DATE = Reading("iso date", "date", _ISO_DAY, "{v}", iso=True)
READINGS: tuple[Reading, ...] = (
    PLAIN,
    REAL,
    ISO_DATE,
    Reading("year first", "date", rf"[0-9]{{4}}([-/.]){_D}[-/.]{_D}", PARSE_DATE, ("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d")),
    Reading(
        "iso datetime", "datetime", rf"{_ISO_DAY}(?:[T ]{_TIME}(?:Z|[+-][0-9]{{2}}:?[0-9]{{2}})?)?", "{v}", iso=True
    ),
    Reading("time", "time", _TIME, "{v}"),
    Reading(
        "time of short hours",
        "time",
        rf"[0-9]:[0-5][0-9]|{_TIME}",
        "CASE WHEN {v} LIKE '_:%' THEN '0' || {v} ELSE {v} END",
        also="(?:1[0-9]|2[0-3]):.*",  # else they may be durations
    ),
    Reading(
        "time of twelve hours",
        "time",
        "(?:0?[1-9]|1[0-2]):[0-5][0-9](?::[0-5][0-9])? ?[ap]m",
        "strftime(try_strptime({v}, [{formats}]), '%H:%M:%S')",
        ("%I:%M %p", "%I:%M:%S %p", "%I:%M%p", "%I:%M:%S%p"),
    ),
    Reading(
        "month named",
        "date",
        rf"{_D}[- ]{_MONTH}[- ,]+[0-9]{{4}}|{_MONTH} {_D},? [0-9]{{4}}",
        PARSE_DATE,
        ("%d %b %Y", "%d-%b-%Y", "%d %B %Y", "%d-%B-%Y", "%b %d, %Y", "%B %d, %Y", "%b %d %Y", "%B %d %Y"),
    ),
    Reading("day first", "date", rf"{_D}[-/.]{_D}[-/.][0-9]{{4}}", PARSE_DATE, ("%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y")),
    Reading("month first", "date", rf"{_D}[-/]{_D}[-/][0-9]{{4}}", PARSE_DATE, ("%m/%d/%Y", "%m-%d-%Y")),
    Reading(
        "month named",
        "date",
        rf"{_D}[- ]{_MONTH}[- ][0-9]{{2}}",
        _PARSE_SHORT,
        ("%d-%b-%y", "%d %b %y", "%d-%B-%y", "%d %B %y"),
    ),
    Reading("day first", "date", rf"{_D}/{_D}/[0-9]{{2}}", _PARSE_SHORT, ("%d/%m/%y",)),
    Reading("month first", "date", rf"{_D}/{_D}/[0-9]{{2}}", _PARSE_SHORT, ("%m/%d/%y",)),
    _timed("day first", rf"{_D}[-/.]{_D}[-/.][0-9]{{4}}", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y"),
    _timed("month first", rf"{_D}[-/]{_D}[-/][0-9]{{4}}", "%m/%d/%Y", "%m-%d-%Y"),
    _timed("year first", rf"[0-9]{{4}}([/.]){_D}[/.]{_D}", "%Y/%m/%d", "%Y.%m.%d"),
    _mixed("several ways", rf"{_D}[- ]{_MONTH}[- ,]+[0-9]{{4}}", *_NAMED),
    _mixed("day first", _SLASHED, "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", *_NAMED),
    _mixed("month first", _SLASHED, "%m/%d/%Y", "%m-%d-%Y", *_NAMED),
    _mixed("day first", _SLASHED_SHORT, "%d/%m/%y", "%d-%m-%y", "%d.%m.%y", "%d %b %y", "%d-%b-%y"),
    _mixed("month first", _SLASHED_SHORT, "%m/%d/%y", "%m-%d-%y"),
)
YES_NO = (("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f"))
"""How yes and no are written in words."""
_TRUTHS = tuple(map(frozenset, YES_NO))


_CAST = re.compile(r"(?<!TRY_)CAST\(")


@dataclass(frozen=True, slots=True)
class Typing:
    """A column's type and how its cells are stored."""

    type: ColumnType
    reading: Reading | None = None
    tokens: bool = False
    """Some cells hold a missing-value token."""
    ambiguous: bool = False
    """Dates in which day and month cannot be told apart; they stay text."""
    beside: str = ""
    """The column whose dates say which comes first in these, too."""
    doubt: str = ""
    """How numbers were read that may be read another way."""
    converted: str = ""
    """How stored values differ from the text, by an example."""
    examples: tuple[tuple[str, str], ...] = ()
    """A few texts with what they are stored as, where that differs."""
    partial: bool = False
    """Some cells do not fit the reading; they are stored as null."""

    @property
    def unit(self) -> str:
        return self.reading.unit if self.reading else ""

    @property
    def verbatim(self) -> bool:
        """Cells are stored as the file has them."""
        return self.reading is None or self.reading.store == "{v}"

    def unfit(self, v: str) -> str:
        """SQL that says whether the text `v` is neither a token nor fits."""
        if not self.partial or self.reading is None:
            return "false"
        return f"(NOT {is_missing(v)} AND NOT {self.reading.sql(v)})"

    def value(self, v: str) -> str:
        """SQL for the stored value of the text column `v`: null for a token, an empty cell, or one that is unfit."""
        stored = self.reading.value(v) if self.reading else v
        if self.tokens or self.partial:
            # DuckDB may work out both sides of a CASE for texts of which only one side is asked.
            stored = tried(stored)
        if self.partial:
            return f"CASE WHEN {is_missing(v)} OR {self.unfit(v)} THEN NULL ELSE {stored} END"
        return f"CASE WHEN {is_missing(v)} THEN NULL ELSE {stored} END" if self.tokens else stored


TEXT = Typing("text")


def tried(sql: str) -> str:
    """SQL that gives null where it would fail to convert a text."""
    return _CAST.sub("TRY_CAST(", sql)


def is_missing(v: str) -> str:
    """SQL that says whether the text `v` is a missing-value token. No token begins with a digit, most numbers do."""
    return f"(CASE WHEN ascii({v}) BETWEEN 48 AND 57 THEN false ELSE {one_of(v, MISSING)} END)"


def one_of(v: str, texts: Sequence[str]) -> str:
    """SQL that says whether the text `v`, in lower case and without spaces around it, is one of these.

    By a pattern: for each long IN list of a query DuckDB builds a hash table of megabytes.
    """
    return f"regexp_full_match(lower(trim({v})), {quoted('|'.join(map(re.escape, texts)))})"


def decide(con: duckdb.DuckDBPyConnection, table: str, seen: Sample | None = None) -> Typing:
    """The typing of a column whose distinct texts are `v` in `table`, by plain forms alone."""
    sample = seen or take_sample(con, table)
    if sure := at_once(sample):
        return sure
    left, tokens = _fitting(sample), False
    if left and left[0] is PLAIN:
        # Nearly always it fits, and the others need not be tried.
        first, tokens = _check(con, table, left[:1], sample)
        if not first and left[1:]:
            left, tokens = _check(con, table, left[1:], sample)
        else:
            left = first
    elif left:
        left, tokens = _check(con, table, left, sample)
    if not left:
        return TEXT
    names = {r.name for r in left}
    if {"day first", "month first"} <= names and left[0].name in ("day first", "month first"):
        monthly = _first_of_months(sample)
        if not monthly:
            return Typing("text", ambiguous=True)
        left = [r for r in left if r.name == monthly]
    return Typing(left[0].type, left[0], tokens)


def _first_of_months(sample: Sample) -> str:
    """How days are written that are all the first of a month, over more than a year (`01/01/2022`, `01/02/2022`, …,
    `01/01/2023`); "" for others. Nobody has only days of January in several years."""
    parts = [re.split(r"[-/.]", v.strip()) for v in sample.holds] if sample.whole else []
    if not parts or any(len(p) != 3 for p in parts) or len({p[2][:4] for p in parts}) == 1:
        return ""
    for at, name in ((0, "day first"), (1, "month first")):
        if {int(p[at]) for p in parts} == {1} and len({p[1 - at] for p in parts}) > 1:
            return name
    return ""


def at_once(sample: Sample) -> Typing | None:
    """The typing by plain forms where a look at the texts is enough; None where DuckDB must be asked."""
    if not sample.whole:
        return None
    left = _fitting(sample)
    if not left:
        return Typing("boolean") if _is_boolean(sample.texts) else TEXT
    tokens = len(sample.holds) < len(sample.texts)
    if left[0].iso and all(map(_is_day, sample.holds)):
        return Typing(left[0].type, left[0], tokens)
    if any(r.iso or r.formats for r in left):
        return None
    left = [r for r in left if not r.also or any(re.fullmatch(r.also, v) for v in sample.holds)]
    return Typing(left[0].type, left[0], tokens) if left else TEXT


def _fitting(sample: Sample) -> list[Reading]:
    """The readings that all of the sample seems to fit."""
    return [r for r in READINGS if all(map(r.fits, sample.holds))] if sample.holds or not sample.whole else []


def _is_day(text: str) -> bool:
    """Whether an ISO day, or moment, exists in Python's calendar (DuckDB's is longer)."""
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Sample:
    """Some of a column's distinct texts; `holds` are those that are no missing-value token."""

    texts: list[str]
    holds: list[str]
    whole: bool
    """They are all there are."""


def take_sample(con: duckdb.DuckDBPyConnection, table: str) -> Sample:
    return sample_of([v for (v,) in con.execute(f"SELECT v FROM {table} {SOME}").fetchall()])


def sample_of(texts: list[str]) -> Sample:
    """These texts, at most SAMPLE of a column's, as a sample."""
    return Sample(texts, [v for v in texts if not is_token(v)], len(texts) < SAMPLE)


def is_token(text: str) -> bool:
    """Whether a text is a missing-value token; `is_missing` says the same in SQL."""
    return text.strip(" ").lower() in _MISSING


def _check(
    con: duckdb.DuckDBPyConnection, table: str, readings: Sequence[Reading], sample: Sample
) -> tuple[list[Reading], bool]:
    """Of the readings that fit a sample those that fit all, in one pass; and whether there are tokens."""

    def also(reading: Reading) -> str:
        if not reading.also or any(re.fullmatch(reading.also, v) for v in sample.holds):
            return "true"
        return f"bool_or(regexp_full_match(v, {quoted(reading.also)})) FILTER (NOT t)"

    tests = ", ".join(f"bool_and({r.sql('v')}) FILTER (NOT t), {also(r)}" for r in readings)
    query = f"SELECT bool_or(t), {tests} FROM (SELECT v, {is_missing('v')} AS t FROM {table})"
    row = con.execute(query).fetchall()[0]
    return [r for r, fits, one in zip(readings, row[1::2], row[2::2], strict=True) if fits and one], bool(row[0])


def _is_boolean(values: Sequence[str]) -> bool:
    """Only one pair's words occur; of one-letter words both."""
    seen = {v.strip().lower() for v in values}
    return any(seen and seen <= pair and (len(seen) == 2 or max(map(len, pair)) > 1) for pair in _TRUTHS)


def quoted(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


_MISSING = frozenset(MISSING)
