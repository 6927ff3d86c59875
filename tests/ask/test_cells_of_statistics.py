"""Files whose rows are cells of statistics, a value for each place, year, category and kind of figure."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_MUSEUMS = {f"M{n}": (f"{name} Museum", 1 + n % 3) for n, name in enumerate(("Dock", "Hall", "Mill", "Ferry", "Tower"))}
_STAFF = {"CUR": 3, "GRD": 8, "TOT": 11}
CELLS = [
    (year, museum, group, unit, (many + n + year - 2020) * (1 if unit == "HC" else 0.75))
    for year in (2020, 2021, 2022)
    for n, museum in enumerate(_MUSEUMS)
    for group, many in _STAFF.items()
    for unit in ("HC", "FTE")
]
office = office_fixture(
    {
        "museums": "MUSEUM_ID,MUSEUM_NAME,OWNERSHIP\n"
        + "".join(f"{k},{name},{owner}\n" for k, (name, owner) in _MUSEUMS.items()),
        "museum_staff": "TIME_PERIOD,MUSEUM_ID,STAFF_CAT,MEASURE,OBS_VALUE\n"
        + "".join(",".join(map(str, r)) + "\n" for r in CELLS),
        "code_list": "CODELIST,CODE,LABEL_EN\nCL_OWNER,1,Public\nCL_OWNER,2,Trust\nCL_OWNER,3,Private\n"
        "CL_STAFF,CUR,Curators\nCL_STAFF,GRD,Guards\nCL_STAFF,TOT,All staff\n"
        "CL_MEASURE,HC,Headcount\nCL_MEASURE,FTE,Full-time equivalents\n",
    }
)


def cells(year: int, group: str, unit: str, museum: str = "M") -> float:
    return sum(r[4] for r in CELLS if r[:1] == (year,) and r[2:4] == (group, unit) and r[1].startswith(museum))


def test_a_list_of_codes_is_known_by_its_headers_and_cut_names(office: Workspace) -> None:
    private = sum(owner == 3 for _, owner in _MUSEUMS.values())
    assert ask(office, "How many private museums are there?").rows == ((private,),)


def test_cells_are_added_up_and_not_counted(office: Workspace) -> None:
    answer = ask(office, "Headcount of guards in 2022")
    assert answer.rows is not None
    assert answer.rows[-1][-1] == pytest.approx(cells(2022, "GRD", "HC"))


def test_where_nothing_parts_them_the_row_of_all_is_meant(office: Workspace) -> None:
    answer = ask(office, "How many staff did Dock Museum have in 2021, headcount?")
    assert answer.rows == ((pytest.approx(cells(2021, "TOT", "HC", "M0")),),)
    assert answer.confidence >= UNSURE


def test_figures_of_several_kinds_are_not_added_up(office: Workspace) -> None:
    assert ask(office, "How many curators were there in 2022?").unsure


def test_no_public_museum_is_a_published_one(office: Workspace) -> None:
    assert "OWNERSHIP" not in (ask(office, "Which museums have never published any staff figures?").sql or "")
