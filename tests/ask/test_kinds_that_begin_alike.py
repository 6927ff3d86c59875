"""Kinds of which several begin with one word: the word alone names none of them."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_FAULTS = (
    ("GC", "Gate lock contact"),
    ("GN", "Gates not closing"),
    ("PR", "Post rotten"),
    ("WC", "Wire cut"),
    ("TD", "Trough damaged"),
)


def _repairs() -> str:
    rows = "".join(f"R{n:02},{_FAULTS[n % 5][0]},2024-{1 + n % 12:02}-07,F{n % 6}\n" for n in range(60))
    return "Repair,Fault,Logged,Field\n" + rows


fields = office_fixture(
    {
        "fault_codes": "FaultCode,Description\n" + "".join(f"{c},{d}\n" for c, d in _FAULTS),
        "repairs_2024": _repairs(),
    }
)


@pytest.mark.parametrize("question", ["how many repairs were gate problems", "how many gate repairs were logged"])
def test_one_of_several_that_begin_so_is_not_taken_alone(fields: Workspace, question: str) -> None:
    answer = ask(fields, question)
    assert answer.unsure or answer.rows == ((24,),), answer.sql


def test_the_only_one_that_begins_so_is_taken(fields: Workspace) -> None:
    answer = ask(fields, "how many repairs were for a trough")
    assert answer.rows == ((12,),), answer.sql
