"""Times and states as people say them: "in March", "which hour", "failed", "never late"."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, opened

DRIVERS = "driver_id,driver_name\nD1,Amir\nD2,Beth\nD3,Carl\n"
RUNS = """run_id,driver_id,started,minutes_late,result
1,D1,2023-03-02 08:10,0,Pass
2,D1,2024-03-05 08:40,4,Fail
3,D1,2024-03-09 17:10,0,Pass
4,D2,2024-04-01 08:20,0,Pass
5,D2,2024-06-11 17:20,0,Fail
6,D1,2024-07-11 09:20,0,Fail
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("runs")
    (folder / "drivers.csv").write_text(DRIVERS)
    (folder / "runs.csv").write_text(RUNS)
    workspace = opened(sorted(folder.glob("*.csv")), folder / "workspace")
    yield workspace
    workspace.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many runs in March?", ((3,),)),
        ("How many runs were there in April?", ((1,),)),
        ("How many runs in March 2024?", ((2,),)),
        ("Which hour has the most runs?", (("08",),)),
        ("Which weekday has the most failed runs?", (("Tuesday",),)),
        ("How many runs failed?", ((3,),)),
        ("Which drivers have never been late?", (("Beth",), ("Carl",))),
        ("Which drivers have no runs?", (("Carl",),)),
    ],
)
def test_everyday_words(runs: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    assert sorted(ask(runs, question).rows, key=str) == sorted(rows, key=str)
