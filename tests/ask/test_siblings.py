"""An aviary: gifts for birds and birds brought in are both of a kind of bird, and not of each other."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

aviary = office_fixture(
    {
        "kinds": "code,common\nKES,Kestrel\nOWL,Barn owl\nBUZ,Buzzard\nSWI,Swift\n",
        "arrivals": "no,came,bird_kind,weight,fate\n1,2024-01-03,KES,190,F\n2,2024-01-09,BUZ,820,\n"
        "3,2024-02-11,KES,170,\n4,2024-02-20,OWL,300,D\n5,2024-03-02,BUZ,790,F\n6,2024-03-09,SWI,40,\n",
        "gifts": "slip,date,giver,bird,amount\n1,2024-01-05,Ann,KES,10\n2,2024-02-05,Bob,KES,15\n3,2024-02-09,Cy,OWL,20"
        "\n4,2024-03-05,Dee,,5\n5,2024-04-05,Ann,BUZ,10\n",
        "search_areas": "area,place\nA1,Crag\nA2,Beck\n",
        "calls": "call,area,kind,hours\n1,A1,LO,7\n2,A1,LO,2\n3,A2,LO,8\n4,A2,SL,9\n5,A1,LO,9\n",
        "staff": "no,forename,surname,FA,FA_Exp\n1,Ada,Moss,BFA,2025-02-01\n2,Ben,Reed,CC,2025-03-01\n"
        "3,Cy,Vane,BFA,2026-01-01\n",
        "notes.txt": "fate: F flown, D died, blank = still in our care\nkind: LO lost, SL slip\n"
        "FA: BFA basic first aid, CC casualty care, EMT paramedic level\n",
    }
)


@pytest.mark.parametrize(
    "question",
    [
        "How many searches went on for more than 6 hours?",
        "Which staff have first aid certificates that run out in 2025?",
    ],
)
def test_what_is_but_near_is_withheld(aviary: Workspace, question: str) -> None:
    assert ask(aviary, question).unsure


def test_each_bird(aviary: Workspace) -> None:
    answer = ask(aviary, "How many of each bird are still in our care?")
    assert answer.unsure or {row[1] for row in answer.rows} == {1}


def test_what_is_asked_of_the_rows_themselves(aviary: Workspace) -> None:
    answer = ask(aviary, "How many arrivals are still in our care?")
    assert answer.rows == ((3,),)
    assert not answer.unsure


profiles = office_fixture(
    {
        "user_profiles": "uid,name,joined\n" + "".join(f"{n},User {n},2024-01-{n + 1:02}\n" for n in range(12)),
        "posts": "id,uid,words\n" + "".join(f"{n},{n % 7},{20 + n}\n" for n in range(30)),
        "other_available_features": "fid,feature\n1,Pool\n2,Garage\n3,Shed\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"), [("How many users are there?", 12), ("How many available features are there in total?", 3)]
)
def test_profiles_are_users_and_a_label_said_but_for_its_first_word_is_said(
    profiles: Workspace, question: str, rows: int
) -> None:
    answer = ask(profiles, question)
    assert not answer.unsure, answer.sql
    assert answer.rows == ((rows,),), answer.sql
