"""What a crew did to people was done to others than the crew."""

from __future__ import annotations

import pytest

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.our_people import our_people
from core.ask.translators.rules.query import Col, Item
from tests.ask.schemas import facts, table

BOAT = facts(SchemaView((table("crew_list", "no!", "surname"), table("guests", "no!", "surname")), ()))
CREW, GUESTS = (Item(Col(t, "no"), "count", distinct=True) for t in ("crew_list", "guests"))


@pytest.mark.parametrize(
    ("question", "counted", "found"),
    [
        ("How many people have we rescued who were hurt?", CREW, True),
        ("How many people did we bring in last year?", CREW, True),
        ("How many people have we rescued who were hurt?", GUESTS, False),
        ("How many people do we have on the crew?", CREW, False),
        ("How many people did we train in 2024?", CREW, False),
        ("How many people on the crew are active?", CREW, False),
        ("How many people", CREW, False),
    ],
)
def test_the_crew_is_not_counted_for_those_it_helped(question: str, counted: Item, found: bool) -> None:
    assert our_people(tokenise(question), (counted,), BOAT) == found
