"""Money that some files of a family write with its sign and others without."""

from __future__ import annotations

import duckdb
import pytest

from core.ingest.families.money import unite_money


def united(*files: tuple[str | None, ...]) -> list[str | None] | None:
    """All cells in turn, or None where nothing was done."""
    con = duckdb.connect()
    con.execute("CREATE TABLE gathered (c0 VARCHAR, s VARCHAR)")
    for n, cells in enumerate(files):
        con.executemany("INSERT INTO gathered VALUES (?, ?)", [[cell, f"{n}.csv"] for cell in cells])
    if not unite_money(con, "c0"):
        return None
    return [cell for (cell,) in con.execute("SELECT c0 FROM gathered ORDER BY rowid").fetchall()]


@pytest.mark.parametrize(
    ("signed", "plain", "all_"),
    [
        (("£1,250.00", "£153.39", None), ("134.45", "1250.5"), ["£1250.00", "£153.39", None, "£134.45", "£1250.5"]),
        (("€ 1.045,00", "€ 45,00"), ("38,50", ""), ["€1045,00", "€45,00", "€38,50", ""]),
        (("12 €", "-8 €"), ("7", "19"), ["€12", "€-8", "€7", "€19"]),
    ],
)
def test_all_are_given_the_sign_and_lose_what_parts_thousands(
    signed: tuple[str | None, ...], plain: tuple[str, ...], all_: list[str | None]
) -> None:
    assert united(signed, plain) == all_


@pytest.mark.parametrize(
    "files",
    [
        (("£12", "£13"), ("£4", "£5")),  # all have it
        (("£12", "$13"), ("4", "5")),  # two moneys
        (("£12", "13", "14"), ("4", "5")),  # one file writes both ways
        (("£12", "£13"), ("north", "5")),  # words
    ],
)
def test_what_is_written_alike_or_is_no_number_stays(files: tuple[tuple[str, ...], ...]) -> None:
    assert united(*files) is None
