"""A ferry company whose headers are short and whose code book says what they hold, in whole phrases."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

MODES = ("CD", "SP", "VH")
BOATS = [(f"B{n:02}", f"Boat {chr(64 + n)}", MODES[n % 3], ("W", "2W", "M")[n % 3]) for n in range(1, 25)]
SAILINGS = [
    (n, f"B{1 + n % 24:02}", f"2023-{1 + n % 12:02}", 40 + n % 17, n % 5, 3 + n % 4) for n in range(1, 200)
]  # fmt: skip
BOOK = """file,field,value,meaning
boats,PropSys,CD,"Conventional: steered by rudder from the wheelhouse"
boats,PropSys,SP,"Steered pods: azimuth thrusters or pump jets"
boats,PropSys,VH,"Cycloidal: vertical blades that turn below the hull"
boats,HullFrq,W,Hull brushing (dry dock) done weekly
boats,HullFrq,2W,Hull brushing (dry dock) done every two weeks
boats,HullFrq,M,Hull brushing (dry dock) done once a month
sailings,pax_t1,,Passengers carried on foot without any vehicle
sailings,cxl_wx,,Departures called off because of bad weather
"""
FERRIES = {
    "boats": csv_text("BoatRef,BoatName,PropSys,HullFrq", BOATS),
    "sailings": csv_text("LineNo,BoatRef,Period,pax_t1,cxl_wx,crew_n", SAILINGS),
    "code book": BOOK,
}

ferries = office_fixture(FERRIES)


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("How many cycloidal boats are there?", "VH"),
        ("How many boats have azimuth thrusters?", "SP"),
        ("How many boats have pump jets?", "SP"),
        ("How many boats have vertical blades?", "VH"),
    ],
)
def test_part_of_a_long_meaning_names_its_code(ferries: Workspace, question: str, code: str) -> None:
    found = ask(ferries, question)
    assert not found.unsure
    assert found.rows == ((sum(b[2] == code for b in BOATS),),)


@pytest.mark.parametrize(
    ("question", "at"),
    [
        ("What is the total number of passengers carried on foot?", 3),
        ("How many departures were called off because of bad weather?", 4),
    ],
)
def test_part_of_a_description_names_its_column(ferries: Workspace, question: str, at: int) -> None:
    found = ask(ferries, question)
    assert not found.unsure
    assert found.rows == ((sum(int(s[at]) for s in SAILINGS),),)
