"""Times up to a year's end, and after it: read whole, and no year of theirs counts as left out."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_YEARS = [2021 + n % 4 for n in range(60)]
_TEXTS = {
    "visits": "Visit,Day,Cost\n" + "".join(f"{n},{y}-0{1 + n % 9}-12,{20 * (n % 5)}\n" for n, y in enumerate(_YEARS))
}


office = office_fixture(_TEXTS)


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("How many visits were there after 2022?", (2023, 2024)),
        ("How many visits were there after the end of 2022?", (2023, 2024)),
        ("How many visits were there until 2022?", (2021, 2022)),
        ("How many visits were there up to 2022?", (2021, 2022)),
        ("How many visits up to and including 2023?", (2021, 2022, 2023)),
        ("How many visits were there before the end of 2023?", (2021, 2022, 2023)),
        ("How many visits were there before 2023?", (2021, 2022)),
    ],
)
def test_years_bound_what_is_counted(office: Workspace, question: str, years: tuple[int, ...]) -> None:
    answer = ask(office, question)
    assert answer.rows == ((sum(y in years for y in _YEARS),),), answer.enriched
    assert not answer.unsure


def test_a_number_that_is_no_year_of_theirs_is_a_cost(office: Workspace) -> None:
    assert "`Cost` ≤ 40" in ask(office, "How many visits had a cost up to 40?").enriched
