"""A pond service: own people and outside firms are the two answers of `In house`."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

ponds = office_fixture(
    {
        "diggers": "digger,digger_name,in_house\nD1,Own Crew,Y\nD2,Tarn Plant,N\nD3,Moss Plant,N\n",
        "digs": "dig_no,digger,dug_on,cost_gbp\n1,D1,2024-01-02,10\n2,D2,2024-01-05,40\n3,D3,2024-02-02,50\n"
        "4,D1,2024-03-02,20\n5,D2,2024-04-02,60\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What does a dig cost on average when our own team does it, and when an outside firm does?", {15, 50}),
        ("How many digs did our own team do and how many did outside firms do?", {2, 3}),
        ("Average cost of digs: our own team versus outside contractors", {15, 50}),
    ],
)
def test_each_has_its_figure(ponds: Workspace, question: str, rows: set[float]) -> None:
    answer = ask(ponds, question)
    assert {row[1] for row in answer.rows} == rows
    assert not answer.unsure


def test_one_of_them_alone(ponds: Workspace) -> None:
    assert ask(ponds, "How many digs did outside firms do?").rows == ((3,),)
