"""A costume store: a day for each thing that is done; the verb beside "last" or "first" says which one is meant."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

store = office_fixture(
    {
        "troupes": "troupe_id,troupe,founded\nT1,Red Masque,1999-05-04\nT2,Barn Players,2004-09-30\n",
        "costumes": "costume_id,costume,bought\nC1,Dragon,2015-02-01\nC2,Pirate,2016-03-09\nC3,Bear,2017-08-20\n",
        "hires": "hire_no,troupe_id,costume_id,reserved,collected,cleaned,price\n"
        "1,T1,C1,2023-01-05,2023-02-01,2023-02-20,30\n2,T2,C2,2023-01-09,2023-01-30,2023-03-14,25\n"
        "3,T1,C2,2023-04-02,2023-06-11,2023-06-12,25\n4,T2,C1,2023-05-15,2023-05-16,2023-07-01,32\n"
        "5,T1,C3,2023-03-01,2023-07-04,2023-07-05,28\n6,T2,C3,2023-06-20,2023-06-21,2023-06-22,28\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("When did Red Masque last collect a costume?", {("2023-07-04",)}),
        ("When did Red Masque last hire the Pirate?", {("2023-04-02",)}),
        ("When did Red Masque last reserve anything?", {("2023-04-02",)}),
        ("When was the Dragon last cleaned?", {("2023-07-01",)}),
        ("When was the Pirate first collected?", {("2023-01-30",)}),
        (
            "When was each costume last collected?",
            {("Dragon", "2023-05-16"), ("Pirate", "2023-06-11"), ("Bear", "2023-07-04")},
        ),
        (
            "When did each troupe first collect a costume?",
            {("Red Masque", "2023-02-01"), ("Barn Players", "2023-01-30")},
        ),
        ("When was the last costume bought?", {("2017-08-20",)}),
        (
            "When did each troupe collect their first costume?",
            {("Red Masque", "2023-02-01"), ("Barn Players", "2023-01-30")},
        ),
        ("Which costume was cleaned last?", {("Bear",)}),
        (
            "When was each costume bought?",
            {("Dragon", "2015-02-01"), ("Pirate", "2016-03-09"), ("Bear", "2017-08-20")},
        ),
    ],
)
def test_the_verb_says_which_day(store: Workspace, question: str, rows: set[tuple[str, ...]]) -> None:
    answer = ask(store, question)
    assert set(answer.rows) == rows
    assert not answer.unsure
