"""What cells hold among other words, said as people say it."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

_DISHES = ("Lemon tart", "Plum and lemon jam", "The green soup", "Leek pie", "The lemon sole", "Rye bread")
_COOKS = [
    (1, "Ada Poll", "Leith near Edinburgh", "Student nurse"),
    (2, "Ben Roe", "Edinburgh", "Baker"),
    (3, "Cy Lund", "Perth", "Porter"),
    (4, "Di Marsh", "Old Edinburgh Road", "Baker"),
]
_ROWS = [(n + 1, d, n % 4 + 1) for n, d in enumerate(_DISHES)]

office = office_fixture(
    {
        "dishes": csv_text("dish_id,dish,cook_id", _ROWS),
        "cooks": csv_text("cook_id,cook_name,home_town,occupation", _COOKS),
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many dishes have lemon in their name?", [(3,)]),
        ("Which dishes have lemon in the name?", [("Lemon tart",), ("Plum and lemon jam",), ("The lemon sole",)]),
        ("How many dishes start with The?", [(2,)]),
        ("How many cooks have a home town that mentions Edinburgh?", [(3,)]),
        ("How many contestants have a home town that mentions Edinburgh?", [(3,)]),
        ("List cooks whose home town mentions Leith", [("Ada Poll",)]),
        ("How many cooks have an L in their name?", [(2,)]),
    ],
)
def test_cells_that_hold_it(office: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows), (got.sql, got.rows)  # type: ignore[arg-type]
    assert not got.unsure


def test_several_columns_are_still_listed(office: Workspace) -> None:
    got = ask(office, "What is the name and occupation of the cooks with a home town with the letter 'L' in it?")
    assert got.unsure or {"cook_name", "occupation"} <= {c.lower() for c in got.columns}
