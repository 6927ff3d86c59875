"""What most files of a family call a total is one in all of them; a label that is a category stays."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import pyarrow as pa
import pytest

from core.ingest.families.kept_totals import KeptTotals
from core.model import Layout, TotalRow

ROWS = [["North", "3"], ["South", "4"]]


def stated(*rows: str) -> Layout:
    return Layout((), totals=tuple(TotalRow(9, label, (label, "7")) for label in rows))


def settled(files: Sequence[tuple[Sequence[Sequence[str]], Layout | None]]) -> tuple[KeptTotals, list[tuple[str, int]]]:
    """The totals of files of two columns, and how many rows each file has left."""
    con = duckdb.connect()
    con.execute("CREATE TABLE gathered (c0 VARCHAR, c1 VARCHAR, s VARCHAR)")
    totals = KeptTotals()
    for n, (rows, layout) in enumerate(files):
        block = pa.table({f"c{i}": pa.array(c, pa.string()) for i, c in enumerate(zip(*rows, strict=True))})
        con.register("block", block)
        con.execute("CREATE OR REPLACE TABLE raw AS FROM block")
        totals.read(con, f"{n}.csv", layout, 2, [0, 1])
        con.execute(f"INSERT INTO gathered SELECT c0, c1, '{n}.csv' FROM raw")
    totals.settle(con, 2, [])
    return totals, con.execute("SELECT s, count(*) FROM gathered GROUP BY s ORDER BY s").fetchall()


@pytest.mark.parametrize(
    ("label", "layouts", "left"),
    [
        ("Total", 2, 2),  # a total's word: two files of three are enough
        ("Total", 1, 3),
        ("Wales", 2, 3),  # told by figures alone: chance in two files
    ],
)
def test_a_total_of_most_files_is_one_in_the_others(label: str, layouts: int, left: int) -> None:
    without = [(ROWS, stated(label))] * layouts
    totals, rows = settled([*without, *[([*ROWS, [label, "9"]], None)] * (3 - layouts)])
    assert rows == [(f"{n}.csv", 2 if n < layouts else left) for n in range(3)]
    last = totals.of("2.csv", 2)
    assert [(t.line, t.cells) for t in last] == ([(0, (label, "9"))] if left == 2 else [])


def test_a_label_that_stands_in_a_file_more_often_than_totals_do_is_a_category() -> None:
    many = [*ROWS, ["Total", "9"], ["Total", "8"]]
    assert settled([(ROWS, stated("Total")), (ROWS, stated("Total")), (many, None)])[1][2] == ("2.csv", 4)
