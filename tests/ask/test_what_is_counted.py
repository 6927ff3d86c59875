"""Samples whose temperature is held, and totals that stand in rows, in plain words."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

SITES = [(f"S{n:02d}", f"Cove {n}", ("Sand", "Shingle")[n % 2], "Y" if n % 5 == 0 else "N") for n in range(1, 21)]
SAMPLES = [
    (k, f"S{1 + (k * 7) % 20:02d}", 2022 + k % 3, 8 + (k * 11) % 90 / 10, "Y" if k % 4 == 1 else "N")
    for k in range(140)
]
RETURNS = [(n, ("AX20", "AX21")[n % 2], 1000 + (n * 377) % 5000, "Paid" if n % 3 else "") for n in range(60)]
office = office_fixture(
    {
        "sites": "site_no,site name,ground,prize\n" + "".join(",".join(map(str, r)) + "\n" for r in SITES),
        "samples": "sample,site_no,year,water_temp_c,unusual\n"
        + "".join(",".join(map(str, r)) + "\n" for r in SAMPLES),
        "returns": "return_no,cycle,total_gross_income,paid\n" + "".join(",".join(map(str, r)) + "\n" for r in RETURNS),
    }
)


def test_of_two_nouns_the_second_is_counted(office: Workspace) -> None:
    answer = ask(office, "How many water samples were taken in 2023?")
    assert answer.rows == ((sum(y == 2023 for _, _, y, *_ in SAMPLES),),), answer.sql


def test_a_common_word_is_no_slip_for_a_cell(office: Workspace) -> None:
    assert "Shingle" not in (ask(office, "Which sites never won a single prize?").sql or "")


def test_one_total_is_asked_for_where_the_header_says_total_too(office: Workspace) -> None:
    answer = ask(office, "What was the total gross income in the AX20 cycle?")
    assert answer.rows == ((sum(income for _, cycle, income, _ in RETURNS if cycle == "AX20"),),), answer.sql
