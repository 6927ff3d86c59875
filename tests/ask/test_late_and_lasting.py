"""A tool library and its workshop: what came back late, what overran and by how much, and how long things take."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

workshop = office_fixture(
    {
        "tools": "tool_id,tool,bought\nL1,Drill,2018-02-01\nL2,Router,2019-05-04\nL3,Plane,2020-07-09\n",
        "members": "member_id,member,street\nM1,Ola Reed,Mill Lane\nM2,Pat Shaw,Hill Road\nM3,Quin West,Mill Lane\n",
        "loans": "loan_id,tool_id,member_id,lent,due_back,returned\n"
        "1,L1,M1,2023-01-02,2023-01-16,2023-01-20\n2,L1,M2,2023-02-01,2023-02-15,2023-02-10\n"
        "3,L1,M1,2023-03-01,2023-03-15,2023-03-25\n4,L2,M1,2023-03-04,2023-03-18,2023-03-18\n"
        "5,L2,M3,2023-04-01,2023-04-15,2023-04-17\n6,L3,M2,2023-05-01,2023-05-15,\n",
        "fixers": "fixer_id,fixer,based\nF1,Abe Moss,Mill Lane\nF2,Bea Noon,Hill Road\n",
        "repairs": "repair_id,tool_id,fixer_id,fault,reported,started,planned_end,finished\n"
        "R1,L1,F1,motor,2023-01-21,2023-01-25,2023-01-30,2023-02-04\n"
        "R2,L2,F1,motor,2023-03-20,2023-03-21,2023-03-31,2023-03-25\n"
        "R3,L2,F2,blade,2023-05-01,2023-05-04,2023-05-10,2023-05-16\n"
        "R4,L3,F2,blade,2023-06-01,2023-06-11,2023-06-15,2023-06-14\n"
        "R5,L1,F1,blade,2023-07-01,2023-07-02,2023-07-04,2023-07-10\n"
        "R6,L1,F1,motor,2023-08-01,2023-08-02,2023-08-09,\n",
    }
)
Rows = tuple[tuple[str | float, ...], ...]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many repairs overran?", ((3,),)),
        ("How many repairs finished on time?", ((2,),)),
        ("How many loans were returned on time?", ((2,),)),
        ("How many tools were returned late?", ((3,),)),
        ("How many tools came back after the due date?", ((3,),)),
        ("How many tools did Ola Reed borrow?", ((3,),)),
        ("How many different tools did Ola Reed borrow?", ((2,),)),
        ("How many days late were tools returned on average?", (((4 + 10 + 2) / 3,),)),
        ("By how many days did repairs overrun on average?", (((5 + 6 + 6) / 3,),)),
        ("Which member returns tools late most often?", (("Ola Reed",),)),
        ("Which fixer's repairs overran most often?", (("Abe Moss",),)),
    ],
)
def test_what_was_late_is_told_by_two_days(workshop: Workspace, question: str, rows: Rows) -> None:
    answer = ask(workshop, question)
    assert not answer.unsure, answer.sql
    assert [row[: len(rows[0])] for row in answer.rows] == [pytest.approx(row) for row in rows]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How long does it take to finish a repair on average?", (10 + 4 + 12 + 3 + 8) / 5),
        ("Which fault takes longest to finish?", "blade"),
        ("Which fixer takes longest to finish a repair?", "Bea Noon"),
        ("Which repair took the longest?", "R3"),
        ("How long did the longest repair take?", 12),
        ("What is the longest it took to finish a repair?", 12),
    ],
)
def test_how_long_things_take(workshop: Workspace, question: str, first: str | float) -> None:
    answer = ask(workshop, question)
    assert not answer.unsure, answer.sql
    assert answer.rows[0][0] == (pytest.approx(first) if not isinstance(first, str) else first)


@pytest.mark.parametrize("question", ["How many tools were bought on time?", "Which fixer is late most often?"])
def test_lateness_that_no_day_tells_is_withheld(workshop: Workspace, question: str) -> None:
    answer = ask(workshop, question)
    assert answer.unsure or "planned_end" in (answer.sql or "")
