"""A lettings office: a header such as `In house` needs its small word, and people are living where they are now."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

office = office_fixture(
    {
        "trades": "trade_id,firm,in_house\nK1,Own Crew,Y\nK2,Tarn Glass,N\nK3,Moss Roofs,N\n",
        "lets": "let_no,home,tenant,carer,start_dt,end_dt\n"
        "1,U1,Ida Holm,Y,2019-04-01,\n2,U2,Jon Beck,N,2020-05-01,\n3,U3,Kay Lund,Y,2018-01-01,2021-03-01\n"
        "4,U3,Lou Marsh,Y,2021-04-01,\n5,U4,Max Orr,Y,2015-02-01,2022-08-01\n6,U5,Eve Pine,Y,2022-01-01,\n",
        "homes": "home,ptype,rooms\nU1,H,4\nU2,F,2\nU3,F,2\nU4,F,3\nU5,H,5\nU6,B,3\n",
    }
)


def test_houses_are_kinds_of_homes(office: Workspace) -> None:
    assert ask(office, "How many homes are houses?").rows == ((2,),)


def test_the_small_word_says_it(office: Workspace) -> None:
    assert ask(office, "How many trades are in house?").rows == ((1,),)


def test_those_who_are_living_there_have_not_left(office: Workspace) -> None:
    answer = ask(office, "How many tenants with a carer are living in flats?")
    assert answer.rows == ((1,),)
    assert "I read F as “flats”" in answer.answer
