"""How long rows last that hold two times of day."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture, office_of

_TEXTS = {
    "stewards": "steward_id,name,since\nS01,Ann Lee,2019\nS02,Bob Ray,2020\nS03,Cat Fox,2021\n",
    "duties_2024": "duty,steward,day,start,finish,gate\n"
    "1,S01,2024-03-02,09:00,11:00,North\n"
    "2,S01,2024-03-09,13:00,16:00,South\n"
    "3,S02,2024-03-10,09:30,10:00,North\n"
    "4,S02,2024-04-01,10:00,14:20,South\n"
    "5,S02,2024-04-02,10:00,,South\n"
    "6,S03,2024-04-07,08:00,09:00,East\n",
    "gates": "gate,width\nNorth,3\nSouth,4\nEast,6\n",
}
_NIGHTS = {
    "wardens": "warden,phone\nIvy,11\nJoe,12\nKim,13\n",
    "watches": "watch,warden,began,ended\n1,Ivy,22:00,06:00\n2,Joe,23:30,05:30\n3,Kim,09:00,12:00\n4,Ivy,21:00,23:00\n",
}


stewards = office_fixture(_TEXTS)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many duties were longer than 2 hours?", [(2,)]),
        ("How many duties lasted under 60 minutes?", [(1,)]),
        ("duties of at least three hours", [(2,), (4,)]),
        ("How many hours did each steward do in total?", [("Ann Lee", 5.0), ("Bob Ray", 4.83), ("Cat Fox", 1.0)]),
        ("What is the average length of a duty in minutes?", [(130.0,)]),
        ("How long is a duty on average, in minutes?", [(130.0,)]),
        ("Average duty length in minutes", [(130.0,)]),
        ("Total hours worked by Ann Lee", [(5.0,)]),
        ("How many hours of duties were there in March?", [(5.5,)]),
        ("Which steward did the most hours?", [("Ann Lee",)]),
        ("Which duty was the longest?", [(4,)]),
        ("Which duty was the shortest?", [(3,)]),
        ("Which stewards have done more than 4 hours?", [("Ann Lee",), ("Bob Ray",)]),
        ("How many stewards have done more than 4.9 hours?", [(1,)]),
    ],
)
def test_times_of_day_apart(stewards: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    answer = ask(stewards, question)
    assert not answer.unsure
    assert sorted(tuple(round(c, 2) if isinstance(c, float) else c for c in r) for r in answer.rows) == rows


def test_a_bound_on_all_hours_is_told(stewards: Workspace) -> None:
    told = ask(stewards, "Which stewards have done more than 4.9 hours?").answer
    assert "has more than 4.90 hours from duty start to duty finish in total" in told


def test_nights_end_on_the_next_day(tmp_path_factory: pytest.TempPathFactory) -> None:
    with office_of(_NIGHTS, tmp_path_factory.mktemp("nights")) as office:
        assert ask(office, "How many hours of watches were there in total?").rows == ((19.0,),)


def test_a_column_that_holds_the_hours_is_asked(tmp_path_factory: pytest.TempPathFactory) -> None:
    held = {**_TEXTS, "duties_2024": "duty,steward,start,finish,hours\n1,S01,09:00,11:00,1.5\n2,S02,09:00,12:00,2.5\n"}
    with office_of(held, tmp_path_factory.mktemp("held")) as office:
        answer = ask(office, "How many hours were done in total?")
    assert answer.rows == ((4.0,),)
