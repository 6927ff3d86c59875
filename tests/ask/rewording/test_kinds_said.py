"""`kind of repair`, `of each type`: by the column that says of which kind a row is."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_REPAIRS = [(n, ("Sails", "Hull", "Rigging")[n % 3], 2 + n % 3 * 4, f"P{n % 4}") for n in range(1, 31)]

_SPARES = [(1 + n % 30, ("Rope", "Paint", "Timber")[n * n % 3], n % 5 + 1, 2.5) for n in range(1, 41)]
_SOLD = {name: sum(q * p for _, spare, q, p in _SPARES if spare == name) for name in ("Rope", "Paint")}

office = office_fixture(
    {
        "repairs": csv_text("repair_no,repair_type,hours_spent,boatbuilder", _REPAIRS),
        "spares": csv_text("repair_no,spare,qty,price", _SPARES),
    }
)


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


def test_what_is_itself_the_header_of_kinds(office: Workspace) -> None:
    answer = ask(office, "How much money has each kind of spare brought in?")
    assert not answer.unsure
    assert dict(answer.rows) == _SOLD, answer.sql
