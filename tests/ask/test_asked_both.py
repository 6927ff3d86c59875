"""A lido's rota: who has a post and what is asked of them besides; which lockers, and whose."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

HELPERS = [
    ("Ida Marsh", "Warden", "Quay Street", "01234 5501"),
    ("Col Reeve", "Cashier", "Mill Road", "01234 5502"),
    ("Una Hart", "Lifeguard", "Quay Street", "01234 5503"),
    ("Tom Dale", "Lifeguard", "Hill Rise", "01234 5504"),
    ("Meg Frost", "Lifeguard", "Mill Road", "01234 5505"),
]
CLUBS = [("Otters", "Colby", "Y"), ("Dippers", "Norton", "N"), ("Early Birds", "Weir", "Y"), ("Sharks", "Weir", "N")]
lido = office_fixture(
    {
        "helpers": "Name,Post,Road,Phone\n" + "".join(",".join(h) + "\n" for h in HELPERS),
        "clubs": "Club,Town,Suspended\n" + "".join(",".join(c) + "\n" for c in CLUBS),
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Who is the warden and which road does she live in?", {("Ida Marsh", "Quay Street")}),
        ("which clubs are suspended and what town are they from?", {("Otters", "Colby"), ("Early Birds", "Weir")}),
    ],
)
def test_whoever_is_asked_for_first_is_named(lido: Workspace, question: str, rows: set[tuple[str, ...]]) -> None:
    assert set(ask(lido, question).rows) == rows


def test_a_column_asked_for_alone_stands_alone(lido: Workspace) -> None:
    assert ask(lido, "Which road does the warden live in?").rows == (("Quay Street",),)
