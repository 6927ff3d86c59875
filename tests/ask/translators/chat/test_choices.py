"""A model that chooses another reading than the rules' sure first one is heard where it repeats itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.ask.state import Draft, Question, Reading, Run, SchemaView
from core.ask.translators.both import BothTranslator
from core.ask.translators.chat.model import no_rows
from core.errors import ModelFailed
from tests.ask.schemas import table

SEEN = SchemaView((table("t", "id:integer"),), ())
FIRST, OTHER, THIRD = (Reading("data", text, ("t",), (), (), 0.8, None) for text in ("first", "other", "third"))


class Chooser:
    """Chooses these readings in turn; `None` is a model that is down."""

    name = "chooser"

    def __init__(self, *chosen: Reading | None, room: int = 9, deaf: tuple[str, ...] = ()) -> None:
        self.chosen, self.left, self.varied, self.deaf = list(chosen), room, 0, deaf

    def follows(self, question: Question) -> bool:
        return True

    def room(self, run: Run) -> int:
        return self.left

    def contradicted(self, draft: Draft, *given: Any) -> bool:
        return draft.text in self.deaf

    def read(self, *given: Any, varied: bool = False) -> Reading:
        self.varied += varied
        if (found := self.chosen.pop(0)) is None:
            raise ModelFailed("down")
        return found


class Rules:
    name = "rules"

    def __init__(self, sure: float) -> None:
        self.sure = sure

    def read(self, *given: Any) -> Reading:
        return replace(FIRST, confidence=self.sure, runners_up=(OTHER, THIRD))

    def sql(self, reading: Reading, *given: Any) -> Draft:
        return Draft(reading.enriched)


@pytest.mark.parametrize(
    ("said", "sure", "votes", "followed", "again"),
    [
        ([OTHER, OTHER], 0.8, 3, "other", 1),
        ([OTHER, FIRST, OTHER], 0.8, 3, "other", 2),
        ([OTHER, FIRST, THIRD], 0.8, 3, "first", 2),
        ([OTHER, None], 0.8, 3, "other", 1),  # it cannot be asked again
        ([OTHER], 0.8, 1, "other", 0),
        ([OTHER], 0.5, 3, "other", 0),  # the rules are not sure
        ([FIRST], 0.8, 3, "first", 0),
    ],
)
def test_a_choice_against_sure_rules_counts_when_it_is_repeated(
    said: list[Reading | None], sure: float, votes: int, followed: str, again: int
) -> None:
    chat = Chooser(*said)
    both = BothTranslator(chat, Rules(sure), votes=votes)  # type: ignore[arg-type]
    run = Run(lambda step: None, no_rows)
    found = both.read(Question("?"), (), SchemaView((), ()), run)
    assert isinstance(found, Reading)
    assert (found.enriched, chat.varied, chat.chosen) == (followed, again, [])
    assert both.name == ("rules" if followed == "first" and said != [FIRST] else "chooser")


@pytest.mark.parametrize(
    ("deaf", "followed"),
    [((), "other"), (("other",), "first"), (("first", "other"), "other"), (("first",), "other")],
)
def test_a_choice_that_leaves_out_what_is_said_gives_way_to_one_that_does_not(
    deaf: tuple[str, ...], followed: str
) -> None:
    both = BothTranslator(Chooser(OTHER, deaf=deaf), Rules(0.5), votes=3)  # type: ignore[arg-type]
    found = both.read(Question("?"), (), SEEN, Run(lambda step: None, no_rows))
    assert isinstance(found, Reading)
    assert found.enriched == followed


def test_without_room_for_another_call_the_choice_stands() -> None:
    both = BothTranslator(Chooser(OTHER, room=0), Rules(0.8), votes=3)  # type: ignore[arg-type]
    found = both.read(Question("?"), (), SchemaView((), ()), Run(lambda step: None, no_rows))
    assert isinstance(found, Reading)
    assert found.enriched == "other"
