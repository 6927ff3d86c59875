"""A figure for each thing of a kind, what we have that is so, who withdrew, and tables called by their last word."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_TEXTS = {
    "enclosure_kinds": "kind_code,Kind\nA,Aviary\nQ,Aquarium\nP,Paddock\n",
    "enclosures": "enclosure_no,Enclosure Name,kind_code\n"
    + "".join(f"E{n},{('Swan', 'Reef', 'Oak', 'Elm', 'Wren', 'Cod')[n]} House,{'AQPPAQ'[n]}\n" for n in range(6)),
    "daily_feeds": "feed_no,enclosure_no,cost\n" + "".join(f"{n},E{n % 6},{2 + n % 5}\n" for n in range(60)),
    "feed_type_list": "type_no,type\n1,Hay\n2,Fish\n3,Seed\n",
    "supplies": "item_no,Item,Keep Frozen,In Store\n"
    + "".join(f"{n},Feed {n},{'Yes' if n % 4 == 0 else 'No'},{n * 3}\n" for n in range(20)),
    "keepers": "keeper_no,First Name,Surname\n" + "".join(f"{n},Ann{n},Day{n}\n" for n in range(9)),
    "trainings": "training_no,keeper_no,topic,state\n"
    + "".join(
        f"{n},{n % 9},{('Birds', 'Fish')[n % 2]},{('Passed', 'Booked', 'Withdrawn')[n % 3]}\n" for n in range(36)
    ),
}

office = office_fixture(_TEXTS)


@pytest.mark.parametrize("question", ["How much have we spent on feeds?", "total cost of feeds"])
def test_a_table_is_called_by_the_last_word_of_its_name(office: Workspace, question: str) -> None:
    assert "daily_feeds" in (ask(office, question).sql or "")


@pytest.mark.parametrize("question", ["What do feeds cost on average in each aviary?", "average feed cost per aviary"])
def test_each_of_a_kind(office: Workspace, question: str) -> None:
    answer = ask(office, question)
    assert {r[0] for r in answer.rows} == {"Swan House", "Wren House"}, answer.sql


@pytest.mark.parametrize(
    "question", ["What have we got that must be kept frozen?", "What do we have that must be kept frozen?"]
)
def test_what_we_have_that_is_so(office: Workspace, question: str) -> None:
    answer = ask(office, question)
    assert answer.confidence < UNSURE or {r[0] for r in answer.rows} == {f"Feed {n}" for n in range(0, 20, 4)}


@pytest.mark.parametrize(
    ("question", "many"), [("How many people withdrew?", 3), ("How many trainings were withdrawn?", 12)]
)
def test_who_withdrew_is_withdrawn(office: Workspace, question: str, many: int) -> None:
    assert ask(office, question).rows == ((many,),)
