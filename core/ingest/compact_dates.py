"""Days and months written as one number: `20240317` is 17 March 2024, `202403` March 2024.

Registers and statistics publish them so, under a header that says what they are (`DATE_ISSUED`, `YEAR_MONTH`) or not.
A number that numbers things looks alike at times: a header that says so (`Ref`, `Case no`) keeps them numbers, and
without a word of time in it there must be several days, or months that leave no more out than they hold.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.ingest.numbers import with_examples
from core.ingest.texts import Texts
from core.ingest.types import PARSE_DATE, PLAIN, Reading, Typing, is_missing
from core.text.words import words

if TYPE_CHECKING:
    import duckdb

_YEAR = "(?:1[89]|20|21)[0-9]{2}"
_MONTH = "(?:0[1-9]|1[0-2])"
DAYS = Reading("eight digits", "date", rf"{_YEAR}{_MONTH}(?:0[1-9]|[12][0-9]|3[01])", PARSE_DATE, ("%Y%m%d",))
MONTHS = Reading("six digits", "date", rf"{_YEAR}{_MONTH}", PARSE_DATE, ("%Y%m",))
_OF_TIME = frozenset("date day dt month months mth period yearmonth ym yyyymm yyyymmdd ymd when time".split())
_NUMBERING = frozenset("id ids no nr num number ref reference code key".split())
_FEWEST = 6
"""Different days, or months, where the header says no word of time."""


def compact_dates(con: duckdb.DuckDBPyConnection, texts: Texts, label: str, typing: Typing) -> Typing | None:
    """The typing of a column of whole numbers that are all days, or all months; None where they are not."""
    if typing.reading is not PLAIN or not texts.sample.holds:
        return None
    said = {*words(label)}
    if said & _NUMBERING:
        return None
    for reading in (DAYS, MONTHS):
        if not all(map(reading.fits, texts.sample.holds)):
            continue
        table, fits = texts.table(), reading.sql("v")
        query = f"SELECT bool_and({fits}), count(*), min(v), max(v) FROM {table} WHERE NOT {is_missing('v')}"
        every, many, low, high = con.execute(query).fetchall()[0]
        if every and (said & _OF_TIME or (many >= _FEWEST and (reading is DAYS or _dense(many, low, high)))):
            return with_examples(con, table, replace(typing, type="date", reading=reading))
    return None


def months_of(texts: list[str]) -> bool:
    """Whether these are texts of months as one number."""
    return all(map(MONTHS.fits, texts))


def _dense(many: int, low: str, high: str) -> bool:
    """Half of the months from the first to the last, or more."""
    spanned = 12 * (int(high[:4]) - int(low[:4])) + int(high[4:]) - int(low[4:]) + 1
    return 2 * many >= spanned
