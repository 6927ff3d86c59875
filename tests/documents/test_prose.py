"""Columns that running text tells of."""

from __future__ import annotations

import pytest

from core.documents.prose import in_prose

KNOWN = {"b1", "b2", "team", "hullkind", "len"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "In boats.csv, b1 is the number of winches, b2 the number of bunks the boat has, and the rest is plain.",
            {"b1": "number of winches", "b2": "number of bunks the boat has"},
        ),
        ("The column team says which team sails it. team is also a word.", {"team": "which team sails it"}),
        ("`len` is the length over all: in metres.", {"len": "length over all"}),
        ("Our team is the best team.", {}),
        ("hull_kind was lost in 2019.", {}),
        ("b1 b1 b1 is the", {}),
        ("In b1 the values are wrong. We dropped b2 when the sensor failed.", {}),
        ("", {}),
    ],
)
def test_what_a_text_says_of_columns(text: str, said: dict[str, str]) -> None:
    assert dict(in_prose(text, KNOWN)) == said
