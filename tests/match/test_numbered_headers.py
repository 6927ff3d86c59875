"""Headers that are numbers in a row beside others in words: the columns hold figures of each, and point at nothing."""

from __future__ import annotations

from random import Random

from core.match import discover
from tests.match.schemas import kept
from tests.match.tables import table


def test_figures_under_headers_that_count_are_no_references() -> None:
    draw = Random(3)
    ages = {str(age): draw.sample(range(200, 5000), 90) for age in range(1, 9)}
    made = [
        table("population", {"area": [f"A {n}" for n in range(90)], **ages}),
        table("inventories", {"id": range(1, 6000), "what": [f"W {n}" for n in range(5999)]}),
    ]
    assert kept(discover(made)) == {}
