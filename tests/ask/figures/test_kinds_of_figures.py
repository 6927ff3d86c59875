"""Statistics as they are published row by row: kinds of figures, categories without a time, age bands, other words."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_AREAS = {
    "E01": ("Ashcombe", "South"),
    "E02": ("Brindle", "North"),
    "E03": ("Calder", "North"),
    "E04": ("Holm", "West"),
}
_KINDS = (("Water consumption", "ML", 40), ("Number of water meters", "count", 900), ("Leakage", "ML", 7))
WATER = [
    (area, year, kind, sector, unit, base + 3 * n + 5 * (year - 2020) + (11 if sector == "Domestic" else 0))
    for n, area in enumerate(_AREAS)
    for year in (2021, 2022, 2023)
    for kind, unit, base in _KINDS
    for sector in (("Domestic", "Non-domestic") if kind != "Leakage" else ("All sectors",))
]
WATER += [
    (area, year, "Water consumption", "All sectors", "ML", sum(r[5] for r in WATER if r[:3] == (area, year, kind)))
    for area in _AREAS
    for year in (2021, 2022, 2023)
    for kind in ("Water consumption",)
]
_AGES = ("10-17", "18-24", "25-39", "40-59", "60 and over")
SENTENCED = [
    (court, sentence, age, sex, 5 * c + 3 * s + 2 * a + (4 if sex == "Male" else 1))
    for c, court in enumerate(("Aldersham", "Dunmere", "Fenwick"))
    for s, sentence in enumerate(("Immediate custody", "Community order", "Fine"))
    for a, age in enumerate(_AGES)
    for sex in ("Male", "Female")
]
_HARBOURS, _ABROAD = ("Kingsport", "Lowhaven"), ("Calais", "Bergen", "Dublin")
FREIGHT = [
    (year, harbour, abroad, way, 100 * h + 10 * a + (year - 2020) + (500 if way == "Inward" else 0))
    for year in (2021, 2022)
    for h, harbour in enumerate(_HARBOURS, 1)
    for a, abroad in enumerate(_ABROAD, 1)
    for way in ("Inward", "Outward")
]
FERRIES = [
    (f"2023-{m:02}", harbour, way, 1000 * h + 10 * m + (1 if way == "Arrivals" else 0))
    for m in range(1, 13)
    for h, harbour in enumerate(_HARBOURS, 1)
    for way in ("Arrivals", "Departures")
]


def _csv(header: str, rows: list[tuple[object, ...]]) -> str:
    return header + "\n" + "".join(",".join(map(str, r)) + "\n" for r in rows)


office = office_fixture(
    {
        "water-statistics-2021-2023": _csv("LA Code,Year,Measure,Sector,Unit,Value", list(WATER)),
        "area-lookup": _csv("LA Code,LA Name,Region", [(k, *v) for k, v in _AREAS.items()]),
        "sentences_by_age_sex": _csv("Court,Sentence,Age group,Sex,Number sentenced", list(SENTENCED)),
        "harbour_freight": _csv("Year,UK port,Foreign port,Direction,Tonnage (000s)", list(FREIGHT)),
        "ferry_passengers": _csv("Month,Port,Direction,Passengers", list(FERRIES)),
    }
)


def water(kind: str, sector: str, year: int, *areas: str) -> int:
    return sum(r[5] for r in WATER if r[0] in areas and r[1] == year and r[2] == kind and r[3] in (sector,))


def sentenced(sentence: str = "", sex: str = "", ages: tuple[str, ...] = _AGES, court: str = "") -> int:
    return sum(
        r[4]
        for r in SENTENCED
        if r[1].endswith(sentence) and sex in ("", r[3]) and r[2] in ages and court in ("", r[0])
    )


def freight(way: str, year: int = 0, harbour: str = "") -> int:
    return sum(r[4] for r in FREIGHT if r[3] == way and year in (0, r[0]) and harbour in ("", r[1]))


@pytest.mark.parametrize(
    ("asked", "figure"),
    [
        # a kind of figures is one measure: `Measure` is held to it, whatever words stand between
        ("How much water was used in Calder in 2023?", water("Water consumption", "All sectors", 2023, "E03")),
        ("How much water did homes in Ashcombe use in 2022?", water("Water consumption", "Domestic", 2022, "E01")),
        (
            "How much water was used by businesses in the North in 2021?",
            water("Water consumption", "Non-domestic", 2021, "E02", "E03"),
        ),
        # rows of this kind have no figure for all sectors: those of the sectors are added up
        (
            "How many water meters were there in Brindle in 2023?",
            sum(water("Number of water meters", s, 2023, "E02") for s in ("Domestic", "Non-domestic")),
        ),
        # no time at all, and a full crossing of categories
        ("How many people were sent to prison?", sentenced("Immediate custody")),
        ("How many women were fined?", sentenced("Fine", "Female")),
        ("How many under 18s were sentenced?", sentenced(ages=("10-17",))),
        ("How many over 40s got a community order at Dunmere?", sentenced("Community order", "", _AGES[3:], "Dunmere")),
        ("How many young people aged 18 to 39 were sentenced?", sentenced(ages=_AGES[1:3])),
        # ways in and out
        ("How much freight came in to Kingsport in 2022?", freight("Inward", 2022, "Kingsport")),
        ("How many tonnes went out in 2021?", freight("Outward", 2021)),
        # a month of the one year there is
        (
            "How many passengers arrived at Lowhaven in August?",
            sum(r[3] for r in FERRIES if r[:3] == ("2023-08", "Lowhaven", "Arrivals")),
        ),
    ],
)
def test_every_word_of_it_is_a_figure_or_holds_one(office: Workspace, asked: str, figure: int) -> None:
    answer = ask(office, asked)
    assert answer.rows == ((figure,),), answer.sql
    assert answer.confidence >= UNSURE


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("Which council used the most water in 2023?", "Holm"),
        ("Which court gives out the most community orders?", "Fenwick"),
    ],
)
def test_a_place_is_ranked_by_its_figures_and_not_by_its_rows(office: Workspace, asked: str, first: str) -> None:
    answer = ask(office, asked)
    assert answer.rows is not None
    assert answer.rows[0][0] == first, answer.sql
    assert answer.confidence >= UNSURE


@pytest.mark.parametrize(
    "asked",
    [
        "How much was there in Calder in 2023?",  # of what: litres or meters
        "Which port handled the most freight?",  # ours or the foreign one
    ],
)
def test_what_is_not_told_apart_is_not_added_up(office: Workspace, asked: str) -> None:
    assert ask(office, asked).unsure
