"""A boat hall: ticks are asked for in the words in which a note tells what they mean."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

hall = office_fixture(
    {
        "entries": "no,day,kind_code,cover,price\n1,2024-05-01,SK,Y,40\n2,2024-05-02,GI,,55\n3,2024-05-09,SK,Y,42\n"
        "4,2024-06-01,DI,Y,30\n5,2024-06-04,GI,,50\n",
        "kinds": "code,kind,Sched\nSK,Skiff,N\nGI,Gig,Y\nDI,Dinghy,N\n",
        "notes.txt": "cover = bought the breakage cover. Sched = historically listed boats\n",
    }
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many entries bought the breakage cover?", 3),
        ("What percentage of entries bought the breakage cover?", 60),
        ("How many entries were of historically listed boats?", 2),
    ],
)
def test_ticks_in_words(hall: Workspace, question: str, value: int) -> None:
    answer = ask(hall, question)
    assert [[round(float(str(c))) for c in row] for row in answer.rows] == [[value]]
    assert not answer.unsure
