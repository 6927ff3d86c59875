"""Nouns as people say them: orders beside a column `Ordered`, the cost of a kind of repair for each ward."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

TOWN = {
    "Shops": "Shop ID,Shop\n1,Harbour\n2,Station\n3,Campus\n",
    "Orders 22-24": "Order No,Shop ID,Ordered,Delivered\n"
    + "".join(
        f"O{n},{1 if n == 40 else n % 2 + 2},2023-0{n % 9 + 1}-11,2024-01-{n % 28 + 1:02}\n" for n in range(1, 41)
    ),
    "order_lines": "Line,Order No,Qty\n" + "".join(f"{n},O{n % 40 + 1},{n % 7 + 1}\n" for n in range(1, 81)),
    "lamps": "lamp,ward\n" + "".join(f"L{n},{'North' if n % 2 else 'South'}\n" for n in range(1, 9)),
    "faults": "fault,lamp,cause,cost\n"
    + "".join(f"R{n},L{n % 8 + 1},{'cable' if n % 3 else 'storm'},{n}\n" for n in range(1, 25)),
}


town = office_fixture(TOWN)


def test_a_plural_is_the_thing_and_not_what_was_done(town: Workspace) -> None:
    found = ask(town, "Which two shops have the most orders?")
    assert sorted(r[0] for r in found.rows) == ["Campus", "Station"]
    assert "with the most orders" in found.answer
    assert ask(town, "How many orders were ordered in 2023?").rows == ((40,),)


@pytest.mark.parametrize("question", ["cost of storm per ward", "cost of storm by ward"])
def test_a_cost_of_some_rows_is_added_up_for_each_thing_they_refer_to(town: Workspace, question: str) -> None:
    found = ask(town, question)
    costs = [(n, n % 8 % 2 == 0) for n in range(3, 25, 3)]
    assert dict(found.rows) == {
        "North": sum(n for n, odd in costs if odd),
        "South": sum(n for n, odd in costs if not odd),
    }
