"""A boatyard's own files, and a hobby's tables of identifiers: what people type of them, and what is no answer."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

STATES = ("D", "W", "D", "C")
JOBS = [
    (2200 + n, f"{1 + n % 28:02}/{1 + n % 12:02}/202{2 + n % 3}", f"B{100 + n % 9}", STATES[n % 4], "YN"[n % 3 == 0])
    for n in range(90)
]
STAFF = [("DJ", "Dawn Jessop", "Fitter", "17/03/2012", ""), ("CK", "Carl Kemp", "Driver", "02/05/2023", "")]
STAFF += [("GF", "Gina Ford", "Fitter", "11/01/2019", "09/09/2023"), ("OP", "Olly Pike", "Rigger", "03/06/2020", "")]
STAFF += [(f"{a}Z", f"{a}my Zell", "Fitter", "01/02/2021", f"0{n}/07/2023") for n, a in enumerate("ABCE", 1)]
LIFTS = [(f"{1 + n % 27:02}/10/2023", f"B{100 + n % 9}", ("OUT", "IN")[n % 2], 40 + n) for n in range(40)]
BOATS = [(f"B{100 + n}", ("Gull", "Tern", "Auk", "Swift", "Kite", "Crane", "Wren", "Lark", "Dove")[n], 6 + n / 2)
         for n in range(9)]  # fmt: skip
STOCK = [("Rope", 4, 10, 2.5), ("Paint", 20, 5, 12.0), ("Shackle", 3, 3, 1.0), ("Filler", 1, 6, 8.0)]
BEASTS = [(n + 1, name, 10 * n + 7, n % 2, int(n == 2)) for n, name in enumerate(("ember-cat", "mud-eel", "sky-ram",
          "ice-hen", "sun-dog", "fog-owl"))]  # fmt: skip
POWERS = [(n + 1, name) for n, name in enumerate(("glow", "swim-fast", "high-jump", "deep-sleep"))]
HAVE = [(1, 1), (2, 2), (3, 1), (4, 2), (5, 1), (6, 4)]

yard = office_fixture(
    {
        "job book 22-24": csv_text("Job No,Date In,Boat,Status,Pd?", JOBS),
        "STAFF": csv_text("Initials,Name,Job,Started,Left", STAFF),
        "crane lifts": csv_text("Date,Boat,Lift,Charge", LIFTS),
        "boat list": csv_text("Boat Ref,Boat Name,LOA m", BOATS),
        "stock sheet": csv_text("Item,Qty,Min,Kg", STOCK),
        "codes": "List,Code,Means\nstatus,D,Done\nstatus,W,Waiting\nstatus,C,Cancelled\n",
        "beasts": csv_text("id,identifier,weight,is_rare,is_mythical", BEASTS),
        "powers": csv_text("id,identifier", POWERS),
        "beast_powers": csv_text("beast_id,power_id", HAVE),
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many jobs came in during 2023?", ((30,),)),
        ("How many finished jobs still haven't been paid for?", ((sum(s == "D" and p == "N" for *_, s, p in JOBS),),)),
        ("Which staff have we still got?", tuple((name,) for _, name, *_, left in STAFF if not left)),
        ("Which items are below their minimum?", (("Rope",), ("Filler",))),
        ("What's the name of the longest boat?", ((BOATS[-1][1],),)),
        ("Which is the heaviest beast that is neither rare nor mythical?", (("sun-dog",),)),
        ("Which powers does no beast have?", (("high-jump",),)),
    ],
)
def test_it_is_answered(yard: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(yard, question)
    assert answers(answer.rows, rows), (answer.rows, answer.sql)
    assert not answer.unsure


@pytest.mark.parametrize(
    "question",
    [
        "How many times did we lift a boat out of the water in October 2023?",
        "How many kilos have the fitters used?",
        "Which items are over their limit?",
    ],
)
def test_what_else_could_be_told_is_withheld(yard: Workspace, question: str) -> None:
    answer = ask(yard, question)
    assert answer.unsure, (answer.rows, answer.sql)
