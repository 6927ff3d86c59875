"""A swimming club: who swam most, by the sum or by the one largest, where the rows with the figure refer to people."""

from __future__ import annotations

from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

SWIMMERS = [(1, "Ida", "Moss", 2019), (2, "Tom", "Reed", 2024), (3, "Una", "Vale", 2023), (4, "Kit", "Ash", 2024)]
GALAS = [(n, f"{1 + n:02}/0{1 + n % 9}/{2023 + n % 2}", ("Home", "Away")[n % 3 == 0]) for n in range(1, 21)]
SWIMS = [(g, s, 8 + (g * s + s) % 13 + 30 * (g == 5 and s == 2), g % 3) for g, _, _ in GALAS for s in (1, 2, 3, 4)]
POOL = {
    "swimmers": "Cap,First,Surname,Yr joined\n" + "".join(f"{c},{f},{s},{y}\n" for c, f, s, y in SWIMMERS),
    "galas": "Gala,Date,Where\n" + "".join(f"{n},{d},{w}\n" for n, d, w in GALAS),
    "swims": "Gala,Cap,Lgths,Relays\n" + "".join(f"{g},{c},{n},{r}\n" for g, c, n, r in SWIMS),
}
YEAR = {n: int(day[-4:]) for n, day, _ in GALAS}
SURNAME = {c: s for c, _, s, _ in SWIMMERS}

pool = office_fixture(POOL)


def best(*years: int) -> list[str]:
    """The surnames, most lengths first."""
    swum: Counter[int] = Counter()
    for gala, cap, lengths, _ in SWIMS:
        swum[cap] += lengths * (YEAR[gala] in years)
    return [SURNAME[cap] for cap, _ in swum.most_common()]


@pytest.mark.parametrize(
    ("question", "surnames"),
    [
        ("Who swam the most lengths?", best(2023, 2024)[:1]),
        ("Who has swum the most lengths for us in 2024?", best(2024)[:1]),
        ("Who are our top two length-swimmers?", best(2023, 2024)[:2]),
        ("Who swam the fewest lengths in 2023?", best(2023)[-1:]),
        ("Who had the highest individual lengths?", ["Reed"]),
    ],
)
def test_those_who_have_most_of_it_are_people(pool: Workspace, question: str, surnames: list[str]) -> None:
    found = ask(pool, question)
    assert not found.unsure
    assert [row[1] for row in found.rows] == surnames
