"""A parish that keeps its lamps: nouns that say no more than the query does, and so do not make it doubtful."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

parish = office_fixture(
    {
        "lamps": "lamp_ref,street,made_by,erected,promoted\nL1,Mill Lane,Holt,1998,Y\nL2,Kirk Road,Senn,2004,N\n"
        "L3,Mill Lane,Holt,2011,N\nL4,Dale Close,Senn,2016,Y\nL5,Kirk Road,Holt,2004,N\n",
        "lamp_reports_22_24": "ref,reported_on,lamp,fault,cost\n1,2023-01-04,L1,OUT,40\n2,2023-03-09,L2,FLI,15\n"
        "3,2024-02-11,L1,OUT,42\n4,2023-07-30,L3,OUT,38\n5,2024-05-02,L2,BUZ,20\n6,2022-11-19,L1,FLI,11\n",
        "tours": "tour_no,guide,date,adults,children,wheelchairs\n1,Ann,2023-05-01,8,3,1\n2,Bob,2023-06-04,12,0,2\n"
        "3,Ann,2024-05-05,9,4,0\n4,Ann,2024-09-08,6,2,3\n",
        "lookup": "list,code,means\nfault,OUT,not lit\nfault,FLI,flickering\nfault,BUZ,buzzing\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many problems were reported to us in 2023?", {(3,)}),
        ("How many faults have been reported in 2024?", {(2,)}),
        ("Which lamps did not get a single report in 2024?", {("L3",), ("L4",), ("L5",)}),
        ("How many wheelchair users came on the tours in 2024?", {(3,)}),
        ("List the promoted lamps and the year each was erected", {("L1", 1998), ("L4", 2016)}),
        ("Which promoted lamps have never been reported?", {("L4",)}),
    ],
)
def test_what_is_said_already(parish: Workspace, question: str, rows: set[tuple[object, ...]]) -> None:
    answer = ask(parish, question)
    assert set(answer.rows) == rows
    assert not answer.unsure


def test_nobody_is_nobody(parish: Workspace) -> None:
    assert set(ask(parish, "Which lamps has nobody ever reported a problem with?").rows) == {("L4",), ("L5",)}


def test_nouns_of_another_kind_are_not(parish: Workspace) -> None:
    answer = ask(parish, "How many thefts were reported in 2023?")
    assert answer.unsure
