"""The long view of a table spread out by years: made with it, asked, gone with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import Workspace, open_workspace

WIDE = "area,region,2012,2013,2014,2015\nNorth,R1,10,12,14,15\nSouth,R1,20,19,,25\nEast,R2,5,6,7,9\n"


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    (tmp_path / "population.csv").write_text(WIDE, encoding="utf-8")
    (tmp_path / "regions.csv").write_text("region,country\nR1,Norland\nR2,Sudland\n", encoding="utf-8")
    settings = Settings.read({"workspace": tmp_path / "ws", "cache": tmp_path}, {})
    with open_workspace(settings, embedder=NgramEmbedder()) as made:
        made.tables.load([tmp_path / "population.csv", tmp_path / "regions.csv"])
        yield made


@pytest.mark.slow
def test_it_is_made_and_goes_with_its_table(ws: Workspace, tmp_path: Path) -> None:
    assert [(t.name, t.rows, t.derived_from) for t in ws.tables.all()] == [
        ("population", 3, ""),
        ("population_long", 11, "population"),
        ("regions", 2, ""),
    ]
    assert ws.questions.sql('SELECT * FROM "population_long" WHERE "area" = \'South\'').rows == (
        ("South", "R1", 2012, 20),
        ("South", "R1", 2013, 19),
        ("South", "R1", 2015, 25),
    )
    assert [(j.child_table, j.parent_table) for j in ws.joins.all()] == [
        ("population", "regions"),
        ("population_long", "regions"),
    ]
    (tmp_path / "population.csv").write_text(WIDE.replace(",2015", ",2016"), encoding="utf-8")
    ws.tables.load([tmp_path / "population.csv"])
    assert ws.questions.sql('SELECT DISTINCT "year" FROM "population_long"').rows == (
        (2012,),
        (2013,),
        (2014,),
        (2016,),
    )
    ws.tables.remove(["population"])
    assert [t.name for t in ws.tables.all()] == ["regions"]
    assert list(ws.stores.engine.tables()) == ["regions"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How did the population of South change from 2012 to 2015?", [(20, 25, 5)]),
        ("In which year was the population of North highest?", [(2015,)]),
        ("What was the average population of East over the years?", [(6.75,)]),
        ("What is the population of North in 2013?", [(12,)]),
        ("Which area had the highest population in 2014?", [("North",)]),
        ("What was the total population in each year?", [(2012, 35), (2013, 37), (2014, 21), (2015, 49)]),
        ("total population by country in 2015", [("Norland", 40), ("Sudland", 9)]),
        ("How many areas are there?", [(3,)]),
    ],
)
def test_questions(ws: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    (answer,) = [a for a in ws.questions.ask(question) if isinstance(a, Answer)]
    assert [row[: len(rows[0])] for row in answer.rows] == rows  # what it is ranked by may stand beside


POPULATION = """Table 2: Population by region and sex, 2021

Region,Male,Female,Total
North,100,120,220
South,90,80,170
East,50,60,110
West,30,20,50

Source: the town
"""
OFFENCES = """Number of offences by type of crime and region

Region,Robbery,Burglary,Arson
North,10,20,5
South,9,8,7
East,5,66,1
West,3,2,1
"""


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("published")
    (folder / "people.csv").write_text(POPULATION, encoding="utf-8")
    (folder / "police.csv").write_text(OFFENCES, encoding="utf-8")
    settings = Settings.read({"workspace": folder / "ws", "cache": folder}, {})
    with open_workspace(settings, embedder=NgramEmbedder()) as made:
        made.tables.load([folder / "people.csv", folder / "police.csv"])
        yield made


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("population by sex", [("Female", 280), ("Male", 270)]),
        ("Which gender has the largest population?", [("Female",)]),
        ("men against women by region", [("North", 100, 120), ("South", 90, 80), ("East", 50, 60), ("West", 30, 20)]),
        ("How many women live in the North?", [(120,)]),
        ("What is the total population?", [(550,)]),
        ("Which type of crime has the most offences?", [("Burglary",)]),
        ("offences by type of crime", [("Burglary", 96), ("Robbery", 27), ("Arson", 14)]),
        ("offences by region", [("East", 72), ("North", 35), ("South", 24), ("West", 6)]),
        ("How many burglaries were there in the East?", [(66,)]),
    ],
)
def test_questions_over_categories(published: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    """What is counted is in the title, what it is counted by in the title or the labels."""
    (answer,) = [a for a in published.questions.ask(question) if isinstance(a, Answer)]
    assert [row[: len(rows[0])] for row in answer.rows] == rows
