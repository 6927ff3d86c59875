"""A kiosk: what sold best where two tables count pieces, takings added up, and kinds named by a list of letters."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

SHELVES = "BA,Bakery\nSW,Sweets\nPA,Papers\n"
ITEMS = "10,Plain roll,BA,1.10\n11,Oat bar,BA,1.80\n12,Mint drops,SW,0.90\n13,Toffee,SW,1.40\n14,Evening News,PA,1.60\n"
SOLD = [(n, f"{1 + n % 27:02}/0{1 + n % 8}/2024", 10 + (n * 7 + n // 5) % 5, 1 + n % 4) for n in range(1, 61)]
KIOSK = {
    "shelf key": f"Shelf,Description\n{SHELVES}",
    "items": f"Item No,Item,Shelf,Price\n{ITEMS}",
    "till roll": "Line,Sold,Item No,Qty,Takings\n"
    + "".join(
        f"{n},{day},{item},{q + 9 * (item == 12)},{q * 1.5 + 5 * (item == 10):.2f}\n" for n, day, item, q in SOLD
    ),
    "thrown away": "Week,Item No,Qty\n" + "".join(f"0{1 + n % 9}/03/2024,{10 + n % 3},{n}\n" for n in range(1, 20)),
}

kiosk = office_fixture(KIOSK)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Which item sold best?", "Mint drops"),
        ("which 2 items sell best?", "Mint drops"),
        ("Which item sold the most pieces?", "Mint drops"),
        ("Which shelf had the highest takings?", "Bakery"),
    ],
)
def test_the_pieces_are_those_sold_and_takings_are_added_up(kiosk: Workspace, question: str, first: str) -> None:
    found = ask(kiosk, question)
    assert not found.unsure
    assert found.rows[0][0] == first


def test_a_noun_for_what_is_sold_means_the_pieces(kiosk: Workspace) -> None:
    found = ask(kiosk, "How many packets did each item sell?")
    assert not found.unsure
    assert dict(found.rows)["Mint drops"] == sum(q + 9 for _, _, item, q in SOLD if item == 12)


def test_a_thing_that_is_named_is_no_noun_for_all_pieces(kiosk: Workspace) -> None:
    found = ask(kiosk, "How many toffees did we sell?")
    assert found.unsure or found.rows == ((sum(q for _, _, item, q in SOLD if item == 13),),)


def test_those_who_sold_something_are_no_goods(kiosk: Workspace) -> None:
    found = ask(kiosk, "How many helpers have never sold a toffee?")
    assert found.unsure or not found.rows


def test_letters_are_shown_by_what_they_mean(kiosk: Workspace) -> None:
    assert {r[0] for r in ask(kiosk, "How many items are there by shelf?").rows} == {"Bakery", "Sweets", "Papers"}


LINES = [(n, n % 4 + 1, 2.5 + n % 3) for n in range(1, 25)]

stall = office_fixture(
    {"lines": "Line,Ware,Qty,Charged each\n" + "".join(f"{n},{'ABC'[n % 3]},{q},{each}\n" for n, q, each in LINES)}
)


def test_what_one_costs_is_added_up_for_all_that_went(stall: Workspace) -> None:
    found = ask(stall, "What is the total charged each of the lines?")
    assert found.rows == ((sum(q * each for _, q, each in LINES),),)
