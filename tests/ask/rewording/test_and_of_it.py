"""A second question about the row that is found, and the first to do something."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

_MEMBERS = [
    (1, "Ann Poll", "Leith", "1980-03-02", "2021-05-01"),
    (2, "Bo Marsh", "Perth", "1952-11-20", "2022-01-15"),
    (3, "Cy Roe", "Leith", "2001-07-09", "2019-08-30"),
    (4, "Di Lund", "Dunbar", "1991-01-01", "2023-04-12"),
]
_GIFTS = [(n, n % 4 + 1, 10 + n * 37 % 101, f"2024-0{n % 9 + 1}-03") for n in range(1, 21)]
_TOP = max(_GIFTS, key=lambda g: g[2])
_SHEDS = [("S1", "Low shed", 1931, 3), ("S2", "High shed", 1904, 5), ("S3", "Far shed", 1990, 2)]

office = office_fixture(
    {
        "members": csv_text("member_id,member_name,town,born,joined_on", _MEMBERS),
        "gifts": csv_text("gift_no,member_id,amount,given_on", _GIFTS),
        "sheds": csv_text("shed_id,shed,opened_year,benches", _SHEDS),
    }
)
_GIVER = next(m[1] for m in _MEMBERS if m[0] == _TOP[1])


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("Who is the youngest member, and which town are they from?", {"Cy Roe", "Leith"}),
        ("What was the biggest single gift, and who made it?", {_TOP[2], _GIVER}),
        ("Which shed was the first to open, and how many benches does it have?", {"High shed", 5}),
        ("Which member was the first to join?", {"Cy Roe"}),
        ("Who was the most recent member to join, and which town do they live in?", {"Di Lund", "Dunbar"}),
    ],
)
def test_both_are_told(office: Workspace, question: str, cells: set[object]) -> None:
    got = ask(office, question)
    assert len(got.rows) == 1, got.sql
    assert cells <= set(got.rows[0]), (got.sql, got.rows)
    assert not got.unsure


def test_what_is_said_of_a_time_is_kept(office: Workspace) -> None:
    got = ask(office, "Which member was the first to join after 2022?")
    assert got.unsure or answers(got.rows, [("Di Lund",)])
