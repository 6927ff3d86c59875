"""Tables spread out by time, and the long view made of them."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from core.ingest.crosstab import MOST, long_form
from core.ingest.long_view import long_table, view_sql
from core.model import Column, ColumnType, FileNote, Layout, Profile, Table
from core.sql.sandbox import Access, bound_sizes, connect_read_only


def table(*labels: str, text: str = "area region") -> Table:
    def column(i: int, label: str) -> Column:
        kind: ColumnType = "text" if label in text.split() else "integer"
        return Column("beds", label, label, kind, i, Profile(3, 0, 3, 1, 9))

    return Table("beds", "beds", "beds.csv", 3, tuple(column(i, x) for i, x in enumerate(labels)))


def test_years_as_columns() -> None:
    wide = table("area", "2012", "2013", "2014")
    form = long_form(wide)
    assert form is not None
    assert (form.time, [c.name for c in form.ids], form.figures) == ("year", ["area"], ("value",))
    long = long_table(wide, form, frozenset({"beds"}))
    assert (long.name, long.label, long.rows, long.derived_from) == ("beds_long", "beds, by year", 9, "beds")
    assert [(c.name, c.type) for c in long.columns] == [("area", "text"), ("year", "integer"), ("value", "integer")]
    assert view_sql(wide, form, long).startswith(
        'SELECT "area" AS "area", 2012 AS "year", "2012" AS "value" FROM "beds" WHERE "2012" IS NOT NULL UNION ALL '
    )


def test_two_figures_side_by_side() -> None:
    form = long_form(table("area", "Beds 2012", "Cost 2012", "Beds 2013", "Cost 2013", "Beds 2014", "Cost 2014"))
    assert form is not None
    assert form.figures == ("Beds", "Cost")
    time, columns = form.times[0]
    assert (time, [c.name for c in columns if c]) == ("2012", ["Beds 2012", "Cost 2012"])


def test_several_figures_at_two_times_are_enough_where_none_is_missing() -> None:
    form = long_form(table("area", "2024 Beds", "2024 Cost", "2025 Beds", "2025 Cost"))
    assert form is not None
    assert (form.figures, [t for t, _ in form.times]) == (("Beds", "Cost"), ["2024", "2025"])
    assert long_form(table("area", "2024 Beds", "2025 Beds", "2025 Cost")) is None


@pytest.mark.parametrize(
    ("labels", "time", "first"),
    [
        (("area", "March", "January", "February"), "month", "January"),
        (("area", "2019-20", "2020-21", "2021-22"), "year", "2019-20"),
        (("area", "2019 Q1", "2019 Q2", "2019 Q3"), "quarter", "2019-Q1"),
        (("area", "Sep-20", "Oct-20", "Nov-20", "Dec-20", "Jan-21", "Feb-21"), "month", "2020-09"),
        (("area", "31.12.2016", "31.12.2017", "31.12.2018"), "date", "2016-12-31"),
        (("area", "2019", "2020 (r)", "2021 (p)"), "year", "2019"),
        (("area", "2019", "2020r", "2021p"), "year", "2019"),
        (("area", "Mid-2019", "Mid-2020", "Mid-2021 [r]"), "year", "2019"),
        (("area", "Jan", "Fev", "Mar", "Abr", "Mai", "Jun", "Jul"), "month", "January"),
    ],
)
def test_other_times(labels: tuple[str, ...], time: str, first: str) -> None:
    form = long_form(table(*labels))
    assert form is not None
    assert (form.time, form.times[0][0]) == (time, first)
    assert form.figures == ("value",)


def test_months_by_their_numbers_beside_the_same_words() -> None:
    months = [f"ARRIVALS_M{m:02}" for m in range(1, 13)]
    form = long_form(table("CTRY", *months, text="CTRY"))
    assert form is not None
    assert (form.time, form.figures, form.times[0][0], form.times[-1][0]) == (
        "month",
        ("ARRIVALS",),
        "January",
        "December",
    )
    assert long_form(table("CTRY", *months[:4], text="CTRY")) is None


def test_a_time_without_a_figure_is_no_column_of_its_own() -> None:
    wide = table("area", "2012", "2013", "2014", "2015")
    empty = [replace(c, type="text", profile=Profile(3, 3, 0)) if c.label == "2015" else c for c in wide.columns]
    form = long_form(replace(wide, columns=tuple(empty)))
    assert form is not None
    assert ([c.name for c in form.ids], [time for time, _ in form.times]) == (["area"], ["2012", "2013", "2014"])


@pytest.mark.parametrize(
    "labels",
    [
        ("area", "Jan-01", "Jan-02", "Jan-03", "Jan-04"),
        ("area", "01.02.2016", "02.02.2016", "03.02.2016"),
        ("area", "2012", "2013"),
        ("area", "per101", "per102", "per2011", "per2012", "per2013"),
        ("2012", "2013", "2014"),
        ("area", "beds", "cost", "built 2012"),
    ],
)
def test_no_crosstab(labels: tuple[str, ...]) -> None:
    assert long_form(table(*labels)) is None


@pytest.mark.parametrize(
    ("labels", "kind", "categories"),
    [
        (("area", "0-14", "15-64", "65+", "Total"), "age", ["0-14", "15-64", "65+"]),
        (("area", "Aged 0 to 4", "Aged 5 to 9", "Aged 10 and over"), "age", ["0 to 4", "5 to 9", "10 and over"]),
        (("region", "Ohio", "Texas", "Utah"), "state", ["Ohio", "Texas", "Utah"]),
        (("area", "Male", "Female", "Total"), "sex", ["Male", "Female"]),
        (("area", "Females", "Males", "Persons"), "sex", ["Females", "Males"]),
        (("area", "Deaths (men)", "Deaths (women)"), "sex", ["men", "women"]),
        (("area", "Deaths (men)", "Births (women)"), "", []),
        (("area", "Robbery", "Burglary", "Arson"), "", []),
        (("area", "Score 3-1", "Score 2-1", "Score 4-0"), "", []),
        (("area", "Ohio", "Texas"), "", []),
    ],
)
def test_categories_as_columns(labels: tuple[str, ...], kind: str, categories: list[str]) -> None:
    """The total of all of them is in no row of the long view."""
    form = long_form(table(*labels))
    assert (form.time if form else "", [said for said, _ in form.times] if form else []) == (kind, categories)
    assert form is None or [c.name for c in form.ids] == [labels[0]]


@pytest.mark.parametrize(
    ("title", "labels", "kind"),
    [
        (
            "Offences by type of crime and region, England, 2019",
            ("region", "Robbery", "Arson", "Fraud"),
            "type of crime",
        ),
        ("Offences by region and offence group", ("region", "Robbery", "Arson", "Fraud", "Total"), "offence group"),
        ("Sales by fruit", ("month", "Apples", "Pears", "Plums"), "fruit"),
        ("Homes by tenure and region", ("region", "Homes Owned", "Homes Rented", "Homes Shared"), "tenure"),
        ("Umsatz nach Obst und Region", ("region", "Äpfel", "Birnen", "Pflaumen"), "obst"),
        ("Deaths by local authority", ("area", "Deaths", "Population", "Births"), ""),
        ("Deaths by area and cause", ("area", "Number", "Rate", "Lower limit"), ""),
        ("Deaths by area, age and cause", ("area", "Cancer", "Falls", "Other"), ""),
        ("Deaths by area", ("area", "Cancer", "Falls", "Other"), ""),
        ("Firms by number of employees and region", ("region", "0-9", "10-49", "50-249"), "number of employees"),
        ("Firms, small and large, 2019", ("region", "0-9", "10-49", "50-249"), "band"),
        ("Deaths by age and region", ("region", "0-9", "10-49", "50-99"), "age"),
        ("Offences", ("region", "Robbery", "Arson", "Fraud"), ""),
    ],
)
def test_the_title_says_what_columns_are_categories_of(title: str, labels: tuple[str, ...], kind: str) -> None:
    layout = Layout((), (FileNote(1, title, "title"),))
    form = long_form(replace(table(*labels, text="area region month"), layout=layout))
    assert (form.time if form else "") == kind
    assert form is None or [said for said, _ in form.times] == [
        x.removeprefix("Homes ") for x in labels[1:] if x != "Total"
    ]


def test_the_longest_view_can_be_read_where_queries_of_people_run(tmp_path: Path) -> None:
    """One view that cannot be parsed there makes every table of the file unreadable."""
    days = [f"{year}-{month:02}" for year in range(1990, 2030) for month in range(1, 13)][:MOST]
    wide = table("area", *days)
    form = long_form(wide)
    assert form is not None
    long = long_table(wide, form, frozenset({"beds"}))
    con = sqlite3.connect(tmp_path / "data.sqlite")
    con.execute("CREATE TABLE beds (area, " + ", ".join(f'"{d}"' for d in days) + ")")
    con.execute("INSERT INTO beds VALUES ('A', " + ", ".join("1" for _ in days) + ")")
    con.execute(f"CREATE VIEW beds_long AS {view_sql(wide, form, long)}")
    con.commit()
    con.close()
    reading = connect_read_only(tmp_path / "data.sqlite")
    bound_sizes(reading, Access(frozenset()))
    assert reading.execute("SELECT count(*), sum(value) FROM beds_long").fetchall() == [(MOST, MOST)]
    assert [c.name for c in form.ids] == ["area"]
    reading.close()


@pytest.mark.parametrize(("highest", "ids"), [(2021, ["area", "Year"]), (337, ["area"])])
def test_the_year_beside_its_months_is_their_total_unless_it_holds_years(highest: int, ids: list[str]) -> None:
    wide = table("area", "Year", "January", "February", "March")
    columns = [replace(c, profile=Profile(3, 0, 3, highest - 2, highest)) for c in wide.columns]
    form = long_form(replace(wide, columns=tuple(columns)))
    assert form is not None
    assert [c.name for c in form.ids] == ids
