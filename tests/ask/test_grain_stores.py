"""Grain stores and the samples taken there: whose samples they are, the day of a deed, and a state in another form."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

STORES = [
    (101, "Elm Barn", "Kent", "Contracted", "Active"),
    (102, "Oak Barn", "Kent", "Lapsed", "Expired"),
    (103, "Ash Barn", "Surrey", "Contracted", "Active"),
    (104, "Fir Barn", "Surrey", "Contracted", "Active"),
    (105, "Bay Barn", "Essex", "Lapsed", "Expired"),
]
SAMPLES = [
    (
        n,
        101 + n * 7 % 4,
        f"20{22 + n % 3}-0{1 + n % 9}-1{n % 7}",
        f"20{22 + (n + n // 20) % 3}-0{1 + n % 9}-2{n % 7}",
        10 + n % 6,
        int(n % 5 == 0),
        "AwaitingReport" if n % 4 == 0 else "Clean",
    )
    for n in range(1, 61)
]
GRAIN = {
    "grain stores": csv_text("Store No,Store,County,Standing,Licence", STORES),
    "samples": csv_text("Sample No,Store No,Received Date,Shipment Date,Moisture,Rejected,Outcome", SAMPLES),
}

grain = office_fixture(GRAIN)


def test_a_word_of_whose_they_are_before_them_is_no_thing_of_its_own(grain: Workspace) -> None:
    found = ask(grain, "How many grain samples were received in 2023?")
    assert not found.unsure
    assert found.rows == ((sum(day.startswith("2023") for _, _, day, *_ in SAMPLES),),)


def test_a_deed_goes_by_the_day_that_has_its_noun(grain: Workspace) -> None:
    found = ask(grain, "How many samples were shipped in 2023?")
    assert found.rows == ((sum(day.startswith("2023") for _, _, _, day, *_ in SAMPLES),),)


@pytest.mark.parametrize(
    ("question", "many"), [("still under contract", 3), ("no longer under contract", 2), ("still under a contract", 3)]
)
def test_a_state_is_said_in_another_form(grain: Workspace, question: str, many: int) -> None:
    found = ask(grain, f"How many stores are {question}?")
    assert not found.unsure
    assert found.rows == ((many,),)


def test_a_number_that_is_compared_is_no_number_of_rows(grain: Workspace) -> None:
    found = ask(grain, "Which counties have at least 2 stores?")
    assert {row[0] for row in found.rows} == {"Kent", "Surrey"}


def test_each_year_is_no_side_of_what_was_rejected(grain: Workspace) -> None:
    found = ask(grain, "How many samples were rejected in each year?")
    received = [day[:4] for n, _, day, *_ in SAMPLES if n % 5 == 0]
    assert not found.unsure
    assert {tuple(map(str, r)) for r in found.rows} == {(y, str(received.count(y))) for y in set(received)}


def test_what_is_still_in_force_is_no_state_of_what_it_belongs_to(grain: Workspace) -> None:
    assert ask(grain, "How many samples are still in force?").unsure


def test_a_word_of_the_cell_beside_it_is_said_by_the_cell(grain: Workspace) -> None:
    found = ask(grain, "How many samples are still waiting for their report?")
    assert not found.unsure
    assert found.rows == ((15,),)


def test_what_was_taken_is_there(grain: Workspace) -> None:
    found = ask(grain, "How many samples were taken in 2023?")
    assert not found.unsure
    assert found.rows == ((sum(day.startswith("2023") for _, _, day, *_ in SAMPLES),),)
