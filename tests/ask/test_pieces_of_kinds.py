"""A repair shop: how many pieces were fitted is told by the rows that say how many, not by the list of kinds."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

KINDS = [("G1", "Gasket", 2.5, "Marlow"), ("V2", "Valve", 4.0, "Marlow"), ("S3", "Spring", 1.2, "Tyndale")]
FITTED = [(f"K{100 + n // 2}", KINDS[n % 3][0], 1 + n % 4) for n in range(60)]
PASSES = [(n, "Day Week Child".split()[n % 3], 1 + n % 3, 5.0 * (1 + n % 3)) for n in range(1, 41)]
SHOP = {
    "part list": "Part,Name,Price,Maker\n" + "".join(f"{p},{n},{c},{m}\n" for p, n, c, m in KINDS),
    "parts fitted": "Job,Part,Qty\n" + "".join(f"{j},{p},{q}\n" for j, p, q in FITTED),
    "passes": "No,Type,Qty,Paid\n" + "".join(f"{n},{t},{q},{paid}\n" for n, t, q, paid in PASSES),
}

shop = office_fixture(SHOP)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many gaskets have we fitted?", sum(q for _, p, q in FITTED if p == "G1")),
        ("How many child passes were there?", sum(q for _, t, q, _ in PASSES if t == "Child")),
    ],
)
def test_pieces_are_added_up(shop: Workspace, question: str, expected: int) -> None:
    found = ask(shop, question)
    assert found.rows == ((expected,),)
    assert not found.unsure


def test_kinds_are_counted_where_kinds_are_asked_for(shop: Workspace) -> None:
    assert ask(shop, "How many different parts are on the part list?").rows == ((3,),)


def test_rows_of_a_kind_are_no_pieces(shop: Workspace) -> None:
    found = ask(shop, "How many gasket jobs were there?")
    assert found.unsure or found.rows != ((sum(q for _, p, q in FITTED if p == "G1"),),)
