"""A potters' guild: kilns, those who fire in them, and firings; two questions are asked in one."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

guild = office_fixture(
    {
        "kilns": "kiln_id,kiln,installed,price,litres\nK1,Big Bertha,2011-04-02,8200,400\n"
        "K2,Ember,2018-06-11,12400,250\nK3,Small Fry,2015-01-20,1900,60\n",
        "potters": "potter_id,potter,town,joined\nP1,Ann Lee,Colby,2019-02-01\nP2,Bo Dean,Weir,2020-03-05\n"
        "P3,Cy Marsh,Colby,2021-07-09\n",
        "firings": "firing_id,kiln_id,potter_id,fired_on,pieces,fee\nF1,K1,P1,2023-02-01,40,25\n"
        "F2,K1,P2,2023-03-04,12,18\nF3,K2,P1,2023-05-06,30,31\nF4,K1,P1,2024-01-08,22,19\n"
        "F5,K3,P3,2024-02-10,6,9\nF6,K2,P2,2024-04-12,17,22\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which kiln is the most expensive, and what did it cost?", {("Ember", 12400)}),
        ("What is the cheapest kiln and when was it installed?", {("Small Fry", "2015-01-20")}),
        ("How many firings were there in 2024 and what did they cost?", {(3, 50)}),
        (
            "How many firings did each potter do and what did they cost?",
            {("Ann Lee", 3, 75), ("Bo Dean", 2, 40), ("Cy Marsh", 1, 9)},
        ),
        ("Which potter did the most firings and how much did they pay?", {("Ann Lee", 75)}),
        (
            "Which potters live in Colby and when did they join?",
            {("Ann Lee", "2019-02-01"), ("Cy Marsh", "2021-07-09")},
        ),
    ],
)
def test_both_questions_are_answered(guild: Workspace, question: str, rows: set[tuple[str | float, ...]]) -> None:
    answer = ask(guild, question)
    assert set(answer.rows) == rows
    assert not answer.unsure


@pytest.mark.parametrize(
    "question",
    [
        "Which potters live in Colby and who taught them?",
        "Which kiln is the most expensive, and who repairs it?",
        "Which potter did the most firings and how much clay did they use?",
    ],
)
def test_an_answer_to_the_first_one_alone_is_withheld(guild: Workspace, question: str) -> None:
    assert ask(guild, question).unsure
