"""A chair lift: all of the time that rows are of, said as `the year`, and not where they are of more."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

STOPS = [
    (
        n,
        f"{2023 + (n % 12 > 8)}-{(n + 3) % 12 + 1:02}-{1 + n % 27:02}",
        ("Ice", "Wind", "Power")[n * n % 5 % 3],
        4 + n % 23,
    )
    for n in range(96)
]
RIDES = [(n, f"{2022 + n % 3}-0{1 + n % 9}-1{n % 8}", 5 + n % 40) for n in range(120)]
lift = office_fixture(
    {
        "stoppages": csv_text("Stop No,Stopped On,Reason,Lost Minutes", STOPS),
        "rides": csv_text("Ride No,Ride Date,Riders", RIDES),
    }
)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many stoppages were there over the year?", len(STOPS)),
        ("How many stoppages were there for ice over the whole year?", sum(s[2] == "Ice" for s in STOPS)),
        ("How many minutes were lost to wind during the year?", sum(s[3] for s in STOPS if s[2] == "Wind")),
        ("How many riders were there over the three years?", sum(r[2] for r in RIDES)),
    ],
)
def test_the_whole_time_is_no_condition(lift: Workspace, question: str, wanted: int) -> None:
    found = ask(lift, question)
    assert not found.unsure
    assert found.rows == ((wanted,),)


@pytest.mark.parametrize("question", ["How many rides were there over the year?", "How many rides in the two years?"])
def test_rows_of_more_years_are_not_told_for_those_of_one(lift: Workspace, question: str) -> None:
    assert ask(lift, question).unsure
