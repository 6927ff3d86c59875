"""A climbing hall and its rescue birds: what an empty cell means is told by a document, and said in its words."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

hall = office_fixture(
    {
        "walls": "wid,wall_name,max_people\nW1,Slab,8\nW2,Overhang,6\nW3,Chimney,4\n",
        "sessions_2024": "SNo,Date,Wall,People,Fee,Canx\n"
        "1,05/01/2024,W1,6,60,\n2,12/01/2024,W2,5,50,\n3,19/01/2024,W1,,,I\n4,02/02/2024,W3,4,40,\n"
        "5,16/02/2024,W2,,,S\n6,01/03/2024,W1,8,80,\n7,15/03/2024,W3,,,I\n8,29/03/2024,W2,6,60,\n",
        "hawks": "Ring,Kind,CameIn,Weight,Fate\nR1,Kestrel,2024-01-03,190,F\nR2,Buzzard,2024-01-09,820,\n"
        "R3,Kestrel,2024-02-11,170,\nR4,Barn owl,2024-02-20,300,D\nR5,Buzzard,2024-03-02,790,F\n"
        "R6,Kestrel,2024-03-09,,\n",
        "notes.txt": "Canx: blank = session ran. I instructor ill, S storm\n"
        "Fate: F flown free, D died, blank = still in our care\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many sessions ran in 2024?", {(5,)}),
        ("How many sessions actually took place in February 2024?", {(1,)}),
        ("How many sessions actually went ahead?", {(5,)}),
        ("How many hawks are still in our care?", {(3,)}),
        ("How many kestrels are still in our care?", {(2,)}),
        ("How many of each kind of hawk are still in our care?", {("Kestrel", 2), ("Buzzard", 1)}),
    ],
)
def test_what_an_empty_cell_means(hall: Workspace, question: str, rows: set[tuple[object, ...]]) -> None:
    answer = ask(hall, question)
    assert set(answer.rows) == rows
    assert not answer.unsure


def test_what_did_not_happen_is_not_what_did(hall: Workspace) -> None:
    answer = ask(hall, "How many sessions never ran?")
    assert answer.unsure or answer.rows == ((3,),)
