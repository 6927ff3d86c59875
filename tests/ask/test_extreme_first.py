"""A sign maker: figures of each kind, sorted by the superlative that ends the question."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

KINDS = {"FA": "Fascia", "PR": "Projecting", "WI": "Window film"}
JOBS = [(n, list(KINDS)[n * n % 7 % 3], 2 + n * 5 % 9, 110 + n * 37 % 400) for n in range(1, 41)]
shop = office_fixture(
    {
        "kinds": "Kind,Sign\n" + "".join(f"{k},{v}\n" for k, v in KINDS.items()),
        "jobs": "Job,Kind,Days taken,Price\n" + "".join(",".join(map(str, j)) + "\n" for j in JOBS),
    }
)


def mean(kind: str, of: int) -> float:
    """Of the jobs of a kind."""
    found = [j[of] for j in JOBS if j[1] == kind]
    return sum(found) / len(found)


@pytest.mark.parametrize(
    ("question", "of", "falling"),
    [
        ("Average days taken by kind, longest first", 2, True),
        ("What is the average days taken for each kind of sign, highest first?", 2, True),
        ("Average price by kind of sign, cheapest first", 3, False),
        ("Average days taken per kind, shortest first.", 2, False),
    ],
)
def test_a_superlative_and_first_sort_every_group(shop: Workspace, question: str, of: int, falling: bool) -> None:
    found = ask(shop, question)
    assert not found.unsure
    expected = sorted((mean(k, of) for k in KINDS), reverse=falling)
    assert [row[-1] for row in found.rows] == [pytest.approx(x) for x in expected]


def test_first_of_rows_leaves_none_out(shop: Workspace) -> None:
    found = ask(shop, "List the jobs and their prices, dearest first")
    assert [row[-1] for row in found.rows] == sorted((j[3] for j in JOBS), reverse=True)
