"""A model that chooses another reading than the rules' sure first one is heard where it repeats itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.ask.state import Question, Reading, Run, SchemaView
from core.ask.translators.both import BothTranslator
from core.ask.translators.chat.model import no_rows
from core.errors import ModelFailed

FIRST, OTHER, THIRD = (Reading("data", text, ("t",), (), (), 0.8, None) for text in ("first", "other", "third"))


class Chooser:
    """Chooses these readings in turn; `None` is a model that is down."""

    name = "chooser"

    def __init__(self, *chosen: Reading | None, room: int = 9) -> None:
        self.chosen, self.left, self.varied = list(chosen), room, 0

    def follows(self, question: Question) -> bool:
        return True

    def room(self, run: Run) -> int:
        return self.left

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


def test_without_room_for_another_call_the_choice_stands() -> None:
    both = BothTranslator(Chooser(OTHER, room=0), Rules(0.8), votes=3)  # type: ignore[arg-type]
    found = both.read(Question("?"), (), SchemaView((), ()), Run(lambda step: None, no_rows))
    assert isinstance(found, Reading)
    assert found.enriched == "other"
