"""Words that look as if they said what another rule reads: outcomes that are no gaps, beginnings that deny nothing."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_DAY = date(2024, 1, 1)
FILES = {
    "applications": csv_text("application,decision,fee", [(f"A{n:03}", n % 4 + 1, n * 3 % 50) for n in range(80)]),
    "codes": csv_text(
        "var,code,label",
        [("decision", n, said) for n, said in enumerate(("Approved", "Refused", "Withdrawn", "Pending"), 1)],
    ),
    "checks": csv_text(
        "check,item,state,shelf",
        [(f"K{n}", f"Item {n}", ("Missing", "Found", "Damaged")[n % 3], f"S{n % 5}") for n in range(60)],
    ),
    "box_takings": csv_text(
        "Box,Area,Emptied,Amount,Tickets",
        [(f"B{n % 6}", f"N{n % 4}", _DAY + timedelta(days=6 * n), 40 + n, n) for n in range(60)],
    ),
    "hotels": csv_text(
        "hotel,number of rooms,number of pools,place", [(f"Hotel {n}", n % 4, n % 3, f"P{n % 5}") for n in range(60)]
    ),
    "stock": csv_text(
        "thing,price,counted,verified",
        [(f"Thing {n}", n + 3, _DAY if n % 3 else "", _DAY if n % 2 else "") for n in range(60)],
    ),
    "wines": csv_text("wine,alcohol,cost", [(f"Wine {n}", 8 + n % 8, n + 4) for n in range(40)]),
    "agents": csv_text("agent,email response time", [(f"Agent {n}", n * 3 % 41) for n in range(30)]),
    "budget": csv_text("department,Q1,Q2,Q3,Q4,Q4E", [(f"D{n}", n, n + 1, n + 2, n + 3, n + 4) for n in range(9)]),
}
town = office_fixture(FILES)
MARCH = [40 + n for n in range(60) if (_DAY + timedelta(days=6 * n)).strftime("%Y-%m") == "2024-03"]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many applications were not approved?", ((60,),)),
        ("How many items are missing?", ((20,),)),
        ("What were the box takings in March 2024?", ((sum(MARCH),),)),
        ("How many hotels have no pools?", ((20,),)),
        ("How many unverified things are there?", ((30,),)),
        ("Which agent has the longest email response time?", (("Agent 27",),)),
        ("How many wines have more than 12% of alcohol?", ((15,),)),
    ],
)
def test_what_is_meant_is_read(town: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    found = ask(town, question)
    assert not found.unsure, found.enriched
    assert found.rows == rows, found.sql


@pytest.mark.parametrize(
    "question",
    ["Which things are discounted?", "How many hotels have no room service?", "How many hotels have no pool bar?"],
)
def test_what_nothing_says_is_withheld(town: Workspace, question: str) -> None:
    assert ask(town, question).unsure


def test_an_estimate_beside_quarters_leaves_them_quarters(town: Workspace) -> None:
    assert "budget, by quarter" in {t.label for t in town.tables.all()}
