"""A road office: kinds of faults are a noun and its state, and several of the nouns name them."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

roads = office_fixture(
    {
        "faults": "code,fault\nGU,Gutter blocked\nBO,Bollard damaged or missing\nPO,Pothole\nLA,Lantern broken\n"
        "AN,Animal care\n",
        "repairs": "no,day,fault_code,cost\n1,2024-01-02,GU,50\n2,2024-01-09,BO,300\n3,2024-02-03,LA,120\n"
        "4,2024-02-11,BO,260\n5,2024-03-05,GU,45\n6,2024-03-21,AN,10\n7,2024-04-02,PO,80\n",
    }
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What have we spent on bollards altogether?", 560),
        ("How many repairs of gutters were there?", 2),
        ("Total cost of lanterns", 120),
    ],
)
def test_several_of_a_kind(roads: Workspace, question: str, value: int) -> None:
    answer = ask(roads, question)
    assert answer.rows == ((value,),)
    assert not answer.unsure


def test_animals_are_no_animal_care(roads: Workspace) -> None:
    assert ask(roads, "What have we spent on animals altogether?").unsure
