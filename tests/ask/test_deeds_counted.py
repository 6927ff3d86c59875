"""A tool hire's machines: which broke down, or was complained about, most; and the most valuable one by its name."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

MACHINES = [("M1", "Big Digger", 42000), ("M2", "Red Roller", 12000), ("M3", "Blue Mixer", 900)]
HIRES = [(f"H{i}", m, f"2024-0{1 + i % 9}-11", 40 + i) for i, m in enumerate("M1 M1 M1 M1 M1 M2 M2 M3".split())]
BREAKDOWNS = [(f"X{i}", m, f"2024-0{1 + i}-07", "tyre") for i, m in enumerate("M2 M2 M2 M1 M3".split())]
COMPLAINTS = [(f"Z{i}", m, f"2024-0{1 + i}-17", "dirty") for i, m in enumerate("M3 M3 M3 M3 M1 M2".split())]
hire = office_fixture(
    {
        "machines": csv_text("mach_id,machine,value_gbp", MACHINES),
        "hires": csv_text("hire_no,mach,out_on,charge_gbp", HIRES),
        "breakdowns": csv_text("bd_no,mach,bd_date,cause", BREAKDOWNS),
        "complaints": csv_text("cmp_no,mach,made_on,about", COMPLAINTS),
    }
)


@pytest.mark.parametrize(
    ("question", "machine"),
    [
        ("Which machine broke down most often?", "Red Roller"),
        ("Which machine has broken down the most?", "Red Roller"),
        ("Which machine was complained about most often?", "Blue Mixer"),
        ("Which machine was hired out most often?", "Big Digger"),
        ("What's our single most valuable machine?", "Big Digger"),
        ("What is the single cheapest machine?", "Blue Mixer"),
    ],
)
def test_the_deed_that_is_said_is_counted(hire: Workspace, question: str, machine: str) -> None:
    answer = ask(hire, question)
    assert [row[0] for row in answer.rows] == [machine]
    assert not answer.unsure


def test_a_deed_that_no_table_has_is_withheld(hire: Workspace) -> None:
    assert ask(hire, "Which machine has annoyed people most often?").unsure
