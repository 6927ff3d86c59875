"""States said in other words than the cells', and codes that nothing explains."""

from __future__ import annotations

import pytest

from core.ask.state_words import StateWords
from core.ask.tokens import tokenise
from core.model import Column, Profile, Table
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_OUTCOMES = ("Declined", "Granted", "Pending", "Withdrawn")
_TEXTS = {
    "permits": "Permit,Applicant,Received,Outcome\n"
    + "".join(f"P{n},Person {n % 20},2023-0{1 + n % 9}-11,{_OUTCOMES[n % 4 if n % 5 else 1]}\n" for n in range(80)),
    "fees": "Receipt,Permit,Paid on,How,St,Amount\n"
    + "".join(
        f"{n},P{n % 80},2023-1{n % 3}-02,{('CHQ', 'CARD', 'CASH', 'DD')[n % 4]},{('P', 'R', 'X')[n % 3]},{10 + n}.50\n"
        for n in range(90)
    ),
    "visits": "Visit,Permit,Day,Inspector\n"
    + "".join(f"{n},P{n % 60},{('Mon', 'Tue', 'Wed', 'Thu')[n % 4]},Officer {n % 5}\n" for n in range(100)),
}


office = office_fixture(_TEXTS)


def _outcomes(value: str) -> int:
    return sum(_OUTCOMES[n % 4 if n % 5 else 1] == value for n in range(80))


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many permits were turned down?", _outcomes("Declined")),
        ("How many permits did we turn down?", _outcomes("Declined")),
        ("How many permits were approved?", _outcomes("Granted")),
        ("How many permits are still in progress?", _outcomes("Pending")),
        ("How many visits were on a Wednesday?", 25),
        ("How many fees were paid by cheque?", 23),
        ("How many fees were paid by direct debit?", 22),
        ("How many fees were refunded?", 30),
        ("How many fees were cancelled?", 30),
    ],
)
def test_a_state_is_found_by_what_people_say(office: Workspace, question: str, number: int) -> None:
    answer = ask(office, question)
    assert answer.rows == ((number,),), answer.enriched


def test_who_waits_is_not_in_a_state_of_waiting(office: Workspace) -> None:
    assert "Outcome" not in ask(office, "How long do people wait for permits?").enriched


def test_what_somebody_has_done_is_no_state_of_being_done() -> None:
    column = Column("visits", "state", "state", "text", 0, Profile(9, 0, 2, common=(("Completed", 6), ("Open", 3))))
    states = StateWords((Table("visits", "visits", "v.csv", 9, (column,)),))
    said = {
        q: [k.value for _, _, k in states.links(tokenise(q))] for q in ("visits she has done", "visits that are done")
    }
    assert said == {"visits she has done": [], "visits that are done": ["Completed"]}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How much came in by cheque?", "total `Amount` of `fees`, where `How` = 'CHQ'"),
        ("How much came in by card, refunded fees left out?", "`St` is not 'R'"),
    ],
)
def test_money_is_added_up_of_the_rows_that_are_spoken_of(office: Workspace, question: str, said: str) -> None:
    assert said in ask(office, question).enriched


def test_a_persons_name_is_no_state() -> None:
    def found(*names: str) -> list[str]:
        common = tuple((n, 4) for n in names)
        column = Column("plays", "writer", "writer", "text", 0, Profile(12, 0, len(names), common=common))
        states = StateWords((Table("plays", "plays", "p.csv", 12, (column,)),))
        return [link.value for *_, link in states.links(tokenise("plays for kids"))]

    assert found("Child, Lee", "Young, Ada M.", "Rossi, Ugo") == []
    assert found("Child, accompanied", "Adult", "Group") == ["Child, accompanied"]


def test_a_sort_of_thing_is_no_state() -> None:
    def said(*values: str) -> set[str]:
        column = Column("n", "sort", "sort", "text", 0, Profile(9, 0, 3, common=tuple((v, 3) for v in values)))
        states = StateWords((Table("n", "n", "n.csv", 9, (column,)),))
        return {k.value for _, _, k in states.links(tokenise("how many shops were closed"))}

    assert not said("Fixed penalty notice", "Improvement notice", "Condition notice")
    assert said("Fixed leak", "Pending", "Open") == {"Fixed leak"}


def test_outstanding_beside_good_is_a_grade() -> None:
    def said(*values: str) -> set[str]:
        column = Column("n", "mark", "mark", "text", 0, Profile(9, 0, 3, common=tuple((v, 3) for v in values)))
        states = StateWords((Table("n", "n", "n.csv", 9, (column,)),))
        return {k.value for _, _, k in states.links(tokenise("how many shops are still open"))}

    assert not said("Outstanding", "Good", "Inadequate")
    assert said("Outstanding", "Paid", "Written off") == {"Outstanding"}
