"""The row that sums up the others is found alike by Python, in a small file, and by a query in a big one."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import pyarrow as pa
import pytest

from core.ingest.families import total_rows
from core.ingest.families.total_rows import Place, sums_up

STATES = [[f"State {n}", f"{n * 1_000:,}", f"{n}.5 %", "-" if n == 3 else "x"] for n in range(1, 8)]


@pytest.mark.parametrize("many", [50_000, 0])
@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([["United States", "28,000", "4", None], *STATES], (0, "United States")),
        ([*STATES, ["All", "27,900", None, None]], (0, "All")),
        ([*STATES, ["All", "31,000", "9", None]], None),
        ([*STATES, ["State 7", "28,000", "4", None]], None),
        ([["United States", "10,000", "4", None], *STATES[:4]], None),
        ([[None, "28,000", "4", "all"], *STATES], (3, "all")),
    ],
)
def test_a_total_is_found(
    monkeypatch: pytest.MonkeyPatch, many: int, rows: Sequence[Sequence[str | None]], found: Place | None
) -> None:
    monkeypatch.setattr(total_rows, "_MANY", many)
    con = duckdb.connect()
    con.register("block", pa.table({f"c{i}": pa.array(c, pa.string()) for i, c in enumerate(zip(*rows, strict=True))}))
    con.execute("CREATE TABLE raw AS FROM block")
    assert sums_up(con, 4) == found


def test_one_count_among_several_rates_is_enough() -> None:
    rows = [["World", "28,000", "4", "5.0", "6.1"], *([a, b, c, "5.1", "6.2"] for a, b, c, _ in STATES)]
    con = duckdb.connect()
    con.register("block", pa.table({f"c{i}": pa.array(c, pa.string()) for i, c in enumerate(zip(*rows, strict=True))}))
    con.execute("CREATE TABLE raw AS FROM block")
    assert sums_up(con, 5) == (0, "World")
