"""`The most books`, books being a value: how many rows there are of what was done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ask.worlds import ask, opened


@pytest.mark.slow
def test_most_of_a_kind_counts_what_was_done(tmp_path: Path) -> None:
    stores = ["S1,Leith", "S2,Govan", "S3,Leith"]
    products = ["1,Atlas,Books", "2,Ball,Toys", "3,Novel,Books"]
    done = ["S1,2", "S1,2", "S1,2", "S2,1", "S2,3", "S2,1", "S3,3", "S3,1", "S1,2"]
    sales = [f"{n},{who},2024-0{1 + n % 3}-11" for n, who in enumerate(done, start=701)]
    for name, head, rows in (
        ("stores", "store_id,town", stores),
        ("products", "product_id,product_name,category", products),
        ("sales", "sale_no,store_id,product_id,sold_on", sales),
    ):
        (tmp_path / f"{name}.csv").write_text("\n".join([head, *rows]) + "\n")
    workspace = opened(sorted(tmp_path.glob("*.csv")), tmp_path / "workspace")
    try:
        assert ask(workspace, "Which town sold the most books?", "").rows == (("Govan",),)
        assert ask(workspace, "Which town sold the fewest books?", "").rows == (("Leith",),)
    finally:
        workspace.close()
