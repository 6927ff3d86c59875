"""A riding school: what has not been paid for, in whichever words, by a mark or by a day of payment."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

RIDERS = [(f"R{n:02}", f"{('Ottilie', 'Bram', 'Wanda')[n % 3]} {chr(65 + n)}rke", ("Adult", "Child")[n % 2],
           "N" if n % 5 == 0 else "Y") for n in range(16)]  # fmt: skip
LESSONS = [(500 + n, f"R{n * n % 16:02}", f"{1 + n % 27:02}/0{1 + n % 9}/202{3 + n % 2}", 20 + n % 3 * 5,
            ("Y", "N", "Y")[n % 3], "Y" if n % 7 == 0 else "N") for n in range(80)]  # fmt: skip
FEED = [(n, f"0{1 + n % 9}/02/2024", 40 + n, "" if n % 6 == 0 else f"1{n % 9}/03/2024") for n in range(30)]

school = office_fixture(
    {
        "riders": csv_text("Rider No,Rider,Kind,Badge 24 Pd", RIDERS),
        "lessons": csv_text("Lesson,Rider No,Day,Fee,Pd?,Canc", LESSONS),
        "feed bills": csv_text("Bill,Bill Dt,Cost,Paid dt", FEED),
    }
)


@pytest.mark.parametrize(
    "question",
    [
        "How many feed bills has nobody settled yet?",
        "How many feed bills are still to be paid?",
        "How many of the feed bills have never been paid?",
    ],
)
def test_what_has_no_day_of_payment_is_unsettled(school: Workspace, question: str) -> None:
    found = ask(school, question)
    assert found.rows == ((sum(not paid for *_, paid in FEED),),)
    assert not found.unsure


@pytest.mark.parametrize(
    "question", ["Which children still owe their 2024 badge?", "Which children haven't paid their badge for 2024?"]
)
def test_the_mark_of_those_of_whom_it_is_said_has_their_words(school: Workspace, question: str) -> None:
    found = ask(school, question)
    assert {r[0] for r in found.rows} == {name for _, name, kind, paid in RIDERS if (kind, paid) == ("Child", "N")}
    assert not found.unsure


def test_what_is_owed_is_the_money_of_it(school: Workspace) -> None:
    found = ask(school, "What are we owed for lessons in 2023?")
    assert found.rows == ((sum(fee for _, _, day, fee, paid, _ in LESSONS if "2023" in day and paid == "N"),),)
    assert not found.unsure
