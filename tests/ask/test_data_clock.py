"""`this year` of an export that ended years ago."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from core.ask.data_clock import clock_told, with_now_of_data
from core.ask.state import SchemaView
from core.model import Profile, Table
from core.workspace import Workspace
from tests.ask.schemas import table
from tests.ask.worlds import ask, csv_text, office_fixture

TODAY = date(2026, 5, 20)


def ended(**last: str) -> tuple[Table, ...]:
    """A table whose columns of days end on these."""
    made = table("jobs", "id:integer!", *(f"{name}:date" for name in last))
    profiles = {name: Profile(9, 0, 9, maximum=day) for name, day in last.items()}
    columns = (replace(c, profile=profiles.get(c.name, c.profile)) for c in made.columns)
    return (replace(made, columns=tuple(columns)),)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("How many jobs this year?", "How many jobs in 2024?"),
        ("jobs so far this calendar year by town", "jobs so far in 2024 by town"),
        ("jobs for this month", "jobs for November 2024"),
        ("jobs last year", "jobs last year"),
        ("this year's jobs", "this year's jobs"),
    ],
)
def test_it_is_the_last_one_of_the_data(said: str, read: str) -> None:
    tables = ended(raised="2024-11-30", due="2025-02-10", born="2001-05-01")
    assert with_now_of_data(said, SchemaView(tables, ()), TODAY) == read
    assert bool(list(clock_told(said, tables, TODAY))) == (said != read)


@pytest.mark.parametrize("last", ["2026-01-02", "2025-12-30", "2027-01-01"])
def test_data_of_this_year_or_lately_ended_are_of_today(last: str) -> None:
    now = date(2026, 2, 1)
    tables = ended(raised=last) if last < "2027" else ended(raised="2026-01-31", due=last)
    assert with_now_of_data("jobs this year", SchemaView(tables, ()), now) == "jobs this year"
    assert not list(clock_told("jobs this year", tables, now))


workshop = office_fixture(
    {
        "jobs": csv_text(
            "job_no,bike,raised,done",
            [
                (f"J{i}", f"B{i % 12}", f"{2022 + i % 2}-{i % 11 + 1:02d}-15", f"{2022 + i % 2}-{i % 11 + 1:02d}-20")
                for i in range(1, 67)
            ],
        ),
        "bikes": csv_text("bike,frame", [(f"B{i}", ("steel", "alloy")[i % 2]) for i in range(15)]),
    }
)


def test_the_answer_says_how_it_was_read(workshop: Workspace) -> None:
    answer = ask(workshop, "How many jobs were raised this year?")
    assert answer.rows == ((33,),)
    assert not answer.unsure
    told = next(c.message for c in answer.warnings if c.code == "data_clock")
    assert "2023" in told
    assert "this year" in told


def test_what_has_none_of_them_is_told(workshop: Workspace) -> None:
    assert ask(workshop, "How many bikes have not had a job this year?").rows == ((9,),)
