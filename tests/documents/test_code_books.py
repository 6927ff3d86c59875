"""Meanings of codes from a dictionary that is loaded as a table, in any layout."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.documents.code_books import CodeBooks, codes_of, codes_of_key, is_key
from core.documents.match import dictionary, owners_of
from core.model import Rows, Table
from tests.documents.test_codes import holding
from tests.graph.graphs import table

LINES = [
    ("parcel", "pay_mthd", "B", "Bank transfer", ""),
    ("parcel", "pay_mthd", "C", "Cash (coins and notes)", "rare"),
    ("parcel", "prio", "1", "Urgent", ""),
    ("parcel", "prio", "2", "Normal", "usual"),
    ("parcel", "weight_g", "-1", "Not known", "scale broken"),
    ("van", "prio", "1", "Fast lane", ""),
    ("van", "prio", "2", "Slow lane", ""),
]
ORDERS = [(0, 1, 2, 3, 4), (3, 2, 1, 0, 4), (4, 1, 3, 2, 0)]


@pytest.fixture
def tables() -> tuple[Table, ...]:
    parcels = holding(table("parcels", ["parcel_no!", "pay_mthd", "prio", "weight_g"]), pay_mthd="B C", prio="1 2")
    weighed = tuple(
        replace(c, type="integer", profile=replace(c.profile, distinct=400, minimum=-1, maximum=900))
        if c.name == "weight_g"
        else c
        for c in parcels.columns
    )
    return (replace(parcels, columns=weighed), holding(table("vans", ["van_no!", "prio"]), prio="1 2"))


@pytest.mark.parametrize("order", ORDERS)
def test_a_row_for_each_value_whatever_the_order_of_its_cells(
    tables: tuple[Table, ...], order: tuple[int, ...]
) -> None:
    found = codes_of("codes", [tuple(line[i] for i in order) for line in LINES], tables)
    assert {(c.about, c.value, c.meaning) for c in found} == {
        ("parcels.pay_mthd", "B", "Bank transfer"),
        ("parcels.pay_mthd", "C", "Cash (coins and notes)"),
        ("parcels.prio", "1", "Urgent"),
        ("parcels.prio", "2", "Normal"),
        ("parcels.weight_g", "-1", "Not known"),
        ("vans.prio", "1", "Fast lane"),
        ("vans.prio", "2", "Slow lane"),
    }


def test_a_list_without_words_for_the_codes_tells_of_none(tables: tuple[Table, ...]) -> None:
    assert codes_of("codes", [("pay_mthd", "B", "4"), ("pay_mthd", "C", "5"), ("prio", "1", "6")], tables) == ()


def test_two_columns_of_codes_and_meanings_tell_of_the_one_column_that_holds_them(tables: tuple[Table, ...]) -> None:
    lines = [("B", "bank transfer"), ("C", "cash"), ("Q", "cheque")]
    found = codes_of_key("notes", lines, tables)
    assert {(c.about, c.value, c.meaning, c.passage.place) for c in found} == {
        ("parcels.pay_mthd", "B", "bank transfer", "row 1"),
        ("parcels.pay_mthd", "C", "cash", "row 2"),
    }
    other = holding(table("refunds", ["refund_no!", "grade"]), grade="B C")
    assert codes_of_key("notes", lines, (*tables, other)) == ()
    assert codes_of_key("notes", lines[:1], tables) == ()


def test_a_reference_table_that_says_of_what_it_is_stays_a_table() -> None:
    assert is_key(table("notes", ["Code", "Meaning"]))
    assert not is_key(table("ref_types", ["type_code", "type_description"]))
    assert not is_key(table("towns", ["code", "name"]))


def test_a_loaded_dictionary_is_read_once_for_the_same_tables(tables: tuple[Table, ...]) -> None:
    book = holding(table("code_list", ["file", "field", "code", "label", "note"]), field="pay_mthd prio weight_g")
    book = replace(book, columns=tuple(replace(c, type="text") for c in book.columns))
    asked: list[str] = []

    def read(sql: str, most: int) -> Rows:
        asked.append(sql)
        return Rows(("file", "field", "code", "label", "note"), tuple(LINES))

    books = CodeBooks(read)
    first, again = books.decoded((*tables, book)), books.decoded((*tables, book))
    assert asked == ['SELECT * FROM "code_list"']
    assert again is first
    assert next(c.codes for c in first[0].columns if c.name == "prio") == (("1", "Urgent"), ("2", "Normal"))


def test_a_long_view_is_no_dictionary_of_its_table() -> None:
    """It has the table's labels as values: `Ohio`, 5, `January` is no code of the column `Ohio`."""
    visitors = table("visitors", ["month", "ohio", "texas"])
    long = holding(table("visitors_long", ["month", "state", "value"]), state="ohio texas")
    owners = owners_of([visitors, long])
    assert dictionary(long, owners)
    assert not dictionary(replace(long, derived_from="visitors"), owners)


def test_a_dictionary_of_one_column_is_one_under_a_header_that_says_so(tables: tuple[Table, ...]) -> None:
    owners = owners_of(tables)
    clubs = holding(table("clubs", ["no!", "Open to"], rows=60), **{"Open to": "weight_g prio mixed"})
    assert not dictionary(clubs, owners)
    assert dictionary(replace(clubs, rows=9), owners)
    assert dictionary(holding(table("codes", ["Field", "Code", "Meaning"]), Field="prio"), owners)
    assert not dictionary(holding(table("codes", ["Field", "Code", "Meaning"]), Field="paint"), owners)
    assert not dictionary(holding(table("codes", ["Kind", "Code", "Meaning"]), Kind="prio"), owners)
    plain = ["table", "column", "code", "meaning"]
    assert dictionary(holding(table("codes", plain), table="parcels", column="prio"), owners)
    assert not dictionary(holding(table("codes", ["shop", *plain[1:]]), shop="parcels", column="prio"), owners)


def test_a_dictionary_may_call_a_table_as_people_do(tables: tuple[Table, ...]) -> None:
    parcels, vans = tables
    log = replace(
        parcels, name="vans log 22-24", label="vans log 22-24",
        columns=tuple(replace(c, table="vans log 22-24") for c in parcels.columns),
    )  # fmt: skip
    van = replace(
        vans, name="lorries", label="lorries", columns=tuple(replace(c, table="lorries") for c in vans.columns)
    )
    lines = [("vans", "prio", "1", "Fast"), ("vans", "prio", "2", "Slow")]
    found = codes_of("codes", lines, (log, van))
    assert {(c.about, c.meaning) for c in found} == {("vans log 22-24.prio", "Fast"), ("vans log 22-24.prio", "Slow")}


def test_the_table_that_a_line_begins_with_says_nothing_of_the_column() -> None:
    parcels = holding(table("sent-parcels_2024", ["parcel_no!", "pay_mthd", "sort"]), pay_mthd="B C", sort="L M")
    vans = holding(table("van-register", ["van_no!", "fuel"]), fuel="D P")
    lines = (
        ("parcels", "pay_mthd", "B", "Bank transfer"), ("parcels", "pay_mthd", "C", "Cash"),
        ("parcels", "sort", "L", "Letter"), ("parcels", "sort", "M", "Merchandise"),
        ("van", "fuel", "D", "Diesel"), ("van", "fuel", "P", "Petrol"), ("van", "van_no", "", "Number on its door"),
    )  # fmt: skip
    book = replace(holding(table("codes", ["Table", "Field", "Code", "Meaning"]), Field="pay_mthd sort fuel"), rows=7)
    books = CodeBooks(lambda sql, most: Rows(("Table", "Field", "Code", "Meaning"), lines))
    told = {t.name: t for t in books.decoded((parcels, vans, book))}
    said = {c.name: c.description for t in ("sent-parcels_2024", "van-register") for c in told[t].columns}
    assert said["pay_mthd"] == said["sort"] == said["fuel"] == ""
    assert said["van_no"] == "Number on its door"
    assert dict(next(c for c in told["van-register"].columns if c.name == "fuel").codes) == {
        "D": "Diesel",
        "P": "Petrol",
    }
