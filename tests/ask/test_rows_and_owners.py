"""A cattery: rows of a kind are listed with whoever has them, and not their owners alone."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

CATS = [
    ("A1", "Rolo", "T", "K1", "A"),
    ("A2", "Fudge", "T", "K2", "D"),
    ("A3", "Mint", "P", "K1", "A"),
    ("A4", "Treacle", "T", "K3", "A"),
]
cattery = office_fixture(
    {
        "keepers_list": "keeper_no,keeper\nK1,Ada Ash\nK2,Bert Birch\nK3,Cora Cole\n",
        "cats": csv_text("cat_id,name,coat,keeper_no,status", CATS),
        "codes": "field,code,meaning\ncoat,T,tabby\ncoat,P,Persian\nstatus,A,active\nstatus,D,deceased\n",
    }
)


@pytest.mark.parametrize(
    "question",
    [
        "Give me a list of the active tabbies and who they belong to.",
        "List the active tabbies and whose they are",
        "List the active tabbies and who owns them.",
    ],
)
def test_the_rows_stand_beside_their_owners(cattery: Workspace, question: str) -> None:
    assert set(ask(cattery, question).rows) == {("Rolo", "Ada Ash"), ("Treacle", "Cora Cole")}
