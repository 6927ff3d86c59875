"""A coast watch: a word that ends like a doer's is not somebody for that."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

watch = office_fixture(
    {
        "beats": "code,beat,sector,quarter\nB1,Shingle Bank,North,Q1\nB2,Old Pier,North,Q2\nB3,Far Spit,South,Q1\n",
        "alarms": "no,beat,day,hours,people_out\n1,B1,2024-01-02,3,4\n2,B1,2024-02-03,5,6\n3,B2,2024-03-04,2,3\n"
        "4,B3,2024-04-05,9,5\n5,B1,2024-05-06,1,2\n",
    }
)


@pytest.mark.parametrize("question", ["Who spent the most hours on alarms?", "Who has turned out for the most hours?"])
def test_a_sector_is_nobody(watch: Workspace, question: str) -> None:
    answer = ask(watch, question)
    assert answer.unsure
