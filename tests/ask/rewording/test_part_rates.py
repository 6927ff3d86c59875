"""Rates: which part of the rows is so, whichever noun says it."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

ENDS = ("Completed", "Cancelled", "Completed", "Refused", "Won")
ROWS = [(n, f"2024-0{1 + n % 6}-1{n % 9}", "GR"[n % 2], ENDS[(n + n // 7) % 5], "YYN"[n % 3]) for n in range(90)]
FILES = {
    "bids": "Bid,Day,Guild,Ended,Turned up\n" + "".join(f"{','.join(map(str, r))}\n" for r in ROWS),
    "guilds": "Guild,Name,Hourly Rate\nG,Gilders,18\nR,Ropers,21\n",
}

office = office_fixture(FILES)


def percent(state: str, place: int = 3, guild: str = "GR") -> float:
    rows = [r for r in ROWS if r[2] in guild]
    return 100 * sum(r[place] == state for r in rows) / len(rows)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("What is our cancellation rate?", percent("Cancelled")),
        ("What's the completion rate?", percent("Completed")),
        ("refusal rate", percent("Refused")),
        ("What is the win rate?", percent("Won")),
        ("What is our win percentage?", percent("Won")),
        ("What is the attendance rate?", percent("Y", 4)),
        ("What's the absence rate?", percent("N", 4)),
        ("What is the no-show rate?", percent("N", 4)),
    ],
)
def test_a_rate_is_the_part_of_all_rows(office: Workspace, question: str, part: float) -> None:
    found = ask(office, question)
    assert not found.unsure
    assert found.rows == ((pytest.approx(part),),), found.sql


def test_a_rate_of_each(office: Workspace) -> None:
    found = ask(office, "What is the cancellation rate for each guild?")
    assert not found.unsure
    want = {n: percent("Cancelled", guild=n[0]) for n in ("Gilders", "Ropers")}
    assert dict(found.rows) == pytest.approx(want)


def test_a_header_of_rates_is_no_part(office: Workspace) -> None:
    assert ask(office, "What is the hourly rate of the Ropers?").rows == ((21,),)
