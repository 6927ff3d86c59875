"""Columns that are called alike are named beside the answer, unless the question says which is meant."""

from __future__ import annotations

from core.ask.ambiguous_columns import called_alike
from core.ask.state import Mention, Reading, SchemaView
from core.model import Chip
from tests.ask.schemas import column, join, table

VIEW = SchemaView(
    (table("orders", "id:integer!", "total:real"), table("bills", "id:integer!", "total:real", "order_id:integer")),
    (join("bills.order_id", "orders.id"),),
)
TOTALS = Mention(1, 2, "total", (column("orders.total"), column("bills.total", 0.99)))
TAKEN = Chip("total", "figure", "", "orders.total", 1)


def told(*chips: Chip, mention: Mention = TOTALS) -> list[str]:
    reading = Reading("data", "", ("orders",), chips=chips)
    return [c.message for c in called_alike(reading, (mention,), VIEW)]


def test_the_columns_are_named_with_the_one_taken() -> None:
    assert told(TAKEN) == ["Two columns fit “total”: `orders`.`total`, `bills`.`total`. Taken: `orders`.`total`."]


def test_what_the_query_does_not_read_misleads_nobody() -> None:
    reading = Reading("data", "", ("orders",), chips=(TAKEN,))
    assert list(called_alike(reading, (TOTALS,), VIEW, 'SELECT "placed" FROM "orders"')) == []
    assert list(called_alike(reading, (TOTALS,), VIEW, 'SELECT SUM("total") FROM "orders"')) != []


def test_a_table_that_the_question_names_settles_it() -> None:
    assert told(TAKEN, Chip("orders", "table", "", "orders", 3)) == []


def test_another_column_of_the_table_settles_it() -> None:
    assert told(TAKEN, Chip("order", "filter", "", "orders.id=7", 3)) == []


def test_a_lesser_fit_and_a_joined_column_are_no_rivals() -> None:
    lesser = Mention(1, 2, "total", (column("orders.total"), column("bills.total", 0.8)))
    assert told(TAKEN, mention=lesser) == []
    keys = Mention(1, 2, "id", (column("orders.id"), column("bills.order_id")))
    assert told(Chip("id", "column", "", "orders.id", 1), mention=keys) == []


def test_what_a_person_fixed_is_settled() -> None:
    assert told(TAKEN, mention=Mention(1, 2, "total", (column("orders.total"),), pinned=True)) == []
