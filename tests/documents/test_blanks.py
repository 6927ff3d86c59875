"""What a document says of empty cells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.documents.blanks import with_blanks
from core.documents.match import Found
from core.model import Table
from tests.graph.graphs import table


def stays() -> Table:
    """Some of the cells of each column are empty."""
    made = table("stays", ["no!", "Out", "Canx", "Closed", "Parts"])
    some = (replace(c, profile=replace(c.profile, nulls=2)) for c in made.columns)
    return replace(made, columns=tuple(some))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Out: R released, D died, blank = still with us", {"Out": "still with us"}),
        ("Canx: blank = trip ran. W weather, L lock", {"Canx": "trip ran"}),
        ("No Closed = still open. Cost is for all.", {"Closed": "still open"}),
        ("Out is empty while the bird is in our care", {"Out": "the bird is in our care"}),
        ("what is paid = Labour + Parts (no VAT, blank parts = none)", {}),
        ("Parts: blank = none", {}),
        ("Out: blank = not known", {}),
        ("Leave it blank if you are unsure", {}),
    ],
)
def test_what_an_empty_cell_means(text: str, told: dict[str, str]) -> None:
    (found,) = with_blanks((stays(),), [Found("notes.txt", "", text)])
    assert {c.label: c.blank for c in found.columns if c.blank} == told
