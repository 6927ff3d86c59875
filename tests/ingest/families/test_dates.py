"""Days that each file of a family writes in its own way become one kind of text."""

from __future__ import annotations

import duckdb
import pytest

from core.ingest.families.dates import unite_dates

ISO = ("2025-03-31", "2025-04-01", "n/a", "")
DAY_FIRST = ("31/03/2026", "01/04/2026", None)
MONTH_FIRST = ("03/31/2026", "04/01/2026")
EITHER = ("01/02/2026", "03/04/2026")


def united(*files: tuple[str | None, ...]) -> list[list[str | None]] | None:
    """The cells of each file, or None where nothing was done."""
    con = duckdb.connect()
    con.execute("CREATE TABLE gathered (c0 VARCHAR, s VARCHAR)")
    for n, cells in enumerate(files):
        con.executemany("INSERT INTO gathered VALUES (?, ?)", [[cell, f"{n}.csv"] for cell in cells])
    if not unite_dates(con, "c0"):
        return None
    select = "SELECT c0 FROM gathered WHERE s = ? ORDER BY rowid"
    return [[cell for (cell,) in con.execute(select, [f"{n}.csv"]).fetchall()] for n in range(len(files))]


def test_each_file_is_read_in_its_own_way_and_what_is_missing_stays() -> None:
    assert united(ISO, DAY_FIRST) == [list(ISO), ["2026-03-31", "2026-04-01", None]]
    assert united(DAY_FIRST, MONTH_FIRST) == [["2026-03-31", "2026-04-01", None], ["2026-03-31", "2026-04-01"]]
    assert united(ISO, ("31 Mar 2026", "1 Apr 2026")) == [list(ISO), ["2026-03-31", "2026-04-01"]]


def test_a_file_that_does_not_tell_follows_the_others() -> None:
    assert united(ISO, DAY_FIRST, EITHER) == [
        list(ISO),
        ["2026-03-31", "2026-04-01", None],
        ["2026-02-01", "2026-04-03"],
    ]
    assert united(ISO, EITHER) is None
    assert united(DAY_FIRST, MONTH_FIRST, EITHER) is None


@pytest.mark.parametrize("other", [DAY_FIRST[:2], ("soon", "2026"), ("42", "43")])
def test_one_way_of_writing_and_what_is_no_day_are_left(other: tuple[str, ...]) -> None:
    assert united(DAY_FIRST, other) is None
