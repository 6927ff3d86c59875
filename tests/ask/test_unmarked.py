"""A bowling alley: a mark says which lanes were cancelled, and nothing stands with the others."""

from __future__ import annotations

import pytest

from core.model import Answer
from core.workspace import Workspace
from tests.ask.worlds import office_fixture

HIRES = [(f"H{n:03}", n % 12 + 1, n % 5 * 2 + 10, "NY"[n % 3 > 0], n % 8 == 3) for n in range(1, 81)]
ALLEY = {
    "lane_hires": "Hire,Day,Lane,Fee,Paid,Canx\n"
    + "".join(
        f"{ref},2024-{month:02}-07,L{month % 4 + 1},{fee},{paid},{'Y' if gone else ''}\n"
        for ref, month, fee, paid, gone in HIRES
    ),
    "lanes": "Lane,Name,Bumpers\n" + "".join(f"L{n},Lane {n},{'NY'[n % 2]}\n" for n in range(1, 5)),
}
alley = office_fixture(ALLEY)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many lane hires were cancelled?", sum(gone for *_, gone in HIRES)),
        ("How many lane hires were not cancelled?", sum(not gone for *_, gone in HIRES)),
        (
            "How much is unpaid on the April 2024 lane hires that weren't cancelled?",
            sum(fee for _, month, fee, paid, gone in HIRES if month == 4 and paid == "N" and not gone),
        ),
    ],
)
def test_no_mark_is_an_empty_cell(alley: Workspace, question: str, figure: float) -> None:
    *_, answer = alley.questions.ask(question)
    assert isinstance(answer, Answer)
    assert answer.rows == ((figure,),)
