"""What tables and columns are called in a sentence."""

from __future__ import annotations

import pytest

from core.ask.names import Names, listed, many_of, readable, with_article
from core.model import Column, Profile, Table
from core.text.words import words

YEARS = Profile(10, 0, 9, 1990, 2020)


def names(
    table: str, *columns: str, kind: str = "text", profile: Profile | None = None, description: str = ""
) -> Names:
    made = (
        Column(table, c, c, kind, n, profile or Profile(10, 0, 9), description=description)  # type: ignore[arg-type]
        for n, c in enumerate(columns)
    )
    return Names((Table(table, table, "f.csv", 10, tuple(made)),))


@pytest.mark.parametrize(
    ("label", "many", "one"),
    [
        ("order_items", "order items", "order item"),
        ("Country", "countries", "country"),
        ("branch", "branches", "branch"),
        ("status", "statuses", "status"),
        ("people", "people", "person"),
        ("bookings_export", "bookings", "booking"),
        ("export", "exports", "export"),
        ("cars_data", "cars", "car"),
        ("vehicle_master", "vehicles", "vehicle"),
        ("INSPECTION", "inspections", "inspection"),
        ("orders log 22-24", "orders", "order"),
        ("fuel log 2024", "fuel logs", "fuel log"),
        ("defects_found", "defects", "defect"),
        ("grants_awarded", "grants", "grant"),
        ("lost_and_found", "lost and founds", "lost and found"),
        ("items_sold", "items sold", "item sold"),
        ("part used", "parts used", "part used"),
        ("members_active", "members active", "member active"),
        ("sales order", "sales orders", "sales order"),
        ("bike shed", "bike sheds", "bike shed"),
        ("appts", "appointments", "appointment"),
        ("price_list", "records in `price_list`", "record in `price_list`"),
        ("waiting list", "records in `waiting list`", "record in `waiting list`"),
        ("strts", "records in `strts`", "record in `strts`"),
        ("landings_2022", "landings", "landing"),
        ("2022", "records in `2022`", "record in `2022`"),
        ("food_chemistry_FINAL", "records in `food_chemistry_FINAL`", "record in `food_chemistry_FINAL`"),
    ],
)
def test_the_rows_of_a_table(label: str, many: str, one: str) -> None:
    said = names(label)
    assert (said.many(label), said.one(label), said.many(label, 1)) == (many, one, one)


def test_what_was_done_to_the_rows_stays_behind_them_where_another_table_holds_the_rest() -> None:
    said = Names(tuple(Table(t, t, "f.csv", 10, ()) for t in ("parts", "parts_used", "meals", "meals served")))
    assert [(said.many(t), said.one(t)) for t in said.tables] == [
        ("parts", "part"),
        ("parts used", "part used"),
        ("meals", "meal"),
        ("meals served", "meal served"),
    ]


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("orderDate", "order date"),
        ("dur_min", "duration minutes"),
        ("price_min", "price minimum"),
        ("Purch Price", "purchase price"),
        ("Fine (EUR)", "fine"),
        ("speed [km/h]", "speed"),
        ("Port / Hafen", "port"),
        ("qty", "quantity"),
        ("extendedprice", "extended price"),
        ("FlightNo", "flight number"),
        ("GDP per head", "gdp per head"),
        ("rsn_cd", "`rsn_cd`"),
    ],
)
def test_a_column(label: str, said: str) -> None:
    assert names("t", label).column("t", label) == said


def test_a_list_of_what_a_column_of_text_is_called_holds_such() -> None:
    assert names("product list", "Product").many("product list") == "products"
    assert names("price list", "price", kind="real").many("price list") == "records in `price list`"


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("No binned", "number binned"),
        ("Nr sold", "number sold"),
        ("No loaves", "number of loaves"),
        ("no_of_loaves", "number of loaves"),
        ("No entry", "no entry"),
    ],
)
def test_a_leading_no_before_a_number_says_how_many(label: str, said: str) -> None:
    assert names("bakes", label, kind="integer").column("bakes", label) == said


def test_of_words_before_a_table_without_a_word_the_noun_has_the_plural() -> None:
    assert many_of("description of `price_list`", 4) == "descriptions of `price_list`"
    assert many_of("`price_list`") == "`price_list`"


def test_a_role_that_ends_in_a_small_word_has_no_plural() -> None:
    assert names("checked in by", "name").called("checked in by") == "checked in by"


def test_a_mark_that_all_columns_share_is_not_said() -> None:
    said = names("lineitem", "l_quantity", "l_tax", "l_linenumber")
    assert [said.column("lineitem", c) for c in ("l_quantity", "l_linenumber")] == ["quantity", "line number"]


def test_numbers_with_their_unit_and_what_they_count() -> None:
    said = names("t", "duration_minutes", "Weight (kg)", "docks", "years of service", kind="integer")
    assert [said.column("t", c) for c in ("duration_minutes", "Weight (kg)")] == ["duration", "weight"]
    assert [said.unit("t", c) for c in ("duration_minutes", "Weight (kg)", "docks")] == ["minutes", "kg", ""]
    rates = names("t", "salt_mg_kg", "catch (t/ha)", "price per kg", kind="real")
    assert [rates.unit("t", c) for c in ("salt_mg_kg", "catch (t/ha)", "price per kg")] == ["mg/kg", "t/ha", ""]
    assert [said.counts("t", c) for c in ("docks", "years of service", "duration_minutes")] == [True, True, False]


@pytest.mark.parametrize(
    ("label", "said"),
    [("Weekly Hours", "weekly hours"), ("running_min", "running minutes"), ("runtime_min", "runtime"),
     ("wait_minutes", "wait")],
)  # fmt: skip
def test_a_unit_stays_where_nothing_is_left_without_it(label: str, said: str) -> None:
    assert names("visits", label, kind="integer").column("visits", label) == said


def test_when_something_was_done_is_a_noun() -> None:
    assert names("t", "returned_on", kind="date").column("t", "returned_on") == "date returned"
    assert names("t", "published", kind="integer", profile=YEARS).column("t", "published") == "year published"
    assert names("t", "returned", kind="integer").column("t", "returned") == "returned"


def test_what_a_document_calls_an_unreadable_column() -> None:
    assert names("t", "rsn_cd", description="reason for the visit").column("t", "rsn_cd") == "reason for the visit"


def test_a_tables_word_is_not_said_twice() -> None:
    assert names("members", "Member group").of("members", "Member group") == "member group"
    assert names("books", "genre").of("books", "genre") == "book genre"
    assert names("strts", "genre").of("strts", "genre") == "genre of `strts`"


@pytest.mark.parametrize(
    ("label", "can"),
    [("rhythm", True), ("column", True), ("GDP", True), ("strts", False), ("ownr", False), ("c7", False), ("", False)],
)
def test_what_can_be_read_aloud(label: str, can: bool) -> None:
    assert readable(words(label), label) is can


def test_phrases() -> None:
    said = {"amount": "an amount", "Area": "an Area", "price": "a price", "hourly rate": "an hourly rate"}
    said |= {"unit price": "a unit price", "uninsured pet": "an uninsured pet", "days": "days", "status": "a status"}
    said |= {"equipment": "equipment", "shop staff": "a member of shop staff"}
    assert {n: with_article(n) for n in said} == said
    assert [many_of(p) for p in ("bike model", "port of landing", "substance tested", "`x`")] == [
        *("bike models", "ports of landing", "substances tested", "`x`"),
    ]
    assert [listed(p) for p in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert listed([str(n) for n in range(5)], 2) == "0, 1 and 3 more"


def test_a_mark_that_all_tables_share_is_not_said() -> None:
    tables = (
        *names("sbCustomer").tables.values(),
        *names("sbTicker").tables.values(),
        *names("sbPrice").tables.values(),
    )
    assert [Names(tables).many(t) for t in ("sbCustomer", "sbPrice")] == ["customers", "prices"]


def test_a_column_that_says_by_whom_has_no_plural() -> None:
    assert many_of("directed by") == "directed by"
    assert many_of("how received") == "different “how received”"
    assert many_of("year made") == "years made"


def test_money_is_said_as_its_currency_is_written() -> None:
    assert names("jobs", "Parts cost EUR", kind="real").unit("jobs", "Parts cost EUR") == "EUR"


def test_years_and_such_words_stay_where_they_tell_tables_apart() -> None:
    tables = tuple(Table(n, n, "f.csv", 10, ()) for n in ("orders_2022", "orders_2023", "staff_master"))
    said = Names(tables)
    assert [said.many(t.name) for t in tables] == ["records in `orders_2022`", "records in `orders_2023`", "staff"]


def test_a_persons_word_comes_first() -> None:
    said = Names((Table("veh", "veh", "f.csv", 10, (), row="delivery van"),))
    assert (said.one("veh"), said.many("veh")) == ("delivery van", "delivery vans")


def test_rows_that_are_written_daily_are_said_so() -> None:
    assert names("tide_daily", "day").many("tide_daily") == "daily tide records"
    assert names("tide_daily", "day").many("tide_daily", 1) == "daily tide record"
    assert names("catch, by year", "year").many("catch, by year") == "catches by year"
