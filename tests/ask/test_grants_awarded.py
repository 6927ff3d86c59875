"""Grants whose columns are called by their awarding: how many there were is no sum of money."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

SCHEMES = [(f"S{n}", f"{name} grants") for n, name in enumerate(("Travel", "Books", "Tools"), 1)]
AWARDS = [
    (n, f"Student {n}", f"S{1 + n % 3}", 500 + 20 * n, 400 + 15 * (n % 7), f"202{n % 3}-0{1 + n % 9}-12")
    for n in range(1, 50)
]
GRANTS = {
    "grant_schemes": csv_text("Scheme,Scheme name", SCHEMES),
    "hillfund_grants_2020-22": csv_text("Ref,Recipient,Scheme,Amount Applied For,Amount Awarded,Award Date", AWARDS),
}

grants = office_fixture(GRANTS)


@pytest.mark.parametrize(
    "question", ["How many grants were awarded in 2021?", "How many grants have been awarded in 2021?"]
)
def test_how_many_were_awarded_is_no_sum_of_money(grants: Workspace, question: str) -> None:
    found = ask(grants, question)
    assert found.rows == ((sum(a[5].startswith("2021") for a in AWARDS),),)


def test_how_much_was_awarded_is_one(grants: Workspace) -> None:
    found = ask(grants, "How much was awarded in 2021?")
    assert not found.unsure
    assert found.rows == ((sum(a[4] for a in AWARDS if a[5].startswith("2021")),),)


def test_how_many_pounds_were_awarded_is_one(grants: Workspace) -> None:
    found = ask(grants, "How many pounds were awarded in 2021?")
    assert found.unsure or found.rows == ((sum(a[4] for a in AWARDS if a[5].startswith("2021")),),)
