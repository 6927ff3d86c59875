"""A harbour: berths that nobody holds, work still to be done, boats out of the water, gear that is lent."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

PONTOONS = [("EA", "East Pontoon"), ("WE", "West Pontoon"), ("QU", "Town Quay")]
BERTHS = [(f"B{n:02}", PONTOONS[n % 3][0], 6 + n % 9) for n in range(36)]
LICENCES = [
    (f"L{n:02}", f"B{n * 7 % 36:02}", f"{('Ivy', 'Jon', 'Kit')[n % 3]} {('Ash', 'Bell', 'Cole', 'Dunn')[n % 4]}",
     f"20{10 + n % 13}-03-1{n % 9}", f"2023-0{1 + n % 9}-05" if n < 30 or n % 5 == 0 else "")
    for n in range(60)
]  # fmt: skip
JOBS = [
    (f"J{n:03}", f"B{n * 11 % 36:02}", f"{1 + n % 27:02}/{1 + n % 11:02}/2024",
     f"{1 + n % 27:02}/{2 + n % 11:02}/2024" if state == "CM" else "", state, ("EL", "DI")[n % 2])
    for n in range(90) for state in (("CM", "CM", "OP", "CM", "CX")[n % 5],)
]  # fmt: skip
LIFTS = [
    (700 + n, f"B{n % 36:02}", f"{1 + n % 20:02}/0{1 + n % 8}/2024",
     "" if n % 9 == 4 else f"{2 + n % 20:02}/0{2 + n % 7}/2024", ("crane", "slip")[n % 2])
    for n in range(50)
]  # fmt: skip
NOTES = """jobs sts: OP = still open, CM = completed, CX = cancelled.
jobs trd: EL electrical, DI diving.
"""

harbour = office_fixture(
    {
        "pontoons": csv_text("pont,pontoon", PONTOONS),
        "berths": csv_text("berth_no,pont,length_m", BERTHS),
        "licences": csv_text("lic_ref,berth,holder,start_dt,end_dt", LICENCES),
        "jobs": csv_text("job_no,berth_ref,logged,done,sts,trd", JOBS),
        "notes.txt": NOTES,
    }
)
lifting = office_fixture({"lifts": csv_text("lift_no,berth,UpOn,DownOn,means", LIFTS)})

HELD = {berth for _, berth, _, _, end in LICENCES if not end}


@pytest.mark.parametrize(
    "question",
    [
        "How many of our berths are standing empty now?",
        "How many berths are vacant?",
        "How many berths have nobody on them right now?",
        "How many berths are unoccupied at the moment?",
    ],
)
def test_what_nobody_holds_now_is_empty(harbour: Workspace, question: str) -> None:
    found = ask(harbour, question)
    assert found.rows == ((len(BERTHS) - len(HELD),),)
    assert not found.unsure


def test_what_somebody_holds_is_occupied(harbour: Workspace) -> None:
    found = ask(harbour, "How many occupied berths are there on each pontoon?")
    assert set(found.rows) == {
        (name, sum(b[0] in HELD and b[1] == code for b in BERTHS)) for code, name in PONTOONS
    }  # fmt: skip
    assert not found.unsure


@pytest.mark.parametrize(
    "question",
    [
        "How many jobs are still open?",
        "How many jobs are still to be done?",
        "How many jobs still need finishing?",
        "How many jobs are left to do?",
    ],
)
def test_what_was_called_off_is_not_still_to_be_done(harbour: Workspace, question: str) -> None:
    found = ask(harbour, question)
    assert found.rows == ((sum(j[4] == "OP" for j in JOBS),),)
    assert not found.unsure


def test_a_cell_without_a_day_is_asked_for_as_it_is(harbour: Workspace) -> None:
    found = ask(harbour, "How many jobs have no done date?")
    assert found.rows == ((sum(j[3] == "" for j in JOBS),),)


@pytest.mark.parametrize(
    ("question", "down"),
    [
        ("How many crane lifts are still up?", False),
        ("How many crane lifts are still up at the moment?", False),
        ("How many crane lifts have not come down yet?", False),
        ("How many crane lifts have come down?", True),
        ("How many crane lifts are still to be taken down?", False),
    ],
)
def test_what_went_up_has_come_down_or_has_not(lifting: Workspace, question: str, down: bool) -> None:
    found = ask(lifting, question)
    assert found.rows == ((sum(bool(x[3]) == down and x[4] == "crane" for x in LIFTS),),)
    assert not found.unsure


GEAR = [(f"G{n:02}", f"{('Radio', 'Pump', 'Winch')[n % 3]} {n}", 40 + n * 13 % 90) for n in range(30)]
CLUBS = [("RO", "Rowing Club"), ("SA", "Sailing School"), ("DV", "Dive Centre")]
LOANS = [
    (f"N{n:02}", CLUBS[n * n % 3 if n % 4 else 2][0], f"0{1 + n % 9}/0{1 + n % 8}/2024",
     f"1{n % 9}/09/2024" if state == "RET" else "", state)
    for n in range(40) for state in (("RET", "RET", "OUT", "RET", "CAN")[n % 5],)
]  # fmt: skip
LINES = [(f"N{n % 40:02}", f"G{n * 7 % 30:02}") for n in range(55)]
GEAR_NOTES = """Gear of the harbour, as lent in 2024
loans: status OUT still out, RET returned, CAN cancelled before it left.
Worth is in pounds.
"""

gear = office_fixture(
    {
        "gear": csv_text("gear_no,item,worth", GEAR),
        "clubs": csv_text("code,club", CLUBS),
        "loans": csv_text("loan_no,borrower,sent,back,status", LOANS),
        "loan_lines": csv_text("loan,gear", LINES),
        "notes.txt": GEAR_NOTES,
    }
)
OUT = {(n, who) for n, who, _, _, state in LOANS if state == "OUT"}


@pytest.mark.parametrize("question", ["Which loans are still out?", "Which loans are out at the moment?"])
def test_what_is_out_is_so_by_its_state(gear: Workspace, question: str) -> None:
    found = ask(gear, question)
    assert {r[0] for r in found.rows} == {n for n, _ in OUT}
    assert not found.unsure


@pytest.mark.parametrize(
    "question",
    [
        "Which loans has the Dive Centre got at the moment?",
        "Which loans does the Dive Centre have right now?",
        "Which loans does the Dive Centre still have?",
    ],
)
def test_what_somebody_has_got_now_is_out(gear: Workspace, question: str) -> None:
    found = ask(gear, question)
    assert {r[0] for r in found.rows} == {n for n, who in OUT if who == "DV"}


def test_what_somebody_has_now_are_things_of_loans_that_are_out(gear: Workspace) -> None:
    found = ask(gear, "Which gear does the Dive Centre have at the moment?")
    lent = {g for n, g in LINES if (n, "DV") in OUT}
    assert {r[0] for r in found.rows} == {item for ref, item, _ in GEAR if ref in lent}
