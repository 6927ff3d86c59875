"""Long headers whose words are all said, in any order."""

from __future__ import annotations

import pytest

from core.ask.long_headers import long_headers
from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.vocabulary import Vocabulary
from tests.ask.schemas import table

VIEW = SchemaView((table("wards", "Vein Post-Op Q Left Front Count:integer", "Beds:integer"),), ())


@pytest.mark.parametrize(
    ("said", "span"),
    [
        ("the count of vein post-op questions left front by ward", "count of vein post op questions left front"),
        ("left front vein post-op q count", "left front vein post op q count"),
        ("the count of vein post-op answers left front", None),  # a word that the header has not
        ("the count of vein post-op questions left", None),  # a word of the header is missing
        ("count of beds", None),
    ],
)
def test_a_header_is_said_by_all_its_words_and_no_other(said: str, span: str | None) -> None:
    tokens = tokenise(said)
    found = [
        (" ".join(t.text for t in tokens[s:e]), k.column) for s, e, k in long_headers(tokens, Vocabulary(VIEW.tables))
    ]
    assert found == ([(span, "Vein Post-Op Q Left Front Count")] if span else [])
