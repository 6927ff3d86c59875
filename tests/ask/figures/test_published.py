"""Forms in which offices publish: parents over parts, years over quarters, codes with names elsewhere, all classes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of

HARBOURS = (
    *(("HB1", "Arnvik"), ("HB2", "Bresk"), ("HB3", "Corrin"), ("HB4", "Dorsund")),
    *(("HB5", "Elmo"), ("HB6", "Fenwick"), ("HB7", "Gull Point"), ("HB8", "Hestvik")),
    *(("HB9", "Inner Holm"), ("HB10", "Jarl"), ("HB11", "Kettle"), ("HB12", "Lund")),
)
ORIGINS = {
    "North": {"Arland": (9.5, 10.5, 14.5), "Borland": (19.0, 20.0, 18.5), "Rest of the north": (5.0, 5.5, 6.0)},
    "South": {"Corland": (39.0, 41.0, 43.5), "Dorland": (9.0, 9.5, 8.5), "Rest of the south": (2.0, 2.5, 2.0)},
}


def sold(firm: int, year: int, of: int) -> int:
    return (1000 * of + 10 * firm) * (year - 2018)


def origins() -> str:
    lines = ["T1. Guests by country,,,", "Thousand guests,,,", ",,,", "Country,2021,2022,2023"]
    for part, lands in ORIGINS.items():
        lines.append(f"{part},{','.join(str(sum(v[n] for v in lands.values())) for n in range(3))}")
        lines += [f"   {land},{','.join(map(str, figures))}" for land, figures in lands.items()]
    whole = [sum(v[n] for lands in ORIGINS.values() for v in lands.values()) for n in range(3)]
    return "\n".join([*lines, f"All countries,{','.join(map(str, whole))}", ",,,", "Source: the board,,,"]) + "\n"


FILES = {
    "t1_guests": origins(),
    "t2_spending": "T2. Spending of guests by purpose\nMillion\n\nYear,Quarter,Holiday,Work,All purposes\n"
    + "".join(
        f"{year if q == 1 else ''},Q{q}{' p' if (year, q) == (2023, 4) else ''},"
        f"{100 * q + year - 2020},{10 * q},{110 * q + year - 2020}\n"
        for year in (2021, 2022, 2023)
        for q in (1, 2, 3, 4)
    )
    + "\np provisional\n",
    "t5_wood": "T5. Average price of wood\n\nYear,Quarter,Small logs,Large logs\n"
    + "".join(
        f"{y},Q{q},{10 * (y - 2020) + 5 * q},{70 + q + y - 2020}.5\n" for y in (2021, 2022, 2023) for q in (1, 2, 3, 4)
    ),
    "t6_grants": "T6. Planting and grants\nYear to 31 March,Planted,Grant\n"
    + "".join(f"20{n:02d}/{n + 1:02d}{' (r)' * (n == 21)}{' (p)' * (n == 22)},{100 + n},{n}\n" for n in range(3, 23))
    + "\n.. not available  (r) revised  (p) provisional\n",
    "t3_bed_use": "T3. Bed use of hotels, per cent\nHARB,2021,2022,2023\n"
    + "".join(f"{code},{40.5 + n},{45.5 + 2 * n},{50.5 + n}\n" for n, (code, _) in enumerate(HARBOURS))
    + ": = not available\n",
    "harbour_codes": "HARB,Harbour name,Berths\n" + "".join(f"{c},{n},{3 + len(n)}\n" for c, n in HARBOURS),
} | {
    f"t4_power_{year}": f'"Table 4. Power customers and sales by firm, {year}"\n\n,Homes,,Mills,,All classes,\n'
    "Firm,Customers,Sales,Customers,Sales,Customers,Sales\n"
    + "".join(
        f'{firm},"{sold(n, year, 1):,}",{5 * n + year - 2000},"{sold(n, year, 2):,}",{7 * n + year - 2000},'
        f'"{sold(n, year, 1) + sold(n, year, 2):,}",{12 * n + 2 * (year - 2000)}\n'
        for n, firm in enumerate(("Amber Light", "Bolt Co.", "Current Union", "Dale Power", "Etna Works"), 1)
    )
    for year in (2021, 2022, 2023)
}
CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("How many guests came from Borland in 2022?", ((20.0,),)),
    ("Top 2 countries guests came from in 2023", (("Corland", 43.5), ("Borland", 18.5))),
    ("What share of all guests in 2023 were from the North?", ((100 * 39 / 93,),)),
    ("Which countries sent fewer guests in 2023 than in 2022?", (("Dorland",), ("Borland",), ("Rest of the south",))),
    ("Average yearly guests from Corland between 2022 and 2023", ((42.25,),)),
    ("Total work spending per year", ((2021, 100), (2022, 100), (2023, 100))),
    ("Holiday spending in the fourth quarter of 2023", ((403,),)),
    ("Bed use in Corrin in 2022", ((49.5,),)),
    ("In how many harbours was bed use above 52 per cent in 2023?", ((10,),)),
    ("How much did total customers of Bolt Co. grow from 2021 to 2023?", ((9120, 15200, 6080),)),
    ("How many home customers did Dale Power have in 2022?", ((sold(4, 2022, 1),),)),
    ("What share of customers in 2022 were mills?", ((100 * 10150 / 15300,),)),
    ("Average holiday spending by year", ((2021, 251.0), (2022, 252.0), (2023, 253.0))),
    ("Average price of small logs per year since 2022", ((2022, 32.5), (2023, 42.5))),
    ("How much was spent on work per year on average?", ((100.0,),)),
    ("Guests from Arland as a percentage of all guests in 2023", ((100 * 14.5 / 93,),)),
    ("Total spending in 2022", ((1108,),)),
    ("What share of spending in 2022 was for work?", ((100 * 100 / 1108,),)),
    ("Work spending as a share of all purposes in 2022", ((100 * 100 / 1108,),)),
    ("What was the average grant from 2019/20 to 2021/22?", ((20.0,),)),
    ("How many customers did Bolt have in 2022?", ((sold(2, 2022, 1) + sold(2, 2022, 2),),)),
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    workspace = office_of(FILES, tmp_path_factory.mktemp("board"))
    yield workspace
    workspace.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_published_tables_are_asked_as_they_are_meant(
    office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    given = answer.rows if len(rows[0]) > 1 or len(rows) == 1 else [row[:1] for row in answer.rows]
    assert answers(given, rows), (answer.rows, answer.sql)


UNREAD = (
    "In how many harbours did bed use fall from 2021 to 2022?",
    "How many customers did Bolt Co. have in 2022 and how many of them were homes?",
)


@pytest.mark.parametrize("question", UNREAD)
def test_what_is_not_told_so_is_left_to_others(office: Workspace, question: str) -> None:
    from core.ask.tokens import tokenise
    from core.ask.translators.rules.facts import Facts
    from core.ask.translators.rules.figure_queries import query_of

    fit = office.questions.read_figures(tokenise(question))
    assert fit is None or query_of(fit[0], Facts(fit[1])) is None
