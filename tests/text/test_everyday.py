"""Everyday words are no slips for rare names."""

from __future__ import annotations

import pytest

from core.ask.link import Linker
from core.ask.tokens import tokenise
from core.ask.vocabulary import Vocabulary
from core.index.value_search import ValueHit
from core.text.everyday import everyday
from core.text.unknown import unknown
from tests.ask.schemas import Cells, table


class Near(Cells):
    """A value index that finds one cell near the last word."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def find(self, words):  # type: ignore[no-untyped-def]
        at = len(words) - 1
        return [ValueHit(at, at + 1, "shops", "town", "Broughton", 0.75, self.kind, 1)]  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["typo", "part"])
def test_an_everyday_word_is_no_slip_for_a_name(kind: str) -> None:
    linker = Linker(Vocabulary((table("shops", "no:integer!", "town"),)), Near(kind))

    def towns(question: str) -> list[str]:
        return [k.value for m in linker.link(tokenise(question)) for k in m.links if k.kind == "value"]

    assert towns("which shops brought") == []
    assert towns("which shops Brought") == ["Broughton"]
    assert towns("which shops brouhgton") == ["Broughton"]


def test_words_are_small_and_each_stands_once() -> None:
    assert {"brought", "rather", "happened"} <= everyday()
    assert all(w == w.lower() for w in everyday())


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("Data missing or out of range", True),
        ("Not known", True),
        ("N/A", True),
        ("Don't know", True),
        ("DK", True),
        ("Not answered", True),
        ("Prefer not to say", True),
        ("Darkness - lights lit", False),
        ("Not a pedestrian", False),
        ("The person who was missing from the list of all those who came", False),
    ],
)
def test_a_meaning_that_says_nothing_is_known(meaning: str, expected: bool) -> None:
    assert unknown(meaning) is expected
