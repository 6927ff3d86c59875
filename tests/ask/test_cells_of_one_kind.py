"""A diving club: a word that cells of a few kinds hold, said before the rows, means all of them."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

club = office_fixture(
    {
        "lessons": "lesson_no,pupil,kind,given_on,fee_gbp\n1,P1,Night diving,2024-05-02,40\n"
        "2,P2,Day diving,2024-05-03,30\n3,P3,Boat handling,2024-05-04,25\n4,P1,Theory,2024-05-05,10\n"
        "5,P2,Night diving,2024-06-01,44\n6,P1,Day diving,2024-06-02,30\n7,P3,Theory,2024-06-03,12\n"
        "8,P3,First aid,2024-06-03,20\n",
        "pupils": "pupil,pupil_name,town\nP1,Ida Holm,Weir\nP2,Jon Beck,Colby\nP3,Kay Lund,Weir\n",
    }
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many diving lessons were there?", 4),
        ("How much did diving lessons bring in?", 144),
        ("Average fee of a diving lesson", 36),
        ("How many diving lessons did Ida Holm have?", 2),
    ],
)
def test_a_word_of_several_kinds_means_them_all(club: Workspace, question: str, figure: float) -> None:
    answer = ask(club, question)
    assert answer.rows == ((figure,),)
    assert not answer.unsure
    assert "diving" in answer.answer
