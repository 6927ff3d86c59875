"""Yes/no columns said as words: "insured parcels", "uninsured", "the share of parcels that are fragile"."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, opened

PARCELS = """parcel_id,depot,insured,is_fragile,gender
P1,Leith,Y,1,F
P2,Leith,N,0,M
P3,Govan,Y,0,F
P4,Govan,Y,1,M
P5,Govan,Y,0,F
"""


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("post")
    (folder / "parcels.csv").write_text(PARCELS)
    workspace = opened([folder / "parcels.csv"], folder / "workspace")
    yield workspace
    workspace.close()


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many insured parcels are there?", ((4,),)),
        ("How many parcels are insured?", ((4,),)),
        ("How many uninsured parcels are there?", ((1,),)),
        ("How many parcels were uninsured?", ((1,),)),
        ("How many parcels are not insured?", ((1,),)),
        ("How many fragile parcels are there in Govan?", ((1,),)),
        ("How many parcels from girls?", ((3,),)),
        ("What percentage of parcels are fragile?", ((40.0,),)),
        ("percentage of insured parcels per depot", (("Govan", 100.0), ("Leith", 50.0))),
        ("What are the different values of insured?", (("Y",), ("N",))),
    ],
)
def test_a_yes_no_column_said_as_a_word(post: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    assert sorted(ask(post, question, "").rows, key=str) == sorted(rows, key=str)
