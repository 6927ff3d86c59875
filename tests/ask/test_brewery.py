"""A brewery's office: what is added up, and what is not what was asked and is withheld."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture

CASKS = (("K30", "Keg", 30), ("C41", "Cask", 41), ("B12", "Crate", 6))
SALES = [
    (3000 + n, f"{2024 + n % 2}-0{1 + n % 9}-1{n % 9}", CASKS[n % 3][0], 1 + n % 7, f"A{1 + n % 9}") for n in range(90)
]
FARES = [(n, f"2024-0{1 + n % 9}-12", 2 + n % 5, f"A{1 + n % 9}") for n in range(60)]
STATES = ("Sent", "Sent by post", "Cancelled", "Cancelled - too old", "cancelled by buyer")
ORDERS = [(n, f"2024-0{1 + n % 9}-21", ("A3", "A4")[n % 2], STATES[n % 5], f"A{1 + n % 9}") for n in range(70)]

TOURS = [(f"T{n:02d}", 10 + n, 20 + 3 * n) for n in range(1, 13)]
TRIPS = [(7000 + n, f"2024-0{1 + n % 9}-0{1 + n % 8}", f"T{1 + n % 12:02d}", f"A{1 + n % 9}") for n in range(80)]

FILES = {
    "tours": "Tours of the brewery 2024,,\n\nTour,Seats,Cost per day\n"
    + "".join(f"{t},{s},{c}\n" for t, s, c in TOURS),
    "trips": "No,Trip date,Tour,Account\n" + "".join(f"{n},{d},{t},{a}\n" for n, d, t, a in TRIPS),
    "containers": "Cont,Description,Litres\n" + "".join(f"{c},{d},{x}\n" for c, d, x in CASKS),
    "sales": "Inv,Inv date,Cont,Qty,Account\n" + "".join(f"{i},{d},{c},{q},{a}\n" for i, d, c, q, a in SALES),
    "accounts list": "Account,Name\n" + "".join(f"A{n},Pub {n}\n" for n in range(1, 13)),
    "fares": "No,Paid on,Amount,Account\n" + "".join(f"{n},{d},£{a}.50,{c}\n" for n, d, a, c in FARES),
    "print orders": "No,Ordered,Kind,State,Account\n" + "".join(f"{n},{d},{k},{s},{a}\n" for n, d, k, s, a in ORDERS),
}

CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("total fares", ((sum(a + 0.5 for _, _, a, _ in FARES),),)),
    ("how many accounts do we have?", ((12,),)),
    ("how many print orders were cancelled?", ((sum(s.casefold().startswith("cancelled") for *_, s, _ in ORDERS),),)),
    ("how many print orders were cancelled by the buyer?", ((sum(s == "cancelled by buyer" for *_, s, _ in ORDERS),),)),
    ("how many kegs did we sell in 2025?", ((sum(q for _, d, c, q, _ in SALES if (d[:4], c) == ("2025", "K30")),),)),
    (
        "number of print orders for each sort of kind",
        tuple((k, sum(x == k for _, _, x, _, _ in ORDERS)) for k in ("A3", "A4")),
    ),
)


office = office_fixture(FILES)


@pytest.mark.parametrize(("question", "rows"), CASES)
def test_questions_of_a_brewery(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows, figure=True), (got.sql, got.rows)


@pytest.mark.parametrize(
    "question",
    [
        "which three tours cost us the most per account per day?",  # a list of tours is no published statistics
    ],
)
def test_what_would_be_another_figure_is_withheld(office: Workspace, question: str) -> None:
    got = ask(office, question)
    assert got.unsure, (got.sql, got.rows)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("total litres sold in 2025", ("Keg", "Cask", "Crate")),  # not the sizes of the three containers, once each
        ("litres of kegs sold in 2025", ("Keg",)),
    ],
)
def test_what_pieces_hold_is_added_up(office: Workspace, question: str, kinds: tuple[str, ...]) -> None:
    got = ask(office, question)
    sizes = {k: x for k, kind, x in CASKS if kind in kinds}
    right = sum(q * sizes.get(c, 0) for _, d, c, q, _ in SALES if d[:4] == "2025")
    assert got.rows == ((right,),), (got.sql, got.rows)
    assert not got.unsure
