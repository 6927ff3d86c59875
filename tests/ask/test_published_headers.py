"""Everyday words over headers that run words together, codes whose meanings begin alike, and phrases for one thing."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_CRAFT = (1, 2, 2, 3, 4, 1, 2)
_TEXTS = {
    "pools": "POOLREF,POOLNAME,LA_CODE,OPENDATE,CLOSEDATE,TOTLANES\n"
    + "".join(
        f"P{n:02},Pool {n},{n % 4 + 1},{1950 + n}-03-{n % 27 + 1:02},{'2019-05-01' if n % 9 == 0 else ''},{4 + n % 5}\n"
        for n in range(40)
    ),
    "local_authority_codes": "LA_CODE,LA_NAME\n1,Calder\n2,Fell\n3,Tarn\n4,Wex\n",
    "rescues": "rescue_no,rescue_year,light,lane\n"
    + "".join(f"{100 + n},{2020 + n % 4},{n % 3 + 1},{n % 3 + 1}\n" for n in range(90)),
    "craft": "rescue_no,craft_reference,craft_type\n"
    + "".join(f"{100 + n % 90},{n // 90 + 1},{_CRAFT[n % 7]}\n" for n in range(140)),
    "code_lookup": "FIELD_NAME,CODE,DESCRIPTION\n"
    "craft_type,1,Sailboat under 6 metres\ncraft_type,2,Sailboat 6 metres and over\ncraft_type,3,Ferry\n"
    "craft_type,4,Kayak\n"
    "light,1,Daylight\nlight,2,Darkness - moonlit\nlight,3,Darkness - no moon\n"
    "lane,1,A lane\nlane,2,B lane\nlane,3,C lane\n",
}

office = office_fixture(_TEXTS)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many pools are still open?", 35),
        ("How many pools are open today?", 35),
        ("How many craft were sailboats?", 100),
        ("How many rescues were there in the dark?", 60),
        ("How many rescues were there on C lanes?", 30),
        ("How many sailboats were involved in rescues?", 100),
    ],
)
def test_one_number(office: Workspace, question: str, number: int) -> None:
    answer = ask(office, question)
    assert answer.rows == ((number,),), answer.sql


def test_the_oldest_is_the_one_that_opened_first(office: Workspace) -> None:
    assert ask(office, "Which open pool is the oldest?").rows == (("Pool 1",),)


def test_a_phrase_for_what_a_header_calls_otherwise(office: Workspace) -> None:
    answer = ask(office, "How many pools are there in each council area?")
    assert {r[0] for r in answer.rows} == {"Calder", "Fell", "Tarn", "Wex"}, answer.sql


def test_the_word_that_several_kinds_share_is_none_of_them(office: Workspace) -> None:
    assert "lane" not in ask(office, "How many rescues were there in the lanes in 2021?").sql.split("WHERE")[-1]


def test_a_reference_is_no_figure(office: Workspace) -> None:
    answer = ask(office, "How many ferries were there?")
    assert "SUM" not in (answer.sql or ""), answer.sql


def test_a_change_that_is_not_read_withholds_the_answer(office: Workspace) -> None:
    assert ask(office, "Which pools gained lanes between 1960 and 1970?").confidence < UNSURE
