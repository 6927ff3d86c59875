"""A nation that stands among its areas: the whole of them, counted once and never the largest of them."""

from __future__ import annotations

import pytest

from core.ask.figures.wholes import nations_in
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_AREAS = ("Akreyri", "Borgarnes", "Dalvik", "Egilsstadir", "Flateyri")


def _visits(area: int, year: int) -> int:
    return 100 * (area + 1) + year - 2020


def _all(year: int) -> int:
    return sum(_visits(n, year) for n in range(len(_AREAS)))


isle = office_fixture(
    {
        "pool_visits_by_area": "Year,Area name,Pool visits\n"
        + "".join(f"{year},{name},{_visits(n, year)}\n" for year in range(2020, 2025) for n, name in enumerate(_AREAS))
        + "".join(f"{year},Iceland,{_all(year)}\n" for year in range(2020, 2025))
    }
)


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("How many pool visits were there in 2022?", {_all(2022)}),
        ("Which area had the most pool visits in 2023?", {"Flateyri", _visits(4, 2023)}),
        ("How many pool visits did Iceland have in 2021?", {_all(2021)}),
        ("What share of pool visits in 2024 were in Dalvik?", {100 * _visits(2, 2024) / _all(2024)}),
    ],
)
def test_the_whole_is_counted_once(isle: Workspace, question: str, cells: set[object]) -> None:
    answer = ask(isle, question)
    assert not answer.unsure, answer.sql
    found = {round(c, 6) if isinstance(c, float) else c for row in answer.rows for c in row}
    assert found == {round(c, 6) if isinstance(c, float) else c for c in cells}


@pytest.mark.parametrize(
    ("names", "whole"),
    [
        (("Wales", "Gwent"), "Wales"),
        (("England", "Scotland", "United Kingdom"), "United Kingdom"),
        (("France", "Spain"), None),
        (("France", "United Kingdom"), None),
        (("Georgia", "Ohio"), None),
    ],
)
def test_one_nation_or_the_united_kingdom(names: tuple[str, ...], whole: str | None) -> None:
    held = {n.casefold(): n for n in names}
    found = nations_in(lambda text: [("sales", "area", held[text])] if text in held else [])
    assert found.get(("sales", "area")) == whole
