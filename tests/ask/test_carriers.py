"""A mountain railway: how many of something each car takes, ages on a day, who did the most, what was used the most."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from core.ask.rewording.birthdays import birthdays
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

CARS = [(f"K{n}", ("Crest", "Ridge")[n % 2], 20 + n, n % 4) for n in range(1, 15)]
GUIDES = [(f"G{n}", f"Guide {n}", f"{1 + n:02}/06/{1930 + 4 * n}", ("Seas", "Perm")[n % 3 > 0]) for n in range(1, 16)]
RIDES = [(4000 + n, CARS[n * n % 14][0], f"G{1 + n % 5 * (n % 3)}", ("Bike", "Walker")[n % 3 > 0]) for n in range(120)]
PARTS = [("P1", "Brake shoe"), ("P2", "Fuse"), ("P3", "Roller"), ("P4", "Washer")]
USED = [(n, PARTS[n % 4][0], 1 + n * (n % 4) % 7) for n in range(60)]
railway = office_fixture(
    {
        "cars": "Car,Make,Seats,Bike Places\n" + "".join(f"{c},{m},{s},{b}\n" for c, m, s, b in CARS),
        "guides": "Guide No,Guide,DOB,Seas/Perm\n"
        + "".join(f"{g},{name},{born},{kind}\n" for g, name, born, kind in GUIDES),
        "rides": "Ride,Car,Guide No,Carried\n" + "".join(f"{r},{c},{g},{k}\n" for r, c, g, k in RIDES),
        "parts": "Part,Described\n" + "".join(f"{p},{d}\n" for p, d in PARTS),
        "parts used": "Line,Part,Qty\n" + "".join(f"{n},{p},{q}\n" for n, p, q in USED),
    }
)


def test_how_many_each_takes_is_no_matter_of_who_was_in_it(railway: Workspace) -> None:
    found = ask(railway, "How many cars can take more than one bicycle?")
    assert not found.unsure
    assert found.rows == ((sum(b > 1 for *_, b in CARS),),)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("guides who had turned 80 by 2 June 2020", "guides who were born on or before 2 June 1940"),
        ("had already had their 70th birthday before 1 May 2010", "were born before 1 May 1940"),
        ("were at least 18 on 3 March 2024", "were born on or before 3 March 2006"),
        ("were 18 tables", "were 18 tables"),
    ],
)
def test_an_age_on_a_day_is_a_day_of_birth(said: str, plainly: str) -> None:
    assert birthdays(said) == plainly


def test_who_was_of_that_age_is_counted(railway: Workspace) -> None:
    found = ask(railway, "How many guides had had their 60th birthday by 1 January 2020?")
    assert not found.unsure
    assert found.rows == ((sum(int(born[-4:]) < 1960 for _, _, born, _ in GUIDES),),)


def test_verbs_that_go_without_saying_are_left_out(railway: Workspace) -> None:
    names = {g: name for g, name, _, _ in GUIDES}
    found = ask(railway, "Which guide has led the most rides for us?")
    assert not found.unsure
    assert found.rows[0][0] == names[Counter(g for _, _, g, _ in RIDES).most_common(1)[0][0]]


def test_the_most_of_a_part_is_its_quantity(railway: Workspace) -> None:
    used: dict[str, int] = defaultdict(int)
    for _, part, many in USED:
        used[dict(PARTS)[part]] += many
    found = ask(railway, "What are the two parts we have got through the most of, going by quantity?")
    assert not found.unsure
    assert [r[0] for r in found.rows] == sorted(used, key=lambda p: -used[p])[:2]


def test_a_header_of_both_kinds_names_each_cut_short(railway: Workspace) -> None:
    found = ask(railway, "How many permanent guides are there?")
    assert not found.unsure
    assert found.rows == ((sum(kind == "Perm" for *_, kind in GUIDES),),)
