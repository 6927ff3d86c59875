"""Labels and values as words."""

from __future__ import annotations

import pytest

from core.text.words import words


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("Children's", ("children",)),
        ("Driver’s Licence", ("driver", "licence")),
        ("Drivers' hours", ("drivers", "hours")),
        ("O'Neill", ("o", "neill")),
        ("sbTxCustId", ("sb", "tx", "cust", "id")),
    ],
)
def test_a_possessive_is_the_word_itself(label: str, said: tuple[str, ...]) -> None:
    assert words(label) == said


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("PFANM", ("pfa", "nm")),
        ("RGN23CD", ("rgn", "cd")),
        ("lad22nm", ("lad", "nm")),
        ("AREACD", ("area", "cd")),
        ("ABCD", ("abcd",)),
    ],
)
def test_headers_end_with_what_they_hold(header: str, said: tuple[str, ...]) -> None:
    assert words(header) == said
