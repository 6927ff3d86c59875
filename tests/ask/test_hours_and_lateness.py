"""A toy library: hours with one digit, on which side of them things were done, and how late."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

FIRST = date(2024, 1, 8)
TOYS = [
    (f"T{n:03}", n % 9 + 1, f"{8 + n % 11}:{(0, 15, 30, 45)[n % 4]:02}", FIRST + timedelta(n), n * 7 % 40)
    for n in range(120)
]
toys = office_fixture(
    {
        "outings": "Toy,Member,Out,Lent,Due,Back\n"
        + "".join(
            f"{toy},{member},{out},{lent:%d/%m/%Y},{lent + timedelta(14):%d/%m/%Y},{lent + timedelta(kept):%d/%m/%Y}\n"
            for toy, member, out, lent, kept in TOYS
        )
    }
)


def _at(out: str) -> int:
    hour, minute = out.split(":")
    return int(hour) * 60 + int(minute)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many outings went out before nine in the morning?", sum(_at(t[2]) < 540 for t in TOYS)),
        ("How many outings were after 17:00?", sum(_at(t[2]) > 1020 for t in TOYS)),
        ("How many outings were between 10:00 and 12:00?", sum(600 <= _at(t[2]) <= 720 for t in TOYS)),
    ],
)
def test_hours_of_one_digit_are_times(toys: Workspace, question: str, wanted: int) -> None:
    found = ask(toys, question)
    assert not found.unsure
    assert found.rows == ((wanted,),)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many outings came back more than two weeks late?", sum(t[4] - 14 > 14 for t in TOYS)),
        ("How many outings came back over 20 days late?", sum(t[4] - 14 > 20 for t in TOYS)),
        ("How many outings came back late?", sum(t[4] > 14 for t in TOYS)),
    ],
)
def test_so_late_counts_from_the_day_it_was_due(toys: Workspace, question: str, wanted: int) -> None:
    found = ask(toys, question)
    assert not found.unsure
    assert found.rows == ((wanted,),)
