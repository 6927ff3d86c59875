"""Questions for the figures of tables as offices publish them: a row is a cell of a table, and no thing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of

FILES = {
    # years across, parts of a place in rows, codes before the names
    "0042MS": '"Population by municipality, marital status and sex"\n\n'
    '"municipality","marital status","sex","2019","2020","2021"\n'
    + "\n".join(
        f'"{place}","{status}","{sex}",{n},{n + 10},{n + 30}'
        for place, base in (("0301 Nordvik", 100), ("0302 Elvestad", 400), ("0403 Sandnes", 250))
        for status, more in (("single", 0), ("married", 7))
        for sex, least in (("men", 1), ("women", 3))
        for n in (base + more + least,)
    ),
    # days and sexes across, in another language
    "21511": "Bevölkerung: Länder, Stichtag, Geschlecht;;;;\nLänder;31.12.2019;31.12.2019;31.12.2020;31.12.2020\n"
    ";männlich;weiblich;männlich;weiblich\nHessen;300;310;305;315\nSachsen;200;215;201;216\nBremen;30;33;31;35\n",
    # one figure a row, with rows that hold all of a part
    "HH07": '"Statistic","Year","County","Sex","UNIT","VALUE"\n'
    + "\n".join(
        f'"Households","{year}","{county}","{sex}","Number",{n}'
        for year, more in ((2016, 0), (2022, 25))
        for county, base in (("Co. Mayo", 60), ("Co. Cork", 90), ("Co. Kerry", 40))
        for sex, n in (("Both sexes", 2 * base + more), ("Male", base), ("Female", base + more))
    ),
    # the parts of a date in columns, their meaning above
    "station_daily": "-BEGIN HEADER-\nParameters:\nT2M     Temperature at 2 metres (C)\n-END HEADER-\n"
    "YEAR,MO,DY,T2M,RH\n"
    + "\n".join(f"2020,{month},{day},{month + day / 4:.2f},{40 + day}" for month in (1, 2) for day in range(1, 11)),
    # months down, years across
    "ferry_passengers": "Passengers by month (thousands),,,\nMonth / Year,2018,2019,2020\n"
    + "\n".join(
        f"{month},{n + 300},{2 * n + 200},{n + 90}"
        for n, month in enumerate(
            "January February March April May June July August September October November December".split()
        )
    ),
    # times in words
    "jobless": '"Title","VACANCY RATE: %"\n"Unit","%"\n"Next release","11 July 2023"\n'
    + "\n".join(
        f'"{year}{part}","{2 + year % 7 + n / 10:.1f}"'
        for year in range(2001, 2011)
        for n, part in enumerate(("", " Q1", " Q2", " JAN", " FEB", " MAR"))
    ),
    # signs of notes, shares beside numbers, groups beside names without a label
    "Table_3a": "Table 3a: Homes inspected, by district [note 1]\nSource: Returns\n"
    "District [note 2],Homes inspected,Homes owed a repair,% owed a repair\n"
    'Ayle,"1,204",310,25.7%\nBarrow,982,402,40.9%\nCorrie,710,98,13.8%\nDunmore,655,120,18.3%\n',
}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    workspace = office_of(FILES, tmp_path_factory.mktemp("office"))
    yield workspace
    workspace.close()


CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("How many married women lived in Nordvik in 2020?", ((120,),)),
    ("What was the population of Elvestad in 2021?", ((404 + 30 + 401 + 30 + 411 + 407 - 1 + 60,),)),
    ("Which municipality had the most single men in 2019?", (("0302 Elvestad",),)),
    ("How many women are there in Sandnes?", ((2019, 513), (2020, 533), (2021, 573))),
    ("How many men lived in Hessen on 31.12.2020?", ((305,),)),
    ("Which of the Länder had the most women on 31.12.2019?", (("Hessen",),)),
    ("What was the female population of Bremen on 31.12.2020?", ((35,),)),
    ("How many households were there in Co. Cork in 2022?", ((205,),)),
    ("How did the households of Co. Mayo change between 2016 and 2022?", ((120, 145, 25),)),
    ("What was the temperature on 3 February 2020?", ((2.75,),)),
    ("On which day was the temperature highest?", ((2020, 2, 10),)),
    ("How many passengers were there in May 2019?", ((208,),)),
    ("What was the vacancy rate in March 2004?", ((4.5,),)),
    ("What was the vacancy rate in the second quarter of 2005?", ((5.2,),)),
    ("How many homes were owed a repair in Barrow?", ((402,),)),
    ("Which district had the highest percentage owed a repair?", (("Barrow",),)),
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_a_question_for_published_figures_is_answered_with_the_figures(
    office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(office, question)
    assert answers(answer.rows, rows) or answers(tuple(r[:-1] for r in answer.rows), rows), (answer.rows, answer.sql)


def test_a_word_for_the_highest_degree_that_is_not_known_withholds_the_rows(office: Workspace) -> None:
    assert ask(office, "Which year had the snuggest January?").unsure
