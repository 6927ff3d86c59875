"""A file with rows for a nation, its provinces and their districts; years of checks in two columns; headers that say a
number of weeks; a total beside its parts."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_DISTRICTS = {"Aldmoor": ("Marston", "Quill", "Tarn"), "Brexley": ("Junewick", "Ovington", "Salt")}
_SCHOOLS = ("Total", "Nursery", "Boarding")


def _checked(place: int, school: int, year: int) -> tuple[int, float, float]:
    """Pupils seen, and in percent those with bad teeth and those with fillings."""
    return 100 + 10 * place + school + year, round(5 + place / 2 + school - year / 10, 1), round(2 + place / 10, 1)


def _teeth() -> str:
    rows = ["time_period,area_level,nation_code,nation_name,province_code,province_name,district_code,district_name,"
            "school_kind,pupils_seen,decay_overall_percent,decay_filled_percent"]  # fmt: skip
    for y, year in enumerate((202021, 202122, 202223)):
        for s, kind in enumerate(_SCHOOLS):
            of = f"{year},%s,N1,Sarnia,%s,{kind},%s"
            rows.append(of % ("Nation", ",,,", ",".join(map(str, _checked(50, s, y)))))
            for p, (province, districts) in enumerate(_DISTRICTS.items()):
                above = f"P{p},{province}"
                rows.append(of % ("Province", f"{above},,", ",".join(map(str, _checked(20 + p, s, y)))))
                for d, district in enumerate(districts):
                    place = f"{above},D{p}{d},{district}"
                    rows.append(of % ("District", place, ",".join(map(str, _checked(3 * p + d, s, y)))))
    return "\n".join(rows) + "\n"


teeth = office_fixture({"dental_decay_by_area": _teeth()})


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("What was the overall decay rate in 2022/23?", {_checked(50, 0, 2)[1]}),
        ("What was the decay rate in boarding schools in Brexley in 2021/22?", {_checked(21, 2, 1)[1]}),
        ("How many pupils were seen in Quill in 2020/21?", {_checked(1, 0, 0)[0]}),
        ("Which district had the highest decay rate in 2022/23?", {"Salt", _checked(5, 0, 2)[1]}),
        ("Which province had the lowest decay in nursery schools in 2021/22?", {"Aldmoor", _checked(20, 1, 1)[1]}),
        (
            "Compare decay in Quill and Marston in 2021/22",
            {"Quill", "Marston", _checked(0, 0, 1)[1], _checked(1, 0, 1)[1]},
        ),
        ("How has the national decay rate changed since 2020/21?", {_checked(50, 0, 2)[1] - _checked(50, 0, 0)[1]}),
    ],
)
def test_each_level_has_figures_of_its_own(teeth: Workspace, question: str, cells: set[object]) -> None:
    answer = ask(teeth, question)
    assert not answer.unsure, answer.sql
    assert {round(c, 6) if isinstance(c, float) else c for row in answer.rows for c in row} == {
        round(c, 6) if isinstance(c, float) else c for c in cells
    }


_OFFICES, _CRIMES, _YEARS = ("Avon", "Mere"), ("Arson", "Bribery", "Piracy"), ("2021/22", "2022/23")
_WEEKS = "Month,Clinic,Total number of open referrals,Over 52 weeks,% within 18 weeks,Median waiting time (in weeks)\n"
watch = office_fixture(
    {
        "offences_recorded": "Financial Year,Financial Quarter,Office,Offence,Number of Offences\n"
        + "".join(
            f"{year},{q},{office},{crime},{1 + 40 * y + 10 * q + 3 * c + o}\n"
            for y, year in enumerate(_YEARS)
            for q in (1, 2, 3, 4)
            for o, office in enumerate(_OFFICES)
            for c, crime in enumerate(_CRIMES)
        ),
        "referrals_by_clinic": _WEEKS
        + "".join(
            f"2023-{m:02},{clinic},{300 + 10 * m + n},{m + 5 * n},{60 + m + n / 10},{9 + m / 10 + n}\n"
            for m in range(1, 13)
            for n, clinic in enumerate(("Cardiology", "Dermatology", "Ear"))
        ),
        "traffic_counts": "site_id,year,county,bicycles,cars,all_hgvs,all_vehicles\n"
        + "".join(
            f"{500 + s},{year},{'Kell' if s % 2 else 'Lorne'},{s},{100 + s},{9 - s},{109 + s}\n"
            for s in range(6)
            for year in (2020, 2021, 2022)
            if (s, year) != (4, 2021)
        ),
    }
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many piracies did Mere record in the second quarter of 2022/23?", 1 + 40 + 20 + 6 + 1),
        ("How much arson was there in Avon in 2021/22?", sum(1 + 10 * q for q in (1, 2, 3, 4))),
        ("What percentage were within 18 weeks in dermatology in March 2023?", 63.1),
        ("How many sites are there in Kell?", 3),
        ("How much traffic was there in Lorne in 2022?", 109 + 111 + 113),
        ("What share of the vehicles in Lorne in 2022 were cars?", 100 * (100 + 102 + 104) / (109 + 111 + 113)),
        ("What percentage of traffic was HGVs in 2020?", 100 * 39 / (6 * 109 + 15)),
    ],
)
def test_the_figure_that_is_said_is_shown(watch: Workspace, question: str, figure: float) -> None:
    answer = ask(watch, question)
    assert (answer.unsure, [row[-1] for row in answer.rows]) == (False, [pytest.approx(figure)]), answer.sql


@pytest.mark.parametrize(
    "question",
    ["How many were waiting for cardiology in June 2023?", "How many waited for dermatology in May 2023?"],
)
def test_how_many_is_no_mean(watch: Workspace, question: str) -> None:
    answer = ask(watch, question)
    assert answer.unsure or not answer.rows, answer.sql


def test_each_is_behind_by(watch: Workspace) -> None:
    answer = ask(watch, "How many offences were recorded by each office in 2022/23?")
    assert not answer.unsure
    assert {row[0] for row in answer.rows} == set(_OFFICES)


def test_a_change_that_no_figure_has_is_not_its_level(watch: Workspace) -> None:
    answer = ask(watch, "What was the annual change in open referrals for cardiology in March 2023?")
    assert answer.unsure or not answer.rows, answer.sql


def test_a_mean_of_cells_is_none_of_quarters(watch: Workspace) -> None:
    answer = ask(watch, "What was the average number of offences per quarter in Mere?")
    assert answer.unsure, answer.sql


def test_which_is_no_count(watch: Workspace) -> None:
    answer = ask(watch, "Which sites were not counted in 2021?")
    assert answer.unsure or {row[0] for row in answer.rows} == {504}, answer.sql
