"""A small stage's files: states in headers and words cut short, what is not to count, and what nobody ever did."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture, rounded

NIGHTS = [
    (f"N{n:03}", f"S{n % 6}", f"202{2 + n % 3}-{1 + n % 12:02}-0{1 + n % 8}", "Y" if n % 11 == 3 else "")
    for n in range(80)
]
SHOWS = [(f"S{n}", ("Rope", "Ghosts", "Hair", "Luv", "Tosca", "Cats")[n]) for n in range(6)]
JOBS = [(500 + n, f"P{n % 4}", 10 + n % 7, ("Done", "Susp", "done", "WIP")[n % 4], 5.0 + n) for n in range(60)]
PAPER = [(f"P{n}", ("Silk", "Gloss", "Card", "Bond", "Kraft")[n], 4000 - 900 * n) for n in range(5)]

stage = office_fixture(
    {
        "nights": csv_text("Night,Show,Date,Canc?", NIGHTS),
        "shows": csv_text("Show,Title", SHOWS),
        "print jobs log": csv_text("Job No,Paper,Qty,Status,Price", JOBS),
        "paper stock": csv_text("Paper,Description,Sheets In Stock", PAPER),
    }
)
HELD = sum(date.startswith("2023") and not off for _, _, date, off in NIGHTS)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many nights were there in 2023? Don't count any that were cancelled", ((HELD,),)),
        (
            "average price of print jobs? leave the suspended ones out",
            ((sum(p for *_, s, p in JOBS if s != "Susp") / 45,),),
        ),
    ],
)
def test_what_is_not_to_count_is_left_out(
    stage: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(stage, question)
    assert answers(rounded(answer.rows), rounded(rows)), answer.sql
    assert not answer.unsure


def test_a_state_in_a_word_cut_short_is_found(stage: Workspace) -> None:
    assert ask(stage, "How many print jobs were suspended?").rows == ((15,),)


def test_what_nobody_did_is_not_all_there_is(stage: Workspace) -> None:
    answer = ask(stage, "Anything on the paper stock that nobody has ever complained of?")
    assert answer.unsure or not answer.sql, (answer.rows, answer.sql)


def test_what_there_is_in_stock_is_in_no_piece(stage: Workspace) -> None:
    assert "*" not in ask(stage, "Which status has spoiled the most sheets in total?").sql
