"""A value that begins with a denial is meant by its whole words, and is no negation of something else."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

REASONS = ("No pilot available", "Fog", "Engine fault", "No passengers")
TRIPS = [
    (n, ("Fairway", "Skerry Lines")[n % 2], "" if n % 3 else REASONS[n // 3 % 4], f"2024-0{1 + n % 9}-05")
    for n in range(1, 120)
]
office = office_fixture(
    {"trips": "trip_no,operator,cancelled for,planned\n" + "".join(",".join(map(str, r)) + "\n" for r in TRIPS)}
)


@pytest.mark.parametrize("said", ["for no pilot", "as there was not a pilot"])
def test_what_denies_is_part_of_the_value(office: Workspace, said: str) -> None:
    answer = ask(office, f"How many trips were cancelled {said}?")
    assert answer.rows == ((sum(r[2] == REASONS[0] for r in TRIPS),),), answer.sql


def test_a_denial_of_another_value_stays_one(office: Workspace) -> None:
    answer = ask(office, "How many trips were not cancelled for fog?")
    assert answer.rows != ((sum(r[2] == "Fog" for r in TRIPS),),), answer.sql


def test_a_share_of_what_is_not_known_is_not_given(office: Workspace) -> None:
    answer = ask(office, "What percentage of Fairway's trips overran?")
    assert answer.confidence < UNSURE
