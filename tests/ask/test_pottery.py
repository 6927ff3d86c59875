"""A pottery's commissions: opened and closed, two years side by side, what is asked second."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

KINDS = ("bowl", "vase", "tile")
MADE = [
    (n, n % 5 + 1, KINDS[n % 3], 2022 + n % 3, "" if n % 7 == 0 else 2023 + n % 3, 20 + n * 3 % 90)
    for n in range(1, 61)
]
POTTERY = {
    "commissions": "Ref,Client No,Kind,Opened,Closed,Price\n"
    + "".join(
        f"P{n:03},{who},{kind},{a}-0{1 + n % 9}-11,{f'{b}-1{n % 3}-05' if b else ''},{price}\n"
        for n, who, kind, a, b, price in MADE
    ),
    "clients": "Client No,Client,Town\n1,Fenn Hall,Ely\n2,Mill Cafe,March\n3,Ouse Inn,Ely\n"
    "4,Quay Shop,Wisbech\n5,Lode Farm,Reach\n",
}

pottery = office_fixture(POTTERY)


def opened(year: int) -> list[int]:
    return [price for _, _, _, begun, _, price in MADE if begun == year]


def test_what_is_opened_and_closed_is_of_the_year_in_which_it_was_opened(pottery: Workspace) -> None:
    found = ask(pottery, "How many commissions were there in each year?")
    assert not found.unsure
    assert dict(found.rows) == {str(y): len(opened(y)) for y in (2022, 2023, 2024)}


def test_a_figure_for_each_of_two_years_is_a_row_for_each(pottery: Workspace) -> None:
    found = ask(pottery, "What is the total price of commissions opened in 2022 and in 2023?")
    assert not found.unsure
    assert found.rows == tuple((str(y), sum(opened(y))) for y in (2022, 2023))


@pytest.mark.parametrize(
    "question",
    [
        "What was the highest price, and which pot had to be sold for it?",
        "How many glazed commissions are there?",
    ],
)
def test_what_is_not_read_to_the_end_is_withheld(pottery: Workspace, question: str) -> None:
    assert ask(pottery, question).unsure
