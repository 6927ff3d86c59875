"""Clauses beside a question that say which rows count: left out, alone, or too; before it and behind it."""

from __future__ import annotations

import pytest

from core.ask.rewording.exclusions import excluding
from core.ask.rewording.side_clauses import foremost_last, side_clauses
from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

_STATES = ("Kept", "Cancelled", "Kept", "No show", "Kept")
_LESSONS = [
    (n, f"2024-0{n % 6 + 1}-1{n % 9}", n * n % 13 + 1, 20 + n % 7, _STATES[n % 5], "Y" if n % 4 == 0 else "")
    for n in range(90)
]
_RIDERS = [(n, f"Rider {n}", f"2022-0{n % 9 + 1}-02", "2024-05-01" if n % 4 == 1 else "") for n in range(1, 15)]

office = office_fixture(
    {
        "lessons": csv_text("lesson_no,given_on,rider,fee,state,indoors", _LESSONS),
        "riders": csv_text("rider_no,rider_name,joined,left", _RIDERS),
    }
)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Cancellations aside, how many lessons were given?", "How many lessons were given, cancellations aside?"),
        ("Not counting those who left, who joined first?", "Who joined first, not counting those who left?"),
        ("How many lessons, cancellations aside?", "How many lessons, cancellations aside?"),
        ("Of the riders, how many have left?", "Of the riders, how many have left?"),
        (
            "Cancellations aside, how many lessons cost over 2.50?",
            "How many lessons cost over 2.50, cancellations aside?",
        ),
    ],
)
def test_a_clause_before_a_question_is_put_behind_it(said: str, plain: str) -> None:
    assert foremost_last(said) == plain


@pytest.mark.parametrize(
    ("said", "plain", "asks", "clause"),
    [
        ("Average fee? Only count lessons that were kept.", "Average fee?", "only", "lessons that were kept"),
        ("How many riders, counting those who left as well?", "How many riders?", "too", "those who left"),
        ("How many riders, counting only those who left?", "How many riders?", "only", "those who left"),
    ],
)
def test_a_clause_is_told_from_the_question(said: str, plain: str, asks: str, clause: str) -> None:
    (found,) = side_clauses(said)
    assert (found.text, found.tails[0].asks, found.tails[0].clause) == (plain, asks, clause)


@pytest.mark.parametrize(
    "question",
    ["How many walk-in visits did we have as well?", "Fees by month, and what was the income too?"],
)
def test_what_is_no_clause_is_none(question: str) -> None:
    assert not list(side_clauses(question))


@pytest.mark.parametrize("question", ["Of the riders who joined in 2022, how many have left?"])
def test_who_have_left_are_not_left_out(question: str) -> None:
    assert excluding(question) is None


def _fees(*states: str) -> int:
    return sum(r[3] for r in _LESSONS if r[4] in states)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Leaving aside cancellations and no-shows, what is the total fee of lessons?", _fees("Kept")),
        ("What is the total fee of lessons, not counting lessons that were cancelled?", _fees("Kept", "No show")),
        ("What is the total fee of lessons, counting only the cancelled lessons?", _fees("Cancelled")),
        ("How many riders are there, leaving out the ones who have left?", sum(not r[3] for r in _RIDERS)),
        (
            "How many riders are there, except for riders having a cancelled lesson?",
            len({r[0] for r in _RIDERS} - {r[2] for r in _LESSONS if r[4] == "Cancelled"}),
        ),
        ("How many lessons were not indoors?", sum(not r[5] for r in _LESSONS)),
    ],
)
def test_the_rows_that_a_clause_means_are_found_as_a_question_of_their_own(
    office: Workspace, question: str, rows: int
) -> None:
    got = ask(office, question)
    assert answers(got.rows, [(rows,)]), (got.sql, got.rows)
    assert not got.unsure


def test_of_unknown_people_not_all_are_left_out(office: Workspace) -> None:
    got = ask(office, "How many riders are there, leaving out the juniors who have left?")
    assert got.unsure, (got.sql, got.rows)


def test_a_clause_that_cannot_be_read_leaves_doubt(office: Workspace) -> None:
    assert ask(office, "How many lessons were there, counting only those on grass?").unsure


def test_how_often_each_is_counted_is_not_passed_over(office: Workspace) -> None:
    got = ask(office, "Counting each rider once, what was the average fee of lessons?")
    assert got.unsure, (got.sql, got.rows)


@pytest.mark.parametrize(
    "question",
    [
        "How many lessons were given in 2024, leaving aside cancellations?",
        "How many lessons per rider, top 3",
    ],
)
def test_a_question_is_not_said_to_be_one_without_its_clause(office: Workspace, question: str) -> None:
    got = ask(office, question)
    assert got.sql is not None
    assert got.rewritten == ""
