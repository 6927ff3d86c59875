"""A lido: columns side by side that are added up or taken from each other, named one by one in the question."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

DAYS = [(n, 12 + n % 5, 3 + n % 4, n % 3, 40 + n, 20 + n % 7, f"{(n % 3) * 2}" if n % 4 else "") for n in range(1, 41)]
LEDGER = [(n, f"{30 + n}" if n % 2 else "", "" if n % 2 else f"{11 + n}") for n in range(1, 31)]
LIDO = {
    "gate sheet": "Day,Ad,Conc,Ch,Kiosk £,Tin £,Hrs,OT\n"
    + "".join(
        f"{1 + n % 28:02}/0{5 + n % 4}/2024,{ad},{conc},{ch},{kiosk},{tin},8,{ot}\n"
        for n, ad, conc, ch, kiosk, tin, ot in DAYS
    ),
    "ledger": "Entry,Date,In,Out\n" + "".join(f"{n},{n:02}/06/2024,{i},{o}\n" for n, i, o in LEDGER),
    "breakages": "Report,Seen,Quoted £,Settled £\n"
    + "".join(f"B{n},{n:02}/07/2024,{50 + 3 * n},{40 + 2 * n}\n" for n in range(1, 25)),
}

lido = office_fixture(LIDO)

HEADS = sum(ad + conc + ch for _, ad, conc, ch, *_ in DAYS)
MONEY = sum(kiosk + tin for *_, kiosk, tin, _ in DAYS)
HOURS = sum(8 + int(ot or 0) for *_, ot in DAYS)
LEFT = sum(int(i or 0) for _, i, _ in LEDGER) - sum(int(o or 0) for *_, o in LEDGER)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How much did the kiosk and the tin bring in between them?", MONEY),
        ("What do the kiosk plus the tin come to?", MONEY),
        ("How many adults, concessions and children came through the door altogether?", HEADS),
        ("What is the total of hours, overtime included?", HOURS),
        ("What was money in less money out?", LEFT),
        ("How much did we save between what was quoted and what was settled?", sum(10 + n for n in range(1, 25))),
    ],
)
def test_columns_named_side_by_side_are_reckoned_together(lido: Workspace, question: str, figure: int) -> None:
    found = ask(lido, question)
    assert found.rows == ((figure,),)
    assert not found.unsure


def test_two_that_are_told_apart_are_not_added_up(lido: Workspace) -> None:
    found = ask(lido, "What did the kiosk and the tin take respectively?")
    assert found.unsure or MONEY not in [c for r in found.rows for c in r]


HIRES = [(n, "pedalo canoe board".split()[n % 3], 1 + n % 4 + 5 * (n % 3 == 1), 9 - 3 * (n % 3)) for n in range(1, 31)]

quay = office_fixture({"hires": "Hire,Craft,Qty,Price ea\n" + "".join(f"{n},{c},{q},{p}\n" for n, c, q, p in HIRES)})


def test_the_most_money_is_that_of_all_that_went(quay: Workspace) -> None:
    found = ask(quay, "Which craft makes us the most money?")
    assert not found.unsure
    assert found.rows[0][0] == "canoe"


FEES = [(f"M{n}", 40, 40 - 5 * (n % 4)) for n in range(1, 21)]

club = office_fixture({"fees": "Member,Due,Paid\n" + "".join(f"{m},{d},{p}\n" for m, d, p in FEES)})


@pytest.mark.parametrize("said", ["still to come in", "yet to come in", "still to be collected"])
def test_what_is_still_to_come_is_outstanding(club: Workspace, said: str) -> None:
    found = ask(club, f"How much in fees is {said}?")
    assert not found.unsure
    assert found.rows == ((sum(d - p for _, d, p in FEES),),)
