"""A line may tell of several columns, one behind the other."""

from __future__ import annotations

import pytest

from core.documents.match import Found, entries
from core.documents.several_terms import parts_of
from tests.graph.graphs import table

LABELS = {"pty", "cas", "hrs", "ga", "kind"}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Pty = number in the party, Cas = casualties", ("Pty = number in the party", "Cas = casualties")),
        (
            "Kind: ONE gift, REG monthly, LEG legacy.  GA = gift aid.",
            ("Kind: ONE gift, REG monthly, LEG legacy", "GA = gift aid."),
        ),
        ("Hrs = length of the job, in hours", ("Hrs = length of the job, in hours",)),
        ("st = C closed, X = gone", ("st = C closed, X = gone",)),
    ],
)
def test_a_line_is_parted_before_labels(text: str, parts: tuple[str, ...]) -> None:
    assert parts_of(text, LABELS) == parts


def test_each_column_has_its_own_words() -> None:
    calls = table("calls", ["no!", "Pty", "Cas", "Hrs"])
    told = entries([Found("notes.txt", "", "Pty = number in the party, Cas = casualties, Hrs = length")], [calls])
    assert {e.about: e.text for e in told} == {
        "calls.Pty": "number in the party",
        "calls.Cas": "casualties",
        "calls.Hrs": "length",
    }
