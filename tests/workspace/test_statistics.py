"""Questions over published statistics, where a figure is asked for and never the number of rows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Answer, Value
from core.workspace import open_workspace

OUTCOMES = """Prosecutions by outcome

Outcome,2018-19 Volume,2018-19 Percentage,2019-20 Volume,2019-20 Percentage,2020-21 Volume,2020-21 Percentage
Guilty plea,150,60.0,140,56.0,130,52.0
Acquittal,100,40.0,110,44.0,120,48.0
"""
CLINICS = "DISTRICT,Total number of clinics,Private clinics\nNorth,12,8\nSouth,30,2\nEast,9,9\n"
RAIN = "year,month,rain,sun\n2001,1,10.5,3\n2001,2,20.0,4\n2002,1,5.0,5\n2002,2,7.5,6\n"
POWER = """Net generation for all sectors, annual

description,2016,2017,2018
Norland : coal,50,40,30
Norland : wind,10,20,35
Norland : sun,1,2,3
"""
AREAS = """Population of the states on reference days

,Stichtag 31.12.2016,Stichtag 31.12.2017,Stichtag 31.12.2018
Bayern,12930751,12997204,13076721
Hessen,6213088,6243262,6265809
"""
DENGUE = """Notificações por mês

UF,Jan,Fev,Mar,Abr,Mai,Jun,Jul,Total
Acre,1,2,3,4,5,6,7,28
Bahia,1,1,1,1,1,1,1,7
"""
FACTORS = """Annual factors

,Mkt-RF,SMB
2007,1.1,2.0
2008,-38.3,0.5
2009,28.2,9.1
"""
INTEREST = "Category: All categories\n\nMonth,flood insurance: (Norland)\n2019-01,20\n2019-02,100\n2019-03,41\n"
KITCHENS = "Schools by kitchen type\n\nKitchen,Schools\nOwn kitchen,188\nShared kitchen,40\nNone,12\n"
GDP = "Series Name,Country Name,2019 [YR2019]\nGDP (current US$),Wales,77\nGDP (current US$),Malta,15\n"


def answered(tmp_path: Path, files: Iterable[tuple[str, str]], question: str) -> list[tuple[Value, ...]]:
    for name, text in files:
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(text, encoding="utf-8")
    settings = Settings.read({"workspace": tmp_path / "ws", "cache": tmp_path}, {})
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.tables.load([tmp_path / "in"])
        (answer,) = [a for a in ws.questions.ask(question) if isinstance(a, Answer)]
    return list(answer.rows)


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("name", "text", "question", "rows"),
    [
        ("outcomes.csv", OUTCOMES, "How many guilty pleas were there in 2019-20?", [(140,)]),
        ("clinics.csv", CLINICS, "How many clinics are there in total?", [(51,)]),
        ("clinics.csv", CLINICS, "Which district has the most clinics in total?", [("South",)]),
        ("weather.csv", RAIN, "How much rain fell in 2001?", [(30.5,)]),
        ("power.csv", POWER, "How much did coal generate in 2017?", [(40,)]),
        ("states.csv", AREAS, "How many people lived in Hessen on 31.12.2017?", [(6243262,)]),
        ("states.csv", AREAS, "Which state had the largest population on 31.12.2018?", [("Bayern",)]),
        ("dengue.csv", DENGUE, "What was the highest value in April?", [(4,)]),
        ("factors.csv", FACTORS, "What was the Mkt-RF in 2008?", [(-38.3,)]),
        ("factors.csv", FACTORS, "In which year was SMB highest?", [(2009,)]),
        ("searches.csv", INTEREST, "In which month was the interest in flood insurance highest?", [("2019-02",)]),
        ("searches.csv", INTEREST, "Which month had an interest of 41?", [("2019-03",)]),
        ("kitchens.csv", KITCHENS, "How many schools have their own kitchen?", [(188,)]),
        ("gdp.csv", GDP, "What was the GDP of Malta in 2019?", [(15,)]),
    ],
)
def test_a_published_table(tmp_path: Path, name: str, text: str, question: str, rows: list[tuple[Value, ...]]) -> None:
    found = answered(tmp_path, [(name, text)], question)
    assert [row[: len(rows[0])] for row in found] == rows  # a ranking may have its figure beside it


def sites() -> list[tuple[str, str]]:
    """Cancers by country, a file for each site."""
    bodies = {
        "lung": "Malta,55,8.1\nItaly,40,5.0\nCyprus,7,9.5\nChad,1,1.0\nPeru,2,1.5",
        "skin": "Malta,4,2.1\nItaly,9,4.0\nCyprus,8,9.9\nChad,2,1.0\nPeru,3,1.5",
        "liver": "Malta,8,2.1\nItaly,20,4.0\nCyprus,1,9.0\nChad,4,1.0\nPeru,2,1.5",
    }
    return [(f"cancer_{site}.csv", f"Population,Number,Crude rate\n{body}\n") for site, body in bodies.items()]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many cases of lung cancer and of skin cancer are there in Italy?", [("lung", 40), ("skin", 9)]),
        ("Which country has the highest crude rate of skin?", [("Cyprus",)]),
    ],
)
def test_a_family_of_files(tmp_path: Path, question: str, rows: list[tuple[Value, ...]]) -> None:
    found = answered(tmp_path, sites(), question)
    assert [row[: len(rows[0])] for row in found] == rows  # a ranking may have its figure beside it


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many confirmed cases were there in total on each date?", [("2020-03-15", 8), ("2020-03-16", 11)]),
        ("Which country had the most deaths on 03-16-2020?", [("Canada",)]),
        ("Which country reported the most deaths?", [("Canada",)]),
    ],
)
def test_a_thing_given_in_parts(tmp_path: Path, question: str, rows: list[tuple[Value, ...]]) -> None:
    """Canada is the sum of its provinces, of which none has more than Italy."""
    head = "Province,Country,Confirmed,Deaths"
    files = [
        ("daily/03-15-2020.csv", f"{head}\nOntario,Canada,2,3\nQuebec,Canada,1,3\n,Italy,5,4\n"),
        ("daily/03-16-2020.csv", f"{head}\nOntario,Canada,3,3\nQuebec,Canada,2,4\n,Italy,6,5\n"),
    ]
    assert answered(tmp_path, files, question) == rows


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which state spent the most in 2014?", [("Nevada",)]),
        ("How many schools are there?", [(4,)]),
    ],
)
def test_one_figure_and_things(tmp_path: Path, question: str, rows: list[tuple[Value, ...]]) -> None:
    """What people speak of as spent is the only figure; schools are things, and their rows are counted."""
    files = [
        ("spending/2013.csv", "Location,Health Spending\nNevada,3\nTexas,9\nUtah,1\n"),
        ("spending/2014.csv", "Location,Health Spending\nNevada,30\nTexas,9\nUtah,2\n"),
        ("schools.csv", "school,pupils\nA,3\nB,4\nC,9\nD,1\n"),
    ]
    assert answered(tmp_path, files, question) == rows


AGES = "Population by age\n\nDistrict,Aged 0-14,Aged 15-64,Aged 65+,Total\nNorth,10,50,20,80\nSouth,30,20,40,90\n"
VISITORS = "Visitors by state\n\nMonth,Ohio,Texas,Utah\nJanuary,5,9,1\nFebruary,7,3,2\n"


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("text", "question", "rows"),
    [
        (AGES, "Which age group has the most people in South?", [("65+",)]),
        (AGES, "What was the total value by age?", [("0-14", 40), ("15-64", 70), ("65+", 60)]),
        (VISITORS, "Which state had the most visitors in February?", [("Ohio",)]),
        (VISITORS, "How many visitors were there in Texas in January?", [(9,)]),
    ],
)
def test_categories_as_columns(tmp_path: Path, text: str, question: str, rows: list[tuple[Value, ...]]) -> None:
    assert sorted(answered(tmp_path, [("counts.csv", text)], question), key=str) == rows
