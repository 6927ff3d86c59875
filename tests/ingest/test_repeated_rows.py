"""Rows that stand in a file twice are taken once where a column numbers the rows, and told."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.model import Table
from core.workspace import open_workspace

ROWS = [f"J{n:02},{'north' if n % 3 else 'south'},{n % 4}" for n in range(30)]


def loaded(folder: Path, **files: list[str]) -> Table:
    for name, rows in files.items():
        (folder / f"{name}.csv").write_text("\n".join(["job,site,days", *rows]), encoding="utf-8")
    with open_workspace(Settings(workspace=folder / "ws", cache=folder / "cache", embeddings="spelling")) as ws:
        ws.tables.load(sorted(folder.glob("*.csv")))
        (table,) = ws.tables.all()
        return table


def test_a_row_that_is_there_again_is_taken_once_and_told(tmp_path: Path) -> None:
    table = loaded(tmp_path, jobs=[*ROWS, ROWS[3], ROWS[17]])
    assert table.rows == 30
    assert table.columns[0].profile.unique
    (told,) = [p for p in table.problems if p.code == "repeated_rows"]
    assert told.message.startswith("2 rows of 32 are there once more, word for word, “job” and all (“J03”, “J17”)")


@pytest.mark.parametrize(
    "rows",
    [
        [*ROWS, "J03,south,9"],
        [row[row.index(",") + 1 :] + ",x" for row in ROWS] + ["north,1,x"],
        [*ROWS, *ROWS[:8]],
        ["J1,a,1", "J2,b,2", "J1,a,1"],
        [*(f"{n}.25,a,b" for n in range(30)), "3.25,a,b"],
    ],
    ids=["another row of that number", "no column numbers the rows", "too many", "too few rows", "a measure"],
)
def test_what_may_be_meant_again_stays(tmp_path: Path, rows: list[str]) -> None:
    table = loaded(tmp_path, jobs=rows)
    assert table.rows == len(rows)
    assert "repeated_rows" not in [p.code for p in table.problems]


def test_in_one_file_of_a_family_too(tmp_path: Path) -> None:
    later = [row.replace("J", "K") for row in ROWS]
    table = loaded(tmp_path, jobs_2023=[*ROWS, ROWS[0]], jobs_2024=later)
    assert (table.rows, [p.code for p in table.problems]) == (60, ["repeated_rows"])
    assert table.family is not None
    assert [m.rows for m in table.family.members] == [30, 30]
