"""A climbing wall's bookings: whoever got, cancelled or missed something is named, and not the booking or its mark."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import Row, ask, csv_text, office_fixture

CLIMBERS = [
    ("C1", "Ada", "Ash", "Colby"),
    ("C2", "Bert", "Birch", "Weir"),
    ("C3", "Cora", "Cole", "Colby"),
    ("C4", "Dan", "Drew", "Norton"),
]
COURSES = [("K1", "Trad", "JB", 45), ("K2", "Sport", "SK", 90), ("K3", "Youth", "JB", 60)]
BOOKINGS = [
    ("B1", "C1", "K1", "C", "2024-03-02", "Y", 61),
    ("B2", "C2", "K1", "C", "2024-03-04", "Y", 88),
    ("B3", "C3", "K2", "C", "2024-03-05", "Y", 97),
    ("B4", "C1", "K2", "X", "2024-03-08", "", ""),
    ("B5", "C4", "K3", "W", "2024-04-01", "", ""),
    ("B6", "C2", "K3", "C", "2024-04-03", "N", ""),
    ("B7", "C2", "K2", "C", "2024-04-06", "N", ""),
    ("B8", "C3", "K1", "C", "2024-05-01", "N", ""),
    ("B9", "C4", "K1", "C", "2024-05-02", "Y", 55),
    ("B10", "C1", "K3", "W", "2024-05-09", "", ""),
    ("B11", "C3", "K3", "X", "2024-06-01", "", ""),
    ("B12", "C4", "K2", "C", "2024-06-02", "Y", 70),
]
wall = office_fixture(
    {
        "climbers": csv_text("climber_no,first_name,last_name,town", CLIMBERS),
        "instructors": "initials,name,rate_hr\nJB,Jo Bright,28\nSK,Sam Kerr,24\n",
        "courses": csv_text("course,kind,inst,fee_gbp", COURSES),
        "bookings": csv_text("bk_id,climber,course,st,booked_on,turned_up,mark", BOOKINGS),
        "codes": "field,code,meaning\nst,C,confirmed\nst,X,cancelled\nst,W,waiting list\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Who got the highest mark in Trad?", {("Bert", "Birch")}),
        ("Who has the lowest mark in Sport?", {("Dan", "Drew")}),
        ("Who got the highest mark in Trad, and what was it?", {("Bert", "Birch", 88)}),
        ("Who's on the waiting list for Youth?", {("Dan", "Drew"), ("Ada", "Ash")}),
        ("Who cancelled in March?", {("Ada", "Ash")}),
        ("Who has failed to turn up most often?", {("Bert", "Birch")}),
        ("Which climber has let us down most often by not turning up?", {("Bert", "Birch")}),
    ],
)
def test_people_are_named(wall: Workspace, question: str, rows: set[Row]) -> None:
    answer = ask(wall, question)
    assert set(answer.rows) == rows
    assert not answer.unsure


def test_people_of_other_rows_are_not_told_for_them(wall: Workspace) -> None:
    answer = ask(wall, "Who scored the highest mark on a Trad course?")
    assert set(answer.rows) == {("Bert", "Birch")} or answer.unsure


def test_where_somebody_lives_is_told_or_withheld(wall: Workspace) -> None:
    answer = ask(wall, "Who has booked the most courses and where do they live?")
    assert {"Colby", "Weir", "Norton"} & {c for row in answer.rows for c in row} or answer.unsure
