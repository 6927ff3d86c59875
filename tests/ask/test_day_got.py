"""A collection of clocks: what was bought or given since a year, by the day on which it came, and not by its making."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

CLOCKS = [
    (f"K{n:03}", f"{('Bracket', 'Carriage', 'Longcase')[n % 3]} clock {n}", 1820 + n * 7 % 196,
     f"{1980 + n * 5 % 43}-0{1 + n % 9}-1{n % 9}", "GPB"[n * 3 % 5 % 3])
    for n in range(120)
]  # fmt: skip
NOTES = """Register of the clock collection as it was in June
clocks: acq_how G gift, P purchase, B bequest.
The year made is the maker's own where it is signed.
"""
clocks = office_fixture({"clocks": csv_text("ref,title,yr_made,acq_date,acq_how", CLOCKS), "notes.md": NOTES})


@pytest.mark.parametrize(
    ("question", "how", "first", "last"),
    [
        ("How many clocks have we bought since 2000?", "P", 2000, 2100),
        ("How many clocks did we buy after 1995?", "P", 1996, 2100),
        ("How many clocks have we been given since 2010?", "G", 2010, 2100),
        ("How many clocks were bought between 2001 and 2010?", "P", 2001, 2010),
        ("How many clocks did we acquire before 1990?", "GPB", 0, 1989),
        ("How many clocks were bought in 2004?", "P", 2004, 2004),
    ],
)
def test_what_came_to_us_goes_by_the_day_of_it(
    clocks: Workspace, question: str, how: str, first: int, last: int
) -> None:
    found = ask(clocks, question)
    assert found.rows == ((sum(c[4] in how and first <= int(c[3][:4]) <= last for c in CLOCKS),),)
    assert not found.unsure


@pytest.mark.parametrize(
    ("question", "how"),
    [("How many clocks were made since 1950?", "GPB"), ("How many clocks made since 1950 have we bought?", "P")],
)
def test_what_was_made_goes_by_the_year_of_making(clocks: Workspace, question: str, how: str) -> None:
    found = ask(clocks, question)
    assert found.rows == ((sum(c[4] in how and c[2] >= 1950 for c in CLOCKS),),)
