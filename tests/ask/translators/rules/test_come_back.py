"""What has come back has a day on which it did."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item
from core.ask.translators.rules.told.undone import done
from core.model import Profile
from tests.ask.schemas import linker, table

_HIRES = table("hires", "id:integer!", "hired:date", "returned on:date", "condition on return")
_OPEN = tuple(replace(c, profile=Profile(10, 3, 6)) if c.name == "returned on" else c for c in _HIRES.columns)
_VIEW = SchemaView((replace(_HIRES, columns=_OPEN),), ())
_BACK = (Filter(Item(Col("hires", "returned on")), "is not null"),)


@pytest.mark.parametrize(
    ("asked", "conditions"),
    [
        ("how many hires that have come back were dirty", [_BACK]),
        ("of the hires which had come back, how many were late", [_BACK]),
        ("hires that came back in March", []),
        ("people who have come in", []),
    ],
)
def test_what_has_come_back(asked: str, conditions: list[tuple[Filter, ...]]) -> None:
    tokens = tokenise(asked)
    told = done(tokens, linker(_VIEW).link(tokens), Facts(_VIEW))
    assert [means.conditions for _, means in told.values()] == conditions
