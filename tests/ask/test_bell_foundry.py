"""A bell foundry: a column that is called “who”, customers abroad, and how long each kind of work takes."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

foundry = office_fixture(
    {
        "customers": "no,customer,ctry,mailing\nC101,St Mary,GB,Y\nC102,St Olaf,NO,Y\nC103,St Giles,GB,N\n"
        "C104,St Anne,GB,Y\nC105,St Denis,FR,N\nC106,St Hilda,GB,Y\nC107,St Bride,GB,N\nC108,St John,US,N\n",
        "bells": "bell,bell_name,cwt\nB1,Old Tom,21\nB2,Little Meg,4\nB3,Gabriel,12\n",
        "tunings": "job,bell,kind,came,went,who,price\n1,B1,TEN,2024-01-01,2024-01-11,Bert,90\n"
        "2,B2,TRE,2024-01-05,2024-01-09,Ida,60\n3,B1,TEN,2024-02-01,2024-02-21,Bert,95\n"
        "4,B1,TRE,2024-03-01,2024-03-07,Ida,65\n5,B3,TEN,2024-04-01,2024-04-16,Bert,92\n"
        "6,B1,TRE,2024-05-01,2024-05-06,,61\n",
        "lookup": "list,code,means\nkind,TEN,tenor\nkind,TRE,treble\nctry,GB,United Kingdom\n"
        "ctry,NO,Norway\nctry,FR,France\nctry,US,United States\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many customers live abroad?", {(3,)}),
        ("How many customers living overseas get our mailings?", {(1,)}),
    ],
)
def test_abroad(foundry: Workspace, question: str, rows: set[tuple[object, ...]]) -> None:
    answer = ask(foundry, question)
    assert set(answer.rows) == rows
    assert not answer.unsure


def test_who_is_told_by_a_column_that_is_called_so(foundry: Workspace) -> None:
    answer = ask(foundry, "Who has done the most tunings?")
    assert {row[:1] for row in answer.rows} == {("Bert",)}


def test_how_long_each_kind_takes(foundry: Workspace) -> None:
    answer = ask(foundry, "On average how long does each kind of tuning take?")
    assert answer.unsure or {round(float(str(row[-1]))) for row in answer.rows} == {15, 5}
