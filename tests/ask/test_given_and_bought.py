"""A toy library: what was given or bought is said by its deed, and a column `Val` is of values."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

library = office_fixture(
    {
        "toys": "toy_id,toy,got_by,val_gbp,shelf\nT1,Kite,G,10,A\nT2,Rocking horse,P,200,B\nT3,Puzzle,G,6,A\n"
        "T4,Train,P,80,B\nT5,Doll,B,50,C\nT6,Blocks,G,20,C\n",
        "lines": "line_id,toy_id,ins_value\n1,T1,100\n2,T2,300\n3,T4,700\n4,T2,310\n",
        "notes.txt": "Toy library list\n\ntoys: got_by G = gift, P = purchase, B = bequest.\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Average value of the toys we were given versus the toys we bought?", {("gift", 12.0), ("purchase", 140.0)}),
        ("How many toys were given to us and how many did we buy?", {("gift", 3), ("purchase", 2)}),
    ],
)
def test_given_is_a_gift(library: Workspace, question: str, rows: set[tuple[str, float]]) -> None:
    answer = ask(library, question)
    assert set(answer.rows) == rows
    assert not answer.unsure


def test_what_things_are_worth_is_their_own_value(library: Workspace) -> None:
    assert ask(library, "What are all the toys on shelf B worth?").rows == ((280,),)
