"""Codes that the files of a family write out or in short."""

from __future__ import annotations

import duckdb
import pytest

from core.ingest.families.short_codes import in_full, partners


@pytest.mark.parametrize(
    ("one", "other", "pairs"),
    [
        (("n", "fu"), ("new", "f/u"), {"n": "new", "fu": "f/u"}),
        (("new", "follow-up"), ("n", "f"), {"new": "n", "follow-up": "f"}),
        (("a", "b"), ("c", "d"), {}),
        (("p",), ("paid",), {}),  # one value says nothing
        (("c", "p"), ("cash", "card", "post"), {}),  # cash or card
        (("1", "2"), ("10", "20"), {}),
    ],
)
def test_each_value_is_short_for_one_alone(one: tuple[str, ...], other: tuple[str, ...], pairs: dict[str, str]) -> None:
    assert partners(one, other) == pairs


def _in_full(*files: str) -> dict[str, str]:
    con = duckdb.connect()
    con.execute("CREATE TABLE gathered (c0 VARCHAR, s VARCHAR)")
    for n, cells in enumerate(files):
        con.executemany("INSERT INTO gathered VALUES (?, ?)", [[cell, f"{n}.csv"] for cell in cells.split()])
    return dict(in_full(con, "c0"))


def test_files_that_write_in_short_are_written_in_full() -> None:
    assert _in_full("New F/U New", "F/U New", "N FU FU", "FU N") == {"N": "New", "FU": "F/U"}
    assert _in_full("New F/U New", "F/U New N") == {}  # one file writes both: they may differ
    assert _in_full("North South", "East West") == {}
