"""A column that names somebody by a key is answered with the name; who earns more is told by the pay."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from core.ask.state import SchemaView
from core.workspace import Workspace
from tests.ask.schemas import facts, table
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
    (folder / "bell_ringers.csv").write_text("ringer,full_name,rate\nAB1,Hal Ives,5\nCD2,Jo Kerr,6\nEF3,Lea Moss,5\n")
    rung = "".join(f"{n},{('AB1', 'EF3')[n % 2]},{n % 7}\n" for n in range(1, 15))
    (folder / "peals.csv").write_text(f"peal,ringer,minutes\n{rung}")
    workspace = opened(sorted(folder.glob("*.csv")), folder / "workspace")
    yield workspace
    workspace.close()


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Who is the leader of the choir?", (("Gus Hay",),)),
        ("Who is the leader of Judo?", (("Eve Fay",),)),
        ("Which teachers earn more than the average?", (("Cy Dunn",), ("Eve Fay",))),
        ("Which teachers earn more than 40000?", (("Cy Dunn",),)),
        ("Which ringers have never rung a peal?", (("Jo Kerr",),)),
    ],
)
def test_people_are_called_by_their_names(
    school: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    assert ask(school, question, "").rows == rows


@pytest.mark.slow
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


PUPILS = [
    (1, "Ann", "Bo", "7A", "F"),
    (2, "Ann", "Bo", "7A", "F"),
    (3, "Cy", "Dee", "7B", "M"),
    (4, "Eli", "Fox", "7B", "F"),
]
MARKS = [(1, 91), (1, 40), (2, 55), (2, 60), (3, 93), (4, 30), (4, 31)]


@pytest.fixture(scope="module")
def marks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("marks")
    rows = "\n".join(",".join(map(str, p)) for p in PUPILS)
    (folder / "pupils.csv").write_text(f"pupil_no,first_name,last_name,class,gender\n{rows}\n")
    rows = "\n".join(f"{n},{pupil},{mark}" for n, (pupil, mark) in enumerate(MARKS, start=501))
    (folder / "results.csv").write_text(f"result_no,pupil_no,mark\n{rows}\n")
    workspace = opened([folder / "pupils.csv", folder / "results.csv"], folder / "workspace")
    yield workspace
    workspace.close()


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which pupils have more than one result?", [("Ann", "Bo"), ("Ann", "Bo"), ("Eli", "Fox")]),
        ("Which pupils got between 90 and 95?", [("Ann", "Bo"), ("Cy", "Dee")]),
        ("How many pupils are there in each class and gender?", [("7A", "F", 2), ("7B", "F", 1), ("7B", "M", 1)]),
    ],
)
def test_two_of_one_name_stay_two(marks: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    assert sorted(ask(marks, question, "").rows, key=str) == rows


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (("VendorNo:integer", "Company", "City", "ContactName"), "Company"),
        (("VendorNo:integer", "ContactName", "VendorName"), "VendorName"),
        (("VendorNo:integer", "City", "ContactName"), "ContactName"),
        (("VendorNo:integer", "Company car", "Name"), "Name"),
    ],
)
def test_a_firm_is_called_by_its_own_name_and_not_by_who_answers_its_telephone(
    labels: tuple[str, ...], shown: str
) -> None:
    ((found),) = facts(SchemaView((table("vendors", *labels),), ())).display("vendors")
    assert found.name == shown
