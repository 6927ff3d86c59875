"""A pottery studio: what a second question asks for by name, and of which rows a share is taken."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

studio = office_fixture(
    {
        "kilns": "kid,kiln_name,litres\nK1,Old Smoky,120\nK2,Salamander,300\nK3,Ember,80\n",
        "potters": "pid,first,last,grade\n11,Ada,Moss,S\n12,Ben,Reed,J\n13,Cleo,Vane,S\n14,Dora,Pike,J\n",
        "firings": "FNo,Date,Kiln,Potter,Fee,Paid,PayHow\n"
        "1,2024-01-05,K1,11,20,Y,CARD\n2,2024-01-19,K2,12,35,Y,CASH\n3,2024-02-02,K2,13,90,N,\n"
        "4,2024-02-16,K3,11,15,Y,CARD\n5,2024-03-01,K1,14,25,Y,CASH\n6,2024-03-15,K3,12,15,N,\n"
        "7,2024-03-29,K2,11,40,Y,CASH\n8,2024-04-12,K2,13,45,Y,CARD\n",
        "training": "potter,course,held_on,result\n11,Glaze mixing,2023-02-01,P\n12,Glaze mixing,2023-02-01,F\n"
        "12,Wood firing,2023-05-04,P\n13,Wood firing,2023-05-04,F\n14,Glaze mixing,2023-09-12,P\n",
        "notes.txt": "Notes on the studio's files\n\ntraining: result P passed, F failed\ngrade: S senior, J junior\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What's our dearest firing so far, and which kiln was it in?", {("3", "Salamander", 90)}),
        ("Which firing cost the most, and which potter was it for?", {("3", "Cleo", "Vane")}),
    ],
)
def test_a_second_question_is_answered_by_names(
    studio: Workspace, question: str, rows: set[tuple[object, ...]]
) -> None:
    answer = ask(studio, question)
    shown = [set(map(str, row)) for row in answer.rows]
    assert len(shown) == len(rows)
    assert all(any(set(map(str, r)) <= s for s in shown) for r in rows)
    assert not answer.unsure


def test_who_is_not_told_without_which(studio: Workspace) -> None:
    answer = ask(studio, "Which potter has failed a course, and which one?")
    named = {("Ben", "Reed", "Glaze mixing"), ("Cleo", "Vane", "Wood firing")}
    assert answer.unsure or set(answer.rows) == named


@pytest.mark.parametrize(
    "question",
    [
        "What percentage of the paid firings were paid by card?",
        "Of the firings that have been paid, what percentage were paid by card?",
        "Of the paid firings, what share was paid by card, in percent?",
    ],
)
def test_a_word_said_on_both_sides_narrows_the_whole(studio: Workspace, question: str) -> None:
    answer = ask(studio, question)
    assert [[round(float(str(c))) for c in row] for row in answer.rows] == [[50]]


def test_said_once_it_is_of_all(studio: Workspace) -> None:
    answer = ask(studio, "What percentage of the firings were paid by card?")
    assert [[float(str(c)) for c in row] for row in answer.rows] == [[37.5]]
