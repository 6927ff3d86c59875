"""Camp sites: how they are rated, by a cell and no rate; and the year in which they were listed, of nothing else."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

SITES = [
    (f"CS{n:03}", name, 2018 + n % 7, 40 + n)
    for n, name in enumerate(
        ("Alder Glen", "Birk Rigg", "Coomb End", "Dene Foot", "Esk View", "Fold Gate", "Gill Bank")
    )
]
GRADES = [
    (ref, year, ("Good", "Poor", "Fair", "Good")[(n + year) % 4])
    for n, (ref, *_) in enumerate(SITES)
    for year in (2021, 2022)
]
METERS = [(f"M{n:02}", ("Northflow", "Southflow")[n % 2], SITES[n % 7][0], 3 + n % 5, 90 + n % 9) for n in range(28)]
PRICES = [(quarter, firm, 4 + n) for n, quarter in enumerate(("Q1", "Q2", "Q3")) for firm in ("Northflow", "Southflow")]
office = office_fixture(
    {
        "camp-site-register": csv_text("SiteRef,Camp Site,Year Listed,Pitches", SITES),
        "grades-by-season": csv_text("Site Ref,Season,Grade", GRADES),
        "water-meters-return": csv_text("Permit,Water Firm,Site Served,Counted Leaks,Working Percent", METERS),
        "price-returns": csv_text("Quarter,Firm,Rate per litre", PRICES),
    }
)


@pytest.mark.parametrize(
    "question", ["Which camp sites have ever been rated poor?", "Which camp sites have been rated as poor?"]
)
def test_rated_leads_to_what_the_rating_was(office: Workspace, question: str) -> None:
    found = ask(office, question)
    assert not found.unsure
    poor = {ref for ref, _, grade in GRADES if grade == "Poor"}
    assert {r[0] for r in found.rows} == {name for ref, name, *_ in SITES if ref in poor}


@pytest.mark.parametrize(
    "question",
    ["How many times did each firm's water meters leak in 2023?", "How many meters does each water firm have in 2023?"],
)
def test_the_year_of_a_listing_is_no_year_of_leaks(office: Workspace, question: str) -> None:
    found = ask(office, question)
    assert found.unsure or "listed" not in found.answer.lower()
