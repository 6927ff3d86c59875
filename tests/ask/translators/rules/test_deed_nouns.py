"""Nouns for what happened to some rows, by how they end or as whole words."""

from __future__ import annotations

import pytest

from core.ask.state import Link, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.told.deed_nouns import deed_day
from tests.ask.schemas import facts, table

ANIMALS = SchemaView((table("animals", "id:integer!", "admitted:date", "day:date"),), ())


@pytest.mark.parametrize(
    ("noun", "deed"),
    [("deaths", True), ("releases", True), ("withdrawals", True), ("baths", False), ("paths", False),
     ("diseases", False)],
)  # fmt: skip
def test_a_noun_for_a_deed_tells_its_day(noun: str, deed: bool) -> None:
    links = (Link("column", "animals", "day", score=1.0),)
    assert deed_day(tokenise(noun), links, facts(ANIMALS)) == (Col("animals", "day") if deed else None)
