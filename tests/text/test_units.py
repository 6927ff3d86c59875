"""What stands behind a label's words: units, scales and formats."""

from __future__ import annotations

import pytest

from core.text.units import without_unit
from core.text.verbs import past_forms


@pytest.mark.parametrize(
    ("label", "numbers", "bare"),
    [
        ("score (0-100)", True, "score"),
        ("Rainfall [mm]", True, "Rainfall"),
        ("Paid? (Y/N)", False, "Paid"),
        ("Length m", True, "length"),
        ("trip_min", True, "trip"),
        ("grade_min", True, ""),
        ("Class m", False, ""),
        ("(GBP)", True, ""),
        ("kg", True, ""),
        ("Amount", True, ""),
    ],
)
def test_a_label_is_said_without_its_unit(label: str, numbers: bool, bare: str) -> None:
    assert without_unit(label, numbers) == bare


@pytest.mark.parametrize(
    ("verb", "done"),
    [("fund", "funded"), ("pay", "paid"), ("close", "closed"), ("deny", "denied"), ("stop", "stopped")],
)
def test_what_was_done_by_its_verb(verb: str, done: str) -> None:
    assert done in past_forms(verb)
