"""Numbers in a model's sentence: those of the rows, or computed from them by us; else the sentence is not shown."""

from __future__ import annotations

import pytest

from core.ask.translators.chat.prose import worded
from core.ask.translators.chat.prose_numbers import computed, true_to
from core.model import Rows

ONE = Rows(("total",), ((1234.5,),))
FEW = Rows(("town", "shops"), (("Oslo", 12), ("Bergen 2", 7), ("Turku", 5)))
SHARE = Rows(("share",), ((0.2537,),))
LOSS = Rows(("change",), ((-40,),))
ASKED = "What was the total in 2021, over 500?"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ONE, "The total was 1234.5."),
        (ONE, "In 2021 it was 1,234.50."),
        (ONE, "Es waren 1.234,5."),
        (ONE, "It was about 1,235, over 500."),
        (ONE, "It was 1.2 thousand in 2021."),
        (FEW, "Oslo has 12 shops, Bergen 2 seven."),
        (FEW, "The three towns have twenty-four shops."),
        (FEW, "Turku is 3rd with five."),
        (FEW, "Oslo comes first."),
        (SHARE, "A share of 25.4 %."),
        (SHARE, "It is 25 percent."),
        (LOSS, "It fell by 40."),
        (LOSS, "It is -40."),
    ],
)
def test_what_the_rows_have_may_be_said(rows: Rows, said: str) -> None:
    assert true_to(said, ASKED, rows)
    assert worded(ASKED, rows, lambda prompt: said) == said


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ONE, "The total was 1334.5."),
        (ONE, "The total was 500."),
        (ONE, "In 2021 it was much."),
        (ONE, "It was 12 thousand."),
        (ONE, "It was 1.3 million."),
        (ONE, "It was 1234.5, half of the year before."),
        (ONE, "It was 1234.5, up 12 %."),
        (FEW, "Oslo has thirteen shops."),
        (FEW, "Oslo has 12 shops, twice as many as Turku."),
        (FEW, "Oslo has 5 shops more than Bergen and 19 in all."),
        (FEW, "Turku is 4th."),
        (SHARE, "A share of 26 %."),
        (SHARE, "It is 0."),
        (LOSS, "It is 40."),
    ],
)
def test_what_they_have_not_may_not(rows: Rows, said: str) -> None:
    assert not true_to(said, ASKED, rows)
    assert worded(ASKED, rows, lambda prompt: said) == ""


def test_what_we_computed_is_told() -> None:
    assert computed(FEW) == {"rows": 3, "sum of shops": 24, "least shops": 5, "greatest shops": 12}
    assert computed(Rows(("n",), ((1,), (2,)), truncated=True)) == {}
    sent: list[str] = []
    worded("?", FEW, lambda prompt: sent.append(prompt[1][1]) or "Oslo.")
    assert "(3 rows)\nsum of shops: 24\nleast shops: 5\n" in sent[0]
