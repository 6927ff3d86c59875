"""A ferry: most of something in other words, and the day of what bookings belong to."""

from __future__ import annotations

from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

ISLES = ("Ronay", "Skerry", "Holm", "Stack")
SAILINGS = [(f"S{n:03}", f"{1 + n % 28:02}/{1 + n * n % 12:02}/2024", ISLES[n * n % 7 % 4]) for n in range(140)]
BERTHS = [
    (7000 + n, SAILINGS[n * 5 % 140][0], ("Sailed", "Cancelled", "Sailed", "Sailed")[n % 4], f"{1 + n % 9:02}/01/2024")
    for n in range(260)
]
CREW = [(n, f"Hand {n}", ("Port Ness", "Ardle", "Ardle", "Tolm")[n % 4]) for n in range(1, 30)]
ferry = office_fixture(
    {
        "sailings": "Sailing,Sailed On,Dest\n" + "".join(f"{s},{d},{i}\n" for s, d, i in SAILINGS),
        "berths": "Berth,Sailing,State,Rung Up\n" + "".join(f"{b},{s},{k},{d}\n" for b, s, k, d in BERTHS),
        "crew": "Crew No,Name,Village\n" + "".join(f"{n},{name},{v}\n" for n, name, v in CREW),
    }
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Which village do more of our crew live in than any other?", "Ardle"),
        (
            "What are the two places we have run the most sailings to?",
            Counter(i for *_, i in SAILINGS).most_common(1)[0][0],
        ),
    ],
)
def test_it_is_the_most(ferry: Workspace, question: str, first: str) -> None:
    found = ask(ferry, question)
    assert not found.unsure
    assert found.rows[0][0] == first


def test_the_day_is_that_of_the_rows_that_are_named(ferry: Workspace) -> None:
    days = {s: d for s, d, _ in SAILINGS}
    months = Counter(days[s][3:5] for _, s, k, _ in BERTHS if k == "Cancelled")
    found = ask(ferry, "Which month of 2024 had the most cancelled berths, going by the day of the sailing?")
    assert not found.unsure
    assert str(found.rows[0][0])[-2:] == months.most_common(1)[0][0]
