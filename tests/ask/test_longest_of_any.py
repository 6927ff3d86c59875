"""A toy library: `what is the longest any of them was out` asks how long, and not which one it was."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

LENT = [(n, 1 + n % 9, 3 + n * 5 % 17) for n in range(1, 41)]
toys = office_fixture(
    {
        "loans": "Loan,Toy,Out,Back\n"
        + "".join(f"L{n:03},Toy {n % 6},{day:02}/03/2024,{day + days:02}/03/2024\n" for n, day, days in LENT)
    }
)


@pytest.mark.parametrize(
    "question", ["What's the longest anything's been out on loan?", "What is the longest any toy has been out?"]
)
def test_of_any_it_is_said_how_long(toys: Workspace, question: str) -> None:
    found = ask(toys, question)
    assert found.rows == ((max(days for *_, days in LENT),),)
