"""Words that a reading may not lose."""

from __future__ import annotations

import pytest

from core.ask.overrides import pinned
from core.ask.tokens import tokenise
from core.ask.translators.rules.lexicon.chunk import chunk
from core.ask.translators.rules.linking.resolve import resolve
from core.ask.translators.rules.ranking.dropped_content import lost
from tests.ask.schemas import linker, shop


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many orders came back late?", True),
        ("How many orders are still out?", True),
        ("How many orders were cancelled?", True),
        ("How many orders are there altogether?", False),
        ("How many orders did they send?", False),
        ("How many products cost 20 pounds?", False),
        ("How many orders do we have?", False),
    ],
)
def test_what_tells_which_are_counted_is_not_lost(question: str, expected: bool) -> None:
    view, tokens = shop(), tokenise(question)
    mentions = pinned(tokens, linker(view).link(tokens), (), view.tables)
    assert lost(chunk(tokens, mentions, resolve(tokens, mentions, view)[0].links)) is expected
