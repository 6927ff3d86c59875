"""A rope maker: codes are told of by who does a craft, small verbs are no codes, and brackets explain as a whole."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

works = office_fixture(
    {
        "customers": "cust,firm,trade\nC1,Tarn & Sons,GL\nC2,Quill Ltd,TH\nC3,Moss Bros,GL\nC4,Oak Partners,FE\n"
        "C5,Elm Co,TH\nC6,Ash Co,TH\n",
        "orders": "order_no,cust,kind,put_on,price_gbp,terms\n1,C1,LAD,2023-03-01,40,A\n2,C2,PUT,2023-03-02,50,F\n"
        "3,C3,THC,2023-05-01,20,A\n4,C4,THC,2024-02-01,25,A\n5,C5,LAD,2024-02-03,45,F\n6,C2,THC,2024-04-01,22,A\n"
        "7,C1,PUT,2024-05-01,52,A\n",
        "notes.txt": "Rope works\n\ncustomers trade: GL glazers, TH thatchers, FE fencers.\n"
        "orders kind: LAD ladder rope, PUT putlog lashing, THC thatch cord.\n"
        "orders terms: A account, F trial (free orders).\n",
    }
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many orders were for thatching firms?", 3),
        ("How many orders came from glazing firms?", 3),
        ("What is the average price of orders?", 36.285714285714285),
    ],
)
def test_a_craft_is_told_of_by_who_does_it(works: Workspace, question: str, figure: float) -> None:
    answer = ask(works, question)
    assert answer.rows == ((figure,),)
    assert not answer.unsure


def test_put_up_is_no_code(works: Workspace) -> None:
    assert "PUT" not in (ask(works, "Did we put up the orders in 2023?").sql or "")
