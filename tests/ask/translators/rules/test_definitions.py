"""Definitions told with a question become figures, orders and conditions; what cannot be read is left out."""

from __future__ import annotations

import pytest

from core.ask.tokens import tokenise
from core.ask.translators.rules.grammar.definitions import defined, definitions
from core.ask.translators.rules.query import Col, Definition, Filter, Formula, Item, Order
from tests.ask.schemas import shop

AMOUNT, PRICE = Item(Col("items", "amount")), Item(Col("products", "price"))


def told(hint: str) -> tuple[Definition, ...]:
    return definitions(hint, shop(), ())


def one(hint: str) -> Definition:
    (found,) = told(hint)
    return found


def test_a_formula_over_columns_is_a_figure_with_its_name() -> None:
    found = one("Revenue = amount × price")
    assert found.words == ("revenue",)
    assert found.item == Item(AMOUNT.column, formula=Formula("*", AMOUNT, PRICE, "Revenue"))


def test_multiplication_binds_closer_and_brackets_bind_closest() -> None:
    plain, bracketed = one("x = price + amount * 2").item, one("x = (price + amount) * 2").item
    assert plain is not None
    assert bracketed is not None
    assert plain.formula == Formula("+", PRICE, Formula("*", AMOUNT, 2.0), "x")
    assert bracketed.formula == Formula("*", Formula("+", PRICE, AMOUNT), 2.0, "x")


def test_a_formula_of_figures_aggregates_by_itself() -> None:
    found = one("AOV = total price / number of orders").item
    count = Item(None, "count", table="orders")
    assert found == Item(PRICE.column, "own", formula=Formula("/", Item(PRICE.column, "sum"), count, "AOV"))


def test_an_abbreviation_and_its_long_form_mean_the_same() -> None:
    short, long = sorted(told("ASP (mean item price) = average price"), key=lambda d: len(d.words))
    assert (short.words, long.words) == (("asp",), ("mean", "item", "price"))
    assert short.item == long.item == Item(PRICE.column, "avg")


@pytest.mark.parametrize(
    ("hint", "operator", "value"),
    [
        ("cheap means price below 5", "<", 5.0),
        ("'local' refers to city 'Oslo'", "=", "Oslo"),
        ("nameless means the name is empty", "is null", None),
    ],
)
def test_words_can_mean_a_condition(hint: str, operator: str, value: object) -> None:
    (condition,) = one(hint).conditions
    assert isinstance(condition, Filter)
    assert (condition.operator, condition.values) == (operator, () if value is None else (value,))


def test_words_can_mean_an_order() -> None:
    assert one("'Best' means the highest price among those that fit").order == Order(PRICE, descending=True)


@pytest.mark.parametrize(
    "hint", ["", "Match names without regard to case.", "x = ((", "churn = lost / base", "= price"]
)
def test_what_cannot_be_read_is_left_out(hint: str) -> None:
    assert told(hint) == ()


def test_a_question_uses_the_longest_words_defined() -> None:
    spans = defined(
        tokenise("the net unit prices by city"), told("unit price = price\nnet unit price = price - amount")
    )
    assert [(at, end, d.words) for at, (end, d) in spans.items()] == [(1, 4, ("net", "unit", "price"))]


def test_a_condition_without_quotes_is_one_and_two_columns_are_compared() -> None:
    assert one("norse means city = Oslo").conditions == one("norse means city = 'Oslo'").conditions
    assert one("far means city != Rio de Janeiro").conditions == (
        Filter(Item(Col("customers", "city")), "!=", ("Rio de Janeiro",)),
    )
    assert one("cc means title = CC").conditions == (Filter(Item(Col("products", "title")), "=", ("CC",)),)
    across = [c for d in told("x means name = city") for c in d.conditions]
    assert not any(isinstance(c, Filter) and c.values == ("city",) for c in across)
