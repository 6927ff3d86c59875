"""What SQL speaks of in the words of the reading, however it writes columns, days, or of which rows a figure is."""

from __future__ import annotations

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item
from tests.ask.schemas import shop
from tests.benchmarks.wanted import wanted

FACTS = Facts(shop())
PLACED, CITY, TOTAL = Col("orders", "placed"), Col("customers", "city"), Col("orders", "total")
YEAR, MONTH = Col("orders", "placed", "year"), Col("orders", "placed", "month")


def test_a_quoted_column_is_no_text() -> None:
    assert wanted("""SELECT COUNT(*) FROM customers WHERE "city" = 'Oslo'""", FACTS).conditions == (
        Filter(Item(CITY), "=", ("Oslo",)),
    )


def test_a_column_is_itself_however_it_is_written() -> None:
    assert wanted("SELECT LOWER(TRIM(city)) FROM customers", FACTS).shown == (CITY,)


def test_pieces_of_a_day_are_its_parts_and_together_the_day() -> None:
    day = "SUBSTR(placed, 7, 4) || '-' || SUBSTR(placed, 4, 2)"
    sql = f"SELECT SUBSTR(placed, 7, 4), {day}, {day} || '-' || SUBSTR(placed, 1, 2) FROM orders"
    assert wanted(sql, FACTS).shown == (YEAR, MONTH, PLACED)


def test_a_part_of_a_day_is_compared_as_the_editor_does() -> None:
    sql = "SELECT COUNT(*) FROM orders WHERE SUBSTR(placed, 1, 4) = '2024' AND STRFTIME('%Y-%m', placed) >= '2024-03'"
    in_year, later = Filter(Item(PLACED), "like", ("2024%",)), Filter(Item(PLACED), ">=", ("2024-03-01",))
    assert set(wanted(sql, FACTS).conditions) == {in_year, later}
    sql = "SELECT COUNT(*) FROM orders WHERE STRFTIME('%m', placed) = '03' AND placed = '31/03/2024'"
    march = Filter(Item(Col("orders", "placed", "calendar month")), "=", ("March",))
    assert set(wanted(sql, FACTS).conditions) == {march, Filter(Item(PLACED), "=", ("2024-03-31",))}


def test_figures_of_some_rows() -> None:
    found = wanted(
        "SELECT 100.0 * SUM(total > 40) / COUNT(*), SUM(CASE WHEN total > 9 THEN total END) FROM orders", FACTS
    )
    assert found.cases
    assert set(found.figures) == {Item(None, "count", table="orders"), Item(TOTAL, "sum")}


def test_places_and_names_in_what_is_shown() -> None:
    found = wanted("SELECT city AS c, COUNT(*) FROM customers GROUP BY c ORDER BY 2 DESC", FACTS)
    assert found.groups == (CITY,)
    assert found.orders == (Item(None, "count", table="customers"),)
