"""Moans about bridges: the rows are moans and no bridges, whoever moaned; and trades said by another word."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

BRIDGES = [
    (f"B{n:02}", name, ("Mill", "Dock", "Park")[n % 3], ("STL", "WOD", "STN")[n % 3])
    for n, name in enumerate(("Abbey Gate", "Barley Lock", "Canon Arch", "Drover Span", "Eel Walk", "Ferry Steps"))
]
MOANS = [
    (
        5000 + n,
        f"{2021 + n % 3}-1{n % 3}-0{1 + n % 9}",
        BRIDGES[min(n % 11, 5)][0],
        ("Walker", "Boater")[n % 5 % 2],
        n % 7,
    )
    for n in range(140)
]
office = office_fixture(
    {
        "county-bridge-register": csv_text("BridgeRef,Known As,Ward,Sector", BRIDGES),
        "moans-about-bridges-2021-24": csv_text("MoanNo,Received,Bridge Reference,Moaner,Pages", MOANS),
    }
)
NAMES = {ref: name for ref, name, *_ in BRIDGES}


@pytest.mark.parametrize(
    "question", ["Which bridge has been moaned about most often?", "Which bridge has had the most moans?"]
)
def test_which_bridge_is_nobody_who_moans(office: Workspace, question: str) -> None:
    ((most, _),) = Counter(NAMES[ref] for _, _, ref, *_ in MOANS).most_common(1)
    found = ask(office, question)
    assert not found.unsure
    assert found.rows[0][0] == most


def test_moans_about_bridges_are_moans(office: Workspace) -> None:
    found = ask(office, "How many moans came in 2022?")
    assert not found.unsure
    assert found.rows == ((sum(day.startswith("2022") for _, day, *_ in MOANS),),)
    found = ask(office, "How many bridges are there?")
    assert found.unsure or found.rows == ((len(BRIDGES),),)


def test_an_industry_is_a_sector(office: Workspace) -> None:
    sectors = {ref: sector for ref, *_, sector in BRIDGES}
    pages = defaultdict(list)
    for *_, ref, _, count in MOANS:
        pages[sectors[ref]].append(count)
    found = ask(office, "Average pages per moan by industry")
    assert not found.unsure
    assert dict(found.rows) == {sector: pytest.approx(sum(p) / len(p)) for sector, p in pages.items()}
