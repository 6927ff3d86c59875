"""A column that names somebody by a key is answered with the name; who earns more is told by the pay."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, opened

TEACHERS = [("T01", "Ada Bell", 31000), ("T02", "Cy Dunn", 42000), ("T03", "Eve Fay", 38000), ("T04", "Gus Hay", 29500)]
CLUBS = [
    ("Chess", "T02", "Y"),
    ("Choir", "T04", "N"),
    ("Drama", "T01", "N"),
    ("Robots", "T02", "Y"),
    ("Judo", "T03", "N"),
]


BORN = {"Ada Bell": date(1980, 5, 1), "Cy Dunn": date(1990, 11, 30), "Eve Fay": date(2001, 2, 14)}


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("school")
    rows = "\n".join(",".join(map(str, t)) for t in TEACHERS)
    (folder / "teachers.csv").write_text(f"TeacherID,Name,Salary\n{rows}\n")
    rows = "\n".join(",".join(c) for c in CLUBS)
    (folder / "clubs.csv").write_text(f"club,leader,outdoors\n{rows}\n")
    workspace = opened([folder / "teachers.csv", folder / "clubs.csv"], folder / "workspace")
    yield workspace
    workspace.close()


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Who is the leader of the choir?", (("Gus Hay",),)),
        ("Who is the leader of Judo?", (("Eve Fay",),)),
        ("Which teachers earn more than the average?", (("Cy Dunn",), ("Eve Fay",))),
        ("Which teachers earn more than 40000?", (("Cy Dunn",),)),
    ],
)
def test_people_are_called_by_their_names(
    school: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    assert ask(school, question, "").rows == rows


def test_an_average_age_is_reckoned_from_dates_of_birth(tmp_path: Path) -> None:
    rows = "\n".join(f"{n},{name},{born}" for n, (name, born) in enumerate(BORN.items(), start=1))
    (tmp_path / "members.csv").write_text(f"member_no,name,date_of_birth\n{rows}\n")
    workspace = opened([tmp_path / "members.csv"], tmp_path / "workspace")
    try:
        ((age,),) = ask(workspace, "What is the average age of the members?", "").rows
    finally:
        workspace.close()
    days = [(date.today() - born).days for born in BORN.values()]
    assert age == pytest.approx(sum(days) / len(days) / 365.25)
