"""How long before its day something was done."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_TEXTS = {
    "guides": "guide_id,name,town\nG1,Ann Lee,Leith\nG2,Bob Ray,Troon\nG3,Cat Fox,Ayr\n",
    "tours": "tour_id,guide,tour_date,reserved_on,starts,seats\n"
    "1,G1,2024-03-12,2024-03-02,09:00,4\n"
    "2,G1,2024-03-29,2024-03-09,13:00,2\n"
    "3,G2,2024-04-10,2024-03-11,09:30,8\n"
    "4,G2,2023-04-11,2023-04-01,10:00,6\n"
    "5,G3,2023-05-22,2023-05-02,10:00,6\n",
}

guiding = office_fixture(_TEXTS)


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("How far ahead are tours reserved on average?", 18.0),
        ("How many days in advance do people reserve a tour?", 18.0),
        ("On average, how much notice do we get when tours are reserved?", 18.0),
        ("How long beforehand are tours usually reserved? Only the 2024 tours.", 20.0),
    ],
)
def test_days_before_the_day(guiding: Workspace, question: str, days: float) -> None:
    assert ask(guiding, question).rows == ((days,),)
