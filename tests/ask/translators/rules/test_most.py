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


def test_the_most_of_what_has_a_date_is_a_number_and_no_date(tmp_path: Path) -> None:
    crews = ["10,Red", "20,Blue", "30,Gold"]
    done = [("10", "2024-01-05"), ("10", "2024-02-06"), ("20", "2024-06-07"), ("30", ""), ("30", ""), ("30", "")]
    rows = [f"R{n},2024-01-0{n},{closed},{crew}" for n, (crew, closed) in enumerate(done, start=1)]
    for name, head, lines in (
        ("crews", "crew_no,crew_name", crews),
        ("reports", "report_no,reported,closed,crew", rows),
    ):
        (tmp_path / f"{name}.csv").write_text("\n".join([head, *lines]) + "\n")
    workspace = opened(sorted(tmp_path.glob("*.csv")), tmp_path / "workspace")
    try:
        answer = ask(workspace, "Which crew closed the most reports?", "")
        assert answer.rows == (("Red",),)
        assert "COUNT" in str(answer.sql)
    finally:
        workspace.close()
