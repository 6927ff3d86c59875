"""Rows with a `from_` and a `to_`: which of the two is asked for by a word at the end, by a verb, or by “where”."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_DEPOTS = "AK,Akeld,Coast\nBR,Branton,Hills\nCH,Chatton,Coast\nDO,Doddington,Hills\n"
_RUNS = [
    ("AK", "BR", "V1"), ("AK", "BR", "V1"), ("AK", "CH", "V2"), ("AK", "BR", "V1"), ("BR", "CH", "V1"),
    ("BR", "CH", "V2"), ("CH", "BR", "V2"), ("DO", "CH", "V3"), ("DO", "BR", "V3"), ("CH", "BR", "V3"),
]  # fmt: skip
vans = office_fixture(
    {
        "depots": f"depot_code,depot,side\n{_DEPOTS}",
        "vans": "van_id,van,bought\nV1,Bluebell,2015\nV2,Campion,2018\nV3,Daisy,2021\n",
        "runs": "run,van_id,from_depot,to_depot,left,arrived,parcels\n"
        + "".join(
            f"{100 + n},{van},{a},{b},2024-0{n % 6 + 1}-02 07:30,2024-0{n % 6 + 1}-02 09:10,{20 + n}\n"
            for n, (a, b, van) in enumerate(_RUNS)
        ),
    }
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which depot do most runs leave from?", {"Akeld"}),
        ("Which depot do most runs go to?", {"Branton"}),
        ("Where do most runs leave from?", {"Akeld"}),
        ("Where do most runs go to?", {"Branton"}),
        ("Which depots does Daisy run from?", {"Doddington", "Chatton"}),
        ("Which depots did Bluebell run to?", {"Branton", "Chatton"}),
        ("Which hills did Daisy run from?", {"Doddington"}),
    ],
)
def test_the_way_that_is_said_is_the_one_that_is_shown(vans: Workspace, question: str, names: set[str]) -> None:
    answer = ask(vans, question)
    assert not answer.unsure, answer.sql
    assert {row[0] for row in answer.rows} == names


def test_a_verb_of_going_before_the_way_is_read_with_it(vans: Workspace) -> None:
    answer = ask(vans, "How many runs left from Akeld?")
    assert (answer.unsure, answer.rows) == (False, ((4,),))
