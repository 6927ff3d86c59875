"""Faithfulness of prose: its figures stand in the rows, its sentences in what they cite."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.evaluate.faithful import Faithfulness, faithfulness, sentences, unheld
from core.model import Answer, Citation, Told

ANSWER = Answer(
    "What share of trips of 2023 was short?",
    "",
    sql="SELECT kind, share FROM t WHERE year = 2023 LIMIT 3",
    columns=("kind", "share", "day"),
    rows=(("Zone 7", 0.6177, "2023-02-01"), ("B", 1497.256, "2024-11-30"), ("C", -3, None)),
)


@pytest.mark.parametrize(
    ("sentence", "loose"),
    [
        ("The share is 0.62.", ()),
        ("The share is 61.8 %.", ()),
        ("The share is 63 %.", ("63",)),
        ("It is 1,497 in B.", ()),
        ("It is 1,498 in B.", ("1,498",)),
        ("It is 1,497.26 in B.", ()),
        ("There are 3 kinds.", ()),
        ("There are 4 kinds.", ("4",)),
        ("In 2023 it fell by 3.", ()),
        ("In 2022 it fell by 3.", ("2022",)),
        ("It was on 1 February 2023.", ()),
        ("Zone 7 and 2 others are short.", ()),
        ("Zone 7 and 5 others are short.", ("5",)),
        ("`Column 99` holds “Type 98”.", ()),
        ("Nothing is said.", ()),
    ],
)
def test_figures_are_those_of_the_rows_or_the_question(sentence: str, loose: tuple[str, ...]) -> None:
    assert unheld(sentence, ANSWER) == loose


def test_sentences_with_figures_are_what_is_counted() -> None:
    told = replace(ANSWER, answer="There are 3 kinds. None is long.\nThe first has 0.62.")
    assert sentences(told) == ("There are 3 kinds.", "The first has 0.62.")
    assert sentences(Answer("How many?", "I know 3 tables.")) == ()


def test_what_documents_say_is_held_by_what_it_cites() -> None:
    cited = Citation("n.md", "Short trips were left out because the bike was faulty.")
    held, loose = Told("Short trips were left out.", (cited,)), Told("There were 12 short trips.", (cited,))
    answer = replace(ANSWER, answer="There are 4 kinds. There are 3 kinds.", told=(held, loose))
    counted = Faithfulness()
    assert counted.add(answer) == ("There are 4 kinds.", "There were 12 short trips.")
    assert (counted.prose, counted.prose_held, counted.cited, counted.cited_held) == (2, 1, 2, 1)
    assert counted.share == faithfulness([answer]) == 0.5
    assert counted.report == (
        "faithfulness of prose: 0.500 of 2 sentences with figures have them from the rows; "
        "0.500 of 2 from documents are held by what they cite"
    )


def test_nothing_said_has_no_share() -> None:
    assert (faithfulness([Answer("Who?", "No.")]), Faithfulness().report) == (None, "")
