"""What sells best: by the one column that counts pieces, also at a time that another table knows."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

BAKERY = {
    "products": "sku,product,category,price\nA,Rye loaf,bread,3.5\nB,Bun,pastry,2.5\nC,Danish,pastry,9.5\n",
    "orders": "order_no,ordered\n" + "".join(f"{n},{2022 + n % 2}-0{n % 9 + 1}-05\n" for n in range(1, 13)),
    "order_lines": "line,order_no,sku,qty\n"
    + "".join(f"{n},{n % 12 + 1},{'ABC'[n % 3]},{(1, 5, 3)[n % 3] + (30 if n == 12 else 0)}\n" for n in range(1, 31)),
}


bakery = office_fixture(BAKERY)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Which product sold the most?", "Bun"),
        ("What is the best-selling product?", "Bun"),
        ("Which pastry sells least?", "Danish"),
        ("best selling product in 2023", "Rye loaf"),
    ],
)
def test_most_pieces_went(bakery: Workspace, question: str, first: str) -> None:
    found = ask(bakery, question)
    assert not found.unsure
    assert found.rows[0][0] == first


def test_a_number_of_them_is_kept(bakery: Workspace) -> None:
    assert [r[0] for r in ask(bakery, "the 2 best-selling products").rows] == ["Bun", "Rye loaf"]
