"""A day to which something holds ends no row: a stall is empty where no trader has it; who has resigned is none now."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

STALLS = [(f"S{n:02}", ("Hall", "Yard")[n % 2], 10 + n) for n in range(24)]
TRADERS = [
    (f"T{n:02}", f"Trader {n}", STALLS[n][0] if n % 5 else "", "" if n % 4 == 1 else f"2025-0{1 + n % 9}-11")
    for n in range(20)
]
MEMBERS = [
    (n, f"Name{n}", ("Junior", "Full", "Social")[n % 3], "" if n % 6 else f"2024-0{1 + n % 9}-02", f"201{n % 10}-03-01")
    for n in range(60)
]
office = office_fixture(
    {
        "stalls": "Stall,Where,Rent\n" + "".join(",".join(map(str, r)) + "\n" for r in STALLS),
        "traders": "trader_id,name,stall,insured_to\n" + "".join(",".join(map(str, r)) + "\n" for r in TRADERS),
        "members_export": "MemNo,Name,Cat,Resigned,Joined\n" + "".join(",".join(map(str, r)) + "\n" for r in MEMBERS),
    }
)
TAKEN = {stall for _, _, stall, _ in TRADERS}
JUNIORS = sum(kind == "Junior" and not gone for _, _, kind, gone, _ in MEMBERS)


@pytest.mark.parametrize(
    ("asked", "many"),
    [
        ("how many stalls are empty?", sum(s not in TAKEN for s, *_ in STALLS)),
        ("How many traders are not insured?", sum(not to for *_, to in TRADERS)),
        ("How many juniors do we have at the moment?", JUNIORS),
        ("How many juniors are still members?", JUNIORS),
        ("How many current juniors are there?", JUNIORS),
    ],
)
def test_an_end_is_that_of_the_thing_itself(office: Workspace, asked: str, many: int) -> None:
    answer = ask(office, asked)
    assert answer.rows == ((many,),), answer.sql
    assert answer.confidence >= UNSURE
