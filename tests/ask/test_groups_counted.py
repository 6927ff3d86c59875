"""A show mine: parties of people are counted by the rows, and the people in them by their sizes."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

mine = office_fixture(
    {
        "visits_2024": "no,day,party,came_from,guide\n1,2024-03-02,12,Leeds,Ann\n2,2024-03-09,4,York,Bob\n"
        "3,2024-04-06,3,York,Ann\n4,2024-05-11,25,Leeds,Ann\n5,2024-06-15,2,York,Bob\n6,2024-07-20,5,Hull,Bob\n",
        "dives": "dive,site,group_size,depth\n1,Reef,4,18\n2,Wreck,6,25\n3,Reef,3,17\n",
    }
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many parties came from York?", 3),
        ("How many groups dived at the Reef?", 2),
        ("How many people came from York?", 9),
    ],
)
def test_parties_and_people(mine: Workspace, question: str, value: int) -> None:
    answer = ask(mine, question)
    assert answer.unsure or answer.rows == ((value,),)


def test_more_parties(mine: Workspace) -> None:
    answer = ask(mine, "Did more parties come from York or from Leeds?")
    assert answer.unsure or set(answer.rows) == {("York", 3), ("Leeds", 2)}
