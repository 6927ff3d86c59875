"""A saddler's: what was finished, cancelled or waits, by letters that nothing explains and by words for the same."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

ORDERS = [
    (100 + n, f"{1 + n % 27:02}/1{n % 3}/2023", f"{1 + n % 27:02}/0{1 + n % 3}/2024" if n % 5 else "",
     ("Bridle", "Saddle", "Strap")[n % 3], ("W", "D", "D", "C", "D")[n % 5])
    for n in range(60)
]  # fmt: skip
saddler = office_fixture({"orders": csv_text("Order,Date In,Date Out,Piece,Status", ORDERS)})


def _count(piece: str, state: str) -> int:
    return sum(p == piece and s == state for *_, p, s in ORDERS)


@pytest.mark.parametrize(
    ("question", "state"),
    [
        ("How many saddle orders have we finished?", "D"),
        ("How many saddle orders did we complete?", "D"),
        ("How many saddle orders were done?", "D"),
        ("How many saddle orders were cancelled?", "C"),
        ("How many saddle orders are waiting?", "W"),
    ],
)
def test_a_letter_says_it_as_its_neighbours_leave_it(saddler: Workspace, question: str, state: str) -> None:
    found = ask(saddler, question)
    assert found.rows == ((_count("Saddle", state),),)
    assert not found.unsure


def test_what_was_finished_goes_by_the_day_on_which_it_ended(saddler: Workspace) -> None:
    found = ask(saddler, "How many orders did we finish in 2024?")
    assert found.rows == ((sum(s == "D" and "2024" in out for _, _, out, _, s in ORDERS),),)


JOBS = [(n, ("Stitcher", "Finisher", "Cutter")[n % 3], f"Ada {chr(65 + n)}low") for n in range(9)]
WORK = [(n, f"0{1 + n % 9}/05/2024", ("Done", "Held", "done", "Done")[n % 4]) for n in range(40)]
bench = office_fixture({"crew": csv_text("No,Job,Name", JOBS), "jobs sheet": csv_text("Job No,Taken In,Status", WORK)})


def test_somebody_who_finishes_is_not_what_is_finished(bench: Workspace) -> None:
    found = ask(bench, "How many jobs have we finished?")
    assert found.rows == ((30,),)
    assert not found.unsure
