"""Money taken as quantity times price, and amounts that are added up."""

from __future__ import annotations

import pytest

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.query import Col, Formula, Item
from core.ask.translators.rules.told.takings import takings
from tests.ask.schemas import facts, join, linker, table

TILL = SchemaView(
    (
        table("lines", "line:integer!", "product_id:integer", "quantity:integer", "shop"),
        table("products", "id:integer!", "title!", "unit_price:real"),
    ),
    (join("lines.product_id", "products.id"),),
)
HELD = SchemaView((table("lines", "line:integer!", "quantity:integer", "unit_price:real", "amount:real"),), ())


def spans(question: str, view: SchemaView = TILL) -> dict[str, Item | None]:
    tokens = tokenise(question)
    found = takings(tokens, linker(view).link(tokens), facts(view))
    return {" ".join(t.lower for t in tokens[s:e]): d.item for s, (e, d) in found.items()}


@pytest.mark.parametrize(
    ("question", "said", "idle"),
    [
        ("the takings of each shop", "takings", []),
        ("how much money came in from tents", "how much money", ["came in"]),
        ("how much did each shop take", "how much", ["take"]),
        ("which shop took part", "", []),
        ("how much is a tent", "", []),
    ],
)
def test_words_for_money_taken_are_quantity_times_price(question: str, said: str, idle: list[str]) -> None:
    quantity, price = Item(Col("lines", "quantity")), Item(Col("products", "unit_price"))
    money = Item(quantity.column, "sum", formula=Formula("*", quantity, price, "takings"))
    assert spans(question) == ({said: money} if said else {}) | dict.fromkeys(idle)


def test_who_takes_the_most_is_told_by_it() -> None:
    tokens = tokenise("which shop brings in the most")
    ((start, (end, told)),) = takings(tokens, linker(TILL).link(tokens), facts(TILL)).items()
    assert (start, end, told.item) == (2, 6, None)
    assert told.order is not None
    assert (told.order.descending, told.order.item.aggregate) == (True, "sum")


def test_most_of_something_before_the_verb_is_no_money() -> None:
    assert spans("which shop has the most, taken together") == {}


def test_a_column_that_holds_the_money_is_what_is_meant() -> None:
    assert spans("the takings", HELD) == {"takings": Item(Col("lines", "amount"), "sum")}
