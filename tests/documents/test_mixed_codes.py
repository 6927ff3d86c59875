"""Columns that hold codes in some rows and what they mean in others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.documents.mixed_codes import united
from core.model import Column
from tests.documents.test_codes import holding
from tests.graph.graphs import table


def column(values: str, codes: dict[str, str]) -> Column:
    made = holding(table("sales", ["no!", "state"]), state=values)
    (found,) = (c for c in made.columns if c.name == "state")
    common = tuple((v.replace("_", " "), n) for v, n in found.profile.common)
    return replace(found, codes=tuple(codes.items()), profile=replace(found.profile, common=common))


@pytest.mark.parametrize(
    ("values", "codes", "spelt"),
    [
        ("PD REF paid refund", {"PD": "Paid", "REF": "Refunded"}, {"PD": "paid", "REF": "refund"}),
        ("G P Poor Good D", {"G": "Good", "P": "Poor", "D": "Dead"}, {"G": "Good", "P": "Poor", "D": "Dead"}),
        (
            "TEL DR Phone Door",
            {"TEL": "Telephone", "DR": "On the door"},
            {"TEL": "Phone", "DR": "Door"},
        ),
        ("D N", {"D": "Day", "N": "Night"}, {}),
        ("ATT DNA", {"DNA": "Did not attend"}, {}),  # the other one
        ("Cavan Sligo C01 C05", {"Cavan": "C01", "Sligo": "C05"}, {}),  # names beside their codes
        ("EX NP Exam", {"EX": "Routine examination", "NP": "New patient examination"}, {}),  # which one?
    ],
)
def test_codes_are_spellings_of_what_other_cells_say(values: str, codes: dict[str, str], spelt: dict[str, str]) -> None:
    found = united(column(values, codes))
    assert dict(found.profile.spellings) == spelt
    assert found.codes_spelled is bool(spelt)
