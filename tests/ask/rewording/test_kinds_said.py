"""`kind of repair`, `of each type`: by the column that says of which kind a row is."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_REPAIRS = [(n, ("Sails", "Hull", "Rigging")[n % 3], 2 + n % 3 * 4, f"P{n % 4}") for n in range(1, 31)]

office = office_fixture({"repairs": csv_text("repair_no,repair_type,hours_spent,boatbuilder", _REPAIRS)})


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many repairs are there of each kind?", {("Sails", 10), ("Hull", 10), ("Rigging", 10)}),
        ("Which kind of repair takes longest on average?", {("Rigging",)}),
    ],
)
def test_by_the_column_of_kinds(office: Workspace, question: str, rows: set[tuple[object, ...]]) -> None:
    answer = ask(office, question)
    assert set(answer.rows) == rows, answer.sql
    assert not answer.unsure
