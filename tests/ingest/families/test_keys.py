"""Keys that the files of a family write each in its own way."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import pytest

from core.ingest.families.keys import unite_keys

PLOTS = ("H01", "H02", "M11", "M12B", "R30", "R31")


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ((PLOTS, ("H-01", "H-02", "M-11", "M-12B", "R-49")), (PLOTS, ("H01", "H02", "M11", "M12B", "R49"))),
        (
            (("P0417", "P0021", "P0300", "P0301", "P0002"), ("417", "21", "300", "5", "2")),
            (("P0417", "P0021", "P0300", "P0301", "P0002"), ("P0417", "P0021", "P0300", "P0005", "P0002")),
        ),
        ((("ab1", "ab2", "ab3", "ab4", "ab5"), ("AB1", "AB2", "AB3", "AB4", "AB9", "AB8")), (
            ("AB1", "AB2", "AB3", "AB4", "AB5"), ("AB1", "AB2", "AB3", "AB4", "AB9", "AB8"),
        )),
        ((PLOTS, ("H-51", "H-52", "M-61", "M-62B", "R-80", "R-99")), None),  # other things
        ((PLOTS, ("1", "2", "11", "12", "30", "31")), None),  # of several letters none is known
        ((PLOTS, PLOTS), None),
        ((PLOTS, ("H-01", "see note", "M-11", "M-12B", "R-30", "R-49")), None),
        ((("1", "2", "3", "4", "5"), ("01", "02", "03", "04", "05")), None),
    ],
)  # fmt: skip
def test_keys_are_written_in_one_way(files: Sequence[Sequence[str]], found: Sequence[Sequence[str]] | None) -> None:
    con = duckdb.connect()
    con.execute("CREATE TABLE gathered (s VARCHAR, c0 VARCHAR, i INTEGER)")
    for n, cells in enumerate(files):
        con.executemany("INSERT INTO gathered VALUES (?, ?, ?)", [[f"f{n}", c, i] for i, c in enumerate(cells)])
    said = unite_keys(con, "c0")
    rows = con.execute("SELECT s, list(c0 ORDER BY i) FROM gathered GROUP BY s ORDER BY s").fetchall()
    assert [tuple(cells) for _, cells in rows] == [tuple(cells) for cells in found or files]
    assert bool(said) is (found is not None)
