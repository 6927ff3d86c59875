"""A folder of published statistics, loaded whole, and what people ask of it: each question over the cube it means."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of

MORE = ("Eilean", "Farra", "Gruna", "Holm", "Ister", "Juray")
ISLES = (
    *(("I01", "Arden", "North"), ("I02", "Brisay", "North"), ("I03", "Colm", "South"), ("I04", "Dunsay", "South")),
    *((f"I{n:02d}", isle, ("North", "South")[n % 2]) for n, isle in enumerate(MORE, 5)),
)
PEOPLE = {
    "Arden": (10000, 10400, 13000),
    "Brisay": (30000, 29700, 29100),
    "Colm": (5000, 5600, 6400),
    "Dunsay": (21000, 22000, 23000),
} | {isle: (40007 + n, 40150 + 2 * n, 40303 + 2 * n) for n, isle in enumerate(MORE)}
RATES = {
    "Arden": ("69.0", "70.1", "71.3"),
    "Brisay": ("76.0", "75.0", "74.0"),
    "Colm": ("65.5", "66.2", "[x]"),
    "Dunsay": ("80.0", "80.5", "81.0"),
} | {isle: (f"{70 + n / 10}", f"{71 + n / 10}", f"{72 + n / 10}") for n, isle in enumerate(MORE)}
BANDS = {isle: (20 + 7 * n, 3 + 6 * n, n) for n, (_, isle, _) in enumerate(ISLES)}
FINES = {
    "Fixed camera": (20, 24, 30, 26),
    "Patrol": (5, 6, 4, 5),
    "No belt": (9, 8, 7, 6),
    "Phone in hand": (3, 4, 5, 8),
}
RATE_ROWS = "\n".join(",".join((code, isle, *(f"{rate},1.2" for rate in RATES[isle]))) for code, isle, _ in ISLES)


def people(year: int, region: str = "") -> int:
    return sum(PEOPLE[isle][year - 2020] for _, isle, place in ISLES if region in ("", place))


FILES = {
    "isles_lookup": "code,isle,region\n" + "\n".join(",".join(row) for row in ISLES) + "\n",
    # a title, a total of all in front, times before which a word stands, a state of the figures behind one
    "table_1_population": "Table 1: Mid-year population estimates, by isle,,,,\n,,,,\n"
    "Code,Isle,Mid-2020,Mid-2021,Mid-2022 [r]\n"
    f"S00,The Isles,{people(2020)},{people(2021)},{people(2022)}\n"
    + "\n".join(f"{code},{isle},{','.join(map(str, PEOPLE[isle]))}" for code, isle, _ in ISLES)
    + "\nNotes,,,,\n[r] revised,,,,\n",
    # two lines of header, and the whole among the parts
    "table_2_employment": "Table 2: Employment rate, people aged 16 to 64\n\nCode,Isle,2020,,2021,,2022,\n"
    f",,Rate (%),CI,Rate (%),CI,Rate (%),CI\n{RATE_ROWS}\n"
    "S00,The Isles,73.1,0.5,73.9,0.5,74.2,0.5\n[x] = not available\n",
    # a column for each band of sizes
    "table_3_firms": "Table 3: Registered firms by number of employees and isle,,,,\n,,,,\n"
    "Isle,0-9,10-49,50-249,All firms\n"
    + "\n".join(f"{isle},{','.join(map(str, some))},{sum(some)}" for isle, some in BANDS.items())
    + "\nSource: Register of firms,,,,\n",
    # years over quarters, groups of rows with their totals
    "fines_quarterly": "Fines issued by offence and quarter\n\nOffence,2021,,2022,\n,Q3,Q4,Q1,Q2\nSPEEDING\n"
    + "\n".join(f"{o},{','.join(map(str, FINES[o]))}" for o in ("Fixed camera", "Patrol"))
    + "\nSubtotal: Speeding,25,30,34,31\nCARE\n"
    + "\n".join(f"{o},{','.join(map(str, FINES[o]))}" for o in ("No belt", "Phone in hand"))
    + "\nSubtotal: Care,12,12,12,14\nAll fines,37,42,46,45\n",
    # a plain panel: a row for each ferry and month
    "ferry_monthly": "PORT,MONTH,PASSENGERS,WAIT_MINUTES\n"
    + "\n".join(
        f"{port},{month:02d}/{year},{base + month * (year - 2020)},{wait}.5"
        for port, base, wait in (("Old Quay", 1000, 4), ("New Pier", 400, 9), ("Sandwick", 90, 2))
        for year in (2021, 2022)
        for month in range(1, 13)
    )
    + "\n",
} | {
    f"road_accidents_{year}": f'"Road accidents by isle, {year}"\n\nRegion / isle,People,,Accidents\n'
    ",Killed,Seriously hurt,All\n"
    f"North\n  Arden,{killed},{4 + n},{20 + n}\n  Brisay,{killed + 1},{9 + n},{44 + n}\n"
    f"Total North,{2 * killed + 1},{13 + 2 * n},{64 + 2 * n}\n"
    f"South\n  Colm,-,{1 + n},{6 + n}\n  Dunsay,2,{7 + n},{30 + n}\n"
    f"Total South,2,{8 + 2 * n},{36 + 2 * n}\nTHE ISLES,{2 * killed + 3},{21 + 4 * n},{100 + 4 * n}\n"
    for n, (year, killed) in enumerate(((2020, 1), (2021, 3), (2022, 2)))
}
CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("How many people lived in Brisay in 2021?", ((29700,),)),
    ("Population of Colm, latest year", ((6400,),)),
    ("What was the population of The Isles in 2022?", ((people(2022),),)),
    ("Total population by region in 2020", (("North", people(2020, "North")), ("South", people(2020, "South")))),
    ("How many isles had fewer than 10,000 residents in 2022?", ((1,),)),
    ("Which isle grew most in population between 2020 and 2022?", (("Arden", 3000),)),
    ("Which isle grew most in population in percentage terms between 2020 and 2022?", (("Arden", 30.0),)),
    ("Which isles lost people between 2020 and 2022?", (("Brisay", -900),)),
    ("What was the employment rate in Dunsay in 2022?", ((81.0,),)),
    ("What was the employment rate of The Isles in 2021?", ((73.9,),)),
    ("top 2 isles by employment rate 2021", (("Dunsay", 80.5), ("Brisay", 75.0))),
    ("Average employment rate in Arden over 2021 to 2022", ((70.7,),)),
    ("How many firms with 10-49 employees are there in Dunsay?", ((BANDS["Dunsay"][1],),)),
    ("How many fines for no belt were issued in 2022?", ((13,),)),
    ("Number of fixed camera fines in the first quarter of 2022", ((30,),)),
    ("What share of all fines in the second quarter of 2022 were for phone in hand?", ((100 * 8 / 45,),)),
    ("How many passengers were there at Old Quay in March 2022?", ((1006,),)),
    ("Passengers at Sandwick in 2021", ((12 * 90 + 78,),)),
    ("Which port had the most passengers in 2022?", (("Old Quay", 12 * 1000 + 156),)),
    ("In which month of 2022 did passengers at New Pier peak?", (("2022-12", 424),)),
    ("How many people were killed on the roads in Brisay in 2021?", ((4,),)),
    ("Road deaths each year", ((2020, 5), (2021, 9), (2022, 7))),
    ("Killed and seriously hurt in the North region in 2022", ((5, 17),)),
    ("Which isles had no road deaths in 2021?", (("Colm",),)),
    ("How many accidents were there in Arden compared with Brisay in 2020?", (("Arden", 20), ("Brisay", 44))),
    ("Average number of people seriously hurt per year in Dunsay, 2020-2022", ((8.0,),)),
    ("Seriously hurt by region in 2021", (("North", 15), ("South", 10))),
    ("Seriously hurt by region in 2021, lowest first", (("South", 10), ("North", 15))),
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    workspace = office_of(FILES, tmp_path_factory.mktemp("isles"))
    yield workspace
    workspace.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_a_question_is_read_over_the_table_that_says_all_of_it(
    office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    assert answers(answer.rows, rows), (answer.rows, answer.sql)


UNREAD = (
    "How many fines were there in 1987?",
    "In which isles were there more accidents than firms in 2022?",
    "What was the population of Arden five years after 2020?",
    "How many lighthouses were lit in Arden in 2021?",
    "How many passengers came from the euro area in 2021?",
    "Which people are there in Arden?",
    "Which accidents are there in Arden?",
)


@pytest.mark.parametrize("question", UNREAD)
def test_what_no_table_says_is_not_read_over_one(office: Workspace, question: str) -> None:
    from core.ask.tokens import tokenise

    assert office.questions.read_figures(tokenise(question)) is None
