"""A kayak school: two times, or with and without a guide, are set against each other by "or"; each has its figure."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

school = office_fixture(
    {
        "paddlers": "paddler_id,paddler,town\nP1,Ida Holm,Weir\nP2,Jon Beck,Colby\nP3,Kay Lund,Weir\n",
        "tours": "tour_id,paddler_id,booked,start,guide,led_by,price\n"
        "T1,P1,2023-05-02,2023-05-20,Y,Max Orr,30\nT2,P2,2023-05-11,2023-06-01,N,Max Orr,45\n"
        "T3,P3,2023-06-03,2023-06-09,Y,Eve Pine,25\nT4,P1,2024-05-04,2024-05-05,Y,Eve Pine,60\n"
        "T5,P2,2023-12-20,2024-05-15,N,Max Orr,20\nT6,P2,2024-05-21,2024-05-30,Y,Max Orr,35\n"
        "T7,P2,2024-06-01,2024-06-02,Y,Max Orr,35\n",
    }
)
Rows = set[tuple[str | float, ...]]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Did we have more tours in May 2023 or May 2024?", {("2023-05", 1), ("2024-05", 3)}),
        ("Were there fewer tours in May 2023 or in May 2024?", {("2023-05", 1), ("2024-05", 3)}),
        ("How many tours were booked in 2023 compared with 2024?", {("2023", 4), ("2024", 3)}),
        ("Did Jon Beck book more tours in 2023 or 2024?", {("2023", 2), ("2024", 2)}),
        ("Max Orr versus Eve Pine: number of tours led", {("Max Orr", 5), ("Eve Pine", 2)}),
    ],
)
def test_each_side_has_its_figure(school: Workspace, question: str, rows: Rows) -> None:
    answer = ask(school, question)
    assert set(answer.rows) == rows
    assert not answer.unsure


@pytest.mark.parametrize(
    "question",
    ["Did we do more tours with or without a guide?", "How many tours were with a guide, and how many without?"],
)
def test_with_or_without_is_two_sides(school: Workspace, question: str) -> None:
    assert sorted(row[1] for row in ask(school, question).rows) == [2, 5]


@pytest.mark.parametrize(
    "question",
    [
        "Were tours dearer in May 2023 or in May 2024?",
        "Do paddlers from Weir or Colby book more?",
        "How many tours with and without a price?",
    ],
)
def test_what_is_not_set_apart_is_withheld(school: Workspace, question: str) -> None:
    assert ask(school, question).unsure
