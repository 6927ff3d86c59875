"""What should have been done by today: not done, and its day over; a cell that says so says it itself."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_FAMILIES = [(f"F{n:02}", f"Family {chr(65 + n)}") for n in range(20)]
_BILLS = [
    (
        f"B{n:03}",
        f"F{n % 20:02}",
        10 + n,
        f"2024-{n % 9 + 1:02}-01",
        "2999-01-15" if n % 11 == 0 else f"2024-{n % 9 + 1:02}-28",
        "" if n % 4 == 0 else f"2024-{n % 9 + 2:02}-05",
    )
    for n in range(80)
]
_OVER = [b for b in _BILLS if not b[5] and b[4] < "2999"]
_FINES = [(n, f"B{n:03}", ("Overdue", "Damage")[n % 2]) for n in range(40)]

school = office_fixture(
    {
        "families": csv_text("family_no,family name", _FAMILIES),
        "bills": csv_text("bill_no,family_no,amount,issued,due date,paid on", _BILLS),
    }
)
library = office_fixture(
    {
        "bills": csv_text("bill_no,family_no,amount,issued,due date,paid on", _BILLS),
        "fines": csv_text("fine_no,bill_no,reason", _FINES),
    }
)


@pytest.mark.parametrize("question", ["How many bills are overdue?", "how many bills are past their due date"])
def test_what_is_not_done_and_whose_day_is_over_is_counted(school: Workspace, question: str) -> None:
    assert ask(school, question).rows == ((len(_OVER),),)


def test_it_is_a_condition_of_what_belongs_to_others_too(school: Workspace) -> None:
    owing = {name for key, name in _FAMILIES if any(b[1] == key for b in _OVER)}
    assert {row[0] for row in ask(school, "Which families have overdue bills?").rows} == owing


def test_a_cell_that_says_so_is_meant_of_its_own_table_alone(library: Workspace) -> None:
    overdue = sum(reason == "Overdue" for _, _, reason in _FINES)
    assert ask(library, "How many overdue fines are there?").rows == ((overdue,),)
    assert ask(library, "How many bills are overdue?").rows == ((len(_OVER),),)
