"""What is still to be done: rows in which it was done, or all of them, are no answer."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture


def _hires() -> str:
    """Forty hires of a marquee; of every third the deposit was given back, of every fifth it was not asked for."""
    rows = [
        f"M{n:02},2024-{1 + n % 12:02}-{3 + n % 20:02},{50 + 5 * (n % 4)},{'' if n % 5 == 0 else 'Y' if n % 3 else 'N'}"
        for n in range(40)
    ]
    return "Hire,EventDate,Deposit,DepBack\n" + "\n".join(rows) + "\n"


marquees = office_fixture({"marquee_hires_2024": _hires()})


@pytest.mark.parametrize(
    "question",
    [
        "How much in deposits do we still have to give back?",
        "How much in deposits is yet to be given back?",
        "What deposits have we still got to give back, in total?",
    ],
)
def test_what_is_still_to_be_given_back_is_not_all_and_not_what_was(marquees: Workspace, question: str) -> None:
    owed = sum(50 + 5 * (n % 4) for n in range(40) if n % 5 and n % 3 == 0)
    answer = ask(marquees, question)
    assert answer.unsure or answer.rows == ((owed,),), answer.sql


def test_what_was_given_back_is_told(marquees: Workspace) -> None:
    answer = ask(marquees, "How much in deposits was given back?")
    assert not answer.unsure, answer.sql
