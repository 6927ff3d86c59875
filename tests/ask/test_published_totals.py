"""The total that a file states is told beside a sum over its rows, with its line, where both differ."""

from __future__ import annotations

import pytest

from core.ask.published_totals import published_totals
from core.model import Column, Family, Layout, LineRange, LineRole, Member, Profile, Rows, Table, TotalRow, Value


def column(name: str, i: int) -> Column:
    return Column("pools", name, name, "integer", i, Profile(4, 0, 4))


TOTALS = (
    TotalRow(6, "Subtotal", ("", "Subtotal", "30", "9"), "North"),
    TotalRow(9, "Subtotal", ("", "Subtotal", "70", "9"), "South"),
    TotalRow(10, "Total", ("", "Total", "1,100", "9.5"), "South"),
)
ROLES: tuple[tuple[int, LineRole], ...] = ((6, "total"), (9, "total"), (10, "total"))
LAYOUT = Layout(tuple(LineRange(n, n, role) for n, role in ROLES), (), TOTALS, group="group")
NAMES = ("group", "pool", "visits 2012", "visits 2013", "visits 2014")
POOLS = Table("pools", "pools", "p.csv", 4, tuple(map(column, NAMES, range(5))), layout=LAYOUT)
LONG = Table(
    "pools_long", "pools", "p.csv", 8, tuple(map(column, ("group", "pool", "year", "visits"), range(4))),
    derived_from="pools",
)  # fmt: skip


def told(sql: str, *row: Value) -> list[str]:
    return [c.message for c in published_totals(sql, "sqlite", (POOLS, LONG), Rows(("x",) * len(row), (row,)))]


WHOLE = "The file's own total of `visits 2012` is 1,100 (“Total”, line 10); its rows add up to 1,000."


@pytest.mark.parametrize(
    ("sql", "answered", "said"),
    [
        ('SELECT SUM("visits 2012") AS n FROM pools', 1000, [WHOLE]),
        ('SELECT SUM("visits 2012") FROM pools', 1100, []),
        ('SELECT SUM("visits 2012") FROM pools WHERE "visits 2012" IS NOT NULL', 1000, [WHOLE]),
        ('SELECT SUM(visits) FROM pools_long WHERE year = 2012', 1000, [WHOLE]),
        (
            "SELECT SUM(\"visits 2012\") FROM pools WHERE \"group\" = 'North'",
            31,
            ["The file's own total of `visits 2012` is 30 (“Subtotal”, line 6); its rows add up to 31."],
        ),
        (
            'SELECT AVG("visits 2013") FROM pools',
            9.25,
            ["The file's own total of `visits 2013` is 9.5 (“Total”, line 10); its rows have an average of 9.25."],
        ),
        ("SELECT SUM(\"visits 2012\") FROM pools WHERE pool = 'Abbey'", 31, []),
        ('SELECT SUM("visits 2012") FROM pools WHERE "visits 2013" > 3', 31, []),
        ('SELECT MAX("visits 2012") FROM pools', 31, []),
        ('SELECT SUM("visits 2012") FROM pools', None, []),
        ("SELECT 1 UNION SELECT 2", 1, []),
    ],
)  # fmt: skip
def test_the_files_own_total(sql: str, answered: Value, said: list[str]) -> None:
    assert told(sql, answered) == said


def test_no_total_for_groups_or_joins() -> None:
    assert told('SELECT pool, SUM("visits 2012") FROM pools GROUP BY pool', "a", 1) == []
    assert told('SELECT SUM(p."visits 2012") FROM pools p JOIN pools_long q', 1) == []


def edition(year: int, *totals: TotalRow) -> Member:
    return Member(f"p_{year}.csv", f"p_{year}", (str(year),), 4, totals=totals)


FAMILY = Table(
    "editions", "editions", "", 8, tuple(map(column, ("pool", "visits", "year"), range(3))),
    family=Family(
        (
            edition(2012, TotalRow(9, "Indoor", ("Indoor", "60"), part=True), TotalRow(12, "All", ("All", "1,100"))),
            edition(2013, TotalRow(0, "All", ("All", "900"))),
            edition(2014),
        ),
        ("year",), ("file name",), "source_file",
    ),
)  # fmt: skip


def of_editions(sql: str, *rows: tuple[Value, ...]) -> list[str]:
    return [c.message for c in published_totals(sql, "sqlite", (FAMILY,), Rows(("x",) * len(rows[0]), rows))]


IN_2012 = "The file's own total of `visits` is 1,100 (“All”, line 12 of p_2012); its rows add up to 1,000."


def test_the_total_of_the_file_of_a_family_that_is_asked_for() -> None:
    assert of_editions("SELECT SUM(visits) FROM editions WHERE year = 2012", (1000,)) == [IN_2012]
    assert of_editions("SELECT SUM(visits) FROM editions WHERE year = 2014", (1000,)) == []
    assert of_editions("SELECT SUM(visits) FROM editions", (1000,)) == []


def test_the_totals_of_all_files_beside_sums_by_what_varies() -> None:
    by_year = "SELECT year, SUM(visits) FROM editions GROUP BY year"
    assert of_editions(by_year, (2012, 1000), (2013, 905), (2014, 7)) == [
        f"2012: {IN_2012}",
        "2013: The file's own total of `visits` is 900 (“All” of p_2013); its rows add up to 905.",
    ]
    assert of_editions("SELECT pool, SUM(visits) FROM editions GROUP BY pool", ("a", 1)) == []
