"""Harbours and boats, which have years of their own, and what is done there each season, in plain words."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

BOATS = [(f"B{n:02d}", f"Tern {n}", 2019 + n % 5) for n in range(1, 25)]
KINDS = (("PT", "Pot"), ("LL", "Longline"), ("DR", "Dredge"))
CATCHES = [
    (k, f"B{1 + (k * 7) % 24:02d}", KINDS[(k * 5) % 3][0], 2021 + (k // 3) % 3, 40 + (k * 13) % 97) for k in range(160)
]
HARBOURS = [(f"H{n}", f"Port {n}", 1990 + (n * 3) % 17) for n in range(1, 31)]
CHECKS = [
    (h, season, ("A", "B", "C")[(n + season) % 3]) for n, (h, *_) in enumerate(HARBOURS) for season in range(2018, 2024)
]
office = office_fixture(
    {
        "boats": "boat_no,boat name,yr_built\n" + "".join(f"{b},{name},{y}\n" for b, name, y in BOATS),
        "gear": "gear,gear description\n" + "".join(f"{c},{d}\n" for c, d in KINDS),
        "catches": "catch,boat_no,gear,year,weight kg\n" + "".join(",".join(map(str, r)) + "\n" for r in CATCHES),
        "harbours": "harbour_no,harbour name,yr_designated\n" + "".join(f"{h},{n},{y}\n" for h, n, y in HARBOURS),
        "gradings": "harbour_no,season,grade\n" + "".join(f"{h},{s},{g}\n" for h, s, g in CHECKS),
    }
)


@pytest.mark.parametrize("said", ["used a longline in 2022", "caught anything with a longline in 2022"])
def test_a_year_said_of_what_boats_did_is_not_that_in_which_they_were_built(office: Workspace, said: str) -> None:
    answer = ask(office, f"How many boats {said}?")
    assert answer.rows == ((len({b for _, b, g, y, _ in CATCHES if g == "LL" and y == 2022}),),), answer.sql


def test_a_year_that_is_said_to_be_that_of_the_building_stays(office: Workspace) -> None:
    answer = ask(office, "How many boats built in 2022 used a longline?")
    used = {b for _, b, g, *_ in CATCHES if g == "LL"}
    assert answer.rows == ((sum(b in used and y == 2022 for b, _, y in BOATS),),), answer.sql


def test_each_year_is_that_of_the_grade_and_a_season_is_one(office: Workspace) -> None:
    answer = ask(office, "How many harbours got a grade of B in each year?")
    expected = {(s, sum(g == "B" and s == y for _, y, g in CHECKS)) for s in range(2018, 2024)}
    assert set(answer.rows or ()) == expected, answer.sql
