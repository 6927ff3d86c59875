"""Codes of tables that statistics offices exchange: known by their headers, said and shown by what they mean."""

from __future__ import annotations

import pytest

from core.documents.statistics_codes import code_list
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_AREAS = ("AT", "BG", "CY", "CZ", "DK", "EE", "EL", "ES", "EU27_2020", "FI", "HR", "HU", "IE", "LT", "LV")
_AGES = ("TOTAL", "Y15-24", "Y25-64", "Y_GE65")


def rate(area: int, sex: int, age: int, year: int) -> float:
    """The invented rate of one cell, in percent."""
    return round(3 + area * 0.7 + sex * 0.3 + age * 2 - (year - 2018) * 0.1, 2)


office = office_fixture(
    {
        "cycling_rate_by_sex_and_age": "DATAFLOW,freq,sex,age,geo,TIME_PERIOD,OBS_VALUE,OBS_FLAG\n"
        + "".join(
            f"OFF:CYC(1.0),A,{sex},{age},{area},{year},{rate(g, s, a, year)},\n"
            for g, area in enumerate(_AREAS)
            for s, sex in enumerate("TMF")
            for a, age in enumerate(_AGES)
            for year in range(2018, 2024)
        ),
    }
)


@pytest.mark.parametrize(
    ("code", "meaning"), [("Y15-24", "15 to 24 years"), ("Y_LT15", "Under 15 years"), ("Y_GE65", "65 years or over")]
)
def test_ages(code: str, meaning: str) -> None:
    assert code_list("age", (code, "adults"), {}) == {code: meaning}


def test_a_label_of_something_else_has_no_list() -> None:
    assert not code_list("stage", ("A", "B"), {"AT": "Austria"})


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("What was the cycling rate of women aged 15-24 in Austria in 2022?", {rate(0, 2, 1, 2022)}),
        ("What was the cycling rate in Latvia in 2020?", {rate(14, 0, 0, 2020)}),
        ("What was the cycling rate of men aged 65 or over in Greece in 2019?", {rate(6, 1, 3, 2019)}),
        ("What was the cycling rate in the EU in 2023?", {rate(8, 0, 0, 2023)}),
        ("What was the cycling rate in 2021?", {rate(8, 0, 0, 2021)}),
        ("Which country had the highest youth cycling rate in 2022?", {"Latvia", rate(14, 0, 1, 2022)}),
    ],
)
def test_codes_are_said_and_shown_by_what_they_mean(office: Workspace, question: str, cells: set[object]) -> None:
    answer = ask(office, question)
    assert not answer.unsure, answer.sql
    assert {cell for row in answer.rows for cell in row} == cells
