"""Headers and look-up lists as publishers have them: two names in one list, years that are keys, lists of kinds."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_AREAS = [(f"A{n}", f"Area {n}", ("North", "South")[n % 2]) for n in range(1, 9)]
_KINDS = [
    (1, "Swing bridge", "Moving bridges"),
    (2, "Lift bridge", "Moving bridges"),
    (3, "Arch bridge", "Fixed bridges"),
]
_BRIDGES = [(n, f"Span {n}", f"A{1 + n % 8}", 1 + n % 3, 1900 + n) for n in range(1, 41)]
_TRAFFIC = [(n, year, 100 * n + year - 2020) for n in range(1, 41) for year in (2021, 2022, 2023)]

office = office_fixture(
    {
        "la_region_lookup": csv_text("LA code,LA name,Region name", _AREAS),
        "bridge_types": csv_text("TypeCode,TypeName,TypeGroup", _KINDS),
        "bridges": csv_text("bridgeID,BridgeName,LA code,TypeCode,builtYear", _BRIDGES),
        "traffic": csv_text("bridgeID,yearID,vehicles", _TRAFFIC),
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many bridges are there per region?", {"North": 20, "South": 20}),
        ("What was the average number of vehicles in each year?", {2021: 2051.0, 2022: 2052.0, 2023: 2053.0}),
    ],
)
def test_groups_by_what_is_said(office: Workspace, question: str, rows: dict[object, object]) -> None:
    answer = ask(office, question)
    assert dict(row[-2:] for row in answer.rows) == rows, answer.sql
    assert not answer.unsure


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many moving bridges are there?", sum(b[3] in (1, 2) for b in _BRIDGES)),
        ("How many kinds of moving bridges are there?", 2),
    ],
)
def test_the_things_of_a_kind_are_counted_and_not_the_kinds(office: Workspace, question: str, count: int) -> None:
    answer = ask(office, question)
    assert answer.rows == ((count,),), answer.sql


_SEASONS = [(n, 6 + n, f"Winner {n}", 2000 + n, "" if n > 6 else 2004 + n) for n in range(1, 10)]
_SKATERS = [(f"S{n}", 1 + n % 9, 18 + n % 7) for n in range(1, 46)]

rink = office_fixture(
    {
        "season": csv_text("season,rounds,winner,Opened,Closed", _SEASONS),
        "skaters": csv_text("skater,season,age", _SKATERS),
    }
)


def test_things_that_have_a_number_and_no_name_are_told_by_it(rink: Workspace) -> None:
    answer = ask(rink, "What was the average age of the skaters in each season?")
    assert {row[0] for row in answer.rows} == set(range(1, 10)), answer.sql
    assert not answer.unsure


def test_what_has_a_year_of_its_end_is_no_longer_open(rink: Workspace) -> None:
    answer = ask(rink, "How many seasons are still open?")
    assert answer.rows == ((3,),), answer.sql
    assert not answer.unsure
