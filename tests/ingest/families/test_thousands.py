"""Numbers whose thousands are parted in some files of a family alone."""

from __future__ import annotations

import duckdb
import pytest

from core.ingest.families.thousands import unite_thousands

PLAIN = ("3990", "12345", "..", "4788")


def united(*files: tuple[str | None, ...]) -> list[str | None] | None:
    """The cells of the first file, or None where nothing was done."""
    con = duckdb.connect()
    con.execute("CREATE TABLE gathered (c0 VARCHAR, s VARCHAR)")
    for n, cells in enumerate(files):
        con.executemany("INSERT INTO gathered VALUES (?, ?)", [[cell, f"{n}.csv"] for cell in cells])
    if not unite_thousands(con, "c0"):
        return None
    rows = con.execute("SELECT c0 FROM gathered WHERE s = '0.csv' ORDER BY rowid").fetchall()
    return [cell for (cell,) in rows]


@pytest.mark.parametrize("sign", [",", "."])
def test_the_sign_is_taken_out_where_the_other_files_figures_are_as_large(sign: str) -> None:
    cells = (f"3{sign}862", f"12{sign}345", "-", None, f"5{sign}008")
    assert united(cells, PLAIN) == ["3862", "12345", "-", None, "5008"]


@pytest.mark.parametrize(
    ("cells", "others"),
    [
        (("3,862", "5,008"), ("4,012", "6,100")),  # all part them
        (("3,862", "about 5"), ("north", "south")),
        (("3.862", "5.008"), ("4.1", "6.2")),  # decimals
        (("0.296", "12.5", "<12", "1.640"), ("0.909", "9.6", "2150", "1980")),
        (("0,296", "1,640", "<2"), ("2150", "1980")),
    ],
)
def test_what_is_written_alike_or_is_no_number_stays(cells: tuple[str, ...], others: tuple[str, ...]) -> None:
    assert united(cells, others) is None
