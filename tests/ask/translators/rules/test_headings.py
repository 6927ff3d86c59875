"""Questions worded as headings of tables of figures: groups by parts of dates, by several things, of people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, opened

FILES = {
    "painters": "painter_id,painter,country\n1,Ann Pell,United Kingdom\n2,Karl Voss,Germany\n3,Ola Berg,Norway\n",
    "guests": "guest_id,guest,sex,town\n1,Amy,F,Ashby\n2,Bo,M,Ashby\n3,Cy,M,Brill\n4,Di,F,Brill\n5,Ed,M,Brill\n",
    "pictures": "picture_id,picture,painter_id\n11,Dawn,1\n12,Dusk,1\n13,Fjord,3\n14,Rhine,2\n",
    "loans": """loan_id,picture_id,guest_id,taken,brought_back,km,fee
1,11,1,2023-01-05 10:00,2023-01-05 12:00,30,5
2,11,2,2023-01-20 09:00,2023-01-20 12:00,20,6
3,12,2,2023-02-11 11:00,2023-02-11 12:00,90,7
4,13,1,2024-02-12 12:00,2024-02-12 16:00,10,8
5,13,2,2024-02-15 12:00,2024-02-15 17:00,10,8
6,11,3,2024-03-15 12:00,2024-03-15 15:00,10,8
""",
    "wards": "ward,total_men,total_women\nEast,10,12\nWest,20,18\nNorth,7,9\n",
}


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("gallery")
    for name, text in FILES.items():
        (folder / f"{name}.csv").write_text(text)
    workspace = opened(sorted(folder.glob("*.csv")), folder / "workspace")
    yield workspace
    workspace.close()


MONTHS = (("2023-01", 2), ("2023-02", 1), ("2024-02", 2), ("2024-03", 1))
BY_PAINTER = (("2023", "Ann Pell", 3), ("2024", "Ann Pell", 1), ("2024", "Ola Berg", 2))
WARDS = (("East", 10, 12), ("West", 20, 18), ("North", 7, 9))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Loans per month", MONTHS),
        ("Loans by year and month", MONTHS),
        ("Number of loans by year and painter", BY_PAINTER),
        ("Loans per painter and year", BY_PAINTER),
        ("Loans per painter per year", BY_PAINTER),
        ("men and women by ward", WARDS),
        ("total men and women per ward", WARDS),
        ("women by ward", (("East", 12), ("West", 18), ("North", 9))),
        ("Number of men and women", (("F", 2), ("M", 3))),
        ("British painters", (("Ann Pell",),)),
        ("How many German painters are there?", ((1,),)),
        ("Norwegian painters", (("Ola Berg",),)),
        ("Which town has the most loans by its guests?", (("Ashby",),)),
        ("How long do loans take on average?", ((3.0,),)),
        ("average loan duration", ((3.0,),)),
        ("Which 2 guests used the most km?", (("Bo",), ("Amy",))),
        ("unborrowed pictures", (("Rhine",),)),
    ],
)
def test_headings(gallery: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(gallery, question)
    assert sorted(map(tuple, answer.rows), key=str) == sorted(rows, key=str), answer.sql
    assert not answer.unsure
