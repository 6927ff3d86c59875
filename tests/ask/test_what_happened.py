"""A harbour's books: how often something happened counts what happened, and not the one boat it happened to."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

BOATS = ((1, "Heron", "Ferry"), (2, "Petrel", "Ferry"), (3, "Gannet", "Tug"), (4, "Dunlin", "Tug"))
CAUSES = (("FG", "Fog"), ("EN", "Engine trouble"), ("CR", "No crew"))
DELAYS = [(n, 1 + n * n % 4, CAUSES[n % 7 % 3][0], ("Day", "Night")[n % 5 % 2]) for n in range(1, 81)]

harbour = office_fixture(
    {
        "boats": "Boat No,Boat,Kind\n" + "".join(f"{n},{name},{kind}\n" for n, name, kind in BOATS),
        "causes": "Code,Cause\n" + "".join(f"{code},{cause}\n" for code, cause in CAUSES),
        "delays": "Delay,Boat No,Cause,Shift\n" + "".join(f"D{n},{b},{c},{s}\n" for n, b, c, s in DELAYS),
    }
)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("How many times was the Heron held up by fog?", sum(b == 1 and c == "FG" for _, b, c, _ in DELAYS)),
        ("How often has the Petrel had engine trouble?", sum(b == 2 and c == "EN" for _, b, c, _ in DELAYS)),
        ("how many night delays did the ferries have", sum(b < 3 and s == "Night" for _, b, _, s in DELAYS)),
    ],
)
def test_what_happened_is_counted(harbour: Workspace, question: str, meant: int) -> None:
    assert ask(harbour, question).rows == ((meant,),)


def test_boats_are_counted_where_they_are_asked_for(harbour: Workspace) -> None:
    assert ask(harbour, "How many boats have had engine trouble?").rows == ((2,),)
