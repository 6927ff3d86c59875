"""Statistics of bus stops by council: the list that names the councils (`la_lookup`), and words written as one."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

NAMES = ("Amble", "Brinton", "Carsley", "Denford", "Eastow", "Fernham", "Gatley", "Holme")
COUNCILS = [(f"L{n:02}", name, ("N", "S")[n % 2]) for n, name in enumerate(NAMES)]
STOPS = [(f"L{n % 7:02}", year, 30 + n) for n in range(7) for year in ("2021-22", "2022-23")]
TOTALS = [(f"L{n:02}", name, 2022, 100 + n) for n, name in enumerate(NAMES)] * 2
FOLDER = {
    "la_lookup": csv_text("LACode,LAName,Side", COUNCILS),
    "busstop_counts": csv_text("LACode,FY,Stops", STOPS),
    "annual_la": csv_text("ONS Code,Authority,Survey Year,Buses", TOTALS),
}

folder = office_fixture(FOLDER)


@pytest.mark.parametrize("noun", ["councils", "local authorities"])
def test_a_lookup_holds_what_it_names(folder: Workspace, noun: str) -> None:
    found = ask(folder, f"How many {noun} are there?")
    assert not found.unsure
    assert found.rows == ((8,),)


def test_those_without_rows_elsewhere(folder: Workspace) -> None:
    found = ask(folder, "Which councils have no bus-stop counts?")
    assert found.rows == (("Holme",),)


def test_two_words_that_labels_write_as_one(folder: Workspace) -> None:
    found = ask(folder, "How many bus stops were counted in 2022-23?")
    assert found.rows == ((sum(s[2] for s in STOPS if s[1] == "2022-23"),),)
