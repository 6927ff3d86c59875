"""What is said behind a question about its answer."""

from __future__ import annotations

import pytest

from core.ask.rewording.instructions import meant_plainly


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Hill School pupils, names please", "Hill School pupils"),
        ("Is there any van without a driver? Please name them.", "Is there any van without a driver?"),
        ("Which members have lapsed? I'd like their names so we can ring them", "Which members have lapsed?"),
        ("Which nurses have left? Just the names please.", "Which nurses have left?"),
        ("How many have lapsed? names please", "How many have lapsed? names please"),
        ("How many late loans did each have? Leave out the ones with none", "How many late loans did each have?"),
        ("visits per ward, ignoring any with none", "visits per ward"),
        ("Which wards have visits, ignoring any with none", "Which wards have visits, ignoring any with none"),
        ("How many cats from each street, counting the ones that have died too?", "How many cats from each street?"),
        ("How many guards have we had, including those who left?", "How many guards have we had?"),
        ("How many vans does each depot run, counting only active ones?", "How many active vans does each depot run?"),
        ("Who had the most visits in 2024, counting only the kept ones", "Who had the most kept visits in 2024"),
        ("Top two guides for tours? Only count the ones the client attended.", "Top two guides for attended tours?"),
        ("jobs per van, counting only those that were delivered", "jobs per van, delivered only"),
        ("How many are there for each grade? Show what the codes mean", "How many are there for each grade?"),
        ("loans per type. Spell the types out please, the codes mean nothing to us.", "loans per type"),
        ("visits per reason, names not codes", "visits per reason"),
        ("visits per reason in 2024", "visits per reason in 2024"),
        ("Lamps by maker, how many each", "number of Lamps by maker"),
        ("What makes do we have, and how many for each?", "What makes do we have, and how many for each?"),
    ],
)  # fmt: skip
def test_what_is_said_about_the_answer_is_said_plainly(said: str, plain: str) -> None:
    assert meant_plainly(said) == plain
