"""A pottery school: whether people are there still, or have gone, in whichever words."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

POSTS = ("Thrower", "Glazer", "Kiln hand")
PEOPLE = [
    (f"P{n:02}", f"{('Ines', 'Olga', 'Rafe', 'Suda')[n % 4]} {chr(65 + n)}ard", POSTS[n % 3],
     f"0{1 + n % 9}/03/20{10 + n % 8}", f"1{n % 9}/06/202{n % 4}" if n % 5 == 0 else "")
    for n in range(24)
]  # fmt: skip
FIRINGS = [(900 + n, f"{1 + n % 27:02}/0{1 + n % 8}/2024", f"P{n * 7 % 24:02}", 3 + n % 11) for n in range(70)]

pottery = office_fixture(
    {
        "people": csv_text("Ref,Name,Post,Started,Left", PEOPLE),
        "firings": csv_text("Firing,Day,Glazer,Pots", FIRINGS),
    }
)


def _names(post: str, gone: bool) -> set[str]:
    return {name for _, name, p, _, left in PEOPLE if p == post and bool(left) == gone}


@pytest.mark.parametrize(
    "question",
    [
        "Which throwers are still with the school?",
        "Which throwers are still working here?",
        "Which throwers are still on the payroll?",
        "Which throwers do we still employ, who are still part of the team?",
        "Which throwers still work for us?",
    ],
)
def test_who_is_still_there_has_no_day_of_leaving(pottery: Workspace, question: str) -> None:
    found = ask(pottery, question)
    assert {r[0] for r in found.rows} == _names("Thrower", False)
    assert not found.unsure


@pytest.mark.parametrize(
    "question",
    [
        "Which throwers have gone?",
        "Which throwers have packed it in?",
        "Which throwers are no longer helping us?",
        "Which throwers have dropped out of the group?",
    ],
)
def test_who_has_gone_has_one(pottery: Workspace, question: str) -> None:
    found = ask(pottery, question)
    assert {r[0] for r in found.rows} == _names("Thrower", True)
    assert not found.unsure


def test_the_people_are_meant_though_another_file_has_a_column_of_their_name(pottery: Workspace) -> None:
    found = ask(pottery, "How many glazers still work here?")
    assert found.rows == ((len(_names("Glazer", False)),),)


def test_what_is_still_something_else_is_no_question_of_leaving(pottery: Workspace) -> None:
    found = ask(pottery, "Which throwers are still waiting for an apron?")
    assert found.unsure or "Left" not in found.sql


HELPERS = [(f"H{n}", f"Vera {chr(75 + n)}ole", "Y" if n % 3 == 0 else "") for n in range(9)]

marked = office_fixture({"helpers": csv_text("Ref,Helper,Left?", HELPERS)})


@pytest.mark.parametrize(
    ("question", "gone"), [("Which helpers are still with us?", ""), ("Which helpers have moved on?", "Y")]
)
def test_a_mark_tells_it_too(marked: Workspace, question: str, gone: str) -> None:
    found = ask(marked, question)
    assert {r[0] for r in found.rows} == {name for _, name, left in HELPERS if left == gone}
    assert not found.unsure
