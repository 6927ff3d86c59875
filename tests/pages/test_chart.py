"""Which chart helps, and that what is drawn is what the rows say."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from pages._result import chart, column_kinds
from pages._result.chart import Spec
from pages._result.column_kinds import Shown
from pages._ui.frames import frame
from pages._ui.markup import JOINER

MANY = [(f"v{i}", i) for i in range(31)]


def offered(columns: tuple[str, ...], rows: list[tuple[object, ...]]) -> chart.Offer | None:
    table = frame(columns, rows)
    return chart.offer(table, column_kinds.describe(table, None, (), ()))


def drawn(columns: tuple[str, ...], rows: list[tuple[object, ...]], spec: Spec) -> tuple[dict[str, Any], pd.DataFrame]:
    table = frame(columns, rows)
    drawing = chart.draw(table, column_kinds.describe(table, None, (), ()), spec)
    assert isinstance(drawing.data, pd.DataFrame)
    return drawing.to_dict()["encoding"], drawing.data


@pytest.mark.parametrize(
    ("columns", "rows", "first", "helps"),
    [
        (("x", "y"), [("a", 1), ("b", 2)], Spec("bar", 0, 1), True),
        (("x", "y"), [(1, "a"), (2, "b")], Spec("bar", 1, 0), True),
        (("x", "y"), [("2024-01", 1), ("2024-02", 2), ("2024-03", 2)], Spec("line", 0, 1), True),
        (("x", "y"), [("2024-01-02", 1.5), ("2024-01-03", 2.0)], Spec("bar", 0, 1), True),
        (("x", "y"), [("a", 1), ("a", 2)], Spec("bar", 0, 1), False),
        (("x", "y"), MANY, Spec("bar", 0, 1), False),
        (("year", "n"), [(2020, 1), (2021, 2), (2022, 5)], Spec("line", 0, 1), True),
        (("id", "n"), [(1, 5), (2, 6)], Spec("bar", 0, 1), False),
        (("a", "b"), [(1.5, 2), (2.5, 3), (2, 2), (4, 1), (5, 5)], Spec("scatter", 0, 1), True),
        (("a", "b"), [(1.5, 2), (2.5, 3)], Spec("scatter", 0, 1), False),
        (
            ("kind", "year", "n"),
            [("a", 2020, 1), ("b", 2020, 2), ("a", 2021, 3), ("b", 2021, 4)],
            Spec("line", 1, 2, 0),
            True,
        ),
        (("x", "z", "y"), [("a", "p", 1), ("a", "q", 2), ("b", "p", 3)], Spec("bar", 0, 2, 1), True),
        (("x", "z", "y"), [("a", "p", 1), ("b", "q", 2), ("c", "p", 3)], Spec("bar", 0, 2), False),
    ],
)
def test_what_chart_suits(columns: tuple[str, ...], rows: list[tuple[object, ...]], first: Spec, helps: bool) -> None:
    found = offered(columns, rows)
    assert found is not None
    assert (found.first, found.helps) == (first, helps)
    assert found.first.kind == found.kinds[0]


def test_groups_told_apart_by_a_number_are_bars_and_no_points() -> None:
    shown = (column_kinds.Shown("code", group=True), column_kinds.Shown("figure"))
    found = chart.offer(frame(("rating", "orders"), [(n, 10 * n) for n in range(1, 6)]), shown)
    assert found == chart.Offer(Spec("bar", 0, 1), ("bar", "pie"), helps=True)


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        (("x", "y"), [("a", "b"), ("c", "d")]),
        (("x", "y"), [("a", 1)]),
        (("n",), [(1,), (2,)]),
        (("id", "x"), [(1, "a")]),
    ],
)
def test_nothing_to_draw(columns: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    assert offered(columns, rows) is None


def test_bars_are_the_first_rows_in_their_order_and_what_is_left_out_is_said() -> None:
    spec = Spec("bar", 0, 1)
    encoding, data = drawn(("name", "n"), [*MANY, (None, 7)], spec)
    assert data["x"].tolist() == [name for name, _ in MANY[:30]]
    assert (encoding["y"]["title"], encoding["x"]["title"]) == ("name", "n")
    assert encoding["y"]["sort"] == [name for name, _ in MANY[:30]]
    assert chart.dropped(frame(("name", "n"), MANY), spec) == "The chart shows the first 30."
    assert chart.dropped(frame(("name", "n"), MANY[:30]), spec) == ""


def test_every_bar_has_its_name() -> None:
    encoding, _ = drawn(("name", "n"), [("a", 1), ("b", 2), ("c", 3), ("d", 4)], Spec("bar", 0, 1))
    assert encoding["y"]["axis"]["labelOverlap"] is False
    assert encoding["y"]["axis"]["labelFlush"] is False  # else the first name is moved away from its bar


def test_a_line_follows_time_and_has_a_colour_for_each_kind() -> None:
    rows = [("a", 2020, 1), ("b", 2020, None), ("a", 2021, 3), ("b", 2021, 4)]
    encoding, data = drawn(("kind", "year", "n"), rows, Spec("line", 1, 2, 0))
    assert (encoding["x"]["type"], encoding["color"]["title"]) == ("temporal", "kind")
    said = [
        (d.year, y, c) for d, y, c in zip(data["x"], data["y"].astype(object).fillna(""), data["colour"], strict=True)
    ]
    assert said == [(2020, 1.0, "a"), (2021, 3.0, "a"), (2020, "", "b"), (2021, 4.0, "b")]


@pytest.mark.parametrize(
    ("sql", "heading", "shown"),
    [
        ('SELECT "m", COUNT(*) AS "count" FROM "t" GROUP BY "m"', "count", [3, 0, 0, 5]),
        ('SELECT "m", SUM("fee") AS "total fee" FROM "t" GROUP BY "m"', "total fee", [3, "", "", 5]),
        (
            'SELECT "m", SUM(SUM("fee")) OVER (ORDER BY "m") AS "running total fee" FROM "t"',
            "running total fee",
            [3, 3, 3, 5],
        ),
        ('SELECT "m", "count" FROM "t"', "count", [3, "", "", 5]),
    ],
)
def test_a_line_shows_months_without_rows(sql: str, heading: str, shown: list[object]) -> None:
    table = frame(("m", heading), [("2023-11", 3), ("2024-02", 5)])
    drawing = chart.draw(table, column_kinds.describe(table, sql, (), ()), Spec("line", 0, 1))
    assert drawing.data["y"].astype(object).fillna("").tolist() == shown
    assert len(drawing.data["x"]) == 4


def test_whole_numbers_have_no_marks_between_them_along_an_axis() -> None:
    whole, _ = drawn(("father", "count"), [("Ann", 3), ("Bob", 2)], Spec("bar", 0, 1))
    part, _ = drawn(("father", "average"), [("Ann", 0.5), ("Bob", 0.25)], Spec("bar", 0, 1))
    assert (whole["x"]["axis"]["tickMinStep"], "tickMinStep" in part["x"]["axis"]) == (1, False)


def test_the_times_of_a_census_are_joined() -> None:
    _, data = drawn(("year", "people"), [(1981, 3), (1991, 4), (2001, 5)], Spec("line", 0, 1))
    assert data["y"].tolist() == [3, 4, 5]


@pytest.mark.parametrize("names", [("Sunday", "Monday", "Friday"), ("May", "Jan", "Dec")])
def test_days_by_name_follow_the_calendar(names: tuple[str, ...]) -> None:
    rows = [(name, 9 - n) for n, name in enumerate(names)]
    in_turn = ["Monday", "Friday", "Sunday"] if "Monday" in names else ["Jan", "May", "Dec"]
    encoding, _ = drawn(("of", "n"), rows, Spec("line", 0, 1))
    assert encoding["x"]["sort"] == in_turn
    encoding, _ = drawn(("of", "n"), rows, Spec("bar", 0, 1))
    assert encoding["y"]["sort"] == in_turn


@pytest.mark.parametrize(
    ("times", "axis", "tip"),
    [
        (["2019", "2020", "2023"], {"format": "%Y", "tickCount": {"interval": "year", "step": 1}}, "%Y"),
        ([1900, 1950, 2000], {"format": "%Y"}, "%Y"),
        (
            ["2024-01", "2024-02", "2024-03"],
            {"format": "%b %Y", "tickCount": {"interval": "month", "step": 1}},
            "%b %Y",
        ),
        (["2020-01", "2021-02", "2024-03"], {}, "%b %Y"),
        (["2024-01-01", "2024-01-02", "2024-01-03"], {}, None),
    ],
)
def test_the_axis_of_years_shows_years(times: list[object], axis: dict[str, object], tip: str | None) -> None:
    encoding, _ = drawn(("year", "n"), [(t, n) for n, t in enumerate(times)], Spec("line", 0, 1))
    assert encoding["x"]["axis"] == axis
    assert encoding["tooltip"][0].get("format") == tip


@pytest.mark.parametrize("kind", ["line", "area", "scatter"])
def test_every_kind_can_be_drawn_over_names(kind: chart.Kind) -> None:
    encoding, data = drawn(("name", "n"), [("a", 1), ("b", 2)], Spec(kind, 0, 1))
    assert (encoding["x"]["type"], encoding["y"]["type"], data["x"].tolist()) == ("nominal", "quantitative", ["a", "b"])


def test_a_line_is_offered_of_days_and_months_by_name() -> None:
    for names in (("Monday", "Tuesday", "Sunday"), ("March", "April")):
        found = offered(("of", "n"), [(name, n) for n, name in enumerate(names)])
        assert found is not None
        assert "line" in found.kinds


@pytest.mark.parametrize(("heading", "zero"), [("count", True), ("total fee", True), ("average fee", False)])
def test_a_line_of_counts_and_totals_starts_at_zero(heading: str, zero: bool) -> None:
    rows: list[tuple[object, ...]] = [(2020, 70), (2021, 80), (2022, 75)]
    encoding, _ = drawn(("year", heading), rows, Spec("line", 0, 1))
    assert encoding["y"]["scale"]["zero"] is zero


def test_a_heading_that_would_fetch_a_picture_does_not() -> None:
    encoding, _ = drawn(("image", "n"), [("http://e.x/a.png", 1), ("b", 2)], Spec("bar", 0, 1))
    assert encoding["tooltip"][0]["title"] == f"image{JOINER}"


def test_a_code_axis_has_bars_alone() -> None:
    found = offered(("id", "n"), [(1, 5), (2, -6)])
    assert found is not None
    assert found.kinds == ("bar",)


def test_a_pie_is_offered_for_a_few_parts_of_a_whole() -> None:
    few = offered(("x", "y"), [("a", 1), ("b", 3)])
    assert few is not None
    assert few.kinds == ("bar", "scatter", "pie")  # nothing lies between two names
    for rows in ([("a", 1), ("b", -3)], [("a", 1), ("a", 3)], [(f"v{i}", i) for i in range(13)]):
        other = offered(("x", "y"), rows)
        assert other is not None
        assert "pie" not in other.kinds


def test_a_pie_s_slices_are_the_rows_in_their_order() -> None:
    encoding, data = drawn(("x", "y"), [("b", 1), ("a", 3)], Spec("pie", 0, 1))
    assert encoding["theta"]["field"] == "y"
    assert encoding["color"]["sort"] == ["b", "a"]
    assert list(data["y"]) == [1.0, 3.0]


@pytest.mark.parametrize(
    ("heading", "beside"), [("average days", True), ("share", True), ("t ÷ n", True), ("count", False)]
)
def test_averages_of_two_groups_stand_beside_each_other(heading: str, beside: bool) -> None:
    rows: list[tuple[object, ...]] = [("a", "p", 1.5), ("a", "q", 2.5), ("b", "p", 3.5)]
    encoding, _ = drawn(("x", "z", heading), rows, Spec("bar", 0, 2, 1))
    assert ("yOffset" in encoding) == beside
    found = offered(("x", heading), [("a", 1.5), ("b", 2.5)])
    assert found is not None
    assert ("pie" in found.kinds) == (not beside)


@pytest.mark.parametrize(("heading", "bars"), [("total Amount", 24 * 2), ("average Amount", 11 * 12)])
def test_a_legend_takes_no_room_from_the_bars(heading: str, bars: int) -> None:
    genres = ["Comedy", "Dance", "Drama", "Musical", "Panto", "Pantomime for children"]
    rows: list[tuple[object, ...]] = [(h, g, 1.5 * n) for h in ("Main", "Studio") for n, g in enumerate(genres)]
    table = frame(("hall", "Genre", heading), rows)
    made = chart.draw(table, column_kinds.describe(table, None, (), ()), Spec("bar", 0, 2, 1)).to_dict()
    assert made["encoding"]["color"]["legend"]["columns"] == 1  # on a telephone the longest fills a line
    assert made["height"] >= bars + 22 * (len(genres) + 1) + 90


def test_a_legend_of_short_names_stands_in_columns() -> None:
    encoding, _ = drawn(("hall", "kind", "n"), [("a", "p", 1), ("a", "q", 2), ("b", "p", 3)], Spec("bar", 0, 2, 1))
    assert encoding["color"]["legend"]["columns"] == 2


def test_of_several_figures_the_one_that_rows_are_sorted_by_is_drawn() -> None:
    found = offered(("area", "homes", "share"), [("a", 5, 9.5), ("b", 7, 4.5), ("c", 6, 1.5)])
    assert found is not None
    assert (found.first, found.helps) == (Spec("bar", 0, 2), True)
    plain = offered(("area", "homes", "share"), [("a", 5, 9.5), ("b", 7, 14.5), ("c", 6, 1.5)])
    assert plain is not None
    assert plain.first.y == 1


@pytest.mark.parametrize("kind", ["bar", "line", "pie"])
def test_figures_bear_the_sign_of_their_currency(kind: chart.Kind) -> None:
    table = frame(("year", "total fee"), [(2021, 1200.5), (2022, 30.0), (2023, 7.0)])
    shown = (Shown("time"), Shown("figure", "£", 2))
    drawing = chart.draw(table, shown, Spec(kind, 0, 1))
    encoding = drawing.to_dict()["encoding"]
    assert drawing.data["said"].tolist() == ["£1,200.50", "£30.00", "£7.00"]
    assert encoding["tooltip"][-1] == {"field": "said", "title": "total fee", "type": "nominal"}
    figures = {"bar": "x", "line": "y"}.get(kind)
    assert figures is None or encoding[figures]["axis"]["labelExpr"] == '"£" + datum.label + ""'


def test_of_a_change_the_change_is_drawn_though_the_rows_are_sorted_by_another_figure() -> None:
    rows = frame(("town", "change", "2023", "2024"), [("a", 110, 27, 137), ("b", 6, 33, 39), ("c", -6, 25, 19)])
    shown = (Shown("name"), *(Shown("figure", reckoned=True) for _ in range(3)))
    found = chart.offer(rows, shown)
    assert found is not None
    assert (found.first, found.helps) == (Spec("bar", 0, 1), True)


def test_a_list_of_things_with_dates_has_no_chart_by_itself() -> None:
    heads = ("name", "received", "price", "status")
    rows = [("Ada", "2024-03-06", 30.5, "done"), ("Bo", "2024-03-17", 169.0, "done"), ("Cy", "2024-03-31", 8.0, "open")]
    for width in (3, 4):
        found = offered(heads[:width], [r[:width] for r in rows])
        assert found is not None
        assert not found.helps
    readings = offered(
        ("day", "high", "low"), [("2024-03-06", 9.5, 2.5), ("2024-03-07", 8.0, 1.5), ("2024-03-08", 7, 1)]
    )
    assert readings is not None
    assert (readings.first.kind, readings.helps) == ("line", True)
