"""A pilots' guild: what runs out is asked of the people whose it is, and these are told by their names."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

guild = office_fixture(
    {
        "pilots": "no,first,last,grade,medical_exp,active\n1,Ada,Moss,S,2024-03-01,Y\n2,Ben,Reed,S,2025-06-01,Y\n"
        "3,Cleo,Vane,M,2024-09-12,Y\n4,Dora,Pike,S,2023-12-24,N\n5,Emil,Hart,S,2024-12-30,Y\n6,Fay,Long,T,2026-01-01,Y\n",
        "notes.txt": "grade: S skipper, M mate, T trainee\n",
    }
)


@pytest.mark.parametrize(
    "question",
    [
        "Which active skippers' medicals had run out by the end of 2024?",
        "Which active skippers' medicals ran out in 2024?",
    ],
)
def test_people_and_not_their_days(guild: Workspace, question: str) -> None:
    answer = ask(guild, question)
    named = {("Ada", "Moss"), ("Emil", "Hart")}
    assert set(answer.rows) == named or (answer.unsure and len(answer.rows[0]) > 1)


def test_an_owner_that_nothing_knows_of_is_not_passed_over(guild: Workspace) -> None:
    assert ask(guild, "Which active bosuns' medicals ran out in 2024?").unsure
