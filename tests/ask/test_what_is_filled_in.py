"""A cattery: whether a column of theirs is filled in, said by what they have, take or are on."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

CATS = [
    (f"C{n:02}", f"{('Moth', 'Pip', 'Sable')[n % 3]}{n}", ("Tabby", "Ginger")[n % 2],
     ("", "Drops", "Tablets", "")[n % 4], "" if n % 5 == 0 else f"07000 00{n:04}")
    for n in range(40)
]  # fmt: skip
cattery = office_fixture({"cats": csv_text("Cat No,Cat,Coat,Medicine,Vet Phone", CATS)})


@pytest.mark.parametrize(
    "question",
    [
        "How many ginger cats take some sort of medicine?",
        "How many ginger cats are on some kind of medicine?",
        "How many ginger cats have a medicine?",
        "How many ginger cats need any medicine?",
    ],
)
def test_what_they_take_is_filled_in(cattery: Workspace, question: str) -> None:
    found = ask(cattery, question)
    assert found.rows == ((sum(coat == "Ginger" and medicine != "" for _, _, coat, medicine, _ in CATS),),)
    assert not found.unsure


@pytest.mark.parametrize(
    "question",
    ["Which tabby cats have no vet phone put down?", "Which tabby cats are without a vet phone on file?"],
)
def test_what_is_not_put_down_is_empty(cattery: Workspace, question: str) -> None:
    found = ask(cattery, question)
    names = {name for _, name, coat, _, phone in CATS if coat == "Tabby" and not phone}
    assert names <= {cell for row in found.rows for cell in row}
    assert len(found.rows) == len(names)
    assert not found.unsure


kilns = office_fixture(
    {
        "pots": "Pot,Shelf,Remarks\n"
        + "".join(f"P{n:02},{1 + n % 4},{('', 'glaze crack', '', 'warped base')[n % 4]}\n" for n in range(40))
    }
)


def test_what_has_a_value_is_not_said_to_have_one_besides(kilns: Workspace) -> None:
    found = ask(kilns, "How many pots have a remark about glaze crack?")
    assert found.answer == "There are 10 pots with remarks “glaze crack”."
