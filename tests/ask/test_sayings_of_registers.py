"""Turns of phrase about published registers: what was never done, why, in which year, and how it ended."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

FARMS = [(f"F{n}", f"{name} Farm", 3.5 + n) for n, name in enumerate(("Ash", "Beck", "Cliff", "Dale", "Elm", "Fold"))]
GRAINS = ("BLY", "WHT", "OAT")
ORDERS = [
    (n, f"F{n % 5}", GRAINS[n % 3 if n % 5 != 2 else 1], f"20{20 + n % 3}-0{1 + n % 9}-11", 5 + n % 8)
    for n in range(60)
]
VISITS = [
    (
        n,
        f"F{n % 6}",
        f"20{20 + n % 3}-0{1 + n % 9}-04",
        f"20{20 + n % 3}-1{n % 3}-19",
        ("PASS", "WARN", "FINE")[n % 3 if n % 4 else 1],
        "NY"[n % 3 == 0],
        ("", "", "", "STAFF", "", "", "ROAD", "", "")[n % 9] if n % 3 == 0 else "",
        n % 7,
        1 + n % 4,
    )
    for n in range(90)
]
BIDS = [(f"BD{n}", f"F{n % 6}", ("OFF", "REJ", "WDN")[(n * n + n // 4) % 3], int(n % 4 == 0)) for n in range(70)]
NOTES = """Notes
* Decision: OFF offered, REJ turned down, WDN withdrawn by the farm.
* First bid. = 1 where the farm had not bid before.
* Grain: BLY barley, WHT wheat, OAT oats.
* Outcome: PASS no action taken, WARN official warning, FINE fine imposed.
* DNA    did not attend (asked to come, did not)
* KQ_Overall 1 inadequate, 2 fair, 3 good, 4 outstanding
"""
farms = office_fixture(
    {
        "notes.md": NOTES,
        "farm-register": csv_text("farm_no,farm_name,Day ticket (GBP)", FARMS),
        "grain-orders": csv_text("Order,Farm,Grain,Ordered,Tonnes", ORDERS),
        "grant-bids": csv_text("Bid reference,Farm,Decision,First bid.", BIDS),
        "farm-visits": csv_text("Visit,Farm,Opened,Closed,Outcome,CANC_YN,CANC_RSN,DNA,KQ_Overall", VISITS),
    }
)


def _named(lacking: set[str]) -> list[str]:
    return sorted(f[1] for f in FARMS if f[0] in lacking)


@pytest.mark.parametrize(
    ("question", "lacking"),
    [
        ("Which farms never ordered barley?", {f[0] for f in FARMS} - {o[1] for o in ORDERS if o[2] == "BLY"}),
        ("Which farms have never ordered anything?", {"F5"}),
        ("Which farms haven't bought anything?", {"F5"}),
        ("Is there a farm on the books that hasn't bought anything? Which one?", {"F5"}),
    ],
)
def test_what_was_never_done_has_no_row(farms: Workspace, question: str, lacking: set[str]) -> None:
    found = ask(farms, question)
    assert not found.unsure
    assert sorted(row[0] for row in found.rows) == _named(lacking)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many farm visits ended in an official warning?", sum(v[4] == "WARN" for v in VISITS)),
        (
            "How many farm visits opened in 2021 ended in an official warning?",
            sum(v[4] == "WARN" and v[2].startswith("2021") for v in VISITS),
        ),
        ("How many farm visits were opened in calendar year 2021?", sum(v[2].startswith("2021") for v in VISITS)),
        ("How many farm visits were opened in the year 2022?", sum(v[2].startswith("2022") for v in VISITS)),
        (
            "How many farm visits were called off because there weren't enough staff?",
            sum(v[6] == "STAFF" for v in VISITS),
        ),
    ],
)
def test_how_it_ended_when_and_why(farms: Workspace, question: str, count: int) -> None:
    found = ask(farms, question)
    assert not found.unsure
    assert found.rows == ((count,),)


def test_no_shows_are_those_who_did_not_attend(farms: Workspace) -> None:
    found = ask(farms, "Total no-shows for each outcome")
    assert not found.unsure
    assert sorted(row[-1] for row in found.rows) == sorted(
        sum(v[7] for v in VISITS if v[4] == outcome) for outcome in ("PASS", "WARN", "FINE")
    )


def test_the_dearest_is_told_by_what_is_in_pounds(farms: Workspace) -> None:
    found = ask(farms, "Which farm is the dearest for a day?")
    assert found.unsure or found.rows[0][0] == "Fold Farm"
    assert not found.unsure


@pytest.mark.parametrize("way", ["had", "ended up with", "were given"])
def test_an_overall_grade_is_no_total(farms: Workspace, way: str) -> None:
    found = ask(farms, f"How many farm visits {way} an overall grade of fair?")
    assert found.rows == ((sum(v[8] == 2 for v in VISITS),),)


OFFERED = sum(b[2] == "OFF" for b in BIDS)


def test_what_was_offered_was_successful(farms: Workspace) -> None:
    found = ask(farms, "How many grant bids were successful?")
    assert not found.unsure
    assert found.rows == ((OFFERED,),)


@pytest.mark.parametrize(
    "question", ["What percentage of bids were successful?", "What share of grant bids were funded?"]
)
def test_marks_of_first_bids_are_not_what_bids_are_counted_by(farms: Workspace, question: str) -> None:
    found = ask(farms, question)
    share = OFFERED / len(BIDS)
    assert found.unsure or found.rows in (((pytest.approx(share),),), ((pytest.approx(100 * share),),))
