"""A tree surgeon's books: colleagues said by their first names, known in the sheets by their initials."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

CREW = {"JP": "Jo Pike", "RH": "Ros Hale", "DM": "Dan Mott", "KV": "Kim Vane", "AB": "Al Birch", "SG": "Sue Gill"}
TREES = ("Oak", "Ash", "Lime", "Yew")
FELLED = [(n, ("JP", "RH", "DM")[n * n % 7 % 3], TREES[n % 4], 1 + n % 5) for n in range(1, 61)]
QUOTED = [(n, ("KV", "SG", "AB", "JP", "Yard")[n % 7 % 5], 100 + 10 * n) for n in range(1, 41)]

yard = office_fixture(
    {
        "crew": "Init,Name,Job\n"
        + "".join(f"{c},{name},{'Climber' if c < 'K' else 'Office'}\n" for c, name in CREW.items()),
        "felled": "Job,Cut by,Tree,Hours\n" + "".join(f"J{n},{by},{tree},{h}\n" for n, by, tree, h in FELLED),
        "quotes": "Quote,Priced by,Amount\n" + "".join(f"Q{n},{by},{amount}\n" for n, by, amount in QUOTED),
    }
)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("How many hours has Ros worked?", sum(hours for _, by, _, hours in FELLED if by == "RH")),
        ("What is the total amount of Kim's quotes?", sum(amount for _, by, amount in QUOTED if by == "KV")),
    ],
)
def test_a_colleague_is_said_by_the_first_name_alone(yard: Workspace, question: str, meant: int) -> None:
    found = ask(yard, question)
    assert not found.unsure
    assert found.rows == ((meant,),)
