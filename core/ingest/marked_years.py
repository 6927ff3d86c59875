"""Years with the marks of a catalogue around them: `[1988]`, `c2019.`, `2001?`, under a header that says year."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.ingest.numbers import with_examples
from core.ingest.texts import Texts
from core.ingest.types import Reading, Typing, is_missing
from core.text.words import words

if TYPE_CHECKING:
    import duckdb

_PLAIN = r"(?:1[4-9]|20)[0-9]{2}"
_BEFORE = r"[\[(<]?(?:©|[cp]|ca\.?|circa|cop\.?|about)? ?"
_YEARS = Reading(
    "years with marks",
    "integer",
    rf" *{_BEFORE}{_PLAIN}[?.,;\])>]* *",
    "CAST(regexp_extract({v}, '[0-9]{{4}}') AS BIGINT)",
    changes="marks around the year taken off",
)


def marked_years(con: duckdb.DuckDBPyConnection, texts: Texts, label: str, typing: Typing) -> Typing | None:
    """The typing of a column of words whose every cell holds just one year; None for others."""
    if typing.type != "text" or "year" not in words(label) or not texts.sample.holds:
        return None
    if not all(map(_YEARS.fits, texts.sample.holds)):
        return None
    table = texts.table()
    tokens = f"coalesce(bool_or({is_missing('v')}), false)"
    query = f"SELECT {tokens}, bool_and({_YEARS.sql('v')}) FILTER (NOT {is_missing('v')}) FROM {table}"
    missing, every = con.execute(query).fetchall()[0]
    return with_examples(con, table, Typing("integer", _YEARS, tokens=bool(missing))) if every else None
