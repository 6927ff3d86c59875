"""An example of each kind of condition, of customers (`id`, `city`) and their orders (`id`, `customer_id`)."""

from __future__ import annotations

from typing import get_args

import pytest

from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Best,
    Col,
    Condition,
    Filter,
    Item,
    Leading,
    Related,
    Via,
)

CUSTOMER, CITY = Col("customers", "id"), Col("customers", "city")
ORDER, BUYER = Col("orders", "id"), Col("orders", "customer_id")
IN_OSLO, LATE = Filter(Item(CITY), "=", ("Oslo",)), Filter(Item(ORDER), ">", (10.0,))
ORDERS = Item(None, "count", table="orders")

KINDS: tuple[type, ...] = get_args(Condition)
"""Every class of the union."""
EXAMPLES: dict[type, Condition] = {
    Filter: IN_OSLO,
    AnyOf: AnyOf((IN_OSLO, Filter(Item(CUSTOMER), "<", (2.0,)))),
    Related: Related("customers", ("orders",), (LATE,), bounds=(Filter(ORDERS, ">", (1.0,)),)),
    Among: Among(CITY, (Filter(Item(CUSTOMER), "=", (1.0,)),)),
    Via: Via(CUSTOMER, BUYER, (LATE,)),
    Best: Best(CITY, CUSTOMER, True, (IN_OSLO,)),
    Leading: Leading(CUSTOMER, ORDERS, True, where=(LATE,)),
}
"""One condition of each, about customers."""


def example(kind: type) -> Condition:
    """The condition of a class."""
    if kind not in EXAMPLES:
        where = "docs/questions.md, “A new kind of condition”, says what else it needs"
        pytest.fail(f"There is no example of {kind.__name__}: add one to EXAMPLES in tests/ask/conditions.py; {where}.")
    return EXAMPLES[kind]
