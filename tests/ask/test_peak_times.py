"""The day, the month or the year that had most: by how many rows there were, and by what is added up."""

from __future__ import annotations

from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

STALLS = ((1, "North gate"), (2, "South gate"))
TEAS = ((1, "Assam", "Black"), (2, "Sencha", "Green"), (3, "Keemun", "Black"))
SALES = [
    (
        n,
        1 + n % 2,
        1 + (n * n) % 3,
        f"{2022 + n // 35}-{1 + (n * n + n // 4) % 12:02d}-{1 + (n * n) % 5:02d}",
        1 + (n * 5) % 7,
    )
    for n in range(60)
]
FILES = {
    "stalls": csv_text("Stall no,Stall", STALLS),
    "teas": csv_text("Tea no,Tea,Kind", TEAS),
    "sales": csv_text("Sale no,Stall no,Tea no,Sold on,Quantity", SALES),
}
KIND = {t[0]: t[2] for t in TEAS}


def most(of: Counter[str]) -> set[str]:
    """Those that have most; any of them may be shown."""
    return {k for k, n in of.items() if n == max(of.values())}


def summed(size: int, year: str = "", kind: str = "") -> Counter[str]:
    found: Counter[str] = Counter()
    for _, _, tea, day, quantity in SALES:
        if day.startswith(year) and kind in KIND[tea]:
            found[day[:size]] += quantity
    return found


DAYS, MONTHS, YEARS = len("2022-01-01"), len("2022-01"), len("2022")
CASES = (
    ("On which day was the highest quantity sold?", most(summed(DAYS))),
    ("On which date of 2023 was the most quantity sold?", most(summed(DAYS, "2023"))),
    ("In which month did we sell the most green tea?", most(summed(MONTHS, kind="Green"))),
    ("In which year were the most sales?", most(Counter(s[3][:4] for s in SALES))),
    ("In which month of 2022 were the most sales?", most(Counter(s[3][:7] for s in SALES if s[3] < "2023"))),
)

office = office_fixture(FILES)


@pytest.mark.parametrize(("question", "times"), CASES, ids=[q for q, _ in CASES])
def test_the_time_with_most(office: Workspace, question: str, times: set[str]) -> None:
    got = ask(office, question)
    assert not got.unsure, got.sql
    assert len(got.rows) == 1
    assert str(got.rows[0][0]) in times, (got.sql, got.rows)
