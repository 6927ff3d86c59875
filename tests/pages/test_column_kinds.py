"""What each column of a result is, and how its figures are written."""

from __future__ import annotations

import pytest

from core.model import Column, Evidence, Join, Profile, Table
from core.sql.outputs import Output, outputs
from pages._result import column_kinds
from pages._result.column_kinds import Shown, number_format
from pages._ui.frames import frame


def column(table: str, name: str, position: int, unit: str = "", distinct: int = 2) -> Column:
    return Column(table, name, name, "integer", position, Profile(4, 0, distinct), unit)


SALES = Table(
    "sales",
    "sales",
    "sales.csv",
    4,
    (
        column("sales", "number", 0, distinct=4),
        column("sales", "shop", 1),
        column("sales", "price", 2, "€"),
        column("sales", "share", 3, "%"),
    ),
)
SHOPS = Table("shops", "shops", "shops.csv", 2, (column("shops", "shop", 0), column("shops", "founded year", 1)))
JOIN = Join("j", "sales", ("shop",), "shops", ("shop",), 1.0, "confirmed", Evidence(1, 1, 1, False, True, "n:1", 2))


def roles(columns: tuple[str, ...], rows: list[tuple[object, ...]], sql: str | None) -> list[Shown]:
    return list(column_kinds.describe(frame(columns, rows), sql, (SALES, SHOPS), (JOIN,)))


def test_keys_codes_and_years_are_plain_and_figures_are_not() -> None:
    sql = (
        'SELECT s."number", s."shop", SUM(s."price") AS total, COUNT(*) AS number_of_years, h."founded year", '
        'AVG(s."share") AS "average share" FROM sales s JOIN shops h ON s.shop = h.shop GROUP BY 1, 2, 5'
    )
    found = roles(
        ("number", "shop", "total", "number_of_years", "founded year", "average share"),
        [(1, 7, 9000, 2000, 1999, 1.25)],
        sql,
    )
    assert found == [
        Shown("code"),
        Shown("code"),
        Shown("figure", "€"),
        Shown("figure"),
        Shown("time"),
        Shown("figure", "%", 2),
    ]


def test_a_unique_number_in_front_is_an_identifier_and_others_are_not() -> None:
    assert roles(("number", "price"), [(1, 5)], "SELECT number, price FROM sales") == [
        Shown("code"),
        Shown("figure", "€"),
    ]


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("customerID", "code"),
        ("zip_code", "code"),
        ("Phone No", "code"),
        ("paid", "figure"),
        ("valid", "figure"),
        ("amount", "figure"),
        ("year", "time"),
    ],
)
def test_where_nothing_stands_behind_a_column_its_heading_decides(heading: str, role: str) -> None:
    assert [s.role for s in roles((heading,), [(1999,), (2001,)], None)] == [role]


@pytest.mark.parametrize(
    ("values", "decimals"),
    [([1.0, 2.0], 0), ([1.5, 2.25], 2), ([1 / 3, 2 / 3], 4), ([100 / 3, 200 / 3], 2), ([0.0], 0), ([0.1 + 0.2], 1)],
)
def test_figures_have_the_decimals_that_they_need(values: list[float], decimals: int) -> None:
    assert roles(("x",), [(v,) for v in values], None)[0].decimals == decimals


@pytest.mark.parametrize(
    ("label", "unit", "common", "decimals"),
    [
        ("x", "", "12.25", 2), ("x", "€", "12.5", 2), ("InvoiceTotal", "", "12.5", 2), ("x", "", "12.5", 1),
        ("total", "", "12.125", 1), ("total", "kg", "8", 1),
    ],
)  # fmt: skip
def test_sums_of_money_or_of_cells_with_two_decimals_have_two(
    label: str, unit: str, common: str, decimals: int
) -> None:
    profile = Profile(4, 0, 2, 0.5, 90.0, common=((common, 3),))
    bills = Table("bills", "bills", "b.csv", 4, (Column("bills", "due", label, "real", 0, profile, unit),))
    rows = frame(("due",), [(2667.4,), (1952.0,)])
    assert column_kinds.describe(rows, 'SELECT SUM("due") AS due FROM bills GROUP BY x', (bills,), ()) == (
        Shown("figure", unit, decimals),
    )


@pytest.mark.parametrize(
    ("shown", "written"),
    [
        (Shown("figure"), "%,d"),
        (Shown("figure", "", 2), "%,.2f"),
        (Shown("figure", "$", 2), "$%,.2f"),
        (Shown("figure", "%", 1), "%,.1f %%"),
        (Shown("figure", "kr"), "%,d kr"),
    ],
)
def test_a_figures_format(shown: Shown, written: str) -> None:
    assert number_format(shown) == written


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("SELECT a, MAX(t.b), COUNT(c) FROM t", (Output("t", "a"), Output("t", "b", True), Output(figure=True))),
        ("SELECT x.a, b FROM t AS x, u", (Output("t", "a"), Output("", "b"))),
        ("SELECT SUM(DISTINCT a), a + 1 FROM t", (Output("t", "a", True), Output(figure=True))),
        (
            'SELECT 100.0 * a / b AS "percent", percent FROM t',
            (Output(figure=True, percent=True), Output("t", "percent")),
        ),
        ('SELECT a / b AS "a as a percentage of b" FROM t', (Output(figure=True, percent=True),)),
        ("(SELECT a FROM t) UNION SELECT b FROM u", (Output("t", "a"),)),
        (
            "WITH p AS (SELECT a, SUM(b) AS f FROM t GROUP BY a) SELECT g.a, p.f FROM (SELECT a FROM p) AS g, p",
            (Output("t", "a"), Output("t", "b", True)),
        ),
        ("WITH p AS (SELECT * FROM t) SELECT a FROM p", (Output(),)),
        ("SELECT * FROM t", ()),
        ("SELEC", ()),
        (
            """WITH r AS (SELECT fee AS f, CASE WHEN d > 1 THEN 1 ELSE 0 END AS later FROM t),
            s AS (SELECT COALESCE(SUM(CASE WHEN later = 1 THEN f END), 0) AS after FROM r)
            SELECT after - after AS change, after, 'x' AS part, f / after FROM s""",
            (
                *(Output("t", "fee", figure=True),) * 2,
                *(Output(figure=True),) * 2,
            ),
        ),
    ],
)
def test_what_stands_behind_each_output(sql: str, found: tuple[Output, ...]) -> None:
    assert outputs(sql) == found


def test_a_percentage_that_was_reckoned_bears_its_sign() -> None:
    rows = [("x", 12.5), ("y", 7.25)]
    sql = 'SELECT a, 100.0 * SUM(b) / COUNT(*) AS "percent" FROM t GROUP BY a'
    assert roles(("a", "percent"), rows, sql)[1] == Shown("figure", "%", 2)
    assert roles(("a", "percent"), rows, "SELECT a, percent FROM t")[1].unit == ""


def test_a_number_that_groups_are_told_apart_by_is_no_figure() -> None:
    sql = "SELECT price, COUNT(*) AS n FROM sales GROUP BY price"
    assert roles(("price", "n"), [(1, 40), (2, 12)], sql) == [Shown("code", group=True), Shown("figure")]
    assert roles(("price", "n"), [(1, 40), (1, 12)], sql)[0] == Shown("figure", "€")
    assert roles(("price", "share"), [(1, 40), (2, 12)], "SELECT price, share FROM sales")[0] == Shown("figure", "€")
