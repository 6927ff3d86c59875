"""An insurer of pets: what has a verdict, of how many, and the share of those, where other tables hold percentages."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

VETS = [(f"V{n:02}", f"{name} Vets", 10.5 + n) for n, name in enumerate(("Ash", "Beck", "Clough", "Dale", "Edge"))]
CLAIMS = [
    (
        9000 + n,
        f"2024-0{1 + n % 9}-0{1 + n % 7}",
        VETS[n % 5][0],
        ("Owner", "Shelter", "Breeder")[n * n % 7 % 3],
        "" if n % 6 == 0 else ("Paid", "Refused", "Withdrawn", "Paid", "Refused")[n * 3 % 5],
    )
    for n in range(120)
]
office = office_fixture(
    {
        "vets": csv_text("VetRef,Surgery,PercentageInsured", VETS),
        "claims-about-pets-2024": csv_text("ClaimID,Received,Vet,Claimant,Verdict", CLAIMS),
    }
)
KNOWN = [c for c in CLAIMS if c[-1]]


@pytest.mark.parametrize(
    "question",
    [
        "Of the claims that have a verdict, what percentage were refused?",
        "What percentage of the claims that have a verdict were refused?",
    ],
)
def test_the_part_is_of_those_that_have_one(office: Workspace, question: str) -> None:
    found = ask(office, question)
    assert not found.unsure
    assert found.rows == ((pytest.approx(100 * sum(c[-1] == "Refused" for c in KNOWN) / len(KNOWN)),),)


def test_those_that_have_one_are_counted(office: Workspace) -> None:
    found = ask(office, "How many claims have a verdict?")
    assert not found.unsure
    assert found.rows == ((len(KNOWN),),)


def test_a_percentage_of_claims_is_no_column_of_vets(office: Workspace) -> None:
    found = ask(office, "What percentage of claims have a verdict?")
    assert not found.unsure
    assert found.rows == ((pytest.approx(100 * len(KNOWN) / len(CLAIMS)),),)


def test_the_part_of_all_is_not_told_for_that_of_those(office: Workspace) -> None:
    found = ask(office, "Of the claims that have an outcome, what percentage were refused?")
    assert found.unsure or found.rows == ((pytest.approx(100 * sum(c[-1] == "Refused" for c in KNOWN) / len(KNOWN)),),)
