"""A marine station: what is said again in brackets or behind `and that of`."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

KINDS = ("Wrasse", "Goby", "Blenny", "Pipefish")
HABITS = ("benthic", "pelagic", "demersal", "littoral")
SPECIES = [(n, f"Fish {chr(64 + n)}", KINDS[n % 4], HABITS[(n // 2) % 4], 10 + n) for n in range(1, 25)]
WORK = ("Net repair", "Boat cleaning", "Tank check", "Late return")
REASONS = ("Fog", "Engine", "Crew")
JOBS = [
    (n, f"{1 + n % 27:02}/{1 + n % 9:02}/{2021 + n % 3}", WORK[n % 4], REASONS[n % 3] if n % 4 == 3 else "")
    for n in range(1, 81)
]
CHARGES = [(n, 1 + n % 20, n % 7 - 3) for n in range(1, 60)]
FUNDERS = ("Harbour Trust and others", "Sea Board and Harbour Trust", "Port Fund and a friend")
LESSEES = ("Harbour Trust alone", "A yacht club", "Nobody at present")
MOORINGS = [(n, FUNDERS[n % 3], LESSEES[n % 3], n * 3) for n in range(1, 30)]
STATION = {
    "moorings": csv_text("Mooring No,Top Funders,Present Lessee,Depth", MOORINGS),
    "species": csv_text("Species No,Species,Kind,Habit,Length", SPECIES),
    "jobs": csv_text("Job,Done,Work,LateReturnReason", JOBS),
    "salinity offsets": csv_text("Offset Id,Species No,Salinity Offset", CHARGES),
}

station = office_fixture(STATION)


def test_what_stands_in_brackets_is_meant(station: Workspace) -> None:
    found = ask(station, "Which species are bottom-dwelling (benthic)?")
    assert not found.unsure
    assert {r[0] for r in found.rows} == {s[1] for s in SPECIES if s[3] == "benthic"}


@pytest.mark.parametrize(
    "question",
    [
        "What is the average length of the blennies, and what is it for the gobies?",
        "What is the average length of the blennies, and that of the gobies?",
    ],
)
def test_what_is_asked_again_has_a_figure_of_its_own(station: Workspace, question: str) -> None:
    found = ask(station, question)
    assert not found.unsure
    assert {r[0] for r in found.rows} == {"Blenny", "Goby"}


def test_that_is_says_it_plainly(station: Workspace) -> None:
    found = ask(station, "How many of the species are free-swimming, that is, pelagic?")
    assert not found.unsure
    assert found.rows == ((sum(s[3] == "pelagic" for s in SPECIES),),)
