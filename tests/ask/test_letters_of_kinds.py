"""A caravan park: letters of kinds that nothing explains are read as the nouns that they begin, and told of."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

park = office_fixture(
    {
        "pitches": "pitch,field,ptype,berths,hookup\n"
        "P1,NF,L,2,Y\nP2,NF,L,4,Y\nP3,NF,C,4,N\nP4,SF,C,2,Y\nP5,SF,T,2,N\nP6,SF,T,2,N\nP7,SF,T,4,N\n"
        "P8,NF,C,6,Y\nP9,NF,L,2,N\nP10,SF,L,2,Y\n",
        "fields": "field,field_name,warden\nNF,North Field,Ana Crewe\nSF,South Field,Ben Idle\n",
        "stays": "stay_no,pitch,guest,arrived,nights,fee_gbp\n"
        "101,P1,G1,2024-05-02,2,80\n102,P3,G2,2024-05-03,3,75\n103,P5,G1,2024-06-01,1,15\n"
        "104,P6,G3,2024-06-02,4,60\n105,P2,G2,2024-06-07,7,300\n106,P4,G4,2024-07-01,2,50\n"
        "107,P8,G1,2024-07-03,5,130\n108,P7,G4,2024-07-09,2,30\n109,P10,G3,2024-08-01,3,120\n",
        "guests": "guest,guest_name,town\nG1,Ida Holm,Weir\nG2,Jon Beck,Colby\nG3,Kay Lund,Weir\nG4,Lou Marsh,Colby\n",
        "kit": "item,what,kept,cost_gbp\n"
        "K1,Mower,A1,300\nK2,Strimmer,A1,90\nK3,Bunting,B1,20\nK4,Ladder,A2,60\nK5,Projector,C1,200\n",
        "places": "place,note,kind\n"
        "A1,behind the gate,SHD\nA2,by the pond,SHD\nB1,above the shop,LFT\nC1,next to reception,OFF\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows", "said"),
    [
        ("How many stays were in tents?", [(3,)], "T as “tents”"),
        ("Which lodges have a hookup?", [("P1",), ("P2",), ("P10",)], "L as “lodges”"),
        ("How many pitches on North Field are caravans?", [(2,)], "C as “caravans”"),
        ("How many lodges have we got, and how many caravans?", [("L", 4), ("C", 3)], "L as “lodges” and C as"),
    ],
)
def test_a_letter_of_a_kind_is_read_as_the_noun_it_begins(
    park: Workspace, question: str, rows: list[tuple[object, ...]], said: str
) -> None:
    answer = ask(park, question)
    assert sorted(answer.rows, key=str) == sorted(rows, key=str)
    assert not answer.unsure
    assert f"I read {said}" in answer.answer
    assert answer.confidence < 0.75


@pytest.mark.parametrize(
    "question",
    ["How many towels are there?", "How many came in cars?", "How many lovely guests came from Weir?"],
)
def test_what_no_other_word_speaks_for_is_withheld(park: Workspace, question: str) -> None:
    assert ask(park, question).unsure


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many two-berth lodges have we got, and how many two-berth tents?", {("L", 3), ("T", 2)}),
        ("Average fee of stays in lodges and caravans?", {("L", 166.67), ("C", 85.0)}),
        ("How many stays have there been in lodges and how many in tents?", {("L", 3), ("T", 3)}),
    ],
)
def test_each_side_has_its_figure(park: Workspace, question: str, rows: set[tuple[str, float]]) -> None:
    answer = ask(park, question)
    assert {(a, round(b, 2)) for a, b in answer.rows} == rows
    assert not answer.unsure
    assert "I read " in answer.answer
