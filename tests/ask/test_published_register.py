"""A register of nurseries as an inspectorate publishes it, and deaths by sex and age of which many are suppressed."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

HOMES = [
    (f"N{n}", f"{('Acorn', 'Bramble', 'Clover')[n % 3]} Nursery {chr(65 + n % 26)}{n}", 12 + n * 7 % 50, 2010 + n % 12)
    for n in range(1, 61)
]
register = office_fixture(
    {
        "nurseries_register": "Ref,Name,Places,Publication Date,Registration Date\n"
        + "".join(
            f"{r},{n},{p},1{i % 9}/06/202{3 + i % 2},0{1 + i % 9}/05/{y}\n" for i, (r, n, p, y) in enumerate(HOMES)
        )
    }
)
AGES = ("All ages", "0-14", "15-64", "65 and over")
SEXES = ("Persons", "Males", "Females")
AREAS = ("Eastmere", "Fold", "Garth", "Hythe", "Ings", "Jarrow Vale")
DEATHS = {
    (area, sex, age): "c" if (i * 5 + j * 3 + k * 7) % 3 == 0 else str(37 + i * 41 + j * 13 + k * 101)
    for i, area in enumerate(AREAS)
    for j, sex in enumerate(SEXES)
    for k, age in enumerate(AGES)
}
deaths = office_fixture(
    {
        "deaths_by_area": "Area name,Sex,Age group,Deaths\n"
        + "".join(f"{area},{sex},{age},{n}\n" for (area, sex, age), n in DEATHS.items())
    }
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many nurseries were registered since 2015?", sum(y >= 2015 for *_, y in HOMES)),
        ("How many nurseries registered in 2012?", sum(y == 2012 for *_, y in HOMES)),
    ],
)
def test_what_was_done_is_no_part_of_the_files_name(register: Workspace, question: str, expected: int) -> None:
    found = ask(register, question)
    assert not found.unsure
    assert found.rows == ((expected,),)


def test_counts_of_which_a_third_is_suppressed_are_counts(deaths: Workspace) -> None:
    column = next(c for t in deaths.tables.all() for c in t.columns if c.name == "Deaths")
    assert column.type == "integer"
    area = next(a for a in AREAS if DEATHS[a, "Persons", "All ages"] != "c")
    assert ask(deaths, f"How many deaths were there in {area}?").rows == ((int(DEATHS[area, "Persons", "All ages"]),),)


def test_whoever_is_said_is_not_passed_over(deaths: Workspace) -> None:
    area = next(a for a in AREAS if DEATHS[a, "Females", "65 and over"] != "c")
    found = ask(deaths, f"How many women aged 65 and over died in {area}?")
    assert found.unsure or found.rows == ((int(DEATHS[area, "Females", "65 and over"]),),)


NOTICES = [
    (
        f"W{n}",
        f"{2022 + n * n % 5 % 3}-0{1 + n % 9}-14",
        ("Ice Watch", "Ice Warning", "Severe Ice Warning")[n * 7 % 11 % 3],
    )
    for n in range(1, 91)
]
notices = office_fixture(
    {"ice-warnings-issued": "Notice,Date issued,Type\n" + "".join(",".join(n) + "\n" for n in NOTICES)}
)


def test_a_cell_is_found_before_the_files_name(notices: Workspace) -> None:
    found = ask(notices, "How many severe ice warnings were issued in 2023?")
    assert not found.unsure
    assert found.rows == ((sum(d[:4] == "2023" and kind.startswith("Severe") for _, d, kind in NOTICES),),)
